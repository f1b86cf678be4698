"""Incremental query rows: updates the rows of the previous text by running the queries around the edit only.

Every match lies in its outermost node (a test checks that each pattern has one). A match whose outermost node lies
outside the difference between the two trees occurs in both, at shifted offsets. So the queries run only within the
difference: in the old tree to find the rows that are gone, and in the new tree to find the rows that were added.
"""

from bisect import bisect_left
from typing import NamedTuple, TypeVar

from ctx_lsp.syntax.incremental.edits import Edit
from ctx_lsp.syntax.parser import Node, Tree
from ctx_lsp.syntax.rows import ByteSpan, QueryMatch, QueryRows, find_all_rows
from ctx_lsp.syntax.rules import LanguageRules

_Row = TypeVar("_Row", QueryMatch, ByteSpan)


def difference(old: Tree, new: Tree, edit: Edit, data: bytes) -> Edit:
    """Return the smallest edit of whole lines that includes `edit` and every differing node.

    `old` is the previous tree with `edit` applied to it, `new` the tree of `data`.
    """
    places = {(one.start_byte, one.end_byte) for one in old.changed_ranges(new)}
    places |= _errors(new.root_node) ^ _errors(old.root_node)
    start = min([edit.start, *(start for start, _ in places)])
    end = max([edit.new_end, *(end for _, end in places)])
    line_end = data.find(b"\n", end)
    return edit.around(max(0, data.rfind(b"\n", 0, start)), len(data) if line_end < 0 else line_end + 1)


def _errors(root: Node) -> set[ByteSpan]:
    """Return the ranges of error and missing nodes, where tree comparison does not report all differences."""
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
    """Rows of the new text, and those within the difference: `removed` from the old text, `added` to the new one."""

    different: Edit
    rows: QueryRows
    removed: QueryRows
    added: QueryRows


def revised_rows(rows: QueryRows, old: Tree, new: Tree, different: Edit, rules: LanguageRules) -> RowRevision | None:
    """Return the revised rows for `new`, given `rows` of `old` and an edit `different` that includes all differences.

    A place that is matched several times has one row per match. The result is None if some query matches may be
    missing.
    """
    if different.start == min(different.old_end, different.new_end):
        return None
    gone = find_all_rows(old, rules, (different.start, different.old_end))
    come = find_all_rows(new, rules, (different.start, different.new_end))
    if gone is None or come is None:
        return None
    growth = different.growth
    outline = _without(rows.outline, gone.outline)
    first = bisect_left(outline, different.old_end, key=_first_byte)
    outline[first:] = _shifted(outline[first:], growth)
    references = {}
    for name in rows.references.keys() | come.references.keys():
        places = _without(rows.references.get(name, []), gone.references.get(name, []))
        first = bisect_left(places, (different.old_end,))
        places[first:] = [(start + growth, end + growth) for start, end in places[first:]]
        if places := sorted(places + come.references.get(name, [])):
            references[name] = places
    return RowRevision(different, QueryRows(sorted(outline + come.outline), references), gone, come)


def _without(rows: list[_Row], gone: list[_Row]) -> list[_Row]:
    """Return the sorted `rows` without the rows `gone`; each of those is removed once."""
    left = rows.copy()
    for row in gone:
        del left[bisect_left(left, row)]
    return left


def _first_byte(match: QueryMatch) -> int:
    return match.spots[0][0]


def _shifted(found: list[QueryMatch], by: int) -> list[QueryMatch]:
    """Return the matches, moved by a number of bytes. Tuples are made directly, in half the time of a constructor."""
    make = tuple.__new__
    return [
        make(QueryMatch, (tuple([(start + by, end + by, kind) for start, end, kind in spots]), pattern, names))
        for spots, pattern, names in found
    ]
