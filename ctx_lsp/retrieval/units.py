"""Units of retrieval (symbols, and chunks without a symbol), and the mapping from chunks to units."""

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import NamedTuple

from ctx_lsp.graph.entry import Definition, FileEntry
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.model import is_inline, naming_symbols
from ctx_lsp.syntax.symbol_kinds import SECTION_KINDS
from ctx_lsp.syntax.words import terms

MAX_CACHED = 1 << 13  # names whose words are cached, about a megabyte


class Unit(NamedTuple):
    """A candidate result: a symbol in a file or a chunk of a file.

    `symbol` is an index into the file's outline. If it is -1, the unit is the chunk with the number `chunk`.
    """

    path: str
    symbol: int
    chunk: int


class ChunkUnits:
    """Mapping from chunks to units for a question with the index terms `words`.

    The units are cached, because several channels find the same chunks. If a chunk holds symbols of the given `kinds`,
    the other symbols in the chunk are ignored.
    """

    def __init__(self, snapshot: Snapshot, words: Iterable[str], kinds: Collection[str] = ()) -> None:
        self._files = snapshot.files
        self._words = frozenset(words)
        self._kinds = kinds
        self._known: dict[tuple[str, int], Unit] = {}

    def of(self, path: str, number: int) -> Unit:
        """Return the unit for a chunk.

        If the chunk holds several symbols, the unit is the symbol whose name shares the most words with the question,
        or the chunk itself if no name shares any. All overloads of a function are one unit.
        """
        unit = self._known.get((path, number))
        if unit is None:
            unit = self._known[path, number] = self._find(self._files[path], number)
        return unit

    def _find(self, entry: FileEntry, number: int) -> Unit:
        names = entry.facts.outline.symbols
        chunk = entry.facts.chunks[number]
        symbols = naming_symbols(entry.facts.outline, chunk)
        if self._kinds:
            symbols = tuple(i for i in chunk.symbols if names[i].kind in self._kinds) or symbols
        if len(symbols) == 1:
            return Unit(entry.path, entry.main_indices[symbols[0]], -1)
        shared, best = max(((self._shared_words(names[i].name), -i) for i in symbols), default=(0, 0))
        return Unit(entry.path, entry.main_indices[-best], -1) if shared else Unit(entry.path, -1, number)

    def _shared_words(self, name: str) -> int:
        return len(self._words.intersection(name_words(name)))


@lru_cache(maxsize=MAX_CACHED)
def name_words(name: str) -> tuple[str, ...]:
    """Return the distinct index terms of a symbol's name.

    The result is a tuple, because cached sets would take five times the memory.
    """
    return tuple(dict.fromkeys(terms(name)))


def node_of(snapshot: Snapshot, unit: Unit) -> str | None:
    """Return the id of the symbol that represents a unit in the graph, or None for a chunk without a symbol."""
    return snapshot.files[unit.path].definitions[unit.symbol].id if unit.symbol >= 0 else None


def unit_of_node(snapshot: Snapshot, node: str) -> Unit | None:
    """Return the unit for a symbol id, or None if the id is unknown or names a file."""
    definition = snapshot.definition(node)
    return unit_of(snapshot, definition) if definition else None


def unit_of(snapshot: Snapshot, definition: Definition) -> Unit:
    """Return the unit for a definition."""
    return Unit(definition.path, snapshot.files[definition.path].main_indices[definition.index], -1)


def unit_at(snapshot: Snapshot, path: str, offset: int) -> Unit | None:
    """Return the unit at a byte offset in a file: the innermost symbol there, otherwise the chunk, otherwise None."""
    entry = snapshot.files[path]
    spans = enumerate(entry.facts.spans)
    around = [(span.end - span.start, index) for index, span in spans if span.start <= offset < span.end]
    if around:
        return Unit(path, entry.main_indices[min(around)[1]], -1)
    pieces = ((number, piece) for number, chunk in enumerate(entry.facts.chunks) for piece in chunk.pieces)
    number = next((number for number, (start, end) in pieces if start <= offset < end), None)
    return None if number is None else Unit(path, -1, number)


def unit_range(snapshot: Snapshot, unit: Unit) -> tuple[int, int]:
    """Return the byte range of a unit in its file.

    The range of a prose section ends at its first subsection. Inline items, such as requirements in a list, do not end
    it.
    """
    entry = snapshot.files[unit.path]
    if unit.symbol >= 0:
        spans = entry.facts.spans
        span = spans[unit.symbol]
        symbols = entry.facts.outline.symbols
        if symbols[unit.symbol].kind not in SECTION_KINDS:
            return span.start, span.end
        inner = entry.children.get(unit.symbol, ())
        return span.start, min([span.end, *(spans[index].start for index in inner if not is_inline(symbols[index]))])
    chunk = entry.facts.chunks[unit.chunk]
    return chunk.start, chunk.end
