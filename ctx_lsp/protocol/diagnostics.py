"""Diagnostics for false statements and departures, either pushed to the client or pulled by it.

Each client gets diagnostics in only one of these ways, so that nothing is shown twice. `live_checks` makes the
findings, and `handlers.claims` answers clients that pull.
"""

from collections.abc import Callable, Sequence

from ctx_lsp.base.digest import digest
from ctx_lsp.protocol.convert import PositionConverter
from ctx_lsp.protocol.live_checks import CheckedText, Finding
from ctx_lsp.protocol.lsp import types
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import Departure

SOURCE = "ctx-lsp"
PATTERN = "pattern"  # the code of a diagnostic for a departure
Findings = tuple[Finding, ...]


class PushedDiagnostics:
    """A `Display` that pushes diagnostics to the client after each check. Use it on the loop thread only."""

    def __init__(self, positions: PositionConverter, send: Callable[[types.PublishDiagnosticsParams], None]) -> None:
        self._positions = positions
        self._send = send
        self._sent: dict[str, list[types.Diagnostic]] = {}

    def show(self, checked: CheckedText, found: Findings) -> None:
        """Send the diagnostics of a document, if they differ from those sent before."""
        now = diagnostics(self._positions, checked.source, found)
        if self._sent.get(checked.uri, []) != now:
            self._send(types.PublishDiagnosticsParams(checked.uri, now, checked.version))
        self._sent[checked.uri] = now

    def clear(self, uri: str) -> None:
        """Remove the diagnostics of a document from the client."""
        if self._sent.pop(uri, None):
            self._send(types.PublishDiagnosticsParams(uri, []))


class PulledDiagnostics:
    """A `Display` for a client that pulls diagnostics. It makes the client pull again when they are outdated.

    Only changes elsewhere need this, because a client pulls again by itself after a change of the document. Use it on
    the loop thread only.
    """

    def __init__(self, refresh: Callable[[], None]) -> None:
        self._refresh = refresh
        self._answered: dict[str, tuple[SourceText, Findings]] = {}

    def answered(self, uri: str, source: SourceText, found: Findings) -> None:
        """Record the findings in an answer to the client.

        They are not compared with the findings of the last check. That check may be older than the answer, and the
        comparison would then make the client pull again endlessly.
        """
        self._answered[uri] = source, found

    def show(self, checked: CheckedText, found: Findings) -> None:
        """Make the client pull again if the findings for a text differ from those in the last answer for that text."""
        answered = self._answered.get(checked.uri)
        if answered is not None and answered[0] == checked.source and answered[1] != found:
            self._refresh()

    def clear(self, uri: str) -> None:
        """Forget a document that was closed, or whose check was switched off."""
        self._answered.pop(uri, None)


def diagnostics(positions: PositionConverter, source: SourceText, found: Sequence[Finding]) -> list[types.Diagnostic]:
    """Convert findings to diagnostics."""
    return [diagnostic(positions, source, one) for one in found]


def diagnostic(positions: PositionConverter, source: SourceText, one: Finding) -> types.Diagnostic:
    """Convert a finding to a diagnostic. A departure becomes a hint at the name that shows the unusual choice."""
    if isinstance(one, Departure):
        message, is_certain, code = one.message, False, PATTERN
    else:
        message, is_certain, code = one.judgement.reason, one.judgement.severity in ("high", "medium"), one.claim.kind
    return types.Diagnostic(
        range=positions.range(source, *range_of(one)),
        message=message,
        severity=types.DiagnosticSeverity.Warning if is_certain else types.DiagnosticSeverity.Hint,
        code=code,
        source=SOURCE,
    )


def range_of(one: Finding) -> tuple[int, int]:
    """Return the byte range of a false statement or, for a departure, of the name that shows the unusual choice."""
    return (one.start, one.end) if isinstance(one, Departure) else (one.claim.start, one.claim.end)


def result_id(source: SourceText, found: Sequence[types.Diagnostic]) -> str:
    """Return the `resultId` of an answer, which is the same only for the same text with the same diagnostics."""
    return digest(source.data, repr(found).encode()).hex()
