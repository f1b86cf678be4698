"""Data types for the facts of one file, all immutable. The other modules of this layer compute the facts.

`Outline` holds what other files can depend on. It has no positions and no bodies, so it stays equal while a body is
edited, and the incremental (red-green) engine stops there. `FileFacts` adds everything that has a position.

A file has hundreds of rows (symbols, spans, references), so rows are named tuples, which are created several times
faster than frozen dataclasses.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from ctx_lsp.text.source import SourceText

SymbolKind = Literal[
    "Module", "Namespace", "Class", "Method", "Property", "Field", "Constructor", "Enum", "Interface", "Function",
    "Variable", "Constant", "EnumMember", "Struct", "Event", "Operator", "TypeParameter", "Object", "Key", "String",
]  # fmt: skip
"""The names of members of LSP's SymbolKind."""

BaseRelation = Literal["inherits", "implements"]
ReferenceKind = Literal[
    "call", "type", "inherits", "implements", "decorates", "read", "write", "raises", "catches",
]  # fmt: skip
ChunkKind = Literal["definition", "header", "part", "module", "text"]


class Base(NamedTuple):
    """A base class, interface, trait or embedded type as written, without type arguments: `abc.ABC`, `Iterator`.

    `arguments` holds its type arguments in normal form (see `type_text`).
    """

    name: str
    relation: BaseRelation
    arguments: tuple[str, ...] = ()


class Symbol(NamedTuple):
    """A named definition, without positions.

    - `qualname`: the names of the enclosing symbols and of this one, joined by dots (`Class.method`). Further
      definitions with the same qualname get `#2`, `#3`, … appended; among overloads, the last one has the plain name.
    - `signature`: the declaration without body and decorators, with white space collapsed.
    - `parent`: index into `Outline.symbols` (-1: top level).
    - `type_names`: names of the types in the signature or annotation, as written.
    - `value_types`: the type of the value, or of a call's result, as expressions (see `access_paths`) that other files
      can evaluate: the declared type if there is one, else the types of assigned values; empty if unknown.
    - `type_parameters`: names that may stand for types in `value_types`.
    - `bounds`: defaults of the type parameters, in normal form ("": unknown); empty if none is known.
    - `parameter_types`: declared types of a function's parameters, in normal form ("": unknown).
    - `extension_receiver`: the type that an extension function or property extends. The extension sees its members.
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


class Import(NamedTuple):
    """One imported name.

    `module` is written as in the source, without quotes: `.sibling`, `a.b`, `./x`, `crate::a::b`, `java.util`.
    `name` is the imported member (`""`: the module itself, `"*"`: everything); `alias` is the local name it is bound
    to (`""` for a star or a side-effect import). `reexport` marks `export … from`, `pub use` and the like.
    """

    module: str
    name: str
    alias: str
    reexport: bool = False


WHOLE = "="
"""The alias of an export that replaces the whole module: `export = name`, `module.exports = name`."""


class Export(NamedTuple):
    """A name that importers see under another name: `export { name as alias }`.

    `alias` is `default` for a default export, `default.key` for a key of an exported default object, and `WHOLE` for an
    export that replaces the module.
    """

    name: str
    alias: str


@dataclass(frozen=True, slots=True)
class Outline:
    """The position-free facts of a file. Other files cannot distinguish texts with equal outlines.

    `exports` lists only names that are exported under another name.
    """

    language: str
    package: str
    symbols: tuple[Symbol, ...]
    imports: tuple[Import, ...]
    exports: tuple[Export, ...] = ()


class SymbolSpan(NamedTuple):
    """The position of a symbol (byte offsets), parallel to `Outline.symbols`.

    `start`–`end` is the whole definition with its leading documentation comment and decorators. `declaration` is the
    start of the declaration proper, `body` the start of the body (`end` if there is none). `doc` is the documentation
    without comment marks and docstring quotes.
    """

    start: int
    end: int
    declaration: int
    name_start: int
    name_end: int
    body: int
    doc: str


class Reference(NamedTuple):
    """A use of a name: `receiver.name(…)`.

    `receiver` is the expression before the last dot (see `access_paths`; "" for a bare name), with local names replaced
    with their values. `symbol` is the index of the innermost outlined symbol around the reference (-1: module level). A
    block like Rust's `impl` counts as its type; a field assigned in a constructor does not count as enclosing.
    `start`–`end` is the range of the name.
    """

    name: str
    receiver: str
    kind: ReferenceKind
    symbol: int
    start: int
    end: int


class Chunk(NamedTuple):
    """A retrieval unit: the text of `pieces` (byte ranges, ascending), joined by newlines.

    Kinds:
    - definition: a whole definition;
    - header: the header of a class or other container, with the signatures of its members;
    - part: a slice of a long definition at statement boundaries, preceded by the definition's header;
    - module: joined small neighbours in a module or class body;
    - text: prose or data without symbols.

    `symbols` holds the indices of the outlined symbols in the chunk. For a definition, header or part, its own symbol
    comes first, then symbols that lie in its text and have no chunk of their own.
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
    """All facts about one file that follow from its path and text alone."""

    outline: Outline
    spans: tuple[SymbolSpan, ...]
    references: tuple[Reference, ...]
    chunks: tuple[Chunk, ...]


def chunk_text(source: SourceText, chunk: Chunk) -> str:
    """Return the chunk's text: its pieces joined by newlines."""
    return "\n".join(source.slice(start, end) for start, end in chunk.pieces)
