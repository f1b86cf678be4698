"""A compiler's index of a workspace, by byte positions. `compare` scores ours against it.

A symbol is *compared* if it is a class (or interface, enum, type alias), a function, a method, a variable of a module,
or a field. These are not:

- locals and everything else inside a function, parameters, type parameters, modules and namespaces;
- properties of object literals, which are parts of a value;
- variables bound by `require`: here they are imports of what they bind;
- members of an anonymous type. Those of a type alias count, because they are the alias's fields: `type A = {x: …}`.

A name after `new` is a use of the class here and of the constructor in the indexes; both count as uses of the class.

A parameter property (`constructor(private x: T)`) is one symbol in the index, a parameter. Here it is a field at its
declaration and in member accesses.

Overloads, a getter and its setter, and the parts of a merged interface are one symbol with several sites.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from ctx_lsp.languages.table import language
from ctx_lsp.syntax.detection import language_of
from ctx_lsp.syntax.parser import Node, parse
from ctx_lsp.text.source import SourceText
from tests.graph_oracle.headers import headers
from tests.graph_oracle.scip import DEFINITION, Document, Occurrence, descriptors, is_local

Kind = Literal["class", "function", "method", "variable", "field"]
Place = tuple[str, int]  # path, byte offset of a name

_VARIANT = re.compile(r"<[gs]et>|\(\+\d+\)(?=\.$)")
_TWICE = re.compile(r"(?<=/)(\w+)\.\1\.$")  # how scip-python names some variables, in some of their places
_CONSTRUCTOR = "`<constructor>`()."
_PARAMETER = re.compile(r"(.+#)`<constructor>`\(\)\.\((.+)\)")
_MODIFIER = re.compile(rb"\b(?:public|private|protected|readonly|override)\s+$")
_QUOTES = (b'"', b"'")
_EXPORTS = re.compile(rb"(?:module\.)?exports\.[\w$]+\s*=(?!=)")
_LINE = 200  # bytes before a name that hold a modifier or a dot
_IMPORTS = frozenset({
    "import_statement", "import_from_statement", "future_import_statement", "export_clause",
    "import_declaration",
})  # fmt: skip


@dataclass(frozen=True)
class Oracle:
    """An index in the form for comparison. All maps hold plain symbols, see `plain`."""

    paths: frozenset[str]
    kinds: Mapping[str, Kind]  # of the compared symbols that are defined in the workspace
    sites: Mapping[str, frozenset[Place]]  # where each of them is defined
    at: Mapping[Place, frozenset[str]]  # all symbols at a place, compared or not
    imports: frozenset[Place]  # the places that lie in an import or in a list of exports
    others: frozenset[str]  # the workspace's own symbols that are not compared, without locals and parameters
    implemented: Mapping[str, frozenset[str]]  # the compared symbols that a compared symbol implements
    local_sites: Mapping[str, frozenset[Place]]  # where each local symbol is defined
    unsure: frozenset[str]  # classes with a base that the index could not resolve
    nowhere: frozenset[str]  # symbols of the workspace's modules that the index refers to, but defines nowhere
    unresolved: frozenset[str]  # local symbols that an import binds, because the index could not resolve it

    def has_read(self, path: str, start: int, end: int) -> bool:
        """Whether the indexer resolved anything between two offsets of a file."""
        starts = self._starts.get(path, [])
        return bisect_left(starts, start) < bisect_left(starts, end)

    @cached_property
    def _starts(self) -> Mapping[str, list[int]]:
        found: dict[str, list[int]] = {}
        for path, start in sorted(self.at):
            found.setdefault(path, []).append(start)
        return found

    def compared(self, place: Place) -> frozenset[str]:
        """The compared symbols at a place."""
        return frozenset(symbol for symbol in self.at.get(place, ()) if symbol in self.kinds)


def make_oracle(documents: Iterable[Document], sources: Mapping[str, SourceText]) -> Oracle:
    """Convert an index to the form for comparison, without documents that are not in `sources`."""
    maker = _Maker()
    for document in documents:
        if document.path in sources:
            maker.add(document, sources[document.path])
    return maker.oracle()


class _Maker:
    """An oracle under construction."""

    def __init__(self) -> None:
        self._paths: set[str] = set()
        self._at: dict[Place, set[str]] = {}
        self._sites: dict[str, set[Place]] = {}
        self._imports: set[Place] = set()
        self._others: set[str] = set()
        self._local_sites: dict[str, set[Place]] = {}
        self._implemented: dict[str, set[str]] = {}
        self._headers: list[tuple[Place, tuple[Place, ...]]] = []
        self._defined: set[str] = set()

    def add(self, document: Document, source: SourceText) -> None:
        """Add the index's document of one file."""
        path = document.path
        self._paths.add(path)
        placed = [(offset(source, one), one) for one in document.occurrences]
        inside = _in_imports(path, source, (start for start, _ in placed))
        self._imports |= {(path, start) for start in inside}
        known = {one.symbol for start, one in placed if one.roles & DEFINITION or start in inside}
        for start, one in placed:
            if one.symbol in known or not is_local(one.symbol):  # else a name that scip-python could not resolve
                self._occurs(plain(one.symbol, path), path, start, source, is_definition=bool(one.roles & DEFINITION))
        for symbol, targets in document.implemented.items():
            self._implemented.setdefault(plain(symbol, path), set()).update(plain(one, path) for one in targets)
        self._headers += [
            ((path, name), tuple((path, base) for base in bases)) for name, bases in headers(path, source)
        ]

    def _occurs(self, symbol: str, path: str, start: int, source: SourceText, *, is_definition: bool) -> None:
        place = path, start
        if symbol.endswith(_CONSTRUCTOR):
            if is_definition:  # the indexer says where the modifiers before it begin
                place = path, source.data.find(b"constructor", start)
            else:
                symbol = symbol.removesuffix(_CONSTRUCTOR)
        elif not is_definition and _EXPORTS.match(source.data, start):
            return  # of `exports.name = value` the indexer takes all of the left side for a use of the value
        elif not is_definition and source.data[start : start + 1] in _QUOTES:  # a key: `Type["key"]`
            place = path, start + 1
        elif parameter := _PARAMETER.fullmatch(symbol):
            before = source.data[max(0, start - _LINE) : start]
            if _MODIFIER.search(before) if is_definition else before.endswith(b"."):
                symbol = f"{parameter[1]}{parameter[2]}."
        self._at.setdefault(place, set()).add(symbol)
        if _is_key(symbol, path):  # not always marked as a definition
            self._others.add(symbol)
        if not is_definition:
            return
        self._defined.add(symbol)
        if is_local(symbol):
            self._local_sites.setdefault(symbol, set()).add(place)
        elif compared_kind(symbol) and place not in self._imports:
            self._sites.setdefault(symbol, set()).add(place)
        elif not symbol.endswith(")"):
            self._others.add(symbol)

    def oracle(self) -> Oracle:
        """The oracle of all added documents."""
        kinds = {symbol: kind for symbol in self._sites if (kind := compared_kind(symbol))}
        self._add_bases(kinds)
        every = {symbol for symbols in self._at.values() for symbol in symbols}
        modules = {_module(symbol) for symbol in kinds} - {""}
        inner = {one: frozenset(targets & kinds.keys() - {one}) for one, targets in self._implemented.items()}
        return Oracle(
            paths=frozenset(self._paths),
            kinds=kinds,
            sites={symbol: frozenset(places) for symbol, places in self._sites.items()},
            at={place: frozenset(symbols) for place, symbols in self._at.items()},
            imports=frozenset(self._imports),
            others=frozenset(self._others),
            local_sites={symbol: frozenset(places) for symbol, places in self._local_sites.items()},
            implemented={one: targets for one, targets in inner.items() if targets and one in kinds},
            unsure=frozenset(
                symbol
                for name, bases in self._headers
                if any(base not in self._at for base in bases)
                for symbol in self._at.get(name, ())
            ),
            nowhere=frozenset(one for one in every - self._defined if not is_local(one) and _module(one) in modules),
            unresolved=frozenset(
                symbol
                for place in self._imports
                for symbol in self._at.get(place, ())
                if is_local(symbol) and symbol not in self._defined
            ),
        )

    def _add_bases(self, kinds: Mapping[str, Kind]) -> None:
        """Add the bases that the index resolves in class headers, because it does not list all of them."""
        for name, bases in self._headers:
            reached = {symbol for base in bases for symbol in self._at.get(base, ()) if kinds.get(symbol) == "class"}
            for symbol in self._at.get(name, ()):
                self._implemented.setdefault(symbol, set()).update(reached)


def plain(symbol: str, path: str) -> str:
    """The name that a symbol shares with its variants; the name of a local symbol includes its file."""
    return f"{symbol} {path}" if is_local(symbol) else _VARIANT.sub(_without_number, _TWICE.sub(r"\1.", symbol))


def _without_number(match: re.Match[str]) -> str:
    return "()" if match[0].startswith("(") else ""


def compared_kind(symbol: str) -> Kind | None:
    """The kind of a symbol; None if it is not compared."""
    steps = [step for step in descriptors(symbol) if step.suffix != "namespace"]
    if not steps:
        return None
    *around, last = steps
    if len(around) == 2 and around[0].suffix == "type" and around[1].name.startswith("typeLiteral"):
        around.pop()  # the type that an alias names
    holder = around[-1] if around else None
    if any(step.suffix != "type" for step in around):
        return None
    if last.suffix == "type":
        return "class"
    if last.suffix == "method":
        return "method" if holder else "function"
    if last.suffix == "term":
        return "field" if holder else "variable"
    return None


def offset(source: SourceText, occurrence: Occurrence) -> int:
    """The byte offset at which an occurrence begins."""
    start, end = source.line_range(occurrence.line)
    line = source.data[start:end]
    if line.isascii():
        return start + min(occurrence.start, len(line))
    units = line.decode().encode("utf-16-le")[: 2 * occurrence.start]
    return start + len(units.decode("utf-16-le", "ignore").encode())


def _module(symbol: str) -> str:
    """The module that a global symbol belongs to, with its package; "" if its name has none."""
    return symbol.rpartition("/")[0]


def _is_key(symbol: str, path: str) -> bool:
    """Whether a symbol is a property of an object literal in the file itself."""
    is_here = f"`{path.rpartition('/')[2]}`/" in symbol
    return is_here and [step.suffix for step in descriptors(symbol)[-1:]] == ["meta"]


def _in_imports(path: str, source: SourceText, starts: Iterable[int]) -> frozenset[int]:
    """The offsets that lie in an import or a list of exports."""
    tree = parse(language(language_of(path)).grammar, source.data)
    ranges = list(_ranges(tree.root_node)) if tree else []
    return frozenset(start for start in starts if any(a <= start < b for a, b in ranges))


def _is_required(node: Node) -> bool:
    """Whether a node binds the result of `require` or a member of it."""
    value = node.child_by_field_name("value") if node.type == "variable_declarator" else None
    while value is not None and value.type == "member_expression":
        value = value.child_by_field_name("object")
    called = value.child_by_field_name("function") if value is not None and value.type == "call_expression" else None
    return called is not None and called.text == b"require"


def _ranges(node: Node) -> Iterator[tuple[int, int]]:
    if node.type in _IMPORTS or _is_required(node):
        yield node.byte_range
    else:
        for child in node.named_children:
            yield from _ranges(child)
