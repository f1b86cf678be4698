"""Query results as plain values: positions and kinds of captured nodes, without the nodes themselves.

Rows are sorted, and do not depend on how they were found. A text has the same rows whether its whole tree was queried
or only the part that differs from a previous tree (`incremental.matches`). `outlines.sorting` and
`references.references` interpret the rows.
"""

from collections import defaultdict
from dataclasses import dataclass
from typing import NamedTuple

from ctx_lsp.syntax.parser import FoundMatch, Tree, exact_matches, matches
from ctx_lsp.syntax.rules import LanguageRules

NodeSpan = tuple[int, int, int]
"""A node as a value: (start byte, end byte, number of the node kind)."""

ByteSpan = tuple[int, int]
"""A half-open byte range: (start, end)."""


class QueryMatch(NamedTuple):
    """A match of `outline.scm`; `spots` holds the captured nodes, and `names` the name of each node's capture.

    Matches sort by position first.
    """

    spots: tuple[NodeSpan, ...]
    pattern: int
    names: tuple[str, ...]

    def first(self, capture: str) -> NodeSpan:
        """Return the first node captured as `capture`. Raises `ValueError` if there is none."""
        return self.spots[self.names.index(capture)]

    def all(self, capture: str) -> list[NodeSpan]:
        """Return all nodes captured as `capture`, in source order."""
        return [spot for name, spot in zip(self.names, self.spots, strict=True) if name == capture]


@dataclass(frozen=True, slots=True)
class QueryRows:
    """The results of a language's two queries in one text, all sorted.

    `outline` holds the matches of the outline query, and `references` the ranges of references, keyed by capture.
    """

    outline: list[QueryMatch]
    references: dict[str, list[ByteSpan]]


def find_rows(tree: Tree, rules: LanguageRules) -> QueryRows:
    """Run the queries of `rules` on the whole `tree`; return the results without duplicate ranges."""
    found = _captured(matches(rules.references, tree.root_node))
    return QueryRows(find_outline(tree, rules), {name: list(dict.fromkeys(places)) for name, places in found.items()})


def find_outline(tree: Tree, rules: LanguageRules) -> list[QueryMatch]:
    """Run only the outline query, and return its matches."""
    return _outline(matches(rules.outline, tree.root_node))


def find_all_rows(tree: Tree, rules: LanguageRules, within: ByteSpan | None = None) -> QueryRows | None:
    """Return the results of the queries, including duplicate ranges; None if matches may be missing.

    With `within`, only results of matches whose outermost node overlaps this byte range are returned.
    """
    outline = exact_matches(rules.outline, tree.root_node, within)
    references = None if outline is None else exact_matches(rules.references, tree.root_node, within)
    if outline is None or references is None:
        return None
    return QueryRows(_outline(outline), _captured(references))


def _captured(found: list[FoundMatch]) -> dict[str, list[ByteSpan]]:
    """Return the ranges of all captures, keyed by name."""
    places: defaultdict[str, list[ByteSpan]] = defaultdict(list)
    for _, captured in found:
        for name, nodes in captured.items():
            places[name] += [node.byte_range for node in nodes]
    return {name: kept for name in places if (kept := _with_bytes(places[name]))}


def _with_bytes(places: list[ByteSpan]) -> list[ByteSpan]:
    """Sort `places` and remove empty ones, which come from nodes that the parser inserted after a syntax error."""
    return sorted([(start, end) for start, end in places if start < end])


def _outline(found: list[FoundMatch]) -> list[QueryMatch]:
    rows = []
    for pattern, captured in found:
        spots: list[NodeSpan] = []
        names: list[str] = []
        for name, nodes in captured.items():
            for node in nodes:
                spots.append((node.start_byte, node.end_byte, node.kind_id))
                names.append(name)
        rows.append(QueryMatch(tuple(spots), pattern, tuple(names)))
    rows.sort()
    return rows


def text_of(spot: NodeSpan, data: bytes) -> str:
    """Return the text of the node at `spot` in `data`."""
    return data[spot[0] : spot[1]].decode("utf-8", "replace")
