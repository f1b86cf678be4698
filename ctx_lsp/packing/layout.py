"""What a pack shows of each file so far, as excerpts to render: lines merged by union, symbols named with their roles.

A layout is a value: showing more gives a new one, so that a step that does not fit is simply not kept.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from ctx_lsp.index.entry import FileEntry
from ctx_lsp.packing import lines
from ctx_lsp.packing.candidates import Candidate
from ctx_lsp.packing.expand import relation_text
from ctx_lsp.packing.levels import Rung
from ctx_lsp.packing.lines import Lines
from ctx_lsp.packing.model import Level, Role

NEAR_LINES = 12  # excerpts closer than this are one: a second heading costs more than a mark


@dataclass(frozen=True, slots=True)
class Mention:
    """A symbol that an excerpt shows; `symbol` is `""` for a piece of text without one."""

    symbol: str
    role: Role
    relation: str
    level: Level


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Lines of one file, from `first` to `last` (counted from 1, both included), and what they are there for.

    `text` is `""` where the symbols are only named.
    """

    path: str
    language: str
    first: int
    last: int
    text: str
    mentions: tuple[Mention, ...]


Shown = tuple[Candidate, Rung]


@dataclass(frozen=True, slots=True)
class FileLayout:
    """What is shown of one file: each candidate once, at its level."""

    entry: FileEntry
    shown: tuple[Shown, ...]
    lines: Lines

    def showing(self, candidate: Candidate, rung: Rung) -> "FileLayout":
        """The layout with `candidate` at the level `rung`."""
        others = tuple(one for one in self.shown if one[0].key != candidate.key)
        shown = (*others, (candidate, rung))
        visible = [part for one, at in shown if at.lines for part in (at.lines, one.context)]
        return FileLayout(self.entry, shown, lines.without_blank_gaps(self.entry.source, lines.union(visible)))

    def reads(self, rung: Rung) -> bool:
        """Whether everything that `rung` shows is shown already, by whatever symbol."""
        return bool(rung.lines) and lines.covers(self.lines, rung.lines)

    def excerpts(self) -> list[Excerpt]:
        """The excerpts in the order of the file; names alone come last."""
        named = [one for one in self.shown if not one[1].lines and not any(map(self.reads, one[0].ladder))]
        groups = self._groups()
        excerpts = [self._excerpt(group) for group in groups]
        return [*excerpts, self._names(named)] if named else excerpts

    def _groups(self) -> list[Lines]:
        """The shown lines, split where a reader would not see them as one piece."""
        tops = self._top_level()
        groups: list[list[tuple[int, int]]] = []
        for part in self.lines:
            if groups and (part[0] - groups[-1][-1][1] < NEAR_LINES or _same_top(tops, groups[-1][-1], part)):
                groups[-1].append(part)
            else:
                groups.append([part])
        return [tuple(group) for group in groups]

    def _top_level(self) -> list[tuple[int, int]]:
        """The lines of the top-level definitions that are shown in more than one part."""
        source, spans = self.entry.source, self.entry.facts.spans
        tops = [spans[index] for index in self.entry.children.get(-1, ())]
        ranges = [part for span in tops for part in lines.holding(source, span.start, span.end)]
        return [part for part in ranges if len(lines.within(self.lines, *part)) > 1]

    def _excerpt(self, group: Lines) -> Excerpt:
        first, last = group[0][0], group[-1][1]
        here = [one for one in self.shown if lines.within(one[1].lines, first, last)]
        return Excerpt(
            path=self.entry.path,
            language=self.entry.language,
            first=first + 1,
            last=last,
            text=lines.text_of(self.entry.source, group),
            mentions=_mentions(here),
        )

    def _names(self, named: list[Shown]) -> Excerpt:
        source = self.entry.source
        first = min(source.line_at(one.item.start) for one, _ in named) + 1
        last = max(source.line_at(max(one.item.start, one.item.end - 1)) for one, _ in named) + 1
        return Excerpt(self.entry.path, self.entry.language, first, last, "", _mentions(named))


def empty_layout(entry: FileEntry) -> FileLayout:
    """Nothing of a file."""
    return FileLayout(entry, (), lines.NONE)


def _mentions(shown: Iterable[Shown]) -> tuple[Mention, ...]:
    in_order = sorted(shown, key=lambda one: (one[0].item.start, -one[0].item.end))
    return tuple(
        Mention(
            (candidate.item.symbol or "").partition("::")[2],
            candidate.role,
            relation_text(candidate.relation, short=True),
            rung.level,
        )
        for candidate, rung in in_order
    )


def _same_top(tops: Iterable[tuple[int, int]], one: tuple[int, int], other: tuple[int, int]) -> bool:
    return any(start < one[1] and other[0] < end for start, end in tops)
