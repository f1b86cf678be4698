"""Tables of passages: for each passage of a file, the features that do not depend on the question.

`passage_features` adds the features that depend on the question.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ctx_lsp.base.lru import Lru
from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.packing.answer.line_kinds import comment_lines, import_lines
from ctx_lsp.packing.answer.passages import Passage, passages_of

CACHED_FILES = 1 << 9  # number of files whose tables are cached, keyed by content; about 4 MB
BYTES_PER_TOKEN = 3.8  # average in source code, for estimates of a passage's tokens
FIXED_FEATURES = ("source", "docs", "test", "comment", "import", "log tokens", "log file lines")


@dataclass(frozen=True, slots=True)
class FileTable:
    """Data about a file's passages that does not depend on the question.

    `fixed` has one row per passage, with the columns `FIXED_FEATURES`. `overlaps` has two rows and a column for each
    pair of a chunk and a passage that have lines in common: the index of the chunk, and the index of the passage.
    """

    passages: tuple[Passage, ...]
    fixed: np.ndarray
    overlaps: np.ndarray


_known: Lru[tuple[str, bytes, bool], FileTable] = Lru(CACHED_FILES)


def table_of(entry: FileEntry) -> FileTable:
    """Return the table of a file; the result is cached by content."""
    key = entry.path, entry.source.digest, entry.is_plain
    known = _known.get(key)
    return _known.put(key, _table(entry)) if known is None else known


def _table(entry: FileEntry) -> FileTable:
    source, are_imports = entry.source, import_lines(entry)
    passages = passages_of(entry, are_imports)
    starts = np.array([one.start for one in passages], dtype=np.intp)
    ends = np.array([one.end for one in passages], dtype=np.intp)
    ones = np.ones(len(passages))
    offsets = np.append(np.asarray(source.line_starts, dtype=np.int64), len(source.data))
    sizes = np.maximum(1, offsets[ends] - offsets[starts])
    comments = _share_in(comment_lines(entry), starts, ends)
    imports = _share_in(are_imports, starts, ends)
    tests = np.array([one.owner in entry.tests or entry.role == "test" for one in passages], dtype=np.float64)
    fixed = np.column_stack([
        ones * (entry.role == "source"), ones * (entry.role == "docs"), tests, comments, imports,
        np.log(sizes / BYTES_PER_TOKEN + 1), ones * np.log(10 + source.line_count),
    ])  # fmt: skip
    return FileTable(passages, fixed, _overlaps(entry, starts, ends))


def _overlaps(entry: FileEntry, starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Compute the field `overlaps` of a file's table.

    A chunk of a container's header may have several pieces, of which only the first one counts.
    """
    own = (one.pieces[0] if one.kind == "header" else (one.start, one.end) for one in entry.facts.chunks)
    offsets = np.array([(start, max(start, end - 1)) for start, end in own], dtype=np.int64).reshape(-1, 2)
    lines = np.searchsorted(np.asarray(entry.source.line_starts), offsets, side="right") - 1
    firsts, lasts = lines[:, 0], lines[:, 1] + 1
    low = np.searchsorted(ends, firsts, side="right")
    counts = np.maximum(np.searchsorted(starts, lasts, side="left") - low, 0)
    numbers = np.repeat(np.arange(len(counts)), counts)
    before = np.cumsum(counts) - counts  # number of pairs before those of each chunk
    return np.stack((numbers, np.arange(len(numbers)) + (low - before)[numbers])).astype(np.int32)


def _share_in(flags: Sequence[bool], starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Return the share of flagged lines in each passage; `flags` has a value for each line of the file."""
    before = np.concatenate([[0], np.cumsum(flags, dtype=np.int64)])  # number of flagged lines before each line
    return np.asarray((before[ends] - before[starts]) / (ends - starts))
