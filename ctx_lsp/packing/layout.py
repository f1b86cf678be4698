"""What a pack shows of each file so far, as excerpts: lines merged by union, symbols named with their roles.

A layout is a value: showing more gives a new one, so that a step that does not fit is simply not kept.
"""

import sys
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ctx_lsp.base.lru import Lru
from ctx_lsp.index.entry import FileEntry
from ctx_lsp.packing import lines
from ctx_lsp.packing.candidates import Candidate
from ctx_lsp.packing.imports import import_lines
from ctx_lsp.packing.levels import Rung
from ctx_lsp.packing.lines import NONE, Lines
from ctx_lsp.packing.model import Level, Role
from ctx_lsp.packing.withheld import Withheld

CACHED_FILES = 1 << 11
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

    `lines` are those of them that are shown; none where the symbols are only named.
    """

    path: str
    language: str
    first: int
    last: int
    lines: Lines
    mentions: tuple[Mention, ...]


Shown = tuple[Candidate, Rung]

_known_tops: Lru[tuple[str, bytes], tuple[tuple[int, int], ...]] = Lru(CACHED_FILES)


@dataclass(frozen=True, slots=True)
class FileLayout:
    """What is shown of one file: each candidate once, at its level. `tops` are the lines of its top-level symbols.

    `imports` are those of its lines that are there because something shown uses what they import.
    """

    entry: FileEntry
    tops: tuple[tuple[int, int], ...]
    shown: tuple[Shown, ...]
    lines: Lines
    withheld: Withheld
    imports: Lines = NONE

    def showing(self, candidate: Candidate, rung: Rung) -> "FileLayout":
        """The layout with `candidate` at the level `rung`, as far as that is visible."""
        shown = (*(one for one in self.shown if one[0] is not candidate), (candidate, rung))
        imports = self.imports
        if rung.level in ("folded", "full"):
            imports = lines.union((imports, import_lines(self.entry, candidate.item.start, candidate.item.end)))
        added = (self.lines, rung.lines, candidate.context, imports) if rung.lines else (self.lines,)
        visible = lines.without(lines.without_blank_gaps(self.entry.source, lines.union(added)), self.withheld.all)
        return FileLayout(self.entry, self.tops, shown, visible, self.withheld, imports)

    def visible(self, rung: Rung) -> Rung:
        """The rung without the lines that are withheld; where nothing is left, a mere name."""
        rest = lines.without(rung.lines, self.withheld.all)
        if rest == rung.lines:
            return rung
        return Rung(rung.level if rest else "outline", rest, lines.byte_size(self.entry.source, rest))

    def reads(self, rung: Rung) -> bool:
        """Whether everything that `rung` shows is shown already, by whatever symbol."""
        return bool(rung.lines) and lines.covers(self.lines, rung.lines)

    def excerpts(self) -> list[Excerpt]:
        """The excerpts in the order of the file; symbols that are only named come last."""
        groups: list[list[tuple[int, int]]] = []
        for part in self.lines:
            if groups and self._belongs(groups[-1][-1], part):
                groups[-1].append(part)
            else:
                groups.append([part])
        excerpts = [self._excerpt(tuple(group)) for group in groups]
        named = [one for one in self.shown if not one[1].lines and not any(map(self.reads, one[0].ladder))]
        return [*excerpts, self._names(named)] if named else excerpts

    def _excerpt(self, group: Lines) -> Excerpt:
        first, end = group[0][0], group[-1][1]
        here = [one for one in self.shown if any(a < end and b > first for a, b in one[1].lines)]
        return Excerpt(self.entry.path, self.entry.language, first + 1, end, group, _mentions(here))

    def _names(self, named: Sequence[Shown]) -> Excerpt:
        places = [part for one, _ in named for part in lines.holding(self.entry.source, one.item.start, one.item.end)]
        first, end = min(place[0] for place in places), max(place[1] for place in places)
        return Excerpt(self.entry.path, self.entry.language, first + 1, end, lines.NONE, _mentions(named))

    def _belongs(self, one: tuple[int, int], other: tuple[int, int]) -> bool:
        """Whether a reader would see two parts as one piece: they are near, or in one top-level definition.

        Imports belong to what follows them, however far away.
        """
        if other[0] - one[1] < NEAR_LINES or self._top(one[1] - 1) == self._top(other[0]) >= 0:
            return True
        return lines.covers(self.imports, (one,))

    def _top(self, line: int) -> int:
        place = bisect_right(self.tops, (line, sys.maxsize)) - 1
        return place if place >= 0 and line < self.tops[place][1] else -1


def empty_layout(entry: FileEntry, withheld: Withheld) -> FileLayout:
    """Nothing of a file."""
    key = entry.path, entry.source.digest
    tops = _known_tops.get(key)
    if tops is None:
        tops = _known_tops.put(key, _tops(entry))
    return FileLayout(entry, tops, (), lines.NONE, withheld)


def _tops(entry: FileEntry) -> Lines:
    spans = [entry.facts.spans[index] for index in entry.children.get(-1, ())]
    return tuple(sorted(part for span in spans for part in lines.holding(entry.source, span.start, span.end)))


def _mentions(shown: Iterable[Shown]) -> tuple[Mention, ...]:
    in_order = sorted(shown, key=lambda one: (one[0].item.start, -one[0].item.end))
    return tuple(Mention(one.name, one.role, one.short_relation, rung.level) for one, rung in in_order)
