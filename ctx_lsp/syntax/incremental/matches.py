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

    The old and the new text differ within `different`.
    """

    different: Edit
    rows: QueryRows
    removed: QueryRows
    added: QueryRows


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
    outline = _without(rows.outline, gone.outline)
    first = bisect_left(outline, different.old_end, key=_first_byte)
    outline[first:] = _shifted(outline[first:], growth)
    references = {}
    for name in rows.references.keys() | come.references.keys():
        places = _without(rows.references.get(name, []), gone.references.get(name, []))
        first = bisect_left(places, (different.old_end,))
        places[first:] = [(start + growth, end + growth) for start, end in places[first:]]
        if places := _with(places, come.references.get(name, [])):
            references[name] = places
    return RowRevision(different, QueryRows(_with(outline, come.outline), references), gone, come)


def _without(rows: list[_Row], gone: list[_Row]) -> list[_Row]:
    """Return the sorted `rows` without the rows in `gone`, each of which is removed once."""
    left = rows.copy()
    for row in gone:
        del left[bisect_left(left, row)]
    return left


def _with(rows: list[_Row], come: list[_Row]) -> list[_Row]:
    """Return the sorted `rows` with the sorted rows in `come`, which are all close to each other."""
    if not come:
        return rows
    first, last = bisect_left(rows, come[0]), bisect_right(rows, come[-1])
    rows[first:last] = sorted(rows[first:last] + come)
    return rows


def _first_byte(match: QueryMatch) -> int:
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
