"""Immutable data types for the facts about one file. The other modules of this layer compute the facts.

`Outline` holds what other files can depend on. It contains no positions and no bodies, so it stays equal while a body
is edited, and the incremental (red-green) engine recomputes nothing for other files. `FileFacts` adds everything that
has a position.

A file has hundreds of rows (symbols, spans, references), so rows are named tuples, which are created several times
faster than frozen dataclasses.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from ctx_lsp.syntax.reference import References
from ctx_lsp.text.source import SourceText

SymbolKind = Literal[
    "Module", "Namespace", "Class", "Method", "Property", "Field", "Constructor", "Enum", "Interface", "Function",
    "Variable", "Constant", "EnumMember", "Struct", "Event", "Operator", "TypeParameter", "Object", "Key", "String",
    "Requirement", "Story", "Criterion", "Decision", "Change", "Issue",
]  # fmt: skip
"""The names of members of LSP's SymbolKind, followed by the kinds of items that documents define."""

BaseRelation = Literal["inherits", "implements"]
ChunkKind = Literal["definition", "header", "part", "module", "text"]


class Base(NamedTuple):
    """A base class, interface, trait or embedded type as it is written, without type arguments: `abc.ABC`, `Iterator`.

    `arguments` holds its type arguments in normal form (see `type_text`).
    """

    name: str
    relation: BaseRelation
    arguments: tuple[str, ...] = ()


KEY, HEADING, PARAGRAPH, ROW = range(4)
"""How an item is defined, strongest first: by a file or a key of an export, a heading, a paragraph, a table row."""


class ItemFacts(NamedTuple):
    """The properties of a symbol that is an item, such as a requirement, a story, a decision or a work item.

    - `identifier`: its identifier in normal form (see `items.identifiers`); empty if it has none.
    - `state`: `must`, `accepted`, `open` and the like, in lower case; empty if unknown.
    - `shape`: how it is defined, such as `HEADING`; of several definitions, the one with the lowest `shape` wins.
    """

    identifier: str
    state: str
    shape: int

    @property
    def is_inline(self) -> bool:
        """Whether the item is a paragraph, list item or table row, which is searched as a part of its section."""
        return self.shape >= PARAGRAPH


class Symbol(NamedTuple):
    """A named definition, without positions.

    - `qualname`: the names of the enclosing symbols and of this symbol, joined by dots (`Class.method`). If several
      definitions have the same name, all but one get a suffix `#2`, `#3`, …; among overloads, the last has no suffix.
    - `signature`: the declaration without its body and decorators, with white space collapsed.
    - `parent`: the index of the parent in `Outline.symbols`, or -1 at top level.
    - `type_names`: the names of the types in the signature or annotation, as written.
    - `value_types`: the possible types of the value, or of a call's result, as expressions (see `access_paths`) that
      other files can evaluate. A declared type takes precedence over the types of assigned values. Empty if unknown.
    - `type_parameters`: the names of its type parameters, which may occur in `value_types`.
    - `bounds`: for each type parameter, the type that it has if no type argument is given: its default or constraint,
      in normal form, or "" if unknown. Empty if none is known.
    - `parameter_types`: the declared types of a function's parameters in normal form, with "" for an unknown one.
    - `extension_receiver`: the type that an extension function or property extends, and whose members it can use.
    - `fallback`: whether another definition of the name takes precedence, as with a macro inside `#ifndef NAME`.
    - `item`: the symbol's properties as an item; None if it is not an item.
    """

    name: str
    qualname: str
    kind: SymbolKind
    signature: str
    parent: int
    bases: tuple[Base, ...] = ()
    decorators: tuple[str, ...] = ()
    type_names: tuple[str, ...] = ()
    exported: bool = True
    value_types: tuple[str, ...] = ()
    type_parameters: tuple[str, ...] = ()
    parameter_types: tuple[str, ...] = ()
    extension_receiver: str = ""
    bounds: tuple[str, ...] = ()
    fallback: bool = False
    item: ItemFacts | None = None


class Import(NamedTuple):
    """An imported name.

    `module` is written as in the source, without quotes: `.sibling`, `a.b`, `./x`, `crate::a::b`, `java.util`. `name`
    is the imported member; it is "" if the module itself is imported, and "*" if everything is imported. `alias` is the
    local name that the import binds, or "" for a star import or a side-effect import. `reexport` is set for `export …
    from`, `pub use` and the like. `scope` is the qualified name of the function in which the import binds its name, or
    "" at top level. In Rust, `scope` may also be a module inside the file. If `module` is relative to such a module,
    the path to that module is prepended: `super` becomes `self::tests::super`.
    """

    module: str
    name: str
    alias: str
    reexport: bool = False
    scope: str = ""


STARRED = "*"
"""The alias of an export that star imports take."""

WHOLE = "="
"""The alias of an export that replaces the whole module: `export = name`, `module.exports = name`."""


STAR_LIST = "__all__"
"""The name of the list of names that star imports take."""


class Export(NamedTuple):
    """A name that importers see under another name (`export { name as alias }`), or that star imports bring in.

    `alias` is `default` for a default export, `default.key` for a key of an exported default object, `WHOLE` for an
    export that replaces the module, and `STARRED` for a name in Python's `__all__`. If `STAR_LIST` itself is exported
    with the alias `STARRED`, `__all__` contains more names than these exports list.
    """

    name: str
    alias: str


@dataclass(frozen=True, slots=True)
class Outline:
    """The position-free facts about a file. Two texts with equal outlines look the same to other files.

    `exports` lists only names that are exported under another name, or that star imports bring in.
    """

    language: str
    package: str
    symbols: tuple[Symbol, ...]
    imports: tuple[Import, ...]
    exports: tuple[Export, ...] = ()


class SymbolSpan(NamedTuple):
    """The position, in byte offsets, of the symbol with the same index in `Outline.symbols`.

    `start`–`end` is the whole definition with its leading documentation comment and decorators. `declaration` is the
    start of the declaration itself. `body` is the start of the body, or `end` if there is no body. `doc` is the
    documentation without comment marks and docstring quotes.
    """

    start: int
    end: int
    declaration: int
    name_start: int
    name_end: int
    body: int
    doc: str


class Chunk(NamedTuple):
    """A piece of text that retrieval scores. It consists of `pieces` (ascending byte ranges), joined by newlines.

    The kinds of chunks are:
    - definition: a whole definition;
    - header: the header of a class or other container, with the signatures of its members;
    - part: a slice of a long definition at statement boundaries, preceded by the definition's header;
    - module: small neighbours in a module or class body, joined;
    - text: prose or data without symbols.

    `symbols` holds the indices of the symbols in the chunk. In a definition, header or part, the chunk's own symbol
    comes first, followed by symbols in its text that do not have their own chunk.
    """

    kind: ChunkKind
    pieces: tuple[tuple[int, int], ...]
    symbols: tuple[int, ...]

    @property
    def start(self) -> int:
        """The offset of the first byte of the chunk's own range, which excludes the header before a part."""
        return self.pieces[-1][0] if self.kind == "part" else self.pieces[0][0]

    @property
    def end(self) -> int:
        """The offset after the last byte of the chunk's own range."""
        return self.pieces[-1][1]


@dataclass(frozen=True, slots=True)
class FileFacts:
    """All facts about one file that can be derived from its path and text alone."""

    outline: Outline
    spans: tuple[SymbolSpan, ...]
    references: References
    chunks: tuple[Chunk, ...]


def naming_symbols(outline: Outline, chunk: Chunk) -> tuple[int, ...]:
    """Return the symbols that name a chunk: all in the chunk except inline items, which belong to their section."""
    symbols = outline.symbols
    return tuple([index for index in chunk.symbols if symbols[index].item is None or not is_inline(symbols[index])])


def is_inline(symbol: Symbol) -> bool:
    """Return whether a symbol is an inline item of a document (see `ItemFacts.is_inline`)."""
    return symbol.item is not None and symbol.item.is_inline


def chunk_text(source: SourceText, chunk: Chunk) -> str:
    """Return the text of a chunk: its pieces, joined by newlines."""
    return "\n".join(source.slice(start, end) for start, end in chunk.pieces)
