"""Reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009) in which every score consists of named parts.

Ranks do not show how far apart candidates are. Channels with meaningful scores therefore add a second part, which is
computed from these scores.
"""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.retrieval.channels.channels import Ranking
from ctx_lsp.retrieval.ranking.score_matrix import ScoreMatrix
from ctx_lsp.retrieval.ranking.weights import Weights

RRF_K = 60

Beside = Mapping[str, np.ndarray]  # scores of the candidates that are ranked elsewhere, by channel
NOTHING_BESIDE: Beside = {}


def share_of_best(scores: np.ndarray, beside: np.ndarray) -> np.ndarray:
    """Scale BM25 scores, which have no absolute scale, to shares of the best score (0–1).

    `beside` holds the scores of candidates that are ranked elsewhere; the best score may be among them.
    The shares are rounded to hundredths, because every edit slightly changes the statistics of all texts. Rounding
    keeps most answers the same.
    """
    return np.asarray(np.round(scores / max(scores.max(initial=1e-12), beside.max(initial=0.0)), 2))


def above_least(scores: np.ndarray, beside: np.ndarray) -> np.ndarray:
    """Shift cosines so that the lowest becomes 0, because candidates that the channel did not find have the value 0.

    `beside` holds the cosines of candidates that are ranked elsewhere; the lowest cosine may be among them.
    """
    return np.asarray(scores - min(scores.min(initial=1.0), beside.min(initial=1.0)))


# Keyed by channel: the score part that is computed from the channel's scores, and the function that computes it. It
# also gets the scores of the candidates beside these.
SCORES: Mapping[str, Mapping[str, Callable[[np.ndarray, np.ndarray], np.ndarray]]] = {
    "bm25": {"lexical": share_of_best},
    "dense": {"meaning": above_least},
}


def fuse(
    files: Mapping[str, FileEntry], rankings: Sequence[Ranking], weights: Weights, beside: Beside = NOTHING_BESIDE
) -> ScoreMatrix:
    """Fuse the rankings of the channels into one score matrix.

    Each channel adds weight · (k + 1) / (k + rank), so rank 1 adds the weight itself. The parts in `SCORES` are
    added as separate columns. A channel is ignored if neither its ranks nor its scores have a weight. Candidates in
    `beside` are ranked elsewhere, but ranks are computed as if they were here, so that all scores are comparable.
    """
    counted = [ranking for ranking in rankings if any(weights.of(part) for part in parts_of(ranking.name))]
    matrix = ScoreMatrix(files, {unit for ranking in counted for unit, _ in ranking.units})
    for ranking in counted:
        places = [matrix.places[unit] for unit, _ in ranking.units]
        scores, others = np.array([score for _, score in ranking.units]), beside.get(ranking.name, np.zeros(0))
        if weight := weights.of(ranking.name):
            above = np.arange(len(places)) + (len(others) - np.searchsorted(np.sort(others), scores, side="right"))
            _add(matrix, ranking.name, places, weight * (RRF_K + 1) / (RRF_K + 1 + above))
        for part, worth in SCORES.get(ranking.name, {}).items():
            if weight := weights.of(part):
                _add(matrix, part, places, weight * worth(scores, others))
    return matrix


def parts_of(channel: str) -> tuple[str, ...]:
    """Return the names of the score parts that a channel adds."""
    return (channel, *SCORES.get(channel, ()))


def _add(matrix: ScoreMatrix, part: str, places: Sequence[int], values: np.ndarray) -> None:
    column = matrix.zeros()
    column[places] = values
    matrix.add(part, column)
