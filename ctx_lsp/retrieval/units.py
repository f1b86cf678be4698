"""What a result stands for: an outlined symbol, or a chunk that has none. Chunks map to units here."""

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import NamedTuple

from ctx_lsp.graph.entry import Definition, FileEntry
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.words import terms

REMEMBERED = 1 << 15  # names whose words are kept: those of a middling repository, some ten megabytes


class Unit(NamedTuple):
    """A candidate result. `symbol` indexes the file's outline, or is -1, and then `chunk` is the chunk's number."""

    path: str
    symbol: int
    chunk: int


class ChunkUnits:
    """The units that chunks stand for in a question of these `words`; channels find the same chunks.

    Where symbols of some `kinds` are wanted, a chunk that holds any stands for these alone.
    """

    def __init__(self, snapshot: Snapshot, words: Iterable[str], kinds: Collection[str] = ()) -> None:
        self._files = snapshot.files
        self._words = frozenset(words)
        self._kinds = kinds
        self._known: dict[tuple[str, int], Unit] = {}

    def of(self, path: str, number: int) -> Unit:
        """The unit of a chunk; of several symbols in one chunk, the one that shares most words with the question, and
        the chunk itself where none does. Overloads are one unit."""
        unit = self._known.get((path, number))
        if unit is None:
            unit = self._known[path, number] = self._find(self._files[path], number)
        return unit

    def _find(self, entry: FileEntry, number: int) -> Unit:
        names = entry.facts.outline.symbols
        symbols = entry.facts.chunks[number].symbols
        if self._kinds:
            symbols = tuple(i for i in symbols if names[i].kind in self._kinds) or symbols
        if len(symbols) == 1:
            return Unit(entry.path, entry.meant[symbols[0]], -1)
        shared, best = max(((len(self._words & name_words(names[i].name)), -i) for i in symbols), default=(0, 0))
        return Unit(entry.path, entry.meant[-best], -1) if shared else Unit(entry.path, -1, number)


@lru_cache(maxsize=REMEMBERED)
def name_words(name: str) -> frozenset[str]:
    """The index terms of a symbol's name."""
    return frozenset(terms(name))


def node_of(snapshot: Snapshot, unit: Unit) -> str | None:
    """The unit's node in the graph; None for a chunk without a symbol."""
    return snapshot.files[unit.path].definitions[unit.symbol].id if unit.symbol >= 0 else None


def unit_of_node(snapshot: Snapshot, node: str) -> Unit | None:
    """The unit of a symbol id; None for a file or an unknown id."""
    definition = snapshot.definition(node)
    return unit_of(snapshot, definition) if definition else None


def unit_of(snapshot: Snapshot, definition: Definition) -> Unit:
    """The unit of a definition."""
    return Unit(definition.path, snapshot.files[definition.path].meant[definition.index], -1)


def unit_at(snapshot: Snapshot, path: str, offset: int) -> Unit | None:
    """The unit of the innermost symbol around a byte offset of a file, else the chunk there; None where neither is."""
    entry = snapshot.files[path]
    spans = enumerate(entry.facts.spans)
    around = [(span.end - span.start, index) for index, span in spans if span.start <= offset < span.end]
    if around:
        return Unit(path, entry.meant[min(around)[1]], -1)
    pieces = ((number, piece) for number, chunk in enumerate(entry.facts.chunks) for piece in chunk.pieces)
    number = next((number for number, (start, end) in pieces if start <= offset < end), None)
    return None if number is None else Unit(path, -1, number)


def unit_range(snapshot: Snapshot, unit: Unit) -> tuple[int, int]:
    """Byte range of a unit in its file; of a section of prose the text before the sections in it."""
    entry = snapshot.files[unit.path]
    if unit.symbol >= 0:
        spans = entry.facts.spans
        span = spans[unit.symbol]
        inner = entry.children.get(unit.symbol, ()) if entry.definitions[unit.symbol].kind == "String" else ()
        return span.start, min([span.end, *(spans[index].start for index in inner)])
    chunk = entry.facts.chunks[unit.chunk]
    return chunk.start, chunk.end
