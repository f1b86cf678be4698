"""Sorts the matches of `outline.scm` by role: definitions, scopes, imports, exports, and types of values.

`languages/README.md` explains each capture. `matching`, `imports`, `exports` and `values` process the sorted matches.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, get_args

from ctx_lsp.syntax.model import SymbolKind
from ctx_lsp.syntax.outlines.import_lists import LIST, modules_of_lists, with_module
from ctx_lsp.syntax.rows import NodeSpan, QueryMatch

NO_DEFINITION = "none"  # cancels a match of an earlier, more general pattern
MEMBER = "member"  # a member of an object literal; inside a function, it is a local detail that the outline leaves out

_DEFINITION = "definition."
_KIND_OF_CAPTURE: dict[str, str] = {f"{_DEFINITION}{kind.lower()}": kind for kind in get_args(SymbolKind)} | {
    f"{_DEFINITION}enum_member": "EnumMember",
    f"{_DEFINITION}member": MEMBER,
    f"{_DEFINITION}none": NO_DEFINITION,
}
_COLLECTED = frozenset(
    {"comment", "decorator", "doc", "local", "owner", "package"}
    | {"exported", "exported.name", "fallback", "hidden", "import.alias", "closure", "otherwise"}
)
"""Captures that have the same meaning in every match."""

_LOCAL = frozenset({"local", "closure"})  # those of `_COLLECTED` that matter only around them


@dataclass(slots=True)
class SortedMatches:
    """The matches of one text, sorted by role.

    `definitions` maps a node and the offset of its name to a pair: the capture that gives the kind, and the best match
    (see `_keep_best`). `typed` holds the matches about types and values. `wrappers` maps a definition's node to the
    node around it. `collected` holds the nodes of the other captures, keyed by capture name.
    """

    definitions: dict[tuple[NodeSpan, int], tuple[str, QueryMatch]]
    scopes: list[QueryMatch]
    imports: list[QueryMatch]
    exports: list[QueryMatch]
    typed: list[QueryMatch]
    wrappers: dict[NodeSpan, NodeSpan]
    collected: dict[str, list[NodeSpan]]

    def starts(self, capture: str) -> list[int]:
        """Return the start offsets of the nodes of a collected capture."""
        return [start for start, _, _ in self.collected[capture]]


class _Role(NamedTuple):
    """The role of a match, derived from the names of its captures.

    `definition` is the capture that names the kind of a definition, or "". `is_listed` is set for an import list and
    for the names in such a list.
    """

    definition: str
    is_listed: bool
    is_scope: bool
    is_wrapper: bool
    is_import: bool
    is_export: bool
    is_typed: bool
    collected: tuple[str, ...]


def sort_matches(found: Sequence[QueryMatch]) -> SortedMatches:
    """Sort the matches of one text by role."""
    result = SortedMatches({}, [], [], [], [], {}, {capture: [] for capture in _COLLECTED})
    roles = [_role(match.names) for match in found]
    modules = modules_of_lists([found[number] for number, role in enumerate(roles) if role.is_listed])
    for written, own_role in zip(found, roles, strict=True):
        match, role = written, own_role
        if role.is_listed:
            joined = with_module(written, modules)
            if joined is None:
                continue
            match, role = joined, _role(joined.names)
        if role.definition:
            _keep_best(result.definitions, role.definition, match)
        elif role.is_scope:
            result.scopes.append(match)
        elif role.is_wrapper:
            result.wrappers[match.first("wrapped")] = match.first("wrapper")
        if role.is_import:
            result.imports.append(match)
        if role.is_export:
            result.exports.append(match)
        if role.is_typed:
            result.typed.append(match)
        for capture in role.collected:
            result.collected[capture] += match.all(capture)
    return result


def _keep_best(
    definitions: dict[tuple[NodeSpan, int], tuple[str, QueryMatch]], definition: str, match: QueryMatch
) -> None:
    """Keep the better match for a node and name.

    The match of the later pattern is better; on a tie, the match with more captures.
    """
    key = (match.first(definition), match.first("name")[0])
    known = definitions.get(key)
    if known is None or _weight(known[1]) < _weight(match):
        definitions[key] = (definition, match)


def _weight(match: QueryMatch) -> tuple[int, int]:
    return match.pattern, len(set(match.names))


def kind_of_definition(capture: str) -> str:
    """Return the kind that a capture `definition.…` names: a `SymbolKind`, `MEMBER` or `NO_DEFINITION`."""
    return _KIND_OF_CAPTURE[capture]


@cache
def may_be_local(captures: tuple[str, ...]) -> bool:
    """Return whether a match with these captures, inside a function, may matter only in this function."""
    role = _role(captures)
    matters_elsewhere = role.is_listed or role.is_scope or role.is_import or role.is_export
    is_of_object = "typed.owner" in captures or "receiver" in captures
    return not matters_elsewhere and not is_of_object and _LOCAL.issuperset(role.collected)


@cache
def is_only_typed(captures: tuple[str, ...]) -> bool:
    """Return whether a match with these captures is only about types and values, or an anonymous function."""
    role = _role(captures)
    return not role.definition and not role.is_wrapper and {"closure"}.issuperset(role.collected)


def defined_name(match: QueryMatch) -> int:
    """Return the offset of the name that a match defines; -1 if it defines none."""
    return match.first("name")[0] if _role(match.names).definition else -1


@cache  # the query files have a few dozen combinations of captures
def _role(captures: tuple[str, ...]) -> _Role:
    return _Role(
        definition=next((one for one in captures if one in _KIND_OF_CAPTURE), "") if "name" in captures else "",
        is_listed=LIST in captures,
        is_scope="scope" in captures,
        is_wrapper="wrapper" in captures,
        is_import=any(one.startswith("import.") and one != "import.prefix" for one in captures),
        is_export="export.name" in captures,
        is_typed=any(
            one.startswith(("typed.", "bound.")) or one in ("expected", "taken", "narrowed") for one in captures
        ),
        collected=tuple(one for one in dict.fromkeys(captures) if one in _COLLECTED),
    )
