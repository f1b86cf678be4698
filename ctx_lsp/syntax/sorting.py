"""Sorts the matches of `outline.scm` by what they say. What is made of each sort is in the modules that take it.

The meaning of each capture is told in `queries/README.md`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, get_args

from ctx_lsp.syntax.model import SymbolKind
from ctx_lsp.syntax.parser import Captures, Node

NO_DEFINITION = "none"  # what the query takes back
MEMBER = "member"  # of an object literal; one that is made inside a function is a detail of the function

_DEFINITION = "definition."
_KIND_OF_CAPTURE: dict[str, str] = {f"{_DEFINITION}{kind.lower()}": kind for kind in get_args(SymbolKind)} | {
    f"{_DEFINITION}enum_member": "EnumMember",
    f"{_DEFINITION}member": MEMBER,
    f"{_DEFINITION}none": NO_DEFINITION,
}
_COLLECTED = frozenset(
    {"comment", "decorator", "doc", "local", "owner", "package"}
    | {"exported", "exported.name", "hidden", "import.alias"}
)
"""Captures that mean the same in every match."""


@dataclass(slots=True)
class SortedMatches:
    """The matches of one text.

    `definitions` holds, by node and place of the name, the pattern that says most of a definition, and its captures;
    `wrappers` the node around a definition, by the node's id; `collected` the nodes of the other captures by name.
    """

    definitions: dict[tuple[int, int], tuple[int, str, Captures]]
    scopes: list[Captures]
    imports: list[Captures]
    wrappers: dict[int, Node]
    collected: dict[str, list[Node]]

    def starts(self, capture: str) -> list[int]:
        """Where the nodes of a collected capture begin."""
        return [node.start_byte for node in self.collected[capture]]


class _Role(NamedTuple):
    """What a match says, by the names of its captures; `definition` is the capture that names the kind."""

    definition: str
    is_scope: bool
    is_wrapper: bool
    is_import: bool
    collected: tuple[str, ...]


def sort_matches(found: Iterable[tuple[int, Captures]]) -> SortedMatches:
    """Sort the matches of one text, each with the number of its pattern."""
    result = SortedMatches({}, [], [], {}, {capture: [] for capture in _COLLECTED})
    for pattern, nodes in found:
        role = _role(tuple(nodes))
        if role.definition:
            _keep_best(result.definitions, pattern, role.definition, nodes)
        elif role.is_scope:
            result.scopes.append(nodes)
        elif role.is_wrapper:
            result.wrappers[nodes["wrapped"][0].id] = nodes["wrapper"][0]
        if role.is_import:
            result.imports.append(nodes)
        for capture in role.collected:
            result.collected[capture] += nodes[capture]
    return result


def _keep_best(
    definitions: dict[tuple[int, int], tuple[int, str, Captures]], pattern: int, definition: str, nodes: Captures
) -> None:
    """Of the matches of one node and name the later pattern is the more specific one, then that of more captures."""
    key = (nodes[definition][0].id, nodes["name"][0].start_byte)
    known = definitions.get(key)
    if known is None or (known[0], len(known[2])) < (pattern, len(nodes)):
        definitions[key] = (pattern, definition, nodes)


def kind_of_definition(capture: str) -> str:
    """The kind that a capture `definition.…` names: a `SymbolKind`, `MEMBER` or `NO_DEFINITION`."""
    return _KIND_OF_CAPTURE[capture]


@cache  # over the combinations that the query files hold, a few dozen
def _role(captures: Sequence[str]) -> _Role:
    return _Role(
        definition=next((one for one in captures if one in _KIND_OF_CAPTURE), "") if "name" in captures else "",
        is_scope="scope" in captures,
        is_wrapper="wrapper" in captures,
        is_import=any(one.startswith("import.") and one != "import.prefix" for one in captures),
        collected=tuple(one for one in captures if one in _COLLECTED),
    )
