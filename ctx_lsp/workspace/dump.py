"""Canonical dump of the contents of the index at one revision.

Two indexes of the same texts with the same settings have equal dumps, regardless of earlier edits, restarts and caches.
Most parts are digests, kept separately for each file where possible, so that a difference can be located. Callers
compare the dumps.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.digest import digest
from ctx_lsp.graph.edges import FileEdges
from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.lexical.index import LexicalView
from ctx_lsp.snapshot.snapshot import Snapshot

SHOWN_BYTES = 8  # length of a shown digest: enough to distinguish two states
SEARCHES = (("error",), ("name", "self", "call"), ("def", "return", "class"), ("test", "run", "get", "value"))
HITS = 30
EVERY_TERM = 16  # the longest search uses every 16th term, so that it covers postings of every kind
SCORE_DIGITS = 6  # decimal places of a shown score

_NO_EDGES = FileEdges()


@dataclass(frozen=True, slots=True)
class FileDump:
    """Digests of a file's text, and of the outline, spans, references, chunks and edges derived from the text."""

    text: str
    outline: str
    places: str  # spans and references
    chunks: str
    edges: str


@dataclass(frozen=True, slots=True)
class Dump:
    """The contents of the index at one revision.

    `revision` counts changes and may differ between equal indexes. `vectors` maps the key of each chunk text that needs
    a vector to the chunks with this text and the digest of the vector (empty if the vector is missing). `unkeyed`
    counts the files whose chunk keys are not known yet, and whose chunks are therefore missing from `vectors`.
    """

    revision: int
    known_files: int
    files: Mapping[str, FileDump]  # by workspace path
    names: str
    dependants: str
    documents: int
    frequencies: str  # digest of how many chunks hold each term
    searches: Mapping[str, Sequence[str]]  # search terms → hits with their scores, best first
    unkeyed: int
    vectors: Mapping[str, tuple[str, str]]


def make_dump(snapshot: Snapshot, paths: Iterable[str] | None, token: CancelToken) -> Dump:
    """Dump a snapshot. If `paths` is given, list only the files at these paths. Raises `Cancelled`."""
    frequencies = sorted(snapshot.lexical.frequencies().items())
    return Dump(
        revision=snapshot.revision,
        known_files=-1 if snapshot.known_files is None else snapshot.known_files,
        files=_files(snapshot, paths, token),
        names=_digest(sorted((name, sorted(paths)) for name, paths in snapshot.names.items())),
        dependants=_digest(sorted((path, sorted(files)) for path, files in snapshot.graph.dependants.items())),
        documents=snapshot.lexical.documents,
        frequencies=_digest(frequencies),
        searches={
            label: _hits(snapshot.lexical, terms, token)
            for label, terms in (
                *((" ".join(terms), terms) for terms in SEARCHES),
                (f"every {EVERY_TERM}th", [term for term, _ in frequencies[::EVERY_TERM]]),
            )
        },
        unkeyed=snapshot.unkeyed_files if snapshot.vectors is not None else len(snapshot.files),
        vectors=_vectors(snapshot),
    )


def _files(snapshot: Snapshot, paths: Iterable[str] | None, token: CancelToken) -> dict[str, FileDump]:
    wanted = sorted(snapshot.files if paths is None else {path for path in paths if path in snapshot.files})
    found = {}
    for path in wanted:
        token.check()
        found[path] = _file(snapshot.files[path], snapshot.graph.by_file.get(path, _NO_EDGES))
    return found


def _file(entry: FileEntry, edges: FileEdges) -> FileDump:
    facts = entry.facts
    return FileDump(
        text=_shown(entry.source.digest),
        outline=_digest((facts.outline, entry.role)),
        places=_digest((facts.spans, tuple(facts.references))),
        chunks=_digest(facts.chunks),
        edges=_digest(tuple(edges)),
    )


def _hits(lexical: LexicalView, terms: Sequence[str], token: CancelToken) -> list[str]:
    hits = lexical.search(terms, HITS, token)
    return [f"{hit.path}#{hit.number} {hit.score:.{SCORE_DIGITS}f}" for hit in hits]


def _vectors(snapshot: Snapshot) -> dict[str, tuple[str, str]]:
    if snapshot.vectors is None:
        return {}
    found = {}
    for key, chunks in snapshot.chunks_by_key.items():
        row = snapshot.vectors.row(key)
        shown = "" if row is None else _shown(digest(row.tobytes()))
        found[key.hex()] = (" ".join(f"{path}#{number}" for path, number in chunks), shown)
    return found


def _digest(value: object) -> str:
    """Return the digest of a value whose representation is the same in every process."""
    return _shown(digest(repr(value).encode("utf-8", "backslashreplace")))


def _shown(whole: bytes) -> str:
    return whole[:SHOWN_BYTES].hex()
