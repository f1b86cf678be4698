"""Removes from a pack the code that earlier packs have shown to the client.

An item counts as sent if an earlier pack showed it and its code has not changed since. If a pack shows a sent item in
more detail than before, it shows all lines of the new level of detail.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ctx_lsp.packing.candidates import Candidate
from ctx_lsp.packing.detail.levels import Rung
from ctx_lsp.packing.detail.lines import NONE, Lines, by_path, covers, union, without
from ctx_lsp.packing.detail.redaction import secret_lines
from ctx_lsp.packing.detail.staleness import lines_now
from ctx_lsp.packing.model import PackItem
from ctx_lsp.snapshot.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Sent:
    """The lines that were sent before, keyed by path, and the candidates that are left out as a result.

    Line numbers are those of the current texts.
    """

    lines: Mapping[str, Lines] = field(default_factory=dict)
    left_out: tuple[Candidate, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the candidates that are left out because they were already sent, most important first."""
        return tuple(dict.fromkeys(one.name or one.item.path for one in self.left_out))

    def with_lines(self, path: str, shown: Lines) -> Lines:
        """Return the lines of a file that the client has after receiving the lines in `shown`."""
        return union((shown, self.lines[path])) if path in self.lines else shown


NOTHING_SENT = Sent()


def find_sent(
    snapshot: Snapshot, items: Iterable[PackItem], candidates: Sequence[Candidate]
) -> tuple[list[Candidate], Sent]:
    """Remove from `candidates` the levels that the sent `items` already show, and return the remaining candidates.

    Also return the lines that were sent and the candidates that were left out.
    """
    sent = sent_lines(snapshot, items)
    kept: list[Candidate] = []
    left_out: list[Candidate] = []
    for candidate in candidates:
        rest = _unsent(snapshot, candidate, sent.get(candidate.item.path, NONE))
        if rest is None:
            left_out.append(candidate)
        else:
            kept.append(rest)
    return kept, Sent(sent, tuple(left_out))


def sent_lines(snapshot: Snapshot, items: Iterable[PackItem]) -> dict[str, Lines]:
    """Return the lines of sent items at their current positions, keyed by path."""
    return by_path((packed.item.path, lines) for packed in items if (lines := lines_now(snapshot, packed)))


def _unsent(snapshot: Snapshot, candidate: Candidate, sent: Lines) -> Candidate | None:
    """Remove the levels of a candidate that were sent; return None if no level shows more than was sent."""
    secret = secret_lines(snapshot.files[candidate.item.path]) if sent else NONE

    def is_sent(rung: Rung) -> bool:
        visible = without(rung.lines, secret)
        return bool(visible) and covers(sent, visible)

    known = [number for number, rung in enumerate(candidate.ladder) if is_sent(rung)]
    if not known:
        return candidate
    names, more = candidate.ladder[: known[0]], candidate.ladder[known[-1] + 1 :]
    return replace(candidate, ladder=(*names, *more), need=0.0, known=True) if more else None
