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

_OPENINGS = (b"", b"do")  # what may stand between the beginning of a body and its documentation


def find_definitions(found: Iterable[tuple[int, Captures]], data: bytes, rules: Rules) -> Definitions:
    """Sort the matches of `outline.scm` into definitions, scopes and trivia, and nest the definitions."""
    best: dict[tuple[int, int], tuple[int, int, Captures]] = {}
    wrappers: dict[int, Node] = {}
    blocks: list[Found] = []
    scopes: list[Captures] = []
    comments: list[Range] = []
    decorators: list[Range] = []
    local_ranges: list[Range] = []
    docstrings: list[Range] = []
    imported: set[int] = set()
    for pattern, nodes in found:
        imported.update(node.start_byte for node in nodes.get("import.alias", ()))
        if "name" in nodes:
            key = (_definition_node(nodes).id, nodes["name"][0].start_byte)
            rank = (pattern, len(nodes), nodes)  # the later pattern is the more specific one
            if key not in best or best[key][:2] < rank[:2]:
                best[key] = rank
        elif "comment" in nodes:
            comments.extend(_trimmed(node, data) for node in nodes["comment"])
        elif "decorator" in nodes:
            decorators.extend(_trimmed(node, data) for node in nodes["decorator"])
        elif "doc" in nodes:
            docstrings.append(Range(*nodes["doc"][0].byte_range))
        elif "wrapper" in nodes:
            wrappers[nodes["wrapped"][0].id] = nodes["wrapper"][0]
        elif "local" in nodes:
            blocks.extend(Found("local", node.id, *node.byte_range, node.start_byte) for node in nodes["local"])
            local_ranges.extend(Range(*node.byte_range) for node in nodes["local"])
        elif "scope" in nodes:
            scopes.append(nodes)
    blocks.extend(_scope(nodes, wrappers, data) for nodes in scopes)
    candidates = [_candidate(nodes, wrappers, data) for _, _, nodes in best.values()]
    candidates = [one for one in candidates if one.kind != NO_DEFINITION and one.name not in ("", "_")]
    candidates = [one for one in candidates if one.name_start not in imported]  # `const fs = require("fs")`
    if rules.joins_clauses:
        candidates = joined_clauses(candidates, data)
    nesting = Nesting(data, rules, _sorted((*comments, *decorators)), {one.name for one in candidates})
    for one in sorted((*blocks, *candidates), key=lambda one: (one.start, -one.end, one.name_start)):
        nesting.add(one)
    definitions = Definitions(*nesting.result(), _sorted(comments), _sorted(decorators), _sorted(local_ranges), {})
    return replace(definitions, docstrings=_docstrings_by_definition(definitions, docstrings, data))


def _docstrings_by_definition(definitions: Definitions, docstrings: list[Range], data: bytes) -> dict[int, Range]:
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


def _sorted(ranges: Iterable[Range]) -> tuple[Range, ...]:
    return tuple(sorted(set(ranges), key=attrgetter("start", "end")))


def _trimmed(node: Node, data: bytes) -> Range:
    """The range of `node` without the line end that some grammars count in with a comment."""
    start, end = node.byte_range
    while end > start and data[end - 1] in b"\r\n":
        end -= 1
    return Range(start, end)


def _text(node: Node, data: bytes) -> str:
    return data[node.start_byte : node.end_byte].decode("utf-8", "replace")
