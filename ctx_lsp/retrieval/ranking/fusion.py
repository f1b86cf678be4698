"""Reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009), with the parts of every score kept by name.

Ranks forget how far apart candidates are. Of the channels whose own scores tell that, the scores count as well.
"""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from ctx_lsp.retrieval.channels.channels import Ranking
from ctx_lsp.retrieval.ranking.score_matrix import ScoreMatrix
from ctx_lsp.retrieval.ranking.weights import Weights
from ctx_lsp.snapshot.snapshot import Snapshot

RRF_K = 60


def share_of_best(scores: np.ndarray) -> np.ndarray:
    """BM25 scores, which have no scale of their own, as shares of the best (0–1), in hundredths.

    Every edit changes the statistics of all texts a little; the answers to most questions are to stay as they are.
    """
    return np.asarray(np.round(scores / scores.max(initial=1e-12), 2))


def above_least(scores: np.ndarray) -> np.ndarray:
    """Cosines, as far as they lie above that of the last candidate: 0 is what a candidate elsewhere is taken for."""
    return np.asarray(scores - scores.min(initial=1.0))


# By channel, the part that its scores add, and how they are scaled for it.
SCORES: Mapping[str, Mapping[str, Callable[[np.ndarray], np.ndarray]]] = {
    "bm25": {"lexical": share_of_best},
    "dense": {"meaning": above_least},
}


def fuse(snapshot: Snapshot, rankings: Sequence[Ranking], weights: Weights) -> ScoreMatrix:
    """All candidates: from each channel weight · (k + 1) / (k + rank), so that rank 1 gives the weight itself.

    What scores add stands beside it. A channel that counts neither way is left out.
    """
    counted = [ranking for ranking in rankings if any(weights.of(part) for part in parts_of(ranking.name))]
    matrix = ScoreMatrix(snapshot, {unit for ranking in counted for unit, _ in ranking.units})
    for ranking in counted:
        places = [matrix.places[unit] for unit, _ in ranking.units]
        if weight := weights.of(ranking.name):
            _add(matrix, ranking.name, places, weight * (RRF_K + 1) / (RRF_K + 1 + np.arange(len(places))))
        for part, worth in SCORES.get(ranking.name, {}).items():
            if weight := weights.of(part):
                _add(matrix, part, places, weight * worth(np.array([score for _, score in ranking.units])))
    return matrix


def parts_of(channel: str) -> tuple[str, ...]:
    """The parts that a channel adds."""
    return (channel, *SCORES.get(channel, ()))


def _add(matrix: ScoreMatrix, part: str, places: Sequence[int], values: np.ndarray) -> None:
    column = matrix.zeros()
    column[places] = values
    matrix.add(part, column)
