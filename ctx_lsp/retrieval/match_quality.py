"""Measures of how well the best chunks of a workspace fit a question. `evidence` computes them."""

from typing import NamedTuple


class MatchQuality(NamedTuple):
    """Measures of how well the best chunks fit a question.

    `strength` is the best chunk's BM25 score as a share of the weight of all words in the question; `best_meaning` is
    the highest cosine similarity in the workspace (0 without a model). `mentioned` is the share of the question's words
    that the workspace mentions in any form.
    """

    strength: float
    best_meaning: float
    mentioned: float = 1.0
