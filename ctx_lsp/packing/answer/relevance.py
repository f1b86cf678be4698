"""Estimates the chance that each passage in the found files contains decisive lines: lines that answer the question.

The model is log-linear: the chance that a decisive line is in a passage is proportional to exp(weights · features). The
weights were fitted to 465 commits to 25 repositories, with the lines that they changed, and to 444 questions in a
user's own words about 21 others, with the definitions that answer them (`training.figures.fit_passages`). None of these
repositories is used to measure this product. The features are in `passage_features`.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.packing.answer.passage_features import FEATURES, Rated, passage_features, with_scaled_cosines
from ctx_lsp.packing.answer.passage_tables import FIXED_FEATURES, FileTable, table_of
from ctx_lsp.packing.answer.passages import Passage
from ctx_lsp.retrieval.answerable import counts_meaning
from ctx_lsp.retrieval.evidence import Evidence
from ctx_lsp.retrieval.model import Item
from ctx_lsp.retrieval.question.analyse import analyse
from ctx_lsp.retrieval.question.data_files import degree_asked_for
from ctx_lsp.retrieval.question.file_topics import asked_roles, is_meant, procedure_fit
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.symbol_kinds import ITEM_KINDS

# Weight of each feature.
WEIGHTS: Mapping[str, float] = {
    "lexical": 3.07,
    "meaning": 0.29,
    "result": 0.37,
    "file": 1.83,
    "log file sum": 0.50,
    "file lexical": 1.07,
    "mean file lexical": -2.00,
    "file meaning": 0.11,
    "source": 3.91,
    "docs": -2.87,
    "test": -0.36,
    "comment": -1.73,
    "import": -1.05,
    "log tokens": 0.82,
    "log file lines": -0.76,
}
# Fitted without cosines, for use without vectors for most chunks.
WEIGHTS_BY_WORDS: Mapping[str, float] = {
    "lexical": 4.03,
    "meaning": 0.00,
    "result": 0.23,
    "file": 2.27,
    "log file sum": 0.67,
    "file lexical": 1.31,
    "mean file lexical": -1.82,
    "file meaning": 0.00,
    "source": 3.73,
    "docs": -2.92,
    "test": -0.41,
    "comment": -1.74,
    "import": -1.08,
    "log tokens": 0.79,
    "log file lines": -0.79,
}
# Share of the chunks that must have vectors for cosines to count. With half of them, packs for commits show fewer
# decisive lines with cosines than without (docs/benchmarks.md).
RATED_COVERAGE = 0.8


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


@dataclass(frozen=True, slots=True, eq=False)
class PassageRatings:
    """The ratings of all passages in some files, stored as arrays.

    There may be thousands of passages, and a pack shows only a few, so an object for each would be wasteful. `tables`
    maps the path of each file to its table. The arrays have one element for each passage, in the order of `tables`, and
    hold the fields of `RatedPassage`.
    """

    tables: Mapping[str, FileTable]
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
        tables = list(self.tables.items())
        firsts = list(accumulate((len(table.passages) for _, table in tables), initial=0))
        for row in rows:
            number = bisect_right(firsts, row) - 1
            path, table = tables[number]
            chance, tokens, imports = float(self.chances[row]), float(self.tokens[row]), float(self.imports[row])
            yield RatedPassage(path, table.passages[row - firsts[number]], chance, tokens, imports)


def chances_of(features: np.ndarray, by_meaning: bool) -> np.ndarray:
    """Compute the chance of each passage; `features` has one row per passage."""
    if not len(features):
        return np.zeros(0)
    weights = WEIGHTS if by_meaning else WEIGHTS_BY_WORDS
    logits = features @ np.array([weights[name] for name in FEATURES])
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


def with_file(ratings: PassageRatings, path: str, table: FileTable) -> PassageRatings:
    """Return the ratings with the passages of another file added. These have the chance 0."""
    tokens, imports = (table.fixed[:, FIXED_FEATURES.index(name)] for name in ("log tokens", "import"))
    return PassageRatings(
        {**ratings.tables, path: table},
        np.append(ratings.chances, np.zeros(len(table.passages))),
        np.append(ratings.tokens, np.exp(tokens)),
        np.append(ratings.imports, imports),
    )


def _with_role(features: np.ndarray, wanted: float) -> np.ndarray:
    """Make the features of a file's passages more like those of source code, in place, and return them.

    `wanted` (0–1) is the chance that the question asks for the file. At 1, its passages count as source code.
    """
    if not wanted:
        return features
    source, docs, test = (FEATURES.index(name) for name in ("source", "docs", "test"))
    features[:, source] += wanted * (1.0 - features[:, source])
    features[:, docs] *= 1.0 - wanted
    features[:, test] *= 1.0 - wanted
    return features


def _is_named(item: Item) -> bool:
    """Return whether a result is pinned, at a line that the question names, or an item that it names by identifier."""
    is_item = "symbol" in item.scores and item.kind in ITEM_KINDS
    return "pinned" in item.scores or "place" in item.scores or is_item


class RatedFeatures(NamedTuple):
    """Passages with a row of `FEATURES` and the chance of each."""

    places: list[PassageKey]
    features: np.ndarray
    chances: np.ndarray


class Rater:
    """A rater of passages for one question. The features of a file are cached as long as its results stay the same."""

    def __init__(self, snapshot: Snapshot, evidence: Evidence, token: CancelToken) -> None:
        self._snapshot = snapshot
        self._evidence = evidence
        self._by_meaning = counts_meaning(evidence.match, snapshot.semantic_coverage, RATED_COVERAGE)
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
        tokens, imports = (features[:, FEATURES.index(name)] for name in ("log tokens", "import"))
        return PassageRatings(tables, chances_of(features, self._by_meaning), np.exp(tokens), imports)

    def feature_rows(self, ranked: Sequence[Rated]) -> RatedFeatures:
        """Return the features and chances of the passages in the files of the `ranked` results. Raises `Cancelled`."""
        tables, features = self._features(ranked)
        places = [(path, one) for path, table in tables.items() for one in table.passages]
        return RatedFeatures(places, features, chances_of(features, self._by_meaning))

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
        features = np.concatenate(rows) if rows else np.zeros((0, len(FEATURES)))
        return tables, with_scaled_cosines(features, self._by_meaning)

    def _rows_of(self, path: str, table: FileTable, results: list[Rated]) -> np.ndarray:
        self._token.check()
        known = self._rows.get(path)
        if known is not None and known[0] == results:
            return known[1]
        entry, evidence = self._snapshot.files[path], self._evidence
        features = passage_features(entry, table, results, evidence.chunks.get(path), self._by_meaning)
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
