"""Builds the published content of a repository from a snapshot. Chunks with likely secrets are left out."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.lexical.segment import Segment, build
from ctx_lsp.lexical.terms import file_terms
from ctx_lsp.published.exports import exports_of
from ctx_lsp.published.model import (
    DIMENSIONS,
    Postings,
    PublishedChunk,
    PublishedFile,
    PublishedPackage,
    PublishedUnit,
    RepositoryContent,
    Revision,
)
from ctx_lsp.published.packages import packages_of
from ctx_lsp.retrieval.model import SearchRequest
from ctx_lsp.retrieval.question.analyse import analyse
from ctx_lsp.retrieval.ranking import rank
from ctx_lsp.retrieval.ranking.score_matrix import ScoreMatrix
from ctx_lsp.retrieval.search_context import SearchContext
from ctx_lsp.retrieval.units import Unit, unit_range
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.model import naming_symbols
from ctx_lsp.text.lines import line_numbers
from ctx_lsp.text.redaction import redacted
from ctx_lsp.text.secrets import Span, secret_spans

ChunkPlace = tuple[str, int]  # path, and number of the chunk in its file


def content_of(snapshot: Snapshot, revision: Revision, model: str, *, with_text: bool) -> RepositoryContent:
    """Return the content to publish for the repository in a snapshot.

    `model` is the identity of the embedding model. If `with_text` is true, the content includes the texts of the files.
    The content of a release has no chunks, vectors or postings, and no units without a symbol, because only searches
    need these.
    """
    packages = packages_of(snapshot, revision.tags, revision.release)
    paths = _paths(snapshot)
    secrets = {path: found for path in paths if (found := secret_spans(snapshot.files[path].source.data))}
    units = _numbered_units(snapshot, paths, secrets)
    content = RepositoryContent(
        revision=revision,
        model="",
        files=[_file(entry, with_text) for _, entry in sorted(snapshot.files.items())],
        units=[unit for unit in units.published if unit.symbol],
        packages=[
            PublishedPackage(number, one.ecosystem, one.name, one.version, one.tagged)
            for number, one in enumerate(packages)
        ],
        exports=exports_of(snapshot, packages),
        chunks=(),
        vectors={},
        postings=(),
        withheld=0,
    )
    return content if revision.release else _searchable(snapshot, content, model, units, secrets)


def _searchable(
    snapshot: Snapshot, content: RepositoryContent, model: str, units: "_Units", secrets: Mapping[str, Sequence[Span]]
) -> RepositoryContent:
    """Return `content` with all units, and with the chunks, vectors and postings that searches need.

    Chunks that overlap with a likely secret are left out.
    """
    paths = _paths(snapshot)
    terms = {path: file_terms(snapshot.files[path]) for path in paths}
    segment = build(terms) if terms else None
    withheld = frozenset(place for path in secrets for place in _withheld(snapshot.files[path], secrets[path]))
    vectors = _vectors(snapshot)
    places = [(path, number) for path in paths for number in range(len(snapshot.files[path].facts.chunks))]
    chunks = [
        _chunk(snapshot, row, place, units.numbers, vectors.keys_of.get(place))
        for row, place in enumerate(places)
        if place not in withheld
    ]
    used = {chunk.key for chunk in chunks}
    return replace(
        content,
        model=model if vectors.rows else "",
        units=units.published,
        chunks=chunks,
        vectors={key: row for key, row in vectors.rows.items() if key in used},
        postings=list(_postings(segment, np.array([place not in withheld for place in places], dtype=np.bool_))),
        withheld=len(withheld),
    )


def _paths(snapshot: Snapshot) -> list[str]:
    return sorted(path for path, entry in snapshot.files.items() if entry.facts.chunks)


@dataclass(frozen=True, slots=True)
class _Units:
    numbers: Mapping[Unit, int]
    published: list[PublishedUnit]


@dataclass(frozen=True, slots=True)
class _Vectors:
    rows: Mapping[bytes, np.ndarray]
    keys_of: Mapping[ChunkPlace, bytes]


def _withheld(entry: FileEntry, secrets: Sequence[Span]) -> Iterator[ChunkPlace]:
    """Yield the chunks that overlap with a likely secret."""
    for number, chunk in enumerate(entry.facts.chunks):
        if any(_overlaps(piece, secrets) for piece in chunk.pieces):
            yield entry.path, number


def _overlaps(place: Span, secrets: Sequence[Span]) -> bool:
    return any(place[0] < end and begin < place[1] for begin, end in secrets)


def _numbered_units(snapshot: Snapshot, paths: Sequence[str], secrets: Mapping[str, Sequence[Span]]) -> _Units:
    units: list[Unit] = []
    for path in paths:
        entry = snapshot.files[path]
        units += [Unit(path, index, -1) for index in sorted(set(entry.main_indices))]
        units += [Unit(path, -1, number) for number in range(len(entry.facts.chunks))]
    matrix = ScoreMatrix(snapshot.files, units)
    context = SearchContext(snapshot, SearchRequest(""), analyse(""), CancelToken())
    figures = [column(matrix, context).tolist() for column in (rank.callables, rank.extent, rank.centrality)]
    published = [
        _unit(snapshot, number, unit, values, secrets.get(unit.path, ()))
        for number, (unit, values) in enumerate(zip(matrix.units, zip(*figures, strict=True), strict=True))
    ]
    return _Units(matrix.places, published)


def _unit(
    snapshot: Snapshot, number: int, unit: Unit, figures: tuple[float, float, float], secrets: Sequence[Span]
) -> PublishedUnit:
    entry = snapshot.files[unit.path]
    symbol = entry.facts.outline.symbols[unit.symbol] if unit.symbol >= 0 else None
    place = unit_range(snapshot, unit)
    first, last = line_numbers(entry.source, *place)
    return PublishedUnit(
        number,
        unit.path,
        symbol.qualname if symbol else "",
        symbol.name if symbol else "",
        symbol.kind if symbol else "File",
        redacted(symbol.signature) if symbol and not _overlaps(place, secrets) else "",
        entry.language,
        entry.role,
        unit.symbol in entry.tests,
        first,
        last,
        *figures,
        name_line=entry.source.line_at(entry.facts.spans[unit.symbol].name_start) + 1 if symbol else None,
    )


def _chunk(
    snapshot: Snapshot, row: int, place: ChunkPlace, numbers: Mapping[Unit, int], key: bytes | None
) -> PublishedChunk:
    path, number = place
    entry = snapshot.files[path]
    symbols = naming_symbols(entry.facts.outline, entry.facts.chunks[number])
    units = dict.fromkeys(numbers[Unit(path, entry.main_indices[index], -1)] for index in symbols)
    return PublishedChunk(row, tuple(units), numbers[Unit(path, -1, number)], key)


def _vectors(snapshot: Snapshot) -> _Vectors:
    """Return the chunks' vectors, scaled to length 1; none if the model does not have `DIMENSIONS` dimensions."""
    rows: dict[bytes, np.ndarray] = {}
    keys_of: dict[ChunkPlace, bytes] = {}
    for key, places in snapshot.chunks_by_key.items() if snapshot.vectors is not None else ():
        row = snapshot.vectors.row(key) if snapshot.vectors is not None else None
        if row is not None and len(row) == DIMENSIONS:
            rows[key] = row / np.linalg.norm(row.astype(np.float64))
            keys_of.update(dict.fromkeys(places, key))
    return _Vectors(rows, keys_of)


def _file(entry: FileEntry, with_text: bool) -> PublishedFile:
    text = redacted(entry.source.data.decode("utf-8", "replace")).encode() if with_text else None
    return PublishedFile(entry.path, entry.language, entry.role, text)


def _postings(segment: Segment | None, kept: np.ndarray) -> Iterator[Postings]:
    for term in segment.impacts.vocab_dict if segment else ():
        rows, impacts = segment.impacts.column(term) or ((), ()) if segment else ((), ())
        chosen = kept[rows]
        if chosen.any():
            yield Postings(term, np.asarray(rows)[chosen].astype(np.int32), np.asarray(impacts)[chosen])
