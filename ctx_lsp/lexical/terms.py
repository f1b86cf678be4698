"""Weighted term counts for the chunks of a file, packed for the lexical index and for caches.

This module defines the field weights, counts terms, reuses counts from an earlier text of the same file, and serialises
them. The key of a chunk is the digest of everything that its counts depend on, so equal keys mean equal counts.
`syntax.words` splits words into terms, `segment` computes scores, and `cache.record_cache` stores serialised counts.
"""

import struct
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np

from ctx_lsp.base.digest import DIGEST_BYTES, digest
from ctx_lsp.base.interning import intern
from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.syntax.model import Chunk, chunk_text, naming_symbols
from ctx_lsp.syntax.words import terms

# Field weights of lexical search: how often the terms of a field are repeated in the document of a chunk.
FIELD_WEIGHTS = (3, 1, 1)  # weights of a symbol's name, qualified name and signature
STEM_WEIGHT = 2
FOLDER_WEIGHT = 1
PATH_FOLDERS = 3  # only the nearest folders describe a file

_HEADER = struct.Struct("<5I")  # checksum of the rest; number of terms, chunks and counts; bytes of the joined terms
_CHECKSUM_BYTES = 4
_SEPARATOR = "\n"  # no term contains white space
# Integer types for serialised arrays; the smallest sufficient one is used.
_WIDTHS: tuple[np.dtype, ...] = (np.dtype("<u1"), np.dtype("<u2"), np.dtype("<u4"))


@dataclass(frozen=True, slots=True, eq=False)
class FileTerms:
    """Term counts for the chunks of a file.

    `vocabulary` holds the terms of the file in order of first occurrence, interned because most occur in many files.
    Chunk n has the key `keys[n]` and `sizes[n]` distinct terms. `columns` (indices into `vocabulary`) and `counts` have
    one number for each distinct term in each chunk, chunk by chunk, in order of first occurrence in the chunk. All
    arrays are int32.
    """

    vocabulary: tuple[str, ...]
    keys: tuple[bytes, ...]
    sizes: np.ndarray
    columns: np.ndarray
    counts: np.ndarray

    @property
    def chunks(self) -> int:
        """Number of chunks."""
        return len(self.keys)

    def chunks_with_both(self, one: str, other: str) -> int:
        """Return how many chunks contain both terms."""
        if one not in self.vocabulary or other not in self.vocabulary:
            return 0
        chunks = np.repeat(np.arange(self.chunks), self.sizes)
        held = (chunks[self.columns == self.vocabulary.index(term)] for term in (one, other))
        return len(np.intersect1d(*held))

    def to_bytes(self) -> bytes:
        """Serialise to bytes with a checksum. The format version is not included; the caller must store it."""
        text = _SEPARATOR.join(self.vocabulary).encode()
        header = _HEADER.pack(0, len(self.vocabulary), self.chunks, len(self.columns), len(text))
        arrays = [part for array in (self.sizes, self.columns, self.counts) for part in _narrow(array)]
        rest = b"".join((header[_CHECKSUM_BYTES:], *self.keys, *arrays, text))
        return zlib.crc32(rest).to_bytes(_CHECKSUM_BYTES, "little") + rest

    @classmethod
    def from_bytes(cls, data: bytes) -> "FileTerms":
        """Parse the output of `to_bytes`. Raises `ValueError` for any other bytes."""
        if len(data) < _HEADER.size or zlib.crc32(memoryview(data)[_CHECKSUM_BYTES:]) != _HEADER.unpack_from(data)[0]:
            raise ValueError("damaged term counts")
        _, terms_number, chunks, total, text_bytes = _HEADER.unpack_from(data)
        if len(data) < _HEADER.size + chunks * DIGEST_BYTES + text_bytes:
            raise ValueError("truncated term counts")
        end = _HEADER.size + chunks * DIGEST_BYTES
        keys = tuple(data[start : start + DIGEST_BYTES] for start in range(_HEADER.size, end, DIGEST_BYTES))
        sizes, end = _widen(data, end, chunks)
        columns, end = _widen(data, end, total)
        counts, end = _widen(data, end, total)
        text = data[end:].decode()
        vocabulary = tuple(map(intern, text.split(_SEPARATOR))) if terms_number else ()
        if len(data) != end + text_bytes or len(vocabulary) != terms_number or int(sizes.sum(dtype=np.int64)) != total:
            raise ValueError("inconsistent term counts")
        least = min(sizes.min(initial=0), columns.min(initial=0), counts.min(initial=1) - 1)
        if least < 0 or columns.max(initial=-1) >= terms_number:
            raise ValueError("term counts out of range")
        return cls(vocabulary, keys, sizes, columns, counts)


def _narrow(array: np.ndarray) -> tuple[bytes, bytes]:
    """Serialise an array of integers in the smallest sufficient type.

    Return one byte with the index of that type in `_WIDTHS`, and the bytes of the numbers.
    """
    largest = int(array.max(initial=0))
    width = next(n for n, dtype in enumerate(_WIDTHS) if largest < 1 << 8 * dtype.itemsize)
    return bytes((width,)), array.astype(_WIDTHS[width]).tobytes()


def _widen(data: bytes, start: int, length: int) -> tuple[np.ndarray, int]:
    """Read an array of `length` numbers that `_narrow` has serialised; also return the offset of its end.

    Raises `ValueError` if `data` is too short.
    """
    if start >= len(data) or data[start] >= len(_WIDTHS):
        raise ValueError("truncated term counts")
    dtype = _WIDTHS[data[start]]
    numbers = np.frombuffer(data, dtype=dtype, count=length, offset=start + 1)  # ValueError if there are too few
    return numbers.astype(np.int32), start + 1 + length * dtype.itemsize


def numbering(known: Iterable[str] = ()) -> defaultdict[str, int]:
    """Return a dictionary that gives each new term the next number on access; `known` terms are numbered first."""
    numbers = dict(zip(known, count(), strict=False))
    return defaultdict(count(len(numbers)).__next__, numbers)


def count_terms(documents: Iterable[Sequence[str]], keys: Iterable[bytes]) -> FileTerms:
    """Count and pack the terms of documents; `keys` has one key for each document."""
    return _count(documents, keys, ())


def _count(documents: Iterable[Sequence[str]], keys: Iterable[bytes], vocabulary: Iterable[str]) -> FileTerms:
    """Count and pack the terms of documents; the vocabulary of the result begins with `vocabulary`."""
    numbers = numbering(vocabulary)
    sizes: list[int] = []
    columns: list[int] = []
    counts: list[int] = []
    for document in documents:
        counted = Counter(document)
        sizes.append(len(counted))
        columns.extend(map(numbers.__getitem__, counted))
        counts.extend(counted.values())
    arrays = (np.array(values, dtype=np.int32) for values in (sizes, columns, counts))
    return FileTerms(tuple(map(intern, numbers)), tuple(keys), *arrays)


NO_TERMS = count_terms((), ())


def file_terms(entry: FileEntry, previous: FileTerms = NO_TERMS) -> FileTerms:
    """Return the weighted term counts for a file's chunks, in the order of the chunks.

    `previous` holds the counts for an earlier text of the file, which are reused for unchanged chunks to save time.
    """
    located = _path_terms(entry.path)
    base = " ".join(located).encode()
    chunks = entry.facts.chunks
    keys = tuple(_key(base, entry, chunk) for chunk in chunks)
    known = {key: number for number, key in enumerate(previous.keys)}
    if keys == previous.keys:
        return previous
    new = [number for number, key in enumerate(keys) if key not in known]
    documents = (located + _chunk_terms(entry, chunks[number]) for number in new)
    if len(new) == len(keys):
        return count_terms(documents, keys)
    counted = _count(documents, [keys[number] for number in new], previous.vocabulary)
    known.update((key, previous.chunks + number) for number, key in enumerate(counted.keys))
    return _joined(previous, counted, np.array([known[key] for key in keys]))


def _joined(first: FileTerms, second: FileTerms, chunks: np.ndarray) -> FileTerms:
    """Build term counts for the `chunks` chosen from `first` and `second`.

    The chunks of `second` are numbered after those of `first`. The vocabulary of `second` must begin with the
    vocabulary of `first`.
    """
    sizes = np.concatenate((first.sizes, second.sizes))
    ends = np.cumsum(sizes)
    chosen = sizes[chunks]
    places = np.repeat(ends[chunks] - np.cumsum(chosen), chosen) + np.arange(int(chosen.sum()))
    old_columns = np.concatenate((first.columns, second.columns))[places]
    first_places = np.full(len(second.vocabulary), len(places))
    np.minimum.at(first_places, old_columns, np.arange(len(places)))
    order = np.argsort(first_places)[: np.count_nonzero(first_places < len(places))]
    ranks = np.empty(len(second.vocabulary), dtype=np.int32)
    ranks[order] = np.arange(len(order))
    keys = first.keys + second.keys
    return FileTerms(
        vocabulary=tuple(second.vocabulary[column] for column in order.tolist()),
        keys=tuple(keys[chunk] for chunk in chunks.tolist()),
        sizes=chosen,
        columns=ranks[old_columns],
        counts=np.concatenate((first.counts, second.counts))[places],
    )


def _key(base: bytes, entry: FileEntry, chunk: Chunk) -> bytes:
    """Return the digest of everything that the terms of a chunk depend on; `base` holds the terms of the path."""
    data = entry.source.data
    text = b"\n".join([data[start:end] for start, end in chunk.pieces])
    fields = _fields(entry, chunk)
    return digest(base, repr(fields).encode(), text) if fields else digest(base, text)


def _path_terms(path: str) -> list[str]:
    *folders, name = path.split("/")
    stem = name.rpartition(".")[0] or name
    return STEM_WEIGHT * terms(stem) + FOLDER_WEIGHT * [t for f in folders[-PATH_FOLDERS:] for t in terms(f)]


def _chunk_terms(entry: FileEntry, chunk: Chunk) -> list[str]:
    found = terms(chunk_text(entry.source, chunk))
    for field, weight in zip(_fields(entry, chunk), FIELD_WEIGHTS, strict=False):
        found += weight * terms(field)
    return found


def _fields(entry: FileEntry, chunk: Chunk) -> tuple[str, ...]:
    """Return the name, qualified name and signature of a chunk's only symbol, or () if it has none or several."""
    symbols = naming_symbols(entry.facts.outline, chunk)
    if len(symbols) != 1:
        return ()
    symbol = entry.facts.outline.symbols[symbols[0]]
    return symbol.name, symbol.qualname, symbol.signature
