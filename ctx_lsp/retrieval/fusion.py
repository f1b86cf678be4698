"""Reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009), with the parts of every score kept by name."""

from collections.abc import Mapping, Sequence

import numpy as np

from ctx_lsp.index.snapshot import Snapshot
from ctx_lsp.retrieval.board import Board
from ctx_lsp.retrieval.channels import Ranking

RRF_K = 60


def fuse(snapshot: Snapshot, rankings: Sequence[Ranking], weights: Mapping[str, float]) -> Board:
    """All candidates: from each channel weight · (k + 1) / (k + rank), so that rank 1 gives the weight itself.

    A channel without a weight is left out.
    """
    counted = [ranking for ranking in rankings if weights.get(ranking.name)]
    board = Board(snapshot, {unit for ranking in counted for unit, _ in ranking.units})
    for ranking in counted:
        column = board.zeros()
        places = [board.places[unit] for unit, _ in ranking.units]
        column[places] = weights[ranking.name] * (RRF_K + 1) / (RRF_K + 1 + np.arange(len(places)))
        board.add(ranking.name, column)
    return board
