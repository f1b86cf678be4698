"""Sorts the matches of `outline.scm` into definitions and what stands beside them: comments, decorators, scopes.

The meaning of each capture is told in `queries/README.md`. Imports and marks are read elsewhere from the same matches.
"""

from collections.abc import Iterable
from dataclasses import replace
from operator import attrgetter
from typing import get_args

from ctx_lsp.syntax.clauses import joined_clauses
from ctx_lsp.syntax.definitions import Definitions, Enclosing, Range
from ctx_lsp.syntax.model import SymbolKind
from ctx_lsp.syntax.nesting import MEMBER, Found, Nesting
from ctx_lsp.syntax.parser import Captures, Node
from ctx_lsp.syntax.rules import Rules

NO_DEFINITION = "none"  # what the query takes back

_KIND_OF_CAPTURE = {f"definition.{kind.lower()}": kind for kind in get_args(SymbolKind)} | {
    "definition.enum_member": "EnumMember",
    "definition.member": MEMBER,
    "definition.none": NO_DEFINITION,
}

_COLLECTED = ("comment", "decorator", "doc", "local", "owner", "import.alias")  # kept apart from their matches
_BY_PLACE = attrgetter("start", "end")
_OPENINGS = (b"", b"do")  # what may stand between the beginning of a body and its documentation


def find_definitions(found: Iterable[tuple[int, Captures]], data: bytes, rules: Rules) -> Definitions:
    """Sort the matches of `outline.scm` into definitions, scopes and trivia, and nest the definitions."""
    best: dict[tuple[int, int], tuple[int, int, Captures]] = {}
    scopes: list[Captures] = []
    wrappers: dict[int, Node] = {}
    nodes_of: dict[str, list[Node]] = {capture: [] for capture in _COLLECTED}
    for pattern, nodes in found:
        if "name" in nodes:
            key = (_definition_node(nodes).id, nodes["name"][0].start_byte)
            rank = (pattern, len(nodes), nodes)  # the later pattern is the more specific one
            if key not in best or best[key][:2] < rank[:2]:
                best[key] = rank
        elif "scope" in nodes:
            scopes.append(nodes)
        elif "wrapper" in nodes:
            wrappers[nodes["wrapped"][0].id] = nodes["wrapper"][0]
        for capture in nodes.keys() & nodes_of.keys():
            nodes_of[capture] += nodes[capture]
    candidates = _candidates((nodes for _, _, nodes in best.values()), nodes_of["import.alias"], wrappers, data)
    if rules.joins_clauses:
        candidates = joined_clauses(candidates, data)
    comments, decorators = (_trimmed(nodes_of[capture], data) for capture in ("comment", "decorator"))
    blocks = [_scope(nodes, wrappers, data) for nodes in scopes]
    blocks += [Found("local", node.id, *node.byte_range, node.start_byte) for node in nodes_of["local"]]
    nesting = Nesting(data, rules, sorted((*comments, *decorators), key=_BY_PLACE), {one.name for one in candidates})
    for one in sorted((*blocks, *candidates), key=lambda one: (one.start, -one.end, one.name_start)):
        nesting.add(one)
    items, nested_scopes = nesting.result()
    definitions = Definitions(
        items,
        nested_scopes,
        comments,
        decorators,
        locals=_trimmed(nodes_of["local"], data),
        docstrings={},
        owner_starts=frozenset(node.start_byte for node in nodes_of["owner"]),
    )
    docstrings = _docstrings_by_definition(definitions, _trimmed(nodes_of["doc"], data), data)
    return replace(definitions, docstrings=docstrings)


def _candidates(
    matches: Iterable[Captures], aliases: Iterable[Node], wrappers: dict[int, Node], data: bytes
) -> list[Found]:
    imported = {node.start_byte for node in aliases}  # `const fs = require("fs")` is an import, not a variable
    found = (_candidate(nodes, wrappers, data) for nodes in matches)
    return [
        one
        for one in found
        if one.kind != NO_DEFINITION and one.name not in ("", "_") and one.name_start not in imported
    ]


def _docstrings_by_definition(definitions: Definitions, docstrings: Iterable[Range], data: bytes) -> dict[int, Range]:
    enclosing = Enclosing(definitions)
    owners = ((enclosing.at(one.start), one) for one in docstrings)
    return {
        owner: one
        for owner, one in owners
        if owner >= 0 and data[definitions.items[owner].body : one.start].strip() in _OPENINGS
    }


def _candidate(nodes: Captures, wrappers: dict[int, Node], data: bytes) -> Found:
    kind = next(_KIND_OF_CAPTURE[capture] for capture in nodes if capture in _KIND_OF_CAPTURE)
    node = _definition_node(nodes)
    name = nodes["name"][0]
    outer = _outermost(node, wrappers)
    return Found(
        kind=kind,
        node_id=node.id,
        start=outer.start_byte,
        end=outer.end_byte,
        body=nodes["body"][0].start_byte if "body" in nodes else outer.end_byte,
        name=_unmarked(_text(name, data)),
        name_start=name.start_byte,
        name_end=name.end_byte,
        owner=".".join(_text(node, data) for node in nodes.get("owner", ())),
        through_receiver="receiver" in nodes,
        is_forward="forward" in nodes,
    )


def _scope(nodes: Captures, wrappers: dict[int, Node], data: bytes) -> Found:
    node = nodes["scope"][0]
    outer = _outermost(node, wrappers)
    owner = _text(nodes["owner"][0], data)
    return Found("scope", node.id, outer.start_byte, outer.end_byte, nodes["body"][0].start_byte, owner=owner)


def _outermost(node: Node, wrappers: dict[int, Node]) -> Node:
    while node.id in wrappers:
        node = wrappers[node.id]
    return node


def _unmarked(name: str) -> str:
    """`name` without the quotes and colons around it; an operator is left whole, and so is the prime of `foldl'`."""
    if not any(map(str.isalnum, name)):
        return name
    return name.strip("'\"`:") if name[0] in "'\"`:" else name.rstrip(":")


def _definition_node(nodes: Captures) -> Node:
    return next(nodes[capture][0] for capture in nodes if capture in _KIND_OF_CAPTURE)


def _trimmed(nodes: Iterable[Node], data: bytes) -> tuple[Range, ...]:
    """The ranges of `nodes` in order, without the line end that some grammars count in with a comment."""
    ranges = set()
    for node in nodes:
        start, end = node.byte_range
        while end > start and data[end - 1] in b"\r\n":
            end -= 1
        ranges.add(Range(start, end))
    return tuple(sorted(ranges, key=_BY_PLACE))


def _text(node: Node, data: bytes) -> str:
    return data[node.start_byte : node.end_byte].decode("utf-8", "replace")
