"""Reads chunks and units of published repositories from the database.

A unit is a symbol, or the text of a chunk outside all symbols. Chunks are read by number or by text, each with the
units that a search may show for it. Units are also read by name.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ctx_lsp.published.model import PublishedChunk, PublishedUnit, Row
from ctx_lsp.published.nearest_texts import NearText
from ctx_lsp.published.postings import array_text

if TYPE_CHECKING:
    from ctx_lsp.sharing.database import Connection

TextOfRepository = tuple[int, bytes | None]
"""The number of a repository, and the key of a text's vector."""

MAX_NAMED = 500  # units found by name
MAX_CHUNKS_OF_A_TEXT = 20  # places of one text, such as a licence in each file

_UNIT_COLUMNS = (
    "units.repository, units.number, path, symbol, name, kind, signature, language, role, is_test, first_line, "
    "last_line, callable, extent, centrality, name_line"
)
_CHUNKS = (  # with each of their `shown_units`, as far as these are there
    "SELECT chunks.number, chunks.units, own, key, " + _UNIT_COLUMNS + " FROM unnest(%s::integer[], {}) "
    "AS wanted (repository, {}) JOIN ctx_lsp.published_chunks chunks USING (repository, {}) "
    "CROSS JOIN LATERAL unnest(CASE cardinality(chunks.units) WHEN 1 THEN chunks.units ELSE chunks.units || own END) "
    "AS unit JOIN ctx_lsp.published_units units "
    "ON units.repository = chunks.repository AND units.number = unit"
)
_BY_NUMBER = _CHUNKS.format("%s::integer[]", "number", "number")
_BY_TEXT = _CHUNKS.format("%b::bytea[]", "key", "key")
_NAMED = (
    f"SELECT {_UNIT_COLUMNS} FROM ctx_lsp.published_units units "
    f"WHERE name = ANY(%s) AND repository = ANY(%s::integer[]) ORDER BY repository, number LIMIT {MAX_NAMED}"
)


class Loaded:
    """The chunks and units that have been read so far."""

    def __init__(self, connection: "Connection") -> None:
        self._connection = connection
        self.chunks: dict[Row, PublishedChunk] = {}
        self.units: dict[Row, PublishedUnit] = {}

    def add(self, rows: Iterable[Row]) -> None:
        """Read the chunks in `rows`, and the units that a search may show for them. Skip chunks that are known."""
        if missing := [row for row in rows if row not in self.chunks]:
            self._add(_BY_NUMBER, [*map(array_text, zip(*missing, strict=True))])

    def add_texts(self, texts: Sequence[NearText]) -> dict[Row, float]:
        """Read the chunks that contain `texts`, and the units that a search may show for them.

        Return the cosine of each chunk, nearest first. A text has at most `MAX_CHUNKS_OF_A_TEXT` chunks in the result.
        """
        if not texts:
            return {}
        cosines: dict[TextOfRepository, float] = {(one.repository, one.key): one.cosine for one in texts}
        places: Counter[TextOfRepository] = Counter()
        found: dict[Row, float] = {}
        repositories = array_text(one.repository for one in texts)
        for row in self._add(_BY_TEXT, [repositories, [one.key for one in texts]]):
            text = row[0], self.chunks[row].key
            places[text] += 1
            if places[text] <= MAX_CHUNKS_OF_A_TEXT:
                found[row] = cosines[text]
        return dict(sorted(found.items(), key=lambda one: -one[1]))

    def add_named(self, names: Sequence[str], among: Iterable[int]) -> tuple[Row, ...]:
        """Read the units that have one of these names, in the repositories numbered `among`. Return the units' rows."""
        found = self._connection.execute(_NAMED, (list(names), array_text(among))).fetchall()
        named = {(repository, number): PublishedUnit(number, *fields) for repository, number, *fields in found}
        self.units |= named
        return tuple(named)

    def _add(self, query: str, wanted: Sequence[object]) -> Iterable[Row]:
        """Add the chunks that `query` reads, with their units. Return the chunks in the order of the query's result.

        `wanted` holds the parameters of the query.
        """
        read: dict[Row, None] = {}
        rows = self._connection.execute(query.encode(), wanted).fetchall()  # faster than one by one
        for number, units, own, key, repository, unit, *fields in rows:
            row = repository, number
            read[row] = None
            if row not in self.chunks:
                self.chunks[row] = PublishedChunk(number, tuple(units), own, key)
            if (repository, unit) not in self.units:
                self.units[repository, unit] = PublishedUnit(unit, *fields)
        return read

    def is_whole(self, row: Row) -> bool:
        """Return whether a chunk has been loaded together with all units that a search may show for it."""
        chunk = self.chunks.get(row)
        return chunk is not None and all((row[0], unit) in self.units for unit in chunk.shown_units)

    def units_of(self, row: Row) -> Iterator[PublishedUnit]:
        """Yield the units that a search may show for a chunk. The chunk must be whole (see `is_whole`)."""
        chunk = self.chunks[row]
        return (self.units[row[0], unit] for unit in chunk.shown_units)

    def chunks_of(self, scores: Mapping[Row, float]) -> dict[Row, PublishedChunk]:
        """Return the chunks of the rows in `scores`, all of which must have been read."""
        return {row: self.chunks[row] for row in scores}
