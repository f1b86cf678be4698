"""What the queries find in a tree, as plain values: where nodes stand and what they are, and no node.

Rows do not tell how they were found, and their order is their own: a text has the same rows whether its tree was read
whole or only where it differs from an older one (`incremental.matches`). What they mean is in `sorting` and
`references`.
"""

from collections import defaultdict
from dataclasses import dataclass
from typing import NamedTuple

from ctx_lsp.syntax.parser import FoundMatch, Tree, exact_matches, matches
from ctx_lsp.syntax.rules import LanguageRules

Spot = tuple[int, int, int]
"""A node as a value: the bytes where it starts and ends, and the number of its kind."""

ByteSpan = tuple[int, int]
"""A range of bytes."""


class QueryMatch(NamedTuple):
    """A match of `outline.scm`; `names` are the names of its captures, parallel to `spots`. Sorts by place first."""

    spots: tuple[Spot, ...]
    pattern: int
    names: tuple[str, ...]

    def first(self, capture: str) -> Spot:
        """The first node captured by that name; there must be one."""
        return self.spots[self.names.index(capture)]

    def all(self, capture: str) -> list[Spot]:
        """The nodes captured by that name, in the order of the text."""
        return [spot for name, spot in zip(self.names, self.spots, strict=True) if name == capture]


@dataclass(frozen=True, slots=True)
class QueryRows:
    """What both queries of a language find in one text: matches, and places by capture. All lists are sorted."""

    outline: list[QueryMatch]
    references: dict[str, list[ByteSpan]]


def find_rows(tree: Tree, rules: LanguageRules) -> QueryRows:
    """Return what the queries of `rules` find in the whole of `tree`, each place once."""
    found = _captured(matches(rules.references, tree.root_node))
    return QueryRows(find_outline(tree, rules), {name: list(dict.fromkeys(places)) for name, places in found.items()})


def find_outline(tree: Tree, rules: LanguageRules) -> list[QueryMatch]:
    """Return the matches of the outline query alone."""
    return _outline(matches(rules.outline, tree.root_node))


def find_all_rows(tree: Tree, rules: LanguageRules, within: ByteSpan | None = None) -> QueryRows | None:
    """Return what the queries find, each place as often as it is found; None where that cannot be told for sure.

    With `within` only what belongs to matches whose outermost node has bytes in that range.
    """
    outline = exact_matches(rules.outline, tree.root_node, within)
    references = exact_matches(rules.references, tree.root_node, within)
    if outline is None or references is None:
        return None
    return QueryRows(_outline(outline), _captured(references))


def _captured(found: list[FoundMatch]) -> dict[str, list[ByteSpan]]:
    """The places of the captures of all matches, by name."""
    places: defaultdict[str, list[ByteSpan]] = defaultdict(list)
    for _, captured in found:
        for name, nodes in captured.items():
            places[name] += [node.byte_range for node in nodes]
    return {name: kept for name in places if (kept := _with_bytes(places[name]))}


def _with_bytes(places: list[ByteSpan]) -> list[ByteSpan]:
    """Those of `places` that are not empty, in order: what the parser takes as read is no name."""
    return sorted([(start, end) for start, end in places if start < end])


def _outline(found: list[FoundMatch]) -> list[QueryMatch]:
    rows = []
    for pattern, captured in found:
        spots: list[Spot] = []
        names: list[str] = []
        for name, nodes in captured.items():
            for node in nodes:
                spots.append((node.start_byte, node.end_byte, node.kind_id))
                names.append(name)
        rows.append(QueryMatch(tuple(spots), pattern, tuple(names)))
    rows.sort()
    return rows


def text_of(spot: Spot, data: bytes) -> str:
    """The text of the node at `spot` in `data`."""
    return data[spot[0] : spot[1]].decode("utf-8", "replace")
