"""What was derived from one file, as bytes for a persistent store, and the keys under which it is found again.

A file's record follows from its path and text, so its key does. Edges also follow from what the file looked up in
others: their record says what was asked and holds a digest of the answers, the evidence. Both follow from the program
as well: keys hold the digest of its sources, so that a record of another version is never found. Bytes that do not
decode, that were made for another key or text, or whose numbers mean nothing in the text at hand, are as good as
missing: a cache's file may come from somebody else. Where bytes are kept is in `blob_store`; of which files and when,
in `record_cache`.
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

from ctx_lsp.base.digest import DIGEST_BYTES, digest
from ctx_lsp.graph.edges import Edge
from ctx_lsp.graph.entry import path_of
from ctx_lsp.graph.evidence import EdgesRecord
from ctx_lsp.graph.tables import Tables
from ctx_lsp.lexical.terms import FileTerms
from ctx_lsp.syntax.fitting import facts_fit
from ctx_lsp.syntax.model import FileFacts
from ctx_lsp.text.source import SourceText

_LAYERS = (
    "languages",
    "text",
    "syntax",
    "engine",
    "graph",
    "lexical",
    "cache",
    "snapshot",
    "ingest",
)  # all that a record follows from
_SUFFIXES = (".py", ".scm", ".toml")
_TABLES = frozenset(field.name for field in fields(Tables))
_PACKAGES = ("tree-sitter", "tree-sitter-language-pack")

Record = TypeVar("Record")


@dataclass(frozen=True, slots=True)
class FileRecord:
    """What follows from the path and the text of a file."""

    facts: FileFacts
    terms: FileTerms
    encoded: bytes = field(default=b"", compare=False)  # where it came as bytes, so as not to make them again


@dataclass(frozen=True, slots=True)
class _FileBytes:
    facts: FileFacts
    terms: bytes


@dataclass(frozen=True, slots=True)
class _EdgesBytes:
    edges: tuple[Edge, ...]
    lookups: dict[str, list[str | tuple[str | bool, ...]]]
    evidence: bytes


def file_key(path: str, source: SourceText) -> bytes:
    """The key of a file's record."""
    return digest(program(), b"file", path.encode(), source.digest)


def edges_key(path: str, source: SourceText) -> bytes:
    """The key of the record of a file's edges."""
    return digest(program(), b"edges", path.encode(), source.digest)


def sealed(key: bytes, source: SourceText, data: bytes) -> bytes:
    """A record's bytes with a checksum of the key, of the text and of them: elsewhere they are not believed."""
    return digest(key, source.digest, data) + data


def unsealed(key: bytes, source: SourceText, data: bytes) -> bytes:
    """The bytes that were `sealed` under this key and for this text; empty where they were not."""
    record = data[DIGEST_BYTES:]
    return record if data[:DIGEST_BYTES] == digest(key, source.digest, record) else b""


def encode_file(record: FileRecord) -> bytes:
    """A file's record as bytes."""
    return record.encoded or _encoder.encode(_FileBytes(record.facts, record.terms.to_bytes()))


def decode_file(data: bytes, source: SourceText) -> FileRecord | None:
    """The record that `encode_file` made bytes of; None for anything else, and for one that does not fit `source`."""
    found = _decoded(_files, data)
    if found is None or not facts_fit(found.facts, len(source.data)):
        return None
    try:
        terms = FileTerms.from_bytes(found.terms)
    except ValueError:
        return None
    return FileRecord(found.facts, terms, data) if terms.chunks == len(found.facts.chunks) else None


def encode_edges(record: EdgesRecord) -> bytes:
    """A record of edges as bytes."""
    return _encoder.encode(record)


def decode_edges(data: bytes, path: str) -> EdgesRecord | None:
    """The record that `encode_edges` made bytes of for the file at `path`; None for anything else."""
    found = _decoded(_edges, data)
    if found is None or not (found.lookups.keys() <= _TABLES and all(_starts_in(path, edge) for edge in found.edges)):
        return None
    return EdgesRecord(found.edges, found.lookups, found.evidence)


def _starts_in(path: str, edge: Edge) -> bool:
    return path_of(edge.source) == path and 0 < edge.confidence <= 1


@cache
def program() -> bytes:
    """The digest of all that records follow from: our sources, the parser, its grammars and Python."""
    base = resources.files("ctx_lsp")
    sources = (part for layer in _LAYERS for part in _named_sources(base / layer, layer))
    versions = (*map(metadata.version, _PACKAGES), unidata_version, *sorted(sys.stdlib_module_names))
    return digest(*sources, *(name.encode() for name in versions))


def _named_sources(folder: Traversable, path: str) -> Iterable[bytes]:
    """The path and the content of each source below `folder`, which lies at `path`, in turn."""
    for entry in sorted(folder.iterdir(), key=lambda one: one.name):
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

program()  # at once: an update may replace the sources of a running process, whose modules stay those of before
