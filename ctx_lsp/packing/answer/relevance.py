"""Estimates the chance that each passage in the found files contains decisive lines: lines that answer the question.

The model is log-linear: the chance that a decisive line is in a passage is proportional to exp(weights · features). The
weights were fitted to the messages and changed lines of 533 commits to 25 repositories, none of which is used to
measure this product (`training.figures.fit_passages`).
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.lru import Lru
from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.packing.answer.line_kinds import comment_lines, import_lines
from ctx_lsp.packing.answer.passages import Passage, passages_of
from ctx_lsp.retrieval.evidence import ChunkEvidence, Evidence
from ctx_lsp.retrieval.model import Item
from ctx_lsp.retrieval.question.analyse import analyse
from ctx_lsp.retrieval.question.data_files import degree_asked_for
from ctx_lsp.retrieval.question.file_topics import asked_roles, is_meant, procedure_fit
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.symbol_kinds import ITEM_KINDS
from ctx_lsp.text.source import SourceText

CACHED_FILES = 1 << 9  # number of files whose tables are cached, keyed by content; about 4 MB
BYTES_PER_TOKEN = 3.8  # average in source code, for estimates of a passage's tokens

# Weight of each feature. Shares are between 0 and 1.
WEIGHTS: Mapping[str, float] = {
    "lexical": 3.29,
    "meaning²": 5.99,
    "result": 0.86,
    "file": 2.23,
    "log file sum": 0.36,
    "source": 2.71,
    "docs": -2.53,
    "test": -0.71,
    "comment": -1.55,
    "import": -0.76,
    "log tokens": 0.71,
    "log file lines": -0.35,
}


class RatedPassage(NamedTuple):
    """A passage of the file `path`, with its estimated relevance.

    `chance` is the share (0–1) of all decisive lines (lines that answer the question) that the passage is expected to
    contain. The chances of all passages sum to 1, until some of them are raised (`implementations`).
    """

    path: str
    passage: Passage
    chance: float
    tokens: float
    imports: float  # share of import lines


PassageKey = tuple[str, Passage]
Rated = tuple[Item, float]
"""A search result, and its score as a share of the best score."""


@dataclass(frozen=True, slots=True, eq=False)
class PassageRatings:
    """The ratings of all passages in some files, stored as arrays.

    There may be thousands of passages, and a pack shows only a few, so an object for each would be wasteful. `tables`
    maps the path of each file to its table. The arrays have one element for each passage, in the order of `tables`, and
    hold the fields of `RatedPassage`.
    """

    tables: Mapping[str, "FileTable"]
    chances: np.ndarray
    tokens: np.ndarray
    imports: np.ndarray

    def rows_of(self, path: str) -> slice:
        """Return the rows of a file; empty if the file is not among the `tables`."""
        first = 0
        for other, table in self.tables.items():
            if other == path:
                return slice(first, first + len(table.passages))
            first += len(table.passages)
        return slice(0)

    def rated(self, rows: Iterable[int]) -> Iterator[RatedPassage]:
        """Yield the passages at `rows`, in this order."""
        passages = list(chain.from_iterable(table.passages for table in self.tables.values()))
        paths = list(chain.from_iterable(repeat(path, len(table.passages)) for path, table in self.tables.items()))
        for row in rows:
            chance, tokens, imports = float(self.chances[row]), float(self.tokens[row]), float(self.imports[row])
            yield RatedPassage(paths[row], passages[row], chance, tokens, imports)


def chances_of(features: np.ndarray) -> np.ndarray:
    """Compute the chance of each passage; `features` has one row per passage and must not be empty."""
    logits = features @ np.array([WEIGHTS[name] for name in FEATURES])
    chances = np.exp(logits - logits.max())
    return np.asarray(chances / chances.sum())


def mixed(by_part: Sequence[PassageRatings]) -> PassageRatings:
    """Merge the ratings for the parts of a question: each passage gets the mean of its chances over all parts.

    The chance is 0 for a part that does not rate the passage. Ratings of several parts are sorted by path and position.
    """
    if len(by_part) == 1:
        return by_part[0]
    tables = {path: table for rated in by_part for path, table in rated.tables.items()}
    blocks: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
    for path in sorted(tables):
        chances = np.zeros(len(tables[path].passages))
        for rated in by_part:
            if path in rated.tables:
                rows = rated.rows_of(path)
                chances = rated.chances[rows] / len(by_part) + chances
                tokens, imports = rated.tokens[rows], rated.imports[rows]
        blocks.append((chances, tokens, imports))
    joined = [np.concatenate(arrays) for arrays in zip(*blocks, strict=True)] or [np.zeros(0)] * 3
    return PassageRatings({path: tables[path] for path in sorted(tables)}, *joined)


def with_file(ratings: PassageRatings, path: str, table: "FileTable") -> PassageRatings:
    """Return the ratings with the passages of another file added. These have the chance 0."""
    tokens, imports = (table.fixed[:, FEATURES.index(name) - _MOVING] for name in ("log tokens", "import"))
    return PassageRatings(
        {**ratings.tables, path: table},
        np.append(ratings.chances, np.zeros(len(table.passages))),
        np.append(ratings.tokens, np.exp(tokens)),
        np.append(ratings.imports, imports),
    )


FEATURES = (
    "lexical", "meaning²", "result", "file", "log file sum", "source", "docs", "test", "comment", "import",
    "log tokens", "log file lines",
)  # fmt: skip
_MOVING = FEATURES.index("source")  # number of features that depend on the question


def _with_role(features: np.ndarray, wanted: float) -> np.ndarray:
    """Make the features of a file's passages more like those of source code, in place, and return them.

    `wanted` (0–1) is the chance that the question asks for the file. At 1, its passages count as source code.
    """
    source, docs, test = (FEATURES.index(name) for name in ("source", "docs", "test"))
    features[:, source] += wanted * (1.0 - features[:, source])
    features[:, docs] *= 1.0 - wanted
    features[:, test] *= 1.0 - wanted
    return features


def _is_named(item: Item) -> bool:
    """Return whether a result is pinned, or is an item that the question names by its identifier."""
    return "pinned" in item.scores or ("symbol" in item.scores and item.kind in ITEM_KINDS)


@dataclass(frozen=True, slots=True)
class FileTable:
    """Data about a file's passages that does not depend on the question.

    `fixed` has one row per passage, with the last columns of `FEATURES`, from `source` onwards. `overlaps` has two rows
    and a column for each pair of a chunk and a passage that have lines in common: the index of the chunk, and the index
    of the passage.
    """

    passages: tuple[Passage, ...]
    fixed: np.ndarray
    overlaps: np.ndarray


_known: Lru[tuple[str, bytes], FileTable] = Lru(CACHED_FILES)


def table_of(entry: FileEntry) -> FileTable:
    """Return the table of a file; the result is cached by content."""
    key = entry.path, entry.source.digest
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


def passage_features(
    entry: FileEntry, table: FileTable, results: Sequence[Rated], chunks: Sequence[ChunkEvidence]
) -> np.ndarray:
    """Compute the `FEATURES` of each passage in a file, one row per passage.

    `results` holds the search results in the file, and `chunks` the evidence for its chunks.
    """
    source, count = entry.source, len(table.passages)
    features = np.zeros((count, len(FEATURES)))
    lexical, meaning, covered, best, total = features.T[:_MOVING]
    if chunks:
        numbers, places = table.overlaps
        figures = np.fromiter(chain.from_iterable(chunks), np.float64, 2 * len(chunks)).reshape(-1, 2)
        np.maximum.at(lexical, places, figures[numbers, 0])
        np.maximum.at(meaning, places, figures[numbers, 1] ** 2)
    for item, share in results:
        own = covered[mostly_inside(table.passages, source, item)]
        np.maximum(own, share, out=own)
    best[:] = max((share for _, share in results), default=0.0)
    total[:] = np.log1p(sum(share for _, share in results))
    features[:, _MOVING:] = table.fixed
    return features


def mostly_inside(passages: Sequence[Passage], source: SourceText, item: Item) -> slice:
    """Return the rows of the passages that have at least half of their lines in the search result `item`."""
    first, last = source.line_at(item.start), source.line_at(max(item.start, item.end - 1)) + 1
    low = bisect_right(passages, first, key=attrgetter("end"))
    high = bisect_left(passages, last, low, key=attrgetter("start"))
    # Passages are in order and do not overlap, so only the first and the last one can be partly outside.
    if low < high and not _is_half_inside(passages[low], first, last):
        low += 1
    if low < high and not _is_half_inside(passages[high - 1], first, last):
        high -= 1
    return slice(low, high)


def _is_half_inside(passage: Passage, first: int, last: int) -> bool:
    overlap = min(passage.end, last) - max(passage.start, first)
    return 2 * overlap >= passage.end - passage.start


class Rater:
    """A rater of passages for one question. The features of a file are cached as long as its results stay the same."""

    def __init__(self, snapshot: Snapshot, evidence: Evidence, token: CancelToken) -> None:
        self._snapshot = snapshot
        self._evidence = evidence
        self._token = token
        self._asked_roles = asked_roles(evidence.question)
        query = analyse(evidence.question)
        self._words, self._about_code, self._is_procedure = query.terms, query.code, query.procedure
        self._rows: dict[
            str, tuple[list[Rated], np.ndarray]
        ] = {}  # keyed by path, with the results from which the rows were computed

    def rate(self, ranked: Sequence[Rated]) -> PassageRatings:
        """Rate the passages in the files of the `ranked` results. Raises `Cancelled`."""
        tables, features = self._features(ranked)
        chances = chances_of(features) if len(features) else np.zeros(0)
        imports = features[:, FEATURES.index("import")]
        return PassageRatings(tables, chances, np.exp(features[:, FEATURES.index("log tokens")]), imports)

    def feature_rows(self, ranked: Sequence[Rated]) -> tuple[list[PassageKey], np.ndarray]:
        """Return the passages in the files of the `ranked` results, and a row of `FEATURES` for each passage.

        Raises `Cancelled`.
        """
        tables, features = self._features(ranked)
        return [(path, one) for path, table in tables.items() for one in table.passages], features

    def _features(self, ranked: Sequence[Rated]) -> tuple[Mapping[str, FileTable], np.ndarray]:
        by_path: dict[str, list[Rated]] = {}
        for item, share in ranked:
            by_path.setdefault(item.path, []).append((item, share))
        files = self._snapshot.files
        # Documents quote much of the code that a question may quote, too.
        quoted = {item.path for item, _ in ranked if "verbatim" in item.scores and files[item.path].role != "docs"}
        named = quoted | {item.path for item, _ in ranked if _is_named(item)}
        question = self._evidence.question
        meant = [path for path in by_path if path in named or is_meant(path, question)] or list(by_path)
        tables: dict[str, FileTable] = {}
        for path in meant:
            self._token.check()
            tables[path] = table_of(self._snapshot.files[path])
        rows = [self._rows_of(path, table, by_path[path]) for path, table in tables.items()]
        return tables, np.concatenate(rows) if rows else np.zeros((0, len(FEATURES)))

    def _rows_of(self, path: str, table: FileTable, results: list[Rated]) -> np.ndarray:
        self._token.check()
        known = self._rows.get(path)
        if known is not None and known[0] == results:
            return known[1]
        entry, evidence = self._snapshot.files[path], self._evidence
        features = passage_features(entry, table, results, evidence.chunks.get(path, ()))
        is_wanted = entry.role in self._asked_roles or any(_is_named(item) for item, _ in results)
        if self._is_procedure and not is_wanted and procedure_fit(path, entry.role) < 0.0:
            features[:, FEATURES.index("source")] = 0.0
        rows = _with_role(features, 1.0 if is_wanted else self._wanted(entry, results))
        self._rows[path] = results, rows
        return rows

    def _wanted(self, entry: FileEntry, results: Sequence[Rated]) -> float:
        """Return how likely it is (0–1) that the question asks for a document or data file without saying so.

        The value is 1 if the best result is in the file. Otherwise, it rises as the question is less about code, and as
        its words suggest the file more. For other kinds of files, the value is 0.
        """
        if entry.role not in ("docs", "data"):
            return 0.0
        if any(share >= 1.0 for _, share in results):
            return 1.0
        suggested = degree_asked_for(self._words, (entry.path,)).get(entry.path, 0.0)
        return max((1.0 - self._about_code) ** 2, suggested)
