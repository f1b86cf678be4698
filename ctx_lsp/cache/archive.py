"""Exports and imports one root's part of the cache, to share it with a colleague or a build server.

An export file holds the records of a root's files and the vectors of their chunks, under the same keys as in the cache.
The keys are digests of workspace paths and texts, so any folder with the same content can use the file. The keys also
depend on the version of the program. A file from another version is rejected, because its rows would never be found.

Export files are not trusted. A file begins with a line that names the format. The rest is compressed: a line of JSON
with the program's digest and version, the rows (each a `_ROW` and its value), and a digest of everything before it. The
whole file is read and checked before the first row is stored. Later, each time a record is read from the cache,
`records` checks that it fits the current text. A file is not encrypted, even if the cache is.
"""

import gzip
import json
import os
import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO

import ctx_lsp
from ctx_lsp.base.digest import DIGEST_BYTES
from ctx_lsp.base.replaced_files import replaced_file
from ctx_lsp.cache.blob_store import BlobStore
from ctx_lsp.cache.record_cache import MAX_ROOT_BYTES, root_file
from ctx_lsp.cache.records import program
from ctx_lsp.cache.vector_store import VectorStore
from ctx_lsp.sealing.seal import UNSEALED, Seal

MAGIC = b"ctx-lsp cache 1\n"
MAX_HEADER_BYTES = 10_000
MAX_VALUE_BYTES = 1 << 26  # about the size of the record for a source file of ten megabytes
MAX_BYTES = 2 * MAX_ROOT_BYTES  # limit for all values together
MAX_DIMENSIONS = 1 << 14
BATCH = 200  # rows read or stored at once; other processes can use the stores in between

_ROW = struct.Struct(f"<c{DIGEST_BYTES}sI")  # kind, key, length of the value
_RECORD, _VECTOR, _END = b"r", b"v", b"."

ArchiveRow = tuple[bytes, bytes, bytes]  # kind, key, value


class CacheFileError(Exception):
    """Error raised if an export or import is not possible; the message gives the reason."""


@dataclass(frozen=True, slots=True)
class CacheKeys:
    """The cache keys of a root's file records and chunk vectors."""

    records: Sequence[bytes]
    vectors: Sequence[bytes]


@dataclass(frozen=True, slots=True)
class Transfer:
    """The result of an export or import: the numbers of records and vectors, and the size of the file in bytes."""

    records: int
    vectors: int
    bytes: int


def write_cache_file(folder: Path, root: Path, keys: CacheKeys, file: Path, seal: Seal = UNSEALED) -> Transfer:
    """Write the cached rows for `keys` to `file`, completely or not at all. Raises `CacheFileError`."""
    try:
        with _cached(folder, root, keys, seal) as rows, replaced_file(file, is_durable=True) as stream:
            found = _write(stream, rows)
        return Transfer(found[_RECORD], found[_VECTOR], file.stat().st_size)
    except OSError as error:
        raise CacheFileError(f"{file} cannot be written: {error}") from error


def cached_rows(folder: Path, root: Path, keys: CacheKeys, seal: Seal = UNSEALED) -> Iterator[tuple[bytes, bytes]]:
    """Yield the cached rows for `keys` as pairs of a key and a value."""
    with _cached(folder, root, keys, seal) as rows:
        yield from ((key, value) for _, key, value in rows)


def read_cache_file(folder: Path, root: Path, file: Path, seal: Seal = UNSEALED) -> Transfer:
    """Import the rows of `file` into the cache in `folder`, as rows of `root`.

    Raises `CacheFileError`, before anything has changed, if the file is damaged or from another version. Also raises it
    if the cache cannot be written; rows that were imported before that remain.
    """
    try:
        with file.open("rb") as stream:
            found = _counted(_rows(stream), file.stat().st_size)
            stream.seek(0)
            problem = _keep(folder, root, seal, _rows(stream))
    except (OSError, EOFError, zlib.error) as error:  # gzip.BadGzipFile is an OSError
        raise CacheFileError(f"{file} cannot be read: {error}") from error
    except CacheFileError as error:
        raise CacheFileError(f"{file} was not imported: {error}") from error
    if problem:
        raise CacheFileError(f"{file} was not imported completely: {problem}; import it again")
    return found


@contextmanager
def _cached(folder: Path, root: Path, keys: CacheKeys, seal: Seal) -> Iterator[Iterator[ArchiveRow]]:
    """Open the stores of `root` for the `with` block, and yield an iterator over the cached rows for `keys`."""
    with closing(_records(folder, root, seal)) as records, closing(VectorStore(folder, seal=seal)) as vectors:
        yield chain(_known(records, _RECORD, keys.records), _known(vectors, _VECTOR, keys.vectors))


def _records(folder: Path, root: Path, seal: Seal) -> BlobStore:
    return BlobStore(root_file(folder, root, seal), os.path.realpath(root), seal=seal)


def _known(store: BlobStore, what: bytes, keys: Iterable[bytes]) -> Iterator[ArchiveRow]:
    waiting = iter(dict.fromkeys(keys))
    while batch := list(islice(waiting, BATCH)):
        yield from ((what, key, value) for key, value in store.get_many(batch).items())


def _write(stream: BinaryIO, rows: Iterable[ArchiveRow]) -> dict[bytes, int]:
    found = {_RECORD: 0, _VECTOR: 0}
    stream.write(MAGIC)
    state = blake2b()
    with gzip.GzipFile(filename="", mode="wb", fileobj=stream, mtime=0, compresslevel=6) as packed:

        def put(data: bytes) -> None:
            state.update(data)
            packed.write(data)

        put(json.dumps({"program": program().hex(), "version": ctx_lsp.__version__}).encode() + b"\n")
        for what, key, value in rows:
            put(_ROW.pack(what, key, len(value)) + value)
            found[what] += 1
        put(_ROW.pack(_END, bytes(DIGEST_BYTES), state.digest_size))
        packed.write(state.digest())
    return found


def _rows(stream: BinaryIO) -> Iterator[ArchiveRow]:
    """Yield the rows of a file and verify its checksum. Raises `CacheFileError`, OSError, EOFError and `zlib.error`."""
    if stream.read(len(MAGIC)) != MAGIC:
        raise CacheFileError("not a cache export, or written by an incompatible version")
    state = blake2b()
    with gzip.GzipFile(mode="rb", fileobj=stream) as packed:
        header = packed.readline(MAX_HEADER_BYTES)
        state.update(header)
        _check_program(header)
        room = MAX_BYTES
        while True:
            head = _take(packed, _ROW.size)
            what, key, length = _ROW.unpack(head)
            state.update(head)
            room -= length
            if length > MAX_VALUE_BYTES or room < 0:
                raise CacheFileError("larger than any cache")
            value = _take(packed, length)
            if what == _END:
                break
            state.update(value)
            yield what, key, value
        if value != state.digest() or packed.read(1):
            raise CacheFileError("damaged: its checksum does not match")


def _take(stream: gzip.GzipFile, size: int) -> bytes:
    data = stream.read(size)
    if len(data) != size:
        raise CacheFileError("truncated")
    return data


def _check_program(header: bytes) -> None:
    try:
        made = json.loads(header)
        by, version = made["program"], made["version"]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise CacheFileError("lacks the version of the program that wrote it") from error
    if by != program().hex():
        raise CacheFileError(
            f"written by another version of ctx-lsp ({version!s:.20}; this is {ctx_lsp.__version__}) with "
            "other sources or parsers, so its data cannot be used"
        )


def _counted(rows: Iterable[ArchiveRow], size: int) -> Transfer:
    """Check all rows without storing any; return their numbers, together with `size`, the size of the file.

    Raises `CacheFileError` for malformed rows.
    """
    found = {_RECORD: 0, _VECTOR: 0}
    lengths: set[int] = set()
    for what, _, value in rows:
        if what not in found:
            raise CacheFileError("contains rows of an unknown kind")
        found[what] += 1
        if what == _VECTOR:
            lengths.add(len(value))
            if not 0 < len(value) <= MAX_DIMENSIONS or len(lengths) > 1 or not any(value):
                raise CacheFileError("contains malformed vectors")
    return Transfer(found[_RECORD], found[_VECTOR], size)


def _keep(folder: Path, root: Path, seal: Seal, rows: Iterator[ArchiveRow]) -> str:
    """Store the rows as rows of `root`. Return "" if all rows were stored, or else the reason why some were not."""
    with closing(_records(folder, root, seal)) as records, closing(VectorStore(folder, seal=seal)) as vectors:
        while batch := list(islice(rows, BATCH)):
            for store, kind in ((records, _RECORD), (vectors, _VECTOR)):
                if not store.put_many([(key, value) for what, key, value in batch if what == kind]):
                    return store.warning or "another process has locked the cache"
    return ""
