"""Incremental query rows: updates the rows of the previous text by running the queries only around the edit.

Every match lies within its outermost node (a test checks that each pattern has one). If this node is outside the
difference between the two trees, the match occurs in both trees, at shifted offsets. The queries therefore run only
within the difference: in the old tree to find the rows that are gone, and in the new tree to find the rows that were
added. tree-sitter drops a match that ends with an anchor or an optional node unless the range also holds the begin of
the next node, so the difference ends after the next character that is not blank.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple, TypeVar

from ctx_lsp.syntax.incremental.edits import Edit
from ctx_lsp.syntax.parser import Node, Tree
from ctx_lsp.syntax.rows import ByteSpan, QueryMatch, QueryRows, find_all_rows
from ctx_lsp.syntax.rules import LanguageRules

_Row = TypeVar("_Row", QueryMatch, ByteSpan)
_BLANKS = re.compile(rb"\s*")


def difference(old: Tree, new: Tree, edit: Edit, data: bytes) -> Edit:
    """Return the smallest edit of whole lines that includes `edit` and all nodes that differ.

    `old` is the previous tree, to which `edit` has been applied, and `new` is the tree of `data`.
    """
    places = {(one.start_byte, one.end_byte) for one in old.changed_ranges(new)}
    places |= _errors(new.root_node) ^ _errors(old.root_node)
    found = _around(edit, places, data)
    if old.root_node.has_error or new.root_node.has_error:
        places |= set(_unreported(old.root_node, new.root_node, found))
        found = _around(found, places, data)
    next_node = _BLANKS.match(data, found.new_end)
    return found.around(found.start, min(len(data), next_node.end() + 1)) if next_node else found


def _around(edit: Edit, places: Iterable[ByteSpan], data: bytes) -> Edit:
    """Return the edit of whole lines that includes `edit` and all `places`."""
    start = min([edit.start, *(start for start, _ in places)])
    end = max([edit.new_end, *(end for _, end in places)])
    line_end = data.find(b"\n", end)
    return edit.around(max(0, data.rfind(b"\n", 0, start)), len(data) if line_end < 0 else line_end + 1)


def _unreported(old: Node, new: Node, known: Edit) -> Iterator[ByteSpan]:
    """Yield the ranges of nodes outside of `known` that differ in the two trees.

    The comparison of trees by tree-sitter does not report all of them if a text has errors.
    """
    pairs = [(old, new)]
    while pairs:
        one, other = pairs.pop()
        ones, others = one.children, other.children
        first = _alike(ones, others, lambda node: node.end_byte <= known.start)
        last = _alike(ones[::-1], others[::-1], lambda node: node.start_byte >= known.new_end)
        inner, inner_others = ones[first : len(ones) - last], others[first : len(others) - last]
        if len(inner) == len(inner_others) == 1 and inner[0].type == inner_others[0].type:
            pairs.append((inner[0], inner_others[0]))
        else:
            yield from (node.byte_range for node in (*inner, *inner_others))


def _alike(ones: Sequence[Node], others: Sequence[Node], is_outside: Callable[[Node], bool]) -> int:
    """Return how many of the first nodes are outside of an edit and equal in both lists."""
    pairs = zip(ones, others, strict=False)
    return sum(1 for _ in takewhile(lambda pair: all(map(is_outside, pair)) and _is_same(*pair), pairs))


def _is_same(one: Node, other: Node) -> bool:
    """Return whether two nodes of the same text are equal.

    Without errors, a node follows from its text and the state in which the parser was, so most need not be written out.
    """
    if one.byte_range != other.byte_range:
        return False
    if _key(one) == _key(other) and not (one.has_error or other.has_error):
        return True
    return str(one) == str(other)


def _key(node: Node) -> tuple[int, int, int]:
    return node.kind_id, node.parse_state, node.descendant_count


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
    old and the new text, of the outline rows that were removed and added, ascending. `has_errors` is true if one of
    the texts has a syntax error.
    """

    different: Edit
    rows: QueryRows
    removed: QueryRows
    added: QueryRows
    removed_numbers: list[int]
    added_numbers: list[int]
    has_errors: bool


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
    moved = different.old_end - 1  # the beginning of the next node, whose rows neither query finds if they end with it
    gone_numbers = _numbers_of(gone.outline, rows.outline)
    outline = _without(rows.outline, gone_numbers)
    first = bisect_left(outline, moved, key=first_byte)
    if growth:
        outline[first:] = _shifted(outline[first:], growth)
    come_numbers = _add(come.outline, outline)
    references = {}
    for name in rows.references.keys() | come.references.keys():
        before = rows.references.get(name, [])
        places = _without(before, _numbers_of(gone.references.get(name, []), before))
        first = bisect_left(places, (moved,))
        if growth:
            places[first:] = [(start + growth, end + growth) for start, end in places[first:]]
        _add(come.references.get(name, []), places)
        if places:
            references[name] = places
    has_errors = old.root_node.has_error or new.root_node.has_error
    return RowRevision(different, QueryRows(outline, references), gone, come, gone_numbers, come_numbers, has_errors)


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
