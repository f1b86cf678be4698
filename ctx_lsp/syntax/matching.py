"""Makes definitions, and what stands beside them, of the sorted matches of `outline.scm`. Nesting is elsewhere."""

from collections.abc import Iterable

from ctx_lsp.syntax.clauses import joined_clauses
from ctx_lsp.syntax.definitions import Definition, Definitions, Enclosing, Range
from ctx_lsp.syntax.nesting import Found, Nesting
from ctx_lsp.syntax.parser import Captures, Node, text_of
from ctx_lsp.syntax.rules import Rules
from ctx_lsp.syntax.sorting import NO_DEFINITION, SortedMatches, kind_of_definition

_OPENINGS = (b"", b"do")  # what may stand between the beginning of a body and its documentation


def find_definitions(found: SortedMatches, data: bytes, rules: Rules) -> Definitions:
    """Find the definitions, scopes and trivia of a text, and nest the definitions."""
    candidates = _candidates(found, data)
    if rules.joins_clauses:
        candidates = joined_clauses(candidates, data)
    comments, decorators = (_trimmed(found.collected[capture], data) for capture in ("comment", "decorator"))
    blocks = [_scope(nodes, found.wrappers, data) for nodes in found.scopes]
    blocks += [Found("local", node.id, *node.byte_range, node.start_byte) for node in found.collected["local"]]
    nesting = Nesting(data, rules, sorted((*comments, *decorators)), {one.name for one in candidates})
    for one in sorted((*blocks, *candidates), key=lambda one: (one.start, -one.end, one.name_start)):
        nesting.add(one)
    items, scopes = nesting.result()
    enclosing = Enclosing(items, scopes)
    return Definitions(
        items,
        scopes,
        enclosing,
        comments,
        decorators,
        locals=_trimmed(found.collected["local"], data),
        docstrings=_docstrings(items, enclosing, _trimmed(found.collected["doc"], data), data),
        owner_starts=frozenset(found.starts("owner")),
    )


def _candidates(found: SortedMatches, data: bytes) -> list[Found]:
    imported = set(found.starts("import.alias"))  # `const fs = require("fs")` is an import, not a variable
    candidates = (
        _candidate(kind, nodes, nodes[definition][0], found.wrappers, data)
        for _, definition, nodes in found.definitions.values()
        if (kind := kind_of_definition(definition)) != NO_DEFINITION
    )
    return [one for one in candidates if one.name not in ("", "_") and one.name_start not in imported]


def _candidate(kind: str, nodes: Captures, node: Node, wrappers: dict[int, Node], data: bytes) -> Found:
    name_start, name_end = nodes["name"][0].byte_range
    start, end = _outermost(node, wrappers).byte_range
    return Found(
        kind,
        node.id,
        start,
        end,
        nodes["body"][0].start_byte if "body" in nodes else end,
        _unmarked(data[name_start:name_end].decode("utf-8", "replace")),
        name_start,
        name_end,
        ".".join(text_of(node, data) for node in nodes["owner"]) if "owner" in nodes else "",
        "receiver" in nodes,
        "forward" in nodes,
    )


def _scope(nodes: Captures, wrappers: dict[int, Node], data: bytes) -> Found:
    node = nodes["scope"][0]
    start, end = _outermost(node, wrappers).byte_range
    return Found("scope", node.id, start, end, nodes["body"][0].start_byte, owner=text_of(nodes["owner"][0], data))


def _outermost(node: Node, wrappers: dict[int, Node]) -> Node:
    while node.id in wrappers:
        node = wrappers[node.id]
    return node


def _unmarked(name: str) -> str:
    """`name` without the quotes and colons around it; an operator is left whole, and so is the prime of `foldl'`."""
    if name.isidentifier() or not any(map(str.isalnum, name)):
        return name
    return name.strip("'\"`:") if name[0] in "'\"`:" else name.rstrip(":")


def _docstrings(
    items: tuple[Definition, ...], enclosing: Enclosing, docstrings: Iterable[Range], data: bytes
) -> dict[int, Range]:
    """The documentation strings that are the first thing in a body, by the index of its definition."""
    owners = ((enclosing.at(one.start), one) for one in docstrings)
    return {
        owner: one for owner, one in owners if owner >= 0 and data[items[owner].body : one.start].strip() in _OPENINGS
    }


def _trimmed(nodes: Iterable[Node], data: bytes) -> tuple[Range, ...]:
    """The ranges of `nodes` in order, without the line end that some grammars count in with a comment."""
    ranges = set()
    for node in nodes:
        start, end = node.byte_range
        while end > start and data[end - 1] in b"\r\n":
            end -= 1
        ranges.add(Range(start, end))
    return tuple(sorted(ranges))
