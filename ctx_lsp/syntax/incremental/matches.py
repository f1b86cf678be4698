"""Incremental query rows: updates the rows of the previous text by running the queries only around the edit.

Every match lies within its outermost node (a test checks that each pattern has one). If this node is outside the
difference between the two trees, the match occurs in both trees, at shifted offsets. The queries therefore run only
within the difference: in the old tree to find the rows that are gone, and in the new tree to find the rows that were
added.
"""

from bisect import bisect_left, bisect_right
from typing import NamedTuple, TypeVar

from ctx_lsp.syntax.incremental.edits import Edit
from ctx_lsp.syntax.parser import Node, Tree
from ctx_lsp.syntax.rows import ByteSpan, QueryMatch, QueryRows, find_all_rows
from ctx_lsp.syntax.rules import LanguageRules

_Row = TypeVar("_Row", QueryMatch, ByteSpan)


def difference(old: Tree, new: Tree, edit: Edit, data: bytes) -> Edit:
    """Return the smallest edit of whole lines that includes `edit` and all nodes that differ.

    `old` is the previous tree, to which `edit` has been applied, and `new` is the tree of `data`.
    """
    places = {(one.start_byte, one.end_byte) for one in old.changed_ranges(new)}
    places |= _errors(new.root_node) ^ _errors(old.root_node)
    start = min([edit.start, *(start for start, _ in places)])
    end = max([edit.new_end, *(end for _, end in places)])
    line_end = data.find(b"\n", end)
    return edit.around(max(0, data.rfind(b"\n", 0, start)), len(data) if line_end < 0 else line_end + 1)


def _errors(root: Node) -> set[ByteSpan]:
    """Return the ranges of error and missing nodes, for which tree comparison does not report all differences."""
    found = set()
    unread = [root]
    while unread:
        node = unread.pop()
        if node.is_error or node.is_missing:
            found.add(node.byte_range)
        elif node.has_error:
            unread += node.children
    return found


class RowRevision(NamedTuple):
    """The rows of the new text, the rows that were `removed` from the old text, and the rows that were `added`.

    The old and the new text differ within `different`. `removed_numbers` and `added_numbers` hold the numbers, in the
    old and the new text, of the outline rows that were removed and added, ascending.
    """

    different: Edit
    rows: QueryRows
    removed: QueryRows
    added: QueryRows
    removed_numbers: list[int]
    added_numbers: list[int]


def revised_rows(rows: QueryRows, old: Tree, new: Tree, different: Edit, rules: LanguageRules) -> RowRevision | None:
    """Update the `rows` of tree `old` for tree `new`; `different` is an edit that includes all differences.

    A place that is matched several times has one row per match. Returns None if some query matches may be missing.
    """
    if different.start == min(different.old_end, different.new_end):
        return None
    gone = find_all_rows(old, rules, (different.start, different.old_end))
    come = find_all_rows(new, rules, (different.start, different.new_end))
    if gone is None or come is None:
        return None
    growth = different.growth
    gone_numbers = _numbers_of(gone.outline, rows.outline)
    outline = _without(rows.outline, gone_numbers)
    first = bisect_left(outline, different.old_end, key=first_byte)
    if growth:
        outline[first:] = _shifted(outline[first:], growth)
    come_numbers = _add(come.outline, outline)
    references = {}
    for name in rows.references.keys() | come.references.keys():
        before = rows.references.get(name, [])
        places = _without(before, _numbers_of(gone.references.get(name, []), before))
        first = bisect_left(places, (different.old_end,))
        if growth:
            places[first:] = [(start + growth, end + growth) for start, end in places[first:]]
        _add(come.references.get(name, []), places)
        if places:
            references[name] = places
    return RowRevision(different, QueryRows(outline, references), gone, come, gone_numbers, come_numbers)


def _numbers_of(gone: list[_Row], rows: list[_Row]) -> list[int]:
    """Return the ascending numbers of the sorted rows `gone` among the sorted `rows`; each row has its own number."""
    numbers: list[int] = []
    for row in gone:
        number = bisect_left(rows, row)
        numbers.append(max(number, numbers[-1] + 1) if numbers else number)
    return numbers


def _without(rows: list[_Row], gone: list[int]) -> list[_Row]:
    """Return the `rows` without those with the ascending numbers `gone`."""
    left = rows.copy()
    for number in reversed(gone):
        del left[number]
    return left


def _add(come: list[_Row], rows: list[_Row]) -> list[int]:
    """Add the sorted rows `come` to the sorted `rows`, and return their ascending numbers."""
    numbers: list[int] = []
    for row in come:
        number = bisect_right(rows, row, numbers[-1] + 1 if numbers else 0)
        rows.insert(number, row)
        numbers.append(number)
    return numbers


def first_byte(match: QueryMatch) -> int:
    """Return the offset by which rows are sorted."""
    return match.spots[0][0]


def _shifted(found: list[QueryMatch], by: int) -> list[QueryMatch]:
    """Return the matches, moved by a number of bytes.

    `tuple.__new__` is called directly, because it takes half the time of the constructor of `QueryMatch`.
    """
    make = tuple.__new__
    return [
        make(QueryMatch, (tuple([(start + by, end + by, kind) for start, end, kind in spots]), pattern, names))
        for spots, pattern, names in found
    ]
