"""Details of definitions: query rows inside a definition that matter only there.

Most rows of a text are about local names inside functions. After an edit, they are needed only in the definitions whose
facts are computed again. Details are the rows after the name of a definition without members, unless they define a
symbol, or concern imports, exports, documentation or members of an object.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import compress, pairwise
from typing import NamedTuple

from ctx_lsp.syntax.definitions import Definitions
from ctx_lsp.syntax.incremental.matches import RowRevision, first_byte
from ctx_lsp.syntax.outlines.sorting import defined_name, may_be_local
from ctx_lsp.syntax.rows import ByteSpan, QueryMatch

_NEEDED = b"\1"  # the mark of a row that is no detail; the mark of a detail is 0


class Leaf(NamedTuple):
    """A definition without members: the range after its name, and its index."""

    start: int
    end: int
    index: int


def find_leaves(definitions: Definitions) -> list[Leaf]:
    """Return the definitions, in source order, that overlap no other one and that nothing belongs to."""
    items = definitions.items
    holders = {one.parent for one in items} | {scope.owner for scope in definitions.scopes}
    order = sorted((one.lead, -one.end, index) for index, one in enumerate(items))
    return [
        Leaf(items[index].name_end, -negative_end, index)
        for (_, negative_end, index), (next_start, _, _) in pairwise([*order, (1 << 62, 0, 0)])
        if next_start >= -negative_end and index not in holders and not items[index].through_receiver
    ]


class Details:
    """The details among the rows of the outline query of one text, kept from edit to edit.

    `marks` holds 0 for each detail and 1 for each other row.
    """

    def __init__(self, marks: bytearray, leaves: list[Leaf]) -> None:
        self._marks = marks
        self.leaves = leaves

    @classmethod
    def of(cls, rows: Sequence[QueryMatch], definitions: Definitions) -> "Details":
        """Find the details among all `rows` of a text."""
        details = cls(bytearray(_NEEDED * len(rows)), find_leaves(definitions))
        details._mark(rows, definitions, (0, len(rows)))
        return details

    def renew(self, rows: Sequence[QueryMatch], definitions: Definitions, numbers: tuple[int, int]) -> "Details":
        """Return the details after the rows in the range `numbers` have been marked for the new `definitions`."""
        leaves = find_leaves(definitions)
        if [one.index for one in leaves] != [one.index for one in self.leaves]:
            return Details.of(rows, definitions)
        self.leaves = leaves
        self._mark(rows, definitions, numbers)
        return self

    def _mark(self, rows: Sequence[QueryMatch], definitions: Definitions, numbers: tuple[int, int]) -> None:
        defined = {one.name_start for one in definitions.items}
        self._marks[slice(*numbers)] = _NEEDED * (numbers[1] - numbers[0])
        for start, end, _ in self.leaves:
            first, last = _numbers_within(rows, start, end)
            for number in range(max(first, numbers[0]), min(last, numbers[1])):
                row = rows[number]
                is_inside = all([start <= spot[0] and spot[1] <= end for spot in row.spots])
                if is_inside and may_be_local(row.names) and defined_name(row) not in defined:
                    self._marks[number] = 0

    def after(self, revision: RowRevision) -> "Details":
        """Return the details among the rows of an edited text; those of `revision.renewed` still have to be marked."""
        marks = self._marks.copy()
        for number in reversed(revision.removed_numbers):
            del marks[number]
        first, last = revision.renewed
        marks[first : last - len(revision.added.outline)] = _NEEDED * (last - first)
        return Details(marks, self.leaves)

    def needed(self, rows: Sequence[QueryMatch], inside: Iterable[ByteSpan]) -> list[QueryMatch]:
        """Return the rows that are no details, and all rows that start in one of the ranges `inside`."""
        marks = self._marks.copy()
        for start, end in inside:
            first, last = _numbers_within(rows, start, end)
            marks[first:last] = _NEEDED * (last - first)
        return list(compress(rows, marks))


def _numbers_within(rows: Sequence[QueryMatch], start: int, end: int) -> tuple[int, int]:
    """Return the half-open range of the numbers of the rows that start in a range of the text."""
    first = bisect_left(rows, start, key=first_byte)
    return first, bisect_left(rows, end, first, key=first_byte)

