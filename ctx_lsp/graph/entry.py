"""The index entry of one file: a pure function of the file's workspace path and text.

An entry holds the file's facts with global symbol ids. This module also builds the texts that are embedded for chunks.
Terms for lexical search are in `lexical.terms`. Nothing here depends on another file.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property

from ctx_lsp.base.digest import digest
from ctx_lsp.base.interning import intern
from ctx_lsp.base.lru import Lru
from ctx_lsp.graph.file_roles import FileRole
from ctx_lsp.graph.test_symbols import role_of, tests_in
from ctx_lsp.syntax.alternatives import uses
from ctx_lsp.syntax.facts import file_facts
from ctx_lsp.syntax.incremental.facts import IncrementalFacts
from ctx_lsp.syntax.model import (
    Base,
    Chunk,
    FileFacts,
    ItemFacts,
    Symbol,
    SymbolKind,
    SymbolSpan,
    chunk_text,
    naming_symbols,
)
from ctx_lsp.text.disk_files import PATH_END
from ctx_lsp.text.source import SourceText

SEPARATOR = PATH_END  # no path contains it or ends in `:`, so the first one in an id ends the path
RECENT_ENTRIES = 16  # enough for a few files in the editor, each with one or two earlier texts
_SCOPED_ENUMS = ("enum class ", "enum struct ")  # how their signatures begin
_NUMBER = re.compile(r"#\d+(?=\.|\Z)")  # suffix of a second or later definition with the same name


@dataclass(frozen=True, slots=True)
class Definition:
    """A symbol as other files see it. `id` is `path::qualname`; `container` is the id of the parent symbol, or `path`.

    `index` is the position among the file's symbols. Comparisons ignore `index`, because it shifts when other symbols
    are added or removed.
    """

    id: str
    path: str
    index: int = field(compare=False)
    name: str
    qualname: str
    kind: SymbolKind
    container: str
    language: str
    bases: tuple[Base, ...]
    fallback: bool = False  # whether another definition of the name takes precedence
    scoped: bool = False  # whether it is an enum whose members belong to it alone, such as an `enum class`
    item: ItemFacts | None = None


@dataclass(frozen=True)
class FileEntry:
    """One revision of a file with the data derived from its path and text.

    If `is_plain` is true, the file was only read as plain text so far, and its facts lack symbols.
    """

    path: str
    source: SourceText
    facts: FileFacts
    role: FileRole
    is_plain: bool = False

    @property
    def language(self) -> str:
        """The name of the file's language."""
        return self.facts.outline.language

    @cached_property
    def definitions(self) -> tuple[Definition, ...]:
        """One definition for each symbol of the outline, in the same order."""
        symbols = self.facts.outline.symbols
        return tuple(
            Definition(
                id=symbol_id(self.path, symbol.qualname),
                path=self.path,
                index=index,
                name=intern(symbol.name),
                qualname=intern(symbol.qualname),
                kind=symbol.kind,
                container=symbol_id(self.path, symbols[symbol.parent].qualname) if symbol.parent >= 0 else self.path,
                language=self.language,
                bases=symbol.bases,
                fallback=symbol.fallback,
                scoped=symbol.kind == "Enum" and symbol.signature.startswith(_SCOPED_ENUMS),
                item=symbol.item,
            )
            for index, symbol in enumerate(symbols)
        )

    @cached_property
    def by_name(self) -> dict[str, tuple[Definition, ...]]:
        """Definitions keyed by the last part of their qualified name, in file order."""
        return _by_name(self.definitions)

    @cached_property
    def names_in_lower_case(self) -> str:
        """The keys of `by_name` in lower case, one per line. Substring searches use this text to skip files."""
        return "\n".join(self.by_name).lower()

    @cached_property
    def top_level(self) -> dict[str, tuple[Definition, ...]]:
        """Top-level definitions keyed by name, in file order, leaving out members whose type another file defines."""
        tops = (definition for definition in self.definitions if definition.container == self.path)
        return _by_name(definition for definition in tops if "." not in definition.qualname)

    @cached_property
    def by_qualname(self) -> dict[str, Definition]:
        """Definitions keyed by qualified name inside the file."""
        return {definition.qualname: definition for definition in self.definitions}

    @cached_property
    def main_indices(self) -> tuple[int, ...]:
        """For each symbol, the index of its main definition.

        A main definition represents all definitions of the same name, such as overloads or a getter and its setter.
        """
        plain = (self.by_qualname.get(_NUMBER.sub("", definition.qualname)) for definition in self.definitions)
        return tuple(one.index if one else index for index, one in enumerate(plain))

    @cached_property
    def children(self) -> dict[int, tuple[int, ...]]:
        """Indices of direct members, keyed by the index of their parent; top-level symbols are under the key -1."""
        found: dict[int, list[int]] = {}
        for index, symbol in enumerate(self.facts.outline.symbols):
            found.setdefault(symbol.parent, []).append(index)
        return {parent: tuple(members) for parent, members in found.items()}

    @cached_property
    def kinds(self) -> frozenset[SymbolKind]:
        """The kinds of the file's symbols."""
        return frozenset(symbol.kind for symbol in self.facts.outline.symbols)

    @cached_property
    def alternatives(self) -> frozenset[tuple[str, str]]:
        """The alternatives, such as one of several HTTP libraries, that this file uses, as pairs of category and name.

        Only the file's own text is considered.
        """
        roles = {self.role, "any"}
        return frozenset(use.alternative.key for use in uses(self.facts, self.path) if use.alternative.role in roles)

    @cached_property
    def tests(self) -> frozenset[int]:
        """Indices of the symbols that are tests: all symbols of a test file, otherwise those that `tests_in` finds."""
        outline = self.facts.outline
        return frozenset(range(len(outline.symbols))) if self.role == "test" else tests_in(outline)

    def symbol(self, index: int) -> tuple[Symbol, SymbolSpan]:
        """Return the outlined symbol at `index` and its span."""
        return self.facts.outline.symbols[index], self.facts.spans[index]


def _by_name(definitions: Iterable[Definition]) -> dict[str, tuple[Definition, ...]]:
    found: dict[str, list[Definition]] = {}
    for definition in definitions:
        found.setdefault(definition.name, []).append(definition)
    return {name: tuple(group) for name, group in found.items()}


def symbol_id(path: str, qualname: str) -> str:
    """Return the global id of a symbol, interned because entries, tables and edges all hold it."""
    return intern(f"{path}{SEPARATOR}{qualname}")


def path_of(node: str) -> str:
    """Return the path in a symbol id, or `node` itself if it is the path of a file."""
    return node.partition(SEPARATOR)[0]


def qualname_of(node: str) -> str:
    """Return the qualified name in a symbol id; empty if `node` is the path of a file."""
    return node.partition(SEPARATOR)[2]


def without_numbers(qualname: str) -> str:
    """Return a qualified name as it is written in code: `Cart.total` for `Cart#2.total#3`.

    The numbers mark second and later definitions with the same name.
    """
    return _NUMBER.sub("", qualname)


def unnumbered_name(definition: Definition) -> str:
    """Return the qualified name without the definition's own number; a number of its container stays."""
    container, dot, name = definition.qualname.rpartition(".")
    return f"{container}{dot}{without_numbers(name)}"


def container_name(definition: Definition) -> str:
    """Return the qualified name of the definition's container; empty at the top level."""
    whole = unnumbered_name(definition)
    end = f".{definition.name}"
    return whole.removesuffix(end) if whole.endswith(end) else definition.qualname.rpartition(".")[0]


def make_entry(
    path: str,
    source: SourceText,
    read: Callable[[str, SourceText], FileFacts] = file_facts,
    before: FileEntry | None = None,
) -> FileEntry:
    """Compute the entry of a file; `read` computes the facts from the file's path and text.

    `before` is the entry of an earlier text of the file. If the outline is unchanged, values derived from the outline
    are reused.
    """
    entry = entry_with_facts(path, source, read(path, source))
    return with_definitions(_with_values_of(before, entry) if before else entry)


def entry_with_facts(path: str, source: SourceText, facts: FileFacts) -> FileEntry:
    """Return the entry of a file whose facts are known."""
    return FileEntry(path, source, facts, role_of(path, facts.outline))


_OF_THE_OUTLINE = (
    "definitions", "by_name", "names_in_lower_case", "top_level", "by_qualname", "main_indices", "children", "kinds",
    "tests",
)  # fmt: skip
"""Cached properties of `FileEntry` that depend only on the path and the outline of the file."""


def _with_values_of(before: FileEntry, entry: FileEntry) -> FileEntry:
    """Copy cached properties from `before` to `entry` if both have the same outline, and return `entry`.

    An edit inside a function usually leaves the outline unchanged, so hundreds of definitions need not be rebuilt.
    """
    if entry.facts.outline == before.facts.outline:
        vars(entry).update((name, vars(before)[name]) for name in _OF_THE_OUTLINE if name in vars(before))
    return entry


def with_definitions(entry: FileEntry) -> FileEntry:
    """Compute `entry.definitions`, on which other properties depend, and return `entry`."""
    assert len(entry.definitions) == len(entry.facts.spans), "each symbol has its place"
    return entry


class EntryMaker:
    """A builder of file entries that caches recent ones, without affecting results. Not thread-safe."""

    def __init__(self) -> None:
        self._memo = IncrementalFacts()
        self._recent: Lru[tuple[str, SourceText], FileEntry] = Lru(RECENT_ENTRIES)

    def entry(self, path: str, source: SourceText, *, is_edited: bool) -> FileEntry:
        """Return the entry of a file. For an edited file, keep the state needed to process the next edit incrementally.

        Recent entries are cached, because undoing, saving and closing can restore an earlier text.
        """
        made = self._recent.get((path, source))
        if made is None:
            latest = next((key for key in reversed(self._recent.keys) if key[0] == path), None) if is_edited else None
            before = self._recent.peek(latest) if latest else None
            made = make_entry(path, source, self._memo.facts if is_edited else file_facts, before)
            self._recent.put((path, source), made)
        return made

    def prepare(self, entry: FileEntry) -> None:
        """Compute the state needed to process the next edit of a file incrementally, unless this state exists."""
        if not self._memo.keeps(entry.path, entry.source):
            self._memo.facts(entry.path, entry.source)


def embedding_texts(entry: FileEntry) -> list[str]:
    """Return the text to embed for each chunk."""
    return [embedding_text(entry, chunk) for chunk in entry.facts.chunks]


def embedding_text(entry: FileEntry, chunk: Chunk) -> str:
    """Return the text to embed for a chunk: its path, the qualified name of its symbol, and its content.

    The name is left out if the chunk has no symbol or several symbols.
    """
    outline = entry.facts.outline
    symbols = naming_symbols(outline, chunk)
    qualname = outline.symbols[symbols[0]].qualname if len(symbols) == 1 else ""
    return f"{entry.path} {qualname}\n{chunk_text(entry.source, chunk)}"


def vector_key(identity: str, text: str) -> bytes:
    """Return the key for the vector that the model `identity` computes for `text`."""
    return digest(identity.encode(), text.encode())
