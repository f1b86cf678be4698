"""Removes from a pack the code that earlier packs have shown to the client.

An item counts as sent if an earlier pack showed it and its code has not changed since, and if no later pack showed
another text in its place. If a pack shows a sent item in more detail than before, it shows all lines of the new level
of detail.

What was sent does not make room for other code: a pack shows what it would show a client that has nothing, without what
was sent. So an answer that is asked for again costs little. A larger budget shows more.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ctx_lsp.packing.candidates import Candidate
from ctx_lsp.packing.detail.levels import Rung, first_readable, levels_of
from ctx_lsp.packing.detail.lines import NONE, Lines, by_path, covers, union, without
from ctx_lsp.packing.detail.redaction import secret_lines
from ctx_lsp.packing.detail.staleness import lines_now, superseded_lines
from ctx_lsp.packing.model import PackItem
from ctx_lsp.packing.selection import Step
from ctx_lsp.snapshot.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Sent:
    """The lines that the client has, keyed by path, and the candidates that are left out because they were sent.

    Line numbers are those of the current texts. The lines that declare what the sent items are inside of count here:
    the client can read them. But they do not make these enclosing definitions sent.
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
    rests = [(candidate, _unsent(snapshot, candidate, sent)) for candidate in candidates]
    kept = [rest for _, rest in rests if rest is not None]
    return kept, Sent(sent, tuple(candidate for candidate, rest in rests if rest is None))


def unsent_steps(
    snapshot: Snapshot, sent: Mapping[str, Lines], taken: Sequence[Step]
) -> tuple[Sequence[Step], tuple[Candidate, ...]]:
    """Return those steps of a pack that show more than was sent, and the candidates that need no step any more.

    `taken` holds the steps of a pack for a client that has nothing, and `sent` the lines that the client has.
    """
    last = {step.candidate.key: step for step in taken}
    left_out = {
        key: step.candidate for key, step in last.items() if _is_sent(snapshot, step.candidate, _readable(step), sent)
    }
    kept: list[Step] = []
    rests: dict[str, Candidate | None] = {}
    for step in taken:
        candidate = step.candidate
        if candidate.key in left_out:
            continue
        if candidate.key not in rests:
            rests[candidate.key] = _unsent(snapshot, candidate, sent)
        rest, rung = rests[candidate.key], candidate.ladder[step.rung]
        if rest is not None and rung in rest.ladder:
            kept.append(Step(rest, rest.ladder.index(rung), step.tokens))
    return kept, tuple(left_out.values())


def sent_lines(snapshot: Snapshot, items: Iterable[PackItem]) -> dict[str, Lines]:
    """Return the lines of sent items at their current positions, keyed by path; `items` holds the oldest item first.

    Lines in place of which a later item has another text are left out.
    """
    found: dict[str, Lines] = {}
    for packed in items:
        path, lines = packed.item.path, lines_now(snapshot, packed)
        if lines:
            found[path] = union((found.get(path, NONE), lines))
        elif lines is None and path in found:
            found[path] = without(found[path], superseded_lines(snapshot, packed))
    return {path: lines for path, lines in found.items() if lines}


def _readable(step: Step) -> Rung:
    """Return the level to which a step leads; if it only names the candidate, the first level with lines."""
    ladder = step.candidate.ladder
    return ladder[step.rung] if ladder[step.rung].lines else first_readable(ladder)[1]


def with_frames(snapshot: Snapshot, items: Iterable[PackItem], sent: Mapping[str, Lines]) -> dict[str, Lines]:
    """Return the lines in `sent` together with those that declare what the sent `items` are inside of."""
    frames = [
        (packed.item.path, levels_of(snapshot.files[packed.item.path], definition.index).context)
        for packed in items
        if packed.level != "outline"
        and (definition := snapshot.definition(packed.item.symbol or ""))
        and lines_now(snapshot, packed)
    ]
    return by_path((*sent.items(), *frames))


def _is_sent(snapshot: Snapshot, candidate: Candidate, rung: Rung, sent: Mapping[str, Lines]) -> bool:
    """Return whether the client has all lines of a level; false for a level without lines."""
    known = sent.get(candidate.item.path, NONE)
    visible = without(rung.lines, secret_lines(snapshot.files[candidate.item.path])) if known else NONE
    return bool(visible) and covers(known, visible)


def _unsent(snapshot: Snapshot, candidate: Candidate, sent: Mapping[str, Lines]) -> Candidate | None:
    """Remove the levels of a candidate that were sent; return None if no level shows more than was sent."""
    known = [n for n, rung in enumerate(candidate.ladder) if _is_sent(snapshot, candidate, rung, sent)]
    if not known:
        return candidate
    names, more = candidate.ladder[: known[0]], candidate.ladder[known[-1] + 1 :]
    return replace(candidate, ladder=(*names, *more), need=0.0, known=True) if more else None
