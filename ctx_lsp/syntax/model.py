"""The facts of one file, as plain frozen data. How they are found is in the other modules of this layer.

`Outline` is the first wall of the red-green core: what a file offers to others and asks of them, with no positions and
no bodies, so that typing inside a body leaves it equal. Everything with a position is in parallel tuples beside it.

Rows, of which a file has hundreds, are named tuples: these are made several times faster than frozen dataclasses.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from ctx_lsp.text.source import SourceText

SymbolKind = Literal[
    "Module", "Namespace", "Class", "Method", "Property", "Field", "Constructor", "Enum", "Interface", "Function",
    "Variable", "Constant", "EnumMember", "Struct", "Event", "Operator", "TypeParameter", "Object", "Key", "String",
]  # fmt: skip
"""Names of LSP's SymbolKind."""

BaseRelation = Literal["inherits", "implements"]
ReferenceKind = Literal[
    "call", "type", "inherits", "implements", "decorates", "read", "write", "raises", "catches",
]  # fmt: skip
ChunkKind = Literal["definition", "header", "part", "module", "text"]


class Base(NamedTuple):
    """A base class, interface, trait or embedded type as written, without type arguments: `abc.ABC`, `Iterator`.

    `arguments` are its type arguments in normal form (see `type_text`).
    """

    name: str
    relation: BaseRelation
    arguments: tuple[str, ...] = ()


class Symbol(NamedTuple):
    """A named definition, without positions.

    `qualname` is the nesting inside the file joined by dots (`Class.method`); a second definition of the same qualname
    in the file gets `#2`, `#3`, … appended to `qualname`; of overloads the last one has the plain name. `signature` is
    the declaration without its body, white space collapsed, decorators left out. `parent` indexes `Outline.symbols`
    (-1: top level). `type_names` are the names of the types in the signature or annotation, as written.
    `value_types` is the type of its value, or of the result of a call, as expressions (see `access_paths`) that other
    files can follow: the declared type, else that of values assigned to it; empty where nothing is known.
    `type_parameters` may stand for types in them; `bounds` are their defaults or constraints, in normal form
    ("": unknown), where some are known. `parameter_types` are the declared types of a function's parameters, in normal
    form ("": unknown). `extension_receiver` is the type that a function or property outside of it extends: it sees the
    members of this type as its own.
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
"""The alias of what a module as a whole is: `export = name`, `module.exports = name`."""


class Export(NamedTuple):
    """A name of a file that importers know under another one: `export { name as alias }`.

    `alias` is `default` for a default export, `default.key` for a key of an object that is one, and `WHOLE`.
    """

    name: str
    alias: str


@dataclass(frozen=True, slots=True)
class Outline:
    """What a file offers and asks for. Two texts with equal outlines are the same file to every other file.

    `exports` are the names that importers know under others; what keeps its name is not listed.
    """

    language: str
    package: str
    symbols: tuple[Symbol, ...]
    imports: tuple[Import, ...]
    exports: tuple[Export, ...] = ()


class SymbolSpan(NamedTuple):
    """Where a symbol stands (byte offsets), parallel to `Outline.symbols`.

    `start`–`end` is the whole definition with its leading documentation comment and decorators; `declaration` is
    where the declaration proper begins; `body` is where its body begins (`end` where it has none); `doc` is its
    documentation as clean text (comment marks and docstring quotes stripped).
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

    `receiver` is the expression before the last dot (see `access_paths`; "" for a bare name), without names that are
    local there; `super()` reads `super`. `symbol` indexes the innermost outlined symbol around it (-1: module level): a
    block like Rust's `impl` counts as its type, a field that is set in a constructor does not count. Offsets span the
    name.
    """

    name: str
    receiver: str
    kind: ReferenceKind
    symbol: int
    start: int
    end: int


class Chunk(NamedTuple):
    """A retrieval unit: the text of `pieces` (byte ranges, ascending), joined by line ends.

    definition: a whole definition. header: a class or other container, its header with its members' signatures.
    part: a slice of a long definition at statement boundaries, preceded by the definition's header. module: small
    neighbours of a module or class body joined. text: prose or data without symbols. `symbols` are the outlined
    symbols that the chunk stands for (indices): of a definition, header or part the symbol that it is made of comes
    first, and those follow that lie in its text and have no chunk of their own.
    """

    kind: ChunkKind
    pieces: tuple[tuple[int, int], ...]
    symbols: tuple[int, ...]

    @property
    def start(self) -> int:
        """First byte of the chunk's own range."""
        return self.pieces[-1][0] if self.kind == "part" else self.pieces[0][0]

    @property
    def end(self) -> int:
        """Byte after the chunk's own range."""
        return self.pieces[-1][1]


@dataclass(frozen=True, slots=True)
class FileFacts:
    """Everything known about one file from its path and text alone."""

    outline: Outline
    spans: tuple[SymbolSpan, ...]
    references: tuple[Reference, ...]
    chunks: tuple[Chunk, ...]


def chunk_text(source: SourceText, chunk: Chunk) -> str:
    """The chunk's text: its pieces joined by line ends."""
    return "\n".join(source.slice(start, end) for start, end in chunk.pieces)
