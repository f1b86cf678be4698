"""Layout of one file in a pack: the lines that are shown, and the symbols that are named with their roles.

Layouts are immutable. Each step creates a new layout, so a step that does not fit can simply be discarded.
"""

import re
from dataclasses import dataclass

from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.packing.candidates import Candidate
from ctx_lsp.packing.detail import lines
from ctx_lsp.packing.detail.levels import Rung
from ctx_lsp.packing.detail.lines import NONE, Lines
from ctx_lsp.packing.detail.redaction import Withheld
from ctx_lsp.packing.model import Excerpt, ExcerptSymbols, Role
from ctx_lsp.syntax.model import SymbolSpan

# The order of roles in a file's heading; files are sorted by their first role.
ROLES: tuple[Role, ...] = ("primary", "related", "dependency", "base", "type", "sibling", "caller", "test", "style")


_CLOSING = re.compile(rb"(?:[^0-9A-Za-z\x80-\xff]|\b(?:end|fi|done|esac)\b)*")  # lines that only close blocks

_Shown = tuple[Candidate, Rung]


@dataclass(frozen=True, slots=True)
class FileLayout:
    """The lines of a file that a pack shows, and the symbols in the file that the pack shows or names.

    `shown` holds each of the symbols with its current level of detail. `unfinished` holds the spans of the definitions
    that continue after the last of the `lines`.
    """

    entry: FileEntry
    shown: tuple[_Shown, ...]
    lines: Lines
    withheld: Withheld
    unfinished: tuple[SymbolSpan, ...] = ()

    def showing(self, candidate: Candidate, rung: Rung) -> "FileLayout":
        """Return the layout with `candidate` added at the level `rung`; withheld lines stay hidden."""
        shown = (*(one for one in self.shown if one[0] is not candidate), (candidate, rung))
        added = (self.lines, rung.lines, candidate.context) if rung.lines else (self.lines,)
        visible = lines.without(lines.without_blank_gaps(self.entry.source, lines.union(added)), self.withheld.all)
        ends_there = self.lines and visible and self.lines[-1][1] == visible[-1][1]
        unfinished = self.unfinished if ends_there else _unfinished(self.entry, visible)
        return FileLayout(self.entry, shown, visible, self.withheld, unfinished)

    def visible(self, rung: Rung) -> Rung:
        """Return the rung without withheld lines; if no lines are left, return an outline."""
        rest = lines.without(rung.lines, self.withheld.all)
        if rest == rung.lines:
            return rung
        return Rung(rung.level if rest else "outline", rest, lines.byte_size(self.entry.source, rest))

    def reads(self, rung: Rung) -> bool:
        """Return whether all lines of `rung` are already shown, even if another symbol added them."""
        return bool(rung.lines) and lines.covers(self.lines, rung.lines)

    @property
    def unframed(self) -> Lines:
        """The lines that are shown for themselves, and not only to declare what the other lines are inside of."""
        own = lines.union(rung.lines for _, rung in self.shown)
        return lines.without(lines.without_blank_gaps(self.entry.source, own), self.withheld.all)

    @property
    def rest(self) -> Lines:
        """The lines after the last shown one up to the end of a definition whose name is shown.

        The result is empty if no definition continues, or if these lines only close blocks.
        """
        if not self.unfinished:
            return NONE
        source = self.entry.source
        start = source.line_starts[self.lines[-1][1]]
        named = (span for span in self.unfinished if self._shows(source.line_at(span.name_start)))
        end = max((span.end for span in named), default=start)
        return NONE if _CLOSING.fullmatch(source.data, start, end) else lines.holding(source, start, end)

    def _shows(self, line: int) -> bool:
        return any(first <= line < end for first, end in self.lines)

    @property
    def role(self) -> int:
        """The lowest index in `ROLES` among the roles of the file's symbols."""
        return min((ROLES.index(one.role) for one, _ in self.shown), default=len(ROLES))

    def excerpt(self) -> Excerpt:
        """Build the excerpt of the file: the shown lines and the named symbols, in file order."""
        parts = self.lines or lines.union(
            lines.holding(self.entry.source, one.item.start, one.item.end) for one, _ in self.shown
        )
        return Excerpt(self.entry.path, self.entry.language, parts[0][0] + 1, parts[-1][1], self.lines, self.mentions)

    @property
    def mentions(self) -> tuple[ExcerptSymbols, ...]:
        """The symbols that the excerpt shows or names, grouped by role."""
        groups: dict[tuple[int, bool], dict[str, None]] = {}
        for one, rung in sorted(self.shown, key=lambda pair: (pair[0].item.start, -pair[0].item.end)):
            names = groups.setdefault((ROLES.index(one.role), not rung.lines), {})
            if one.name:
                names[one.name] = None
        return tuple(ExcerptSymbols(ROLES[role], named, tuple(groups[role, named])) for role, named in sorted(groups))


def empty_layout(entry: FileEntry, withheld: Withheld) -> FileLayout:
    """Build a layout that does not show anything from a file."""
    return FileLayout(entry, (), NONE, withheld)


def _unfinished(entry: FileEntry, shown: Lines) -> tuple[SymbolSpan, ...]:
    """Return the spans of the definitions that continue after the last of the `shown` lines."""
    source = entry.source
    after = shown[-1][1] if shown else source.line_count
    if after >= source.line_count:
        return ()
    start = source.line_starts[after]
    return tuple(span for span in entry.facts.spans if span.name_start < start < span.end)
