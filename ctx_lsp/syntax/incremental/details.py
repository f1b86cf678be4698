"""Details of definitions: query rows inside a definition that matter only there.

Most rows of a text are about local names inside functions. After an edit, they are needed only in the definitions whose
facts are computed again. The definitions around details are units: the outermost ones that are no types or namespaces,
and types without members.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import compress, pairwise
from typing import NamedTuple

from ctx_lsp.syntax.definitions import Definitions, DefinitionSpan
from ctx_lsp.syntax.incremental.matches import RowRevision, first_byte
from ctx_lsp.syntax.outlines.sorting import defined_name, is_only_typed, may_be_local
from ctx_lsp.syntax.rows import ByteSpan, QueryMatch
from ctx_lsp.syntax.symbol_kinds import CODE_KINDS, CONTAINER_KINDS

_NEEDED = b"\1"  # the mark of a row that is no detail; the mark of a detail is 0
_LAST = (1 << 62, 0, 0)


class RowUnit(NamedTuple):
    """A definition with details: the range after its name, its number, and the start of the comments above it."""

    start: int
    end: int
    definition: int
    lead: int


class RowUnits(NamedTuple):
    """The units of a text, in source order, and the definitions without members, which may be inside of units."""

    units: list[RowUnit]
    leaves: list[RowUnit]

    @classmethod
    def of(cls, definitions: Definitions) -> "RowUnits":
        """Find the units among the definitions of a text."""
        items = definitions.items
        holders = {one.parent for one in items} | {scope.owner for scope in definitions.scopes}
        apart = {one.parent for one in items if one.parent >= 0 and not _is_inside(one, items[one.parent])}
        apart |= {scope.owner for scope in definitions.scopes}
        order = sorted((one.lead, -one.end, index) for index, one in enumerate(items))
        units: list[RowUnit] = []
        leaves: list[RowUnit] = []
        unit_end = 0
        for (lead, negative_end, index), (next_lead, _, _) in pairwise([*order, _LAST]):
            if items[index].through_receiver:
                continue
            one = RowUnit(items[index].name_end, -negative_end, index, lead)
            is_outermost = lead >= unit_end
            is_leaf = next_lead >= one.end and index not in holders and (is_outermost or one.end <= unit_end)
            if is_leaf:
                leaves.append(one)
            if is_outermost and (is_leaf or (items[index].kind not in CONTAINER_KINDS and index not in apart)):
                units.append(one)
                unit_end = one.end
        return cls(units, leaves)


def _is_inside(one: DefinitionSpan, parent: DefinitionSpan) -> bool:
    return parent.lead <= one.lead and one.end <= parent.end


class Details:
    """The details among the rows of the outline query of one text, kept from edit to edit.

    `marks` holds 0 for each detail and 1 for each other row.
    """

    def __init__(self, marks: bytearray, units: RowUnits) -> None:
        self._marks = marks
        self._units = units

    @property
    def units(self) -> list[RowUnit]:
        """The units of the text, in source order."""
        return self._units.units

    @classmethod
    def of(cls, rows: Sequence[QueryMatch], definitions: Definitions) -> "Details":
        """Find the details among all `rows` of a text."""
        details = cls(bytearray(_NEEDED * len(rows)), RowUnits.of(definitions))
        details._mark(rows, range(len(rows)), definitions)
        return details

    def after(self, revision: RowRevision) -> "Details":
        """Return the details among the rows of an edited text; added rows count as needed until they are marked."""
        marks = self._marks.copy()
        for number in reversed(revision.removed_numbers):
            del marks[number]
        for number in revision.added_numbers:
            marks.insert(number, 1)
        return Details(marks, self._units)

    def renew(self, revision: RowRevision, definitions: Definitions, units: RowUnits) -> "Details":
        """Return the details of the new text after the added rows have been marked; `units` are its units."""
        rows = revision.rows.outline
        if [_indices(one) for one in units] != [_indices(one) for one in self._units]:
            return Details.of(rows, definitions)
        self._units = units
        self._mark(rows, revision.added_numbers, definitions)
        return self

    def _mark(self, rows: Sequence[QueryMatch], numbers: Iterable[int], definitions: Definitions) -> None:
        """Mark the details among the `rows` with these numbers."""
        items = definitions.items
        names = {one.name_start for one in items}
        functions = [one for one in self._units.leaves if items[one.definition].kind in CODE_KINDS]
        in_unit, in_leaf, in_function = map(_Within, (self._units.units, self._units.leaves, functions))
        for number in numbers:
            row = rows[number]
            if not may_be_local(row.names):
                continue
            if is_only_typed(row.names):
                is_detail = in_unit.has(row)
            elif (name := defined_name(row)) >= 0:  # a definition that was left out, because it is local
                is_detail = name not in names and in_function.has(row)
            else:
                is_detail = in_leaf.has(row)
            if is_detail:
                self._marks[number] = 0

    def needed(self, rows: Sequence[QueryMatch], inside: Iterable[ByteSpan]) -> list[QueryMatch]:
        """Return the rows that are no details, and all rows that start in one of the ranges `inside`."""
        marks = self._marks.copy()
        for start, end in inside:
            first, last = _numbers_within(rows, start, end)
            marks[first:last] = _NEEDED * (last - first)
        return list(compress(rows, marks))


class _Within:
    """A lookup of the units that contain a row."""

    def __init__(self, units: Sequence[RowUnit]) -> None:
        self._units = units
        self._starts = [one.start for one in units]

    def has(self, row: QueryMatch) -> bool:
        """Return whether the unit that begins last before the row contains the whole row."""
        number = bisect_right(self._starts, row.spots[0][0]) - 1
        if number < 0:
            return False
        first, last = self._units[number][:2]
        return all(first <= start and end <= last for start, end, _ in row.spots)


def _indices(units: Iterable[RowUnit]) -> list[int]:
    return [one.definition for one in units]


def _numbers_within(rows: Sequence[QueryMatch], start: int, end: int) -> tuple[int, int]:
    """Return the half-open range of the numbers of the rows that start in a range of the text."""
    first = bisect_left(rows, start, key=first_byte)
    return first, bisect_left(rows, end, first, key=first_byte)
