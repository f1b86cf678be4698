"""Diagnostics for open documents: false statements about the code, sent whenever a text or the index has changed.

A document is checked a short pause after the last change, on a thread of its own. Diagnostics carry the version that
was checked, and are dropped if the document has changed meanwhile. `handlers.claims` offers the corrections.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass

from lsprotocol import types

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.protocol.convert import PositionConverter
from ctx_lsp.settings import Settings
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import Analysis, CheckedClaim, Checks, DocumentChecker, DocumentReport, Progress

PAUSE = 0.08  # seconds after the last change; short enough for an answer while the eye is still there
MAX_CHECKED = 30  # open documents; nobody looks at more
SOURCE = "ctx-lsp"


@dataclass(frozen=True, slots=True)
class CheckedText:
    """An open text to check, as it was when the check was asked for."""

    uri: str
    path: str
    version: int
    source: SourceText


_CheckInputs = tuple[SourceText, int, Settings]
"""The text that was checked, the revision of the index, and the settings."""


class DiagnosticsPush:
    """Sender of diagnostics.

    All methods except `listen` and `false_statements` must be called on the loop thread.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        texts: Callable[[], list[CheckedText]],
        analysis: Callable[[], "Future[Analysis]"],
        send: Callable[[types.PublishDiagnosticsParams], None],
    ) -> None:
        """`texts` returns the open texts, the last changed one last."""
        self._loop = loop
        self._texts = texts
        self._analysis = analysis
        self._send = send
        self._checker = DocumentChecker()
        self._worker = ThreadPoolExecutor(1, "ctx-lsp-check")
        self._timer: asyncio.TimerHandle | None = None
        self._token = CancelToken()
        self._sent: dict[str, list[types.Diagnostic]] = {}
        self._false: dict[str, tuple[_CheckInputs, tuple[CheckedClaim, ...]]] = {}
        self._checked_with: Settings | None = None
        self._was_ready = False
        self._closed = False
        self.settings = Settings()
        self.positions = PositionConverter()

    def listen(self, progress: Progress) -> None:
        """Handle a progress report from the workspace: check again when the index becomes ready."""
        is_ready = progress.phase == "ready"
        if is_ready and not self._was_ready:
            with suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self.changed)
        self._was_ready = is_ready

    def false_statements(
        self, uri: str, source: SourceText, revision: int, settings: Settings
    ) -> tuple[CheckedClaim, ...] | None:
        """Return the false statements of the last check of a document; None if that had other inputs."""
        known = self._false.get(uri)
        return known[1] if known is not None and known[0] == (source, revision, settings) else None

    def changed(self) -> None:
        """Check the open documents after a pause, because a text, the index or a setting has changed."""
        if self._closed:
            return
        self._token.cancel()
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_later(PAUSE, self._check)

    def close(self) -> None:
        """Stop checking."""
        self._closed = True
        self._token.cancel()
        if self._timer is not None:
            self._timer.cancel()
        self._worker.shutdown(wait=False, cancel_futures=True)

    def _check(self) -> None:
        self._timer = None
        self._token = CancelToken()
        settings, token = self.settings, self._token
        is_new, self._checked_with = settings != self._checked_with, settings
        texts = [one for one in self._texts()[-MAX_CHECKED:] if not is_off(settings, one.path)]
        for uri in self._sent.keys() - {one.uri for one in texts}:  # closed, or switched off
            self._false.pop(uri, None)
            if self._sent.pop(uri):
                self._send(types.PublishDiagnosticsParams(uri, []))
        if not texts or not self._was_ready:
            return

        def begin(answer: "Future[Analysis]") -> None:
            if answer.cancelled() or answer.exception() is not None:
                return
            for one in reversed(texts):  # the last changed one first; a failure ends the check of one text alone
                with suppress(RuntimeError):  # the server is ending
                    self._worker.submit(self._run, answer.result(), one, is_new or one is texts[-1], settings, token)

        self._analysis().add_done_callback(begin)

    def _run(self, analysis: Analysis, one: CheckedText, is_due: bool, settings: Settings, token: CancelToken) -> None:
        """Check a text on the worker thread; text of code only if `is_due`. Raises `Cancelled` after a later change."""
        token.check()
        checks = Checks.of(analysis, self._checker)
        # Other files of code are not checked at each key stroke in one of them, because their comments rarely change.
        if not checks.is_checked(one.path, with_code=is_due or one.uri not in self._sent):
            return
        found = wanted(checks.document(one.path, (), token), settings)
        if analysis.source(one.path) == one.source:
            diagnostics = [diagnostic(self.positions, one.source, each) for each in found]
            with suppress(RuntimeError):
                inputs = one.source, analysis.revision, settings
                self._loop.call_soon_threadsafe(self._publish, one, inputs, found, diagnostics)

    def _publish(
        self, checked: CheckedText, inputs: _CheckInputs, found: tuple[CheckedClaim, ...],
        diagnostics: list[types.Diagnostic],
    ) -> None:  # fmt: skip
        now = next((one for one in self._texts() if one.uri == checked.uri), None)
        if self._closed or now is None or now.source != checked.source or is_off(self.settings, checked.path):
            return
        self._false[checked.uri] = (inputs, found)
        if self._sent.get(checked.uri, []) != diagnostics:
            self._send(types.PublishDiagnosticsParams(checked.uri, diagnostics, now.version))
        self._sent[checked.uri] = diagnostics


def is_off(settings: Settings, path: str) -> bool:
    """Return whether the settings switch off the diagnostics of a document."""
    folders = (one.strip("/") + "/" for one in settings.checks.exclude)
    return not settings.checks.diagnostics or any(f"{path}/".startswith(one) for one in folders)


def wanted(report: DocumentReport, settings: Settings) -> tuple[CheckedClaim, ...]:
    """Return the false statements of the kinds that are not switched off."""
    return tuple(one for one in report.claims if one.is_false and one.claim.kind not in settings.checks.off)


def diagnostic(positions: PositionConverter, source: SourceText, one: CheckedClaim) -> types.Diagnostic:
    """Convert a false statement to a diagnostic."""
    is_certain = one.judgement.severity in ("high", "medium")
    return types.Diagnostic(
        range=positions.range(source, one.claim.start, one.claim.end),
        message=one.judgement.reason,
        severity=types.DiagnosticSeverity.Warning if is_certain else types.DiagnosticSeverity.Hint,
        code=one.claim.kind,
        source=SOURCE,
    )
