"""Features of passages, from which `relevance` estimates the chance that a passage answers the question."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from operator import attrgetter

import numpy as np

from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.packing.answer.passage_tables import FIXED_FEATURES, FileTable
from ctx_lsp.packing.answer.passages import Passage
from ctx_lsp.retrieval.evidence import ChunkScores
from ctx_lsp.retrieval.model import Item
from ctx_lsp.text.source import SourceText

# The features that depend on the question: the BM25 score and the cosine of the best chunk in the passage, the score of
# the best result that contains it, the best and the summed scores of the results in its file, and of all passages in
# the file the best and the mean BM25 score and the best cosine.
QUESTION_FEATURES = (
    "lexical", "meaning", "result", "file", "log file sum", "file lexical", "mean file lexical", "file meaning",
)  # fmt: skip
FEATURES = (*QUESTION_FEATURES, *FIXED_FEATURES)
NEAREST = 200  # number of passages with the highest cosines, whose spread is the unit of all cosines
MIN_SPREAD = 0.02  # differences of cosines below this are noise; 95 % of questions have a larger spread

Rated = tuple[Item, float]
"""A search result, and its score as a share of the best score."""


def passage_features(
    entry: FileEntry, table: FileTable, results: Sequence[Rated], chunks: ChunkScores | None, by_meaning: bool = True
) -> np.ndarray:
    """Compute the `FEATURES` of each passage in a file, one row per passage.

    `results` holds the search results in the file, and `chunks` the scores of its chunks, if it has any. The columns
    "meaning" and "file meaning" hold cosines, which `with_scaled_cosines` makes comparable, or 0 unless `by_meaning`.
    """
    source, count = entry.source, len(table.passages)
    features = np.zeros((count, len(FEATURES)))
    features[:, len(QUESTION_FEATURES) :] = table.fixed
    if not count:
        return features
    columns = features.T[: len(QUESTION_FEATURES)]
    lexical, meaning, covered, best, total, best_lexical, mean_lexical, best_meaning = columns
    if chunks:
        numbers, places = table.overlaps
        np.maximum.at(lexical, places, np.array(chunks.lexical)[numbers])
        if by_meaning:
            np.maximum.at(meaning, places, np.array(chunks.meaning)[numbers])
    for item, share in results:
        own = covered[mostly_inside(table.passages, source, item)]
        np.maximum(own, share, out=own)
    best[:] = max((share for _, share in results), default=0.0)
    total[:] = np.log1p(sum(share for _, share in results))
    best_lexical[:], mean_lexical[:], best_meaning[:] = lexical.max(), lexical.mean(), meaning.max()
    return features


def with_scaled_cosines(features: np.ndarray, by_meaning: bool) -> np.ndarray:
    """Return the features of all rated passages with their cosines divided by the spread of the highest ones.

    The spread differs from question to question: it is the standard deviation of the `NEAREST` highest cosines, but at
    least `MIN_SPREAD`. Unless `by_meaning`, all cosines are 0.
    """
    scaled, columns = features.copy(), [FEATURES.index("meaning"), FEATURES.index("file meaning")]
    if by_meaning and len(features):
        highest = np.sort(features[:, columns[0]])[-NEAREST:]
        scaled[:, columns] /= max(MIN_SPREAD, float(highest.std()))
    else:
        scaled[:, columns] = 0.0
    return scaled


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
