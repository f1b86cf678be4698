"""Encodes the records of a file as bytes for a persistent store, and computes the keys of the records.

The record of a file depends on the file's path and text, and so does the key. Edges also depend on lookups in other
files, so a record of edges lists these lookups and holds a digest of the answers (the evidence). All keys include a
digest of the program's sources, so that a record from another version is never found. A cache file may come from an
untrusted source. Therefore, a record is ignored if it cannot be decoded, belongs to another key or text, or has
positions that do not fit the text. `blob_store` stores the bytes; `record_cache` decides which files to store and when.
"""

import sys
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from functools import cache
from importlib import metadata, resources
from importlib.resources.abc import Traversable
from typing import TypeVar
from unicodedata import unidata_version

import msgspec

from ctx_lsp.base.compression import compressed, decompressed
from ctx_lsp.base.digest import DIGEST_BYTES, digest
from ctx_lsp.cache.interning import interned_edges, interned_facts, interned_lookups
from ctx_lsp.graph.edges import FileEdges
from ctx_lsp.graph.evidence import EdgesRecord
from ctx_lsp.graph.tables import Tables
from ctx_lsp.lexical.terms import FileTerms
from ctx_lsp.syntax.facts_validation import facts_fit
from ctx_lsp.syntax.model import FileFacts
from ctx_lsp.text.source import SourceText

# Every layer that a record depends on.
_LAYERS = ("base", "languages", "text", "syntax", "engine", "graph", "lexical", "cache", "snapshot", "ingest")
_SUFFIXES = (".py", ".scm", ".toml")
_TABLES = frozenset(field.name for field in fields(Tables))
# Limits of a decompressed record of edges. Many wildcard imports make records far larger than their text.
MIN_EDGES_LIMIT = 1 << 24
EDGES_BYTES_PER_TEXT_BYTE = 64
_PACKAGES = ("tree-sitter", "tree-sitter-language-pack")

Record = TypeVar("Record")


@dataclass(frozen=True, slots=True)
class FileRecord:
    """The data derived from a file's path and text."""

    facts: FileFacts
    terms: FileTerms
    encoded: bytes = field(default=b"", compare=False)  # the bytes it was decoded from, which save encoding it again


@dataclass(frozen=True, slots=True)
class _FileBytes:
    facts: FileFacts
    terms: bytes


@dataclass(frozen=True, slots=True)
class _EdgesBytes:
    edges: FileEdges
    lookups: dict[str, list[str | tuple[str | bool, ...]]]
    evidence: bytes


def file_key(path: str, source: SourceText) -> bytes:
    """Return the key of a file's record."""
    return digest(program(), b"file", path.encode(), source.digest)


def edges_key(path: str, source: SourceText) -> bytes:
    """Return the key of a file's edges."""
    return digest(program(), b"edges", path.encode(), source.digest)


def with_checksum(key: bytes, source: SourceText, data: bytes) -> bytes:
    """Prepend a checksum that ties the bytes of a record to `key` and to the text of `source`."""
    return digest(key, source.digest, data) + data


def without_checksum(key: bytes, source: SourceText, data: bytes) -> bytes:
    """Remove the checksum that `with_checksum` prepended; return empty bytes if it does not match."""
    record = data[DIGEST_BYTES:]
    return record if data[:DIGEST_BYTES] == digest(key, source.digest, record) else b""


def encode_file(record: FileRecord) -> bytes:
    """Encode a file's record as bytes."""
    return record.encoded or _encoder.encode(_FileBytes(record.facts, record.terms.to_bytes()))


def decode_file(data: bytes, source: SourceText) -> FileRecord | None:
    """Decode the bytes from `encode_file`; return None for other bytes, or for a record that does not fit `source`."""
    found = _decoded(_files, data)
    if found is None or not facts_fit(found.facts, len(source.data)):
        return None
    try:
        terms = FileTerms.from_bytes(found.terms)
    except ValueError:
        return None
    return FileRecord(interned_facts(found.facts), terms, data) if terms.chunks == len(found.facts.chunks) else None


def encode_edges(record: EdgesRecord, source: SourceText) -> bytes:
    """Encode a record of the edges that start in `source`; return empty bytes if it exceeds the limit for its text.

    The bytes are compressed to a sixth, because the same names occur in edges and look-ups again and again.
    """
    data = _encoder.encode(record)
    return compressed(data) if len(data) <= _edges_limit(source) else b""


def decode_edges(data: bytes, path: str, source: SourceText) -> EdgesRecord | None:
    """Decode the bytes from `encode_edges` for the file at `path`; return None for any other bytes."""
    plain = decompressed(data, _edges_limit(source))
    found = None if plain is None else _decoded(_edges, plain)
    if found is None or not (found.lookups.keys() <= _TABLES and found.edges.fits(path)):
        return None
    return EdgesRecord(interned_edges(found.edges), interned_lookups(found.lookups), found.evidence)


def _edges_limit(source: SourceText) -> int:
    return MIN_EDGES_LIMIT + EDGES_BYTES_PER_TEXT_BYTE * len(source.data)


@cache
def program() -> bytes:
    """Return a digest of the software on which records depend: ctx-lsp's sources, the parser, grammars and Python."""
    base = resources.files("ctx_lsp")
    sources = (part for layer in _LAYERS for part in _named_sources(base / layer, layer))
    versions = (*map(metadata.version, _PACKAGES), unidata_version, *sorted(sys.stdlib_module_names))
    return digest(*sources, *(name.encode() for name in versions))


def _named_sources(folder: Traversable, path: str) -> Iterable[bytes]:
    """Yield the path, then the content, of each source file below `folder`.

    `path` is the folder's path in the package.
    """
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        name = f"{path}/{entry.name}"
        if entry.is_dir():
            yield from _named_sources(entry, name)
        elif name.endswith(_SUFFIXES):
            yield from (name.encode(), entry.read_bytes())


def _decoded(decoder: "msgspec.msgpack.Decoder[Record]", data: bytes) -> Record | None:
    try:
        return decoder.decode(data)
    except msgspec.MsgspecError:
        return None


_encoder = msgspec.msgpack.Encoder()
_files = msgspec.msgpack.Decoder(_FileBytes)
_edges = msgspec.msgpack.Decoder(_EdgesBytes)

program()  # at import, because an update may replace the sources on disk while this process keeps its loaded modules
