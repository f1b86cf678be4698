"""The symbols of a compiler's index by the names that a document would use for them.

Only names that mean one thing in the package are kept: a function, class or variable by its bare name, a member behind
its class. Extents come from the syntax tree, because an index knows the places of names alone.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ctx_lsp.languages.table import language
from ctx_lsp.syntax.detection import language_of
from ctx_lsp.syntax.parser import Node, parse
from ctx_lsp.text.source import SourceText
from tests.graph_oracle.oracle import Oracle, Place
from tests.graph_oracle.scip import descriptors

_NAME = re.compile(r"[A-Za-z_]\w{2,}")
_NOUNS = {
    "interface_declaration": "interface",
    "type_alias_declaration": "type",
    "enum_declaration": "enum",
    "type_spec": "type",
    "type_alias": "type",
    "annotation_type_declaration": "annotation",
}
_FUNCTIONS = frozenset({"arrow_function", "function_expression", "generator_function"})
_SCRIPTS = (".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs")
_ACCESSORS = frozenset({"get", "set"})
_COMMON = {"class": "class", "function": "function", "method": "method", "variable": "variable", "field": "attribute"}
_HEADER_END = re.compile(rb"[:{]\s*\n|\{")


@dataclass(frozen=True)
class Symbol:
    """A definition; `spelled` is its only name in documents."""

    spelled: str
    name: str
    owner: str | None
    id: str  # in the index
    kind: str  # of the oracle; a variable that holds a function is a function
    noun: str
    path: str
    line: int  # one-based, of its name
    span: tuple[int, int]  # bytes
    is_single: bool  # has one site, so that it has one line and one signature


def find_symbols(oracle: Oracle, sources: Mapping[str, SourceText]) -> dict[str, Symbol]:
    """All symbols that can be named without doubt, by what they are spelled."""
    found: dict[str, list[Symbol]] = defaultdict(list)
    nodes = {path: _named_nodes(path, source) for path, source in sources.items()}
    bare = Counter(_bare(symbol) for symbol in oracle.kinds)
    types = Counter(_bare(symbol) for symbol, kind in oracle.kinds.items() if kind == "class")
    for symbol in sorted(oracle.kinds):
        for one in _symbol(oracle, sources, nodes, symbol):
            unique = types[one.owner] == 1 and bare[one.owner] == 1 if one.owner else bare[one.name] == 1
            if unique:
                found[one.spelled].append(one)
    named = {spelled: same[0] for spelled, same in found.items() if len(same) == 1}
    return {spelled: one for spelled, one in named.items() if one.owner is None or one.owner in named}


def _bare(symbol: str) -> str:
    return descriptors(symbol)[-1].name


def _symbol(
    oracle: Oracle, sources: Mapping[str, SourceText], nodes: Mapping[str, Mapping[int, Node]], symbol: str
) -> Iterator[Symbol]:
    path, at = min(oracle.sites[symbol])
    node = nodes[path].get(at)
    steps = [step for step in descriptors(symbol) if step.suffix != "namespace"]
    name = steps[-1].name
    if node is None or not _NAME.fullmatch(name) or name.startswith("__") or name.startswith("typeLiteral"):
        return
    owners = [step.name for step in steps[:-1] if step.suffix == "type"]
    if len(owners) != len(steps) - 1 or len(owners) > 1 or (owners and not _NAME.fullmatch(owners[0])):
        return
    kind: str = oracle.kinds[symbol]
    if (
        kind in ("function", "method", "class")
        and path.endswith(".py")
        and _around(node) != (owners[0] if owners else None)
    ):
        return  # in a function, which scip-python leaves out of some names
    value = node.child_by_field_name("value")
    if kind == "variable" and value is not None and value.type in _FUNCTIONS:
        kind = "function"
    noun = _NOUNS.get(node.type, _COMMON[kind])
    if kind == "field" and not path.endswith(".py"):
        noun = "property" if path.endswith(_SCRIPTS) else "field"
    elif any(child.type in _ACCESSORS for child in node.children):
        noun = "property"
    spelled = f"{owners[0]}.{name}" if owners else name
    yield Symbol(
        spelled, name, owners[0] if owners else None, symbol, kind, noun, path, sources[path].line_at(at) + 1,
        node.byte_range, len(oracle.sites[symbol]) == 1,
    )  # fmt: skip


def _around(node: Node) -> str | None:
    """The name of the definition around a definition in Python."""
    above = node.parent
    while above is not None and above.type not in ("function_definition", "class_definition"):
        above = above.parent
    name = above.child_by_field_name("name") if above is not None else None
    return name.text.decode() if name is not None and name.text is not None else None


def _named_nodes(path: str, source: SourceText) -> dict[int, Node]:
    """The declarations of a file by the offset of their name."""
    tree = parse(language(language_of(path)).grammar, source.data)
    found: dict[int, Node] = {}
    waiting = [tree.root_node] if tree else []
    while waiting:
        node = waiting.pop()
        waiting += node.named_children
        name = node.child_by_field_name("name")
        if name is None and node.type in ("assignment", "typed_parameter"):
            name = node.child_by_field_name("left")
            if name is not None and name.type == "attribute":
                name = name.child_by_field_name("attribute")
        if name is not None:
            found.setdefault(name.start_byte, node)
        if node.type in ("var_spec", "const_spec", "field_declaration"):  # several names in Go
            for each in node.children_by_field_name("name"):
                found.setdefault(each.start_byte, node)
    return found


def header(symbol: Symbol, source: SourceText) -> str:
    """The text of a class from its keyword to where its body begins."""
    data = source.data[symbol.span[0] : symbol.span[1]]
    end = _HEADER_END.search(data)
    return data[: end.start() if end else 400].decode(errors="replace")


def innermost(symbols: Mapping[str, Symbol]) -> Mapping[str, list[tuple[int, int, str]]]:
    """The extents of functions and methods by path, in order."""
    found: dict[str, list[tuple[int, int, str]]] = defaultdict(list)
    for one in symbols.values():
        if one.kind in ("function", "method"):
            found[one.path].append((*one.span, one.spelled))
    return {path: sorted(spans) for path, spans in found.items()}


def is_called(source: SourceText, place: Place, name: str) -> bool:
    """Whether the name at a place is called there."""
    after = source.data[place[1] + len(name.encode()) : place[1] + len(name.encode()) + 20]
    return after.lstrip().startswith(b"(")
