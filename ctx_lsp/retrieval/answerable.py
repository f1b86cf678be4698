"""Chance that the workspace has an answer to a question, estimated before any pack is built.

A logistic model over the share of the question's words in the best chunk and the similarity of the nearest chunk. It is
fitted like `packing.assessment.confidence`, which also uses passages. Of 533 commit messages, 0.6 % score below
`NO_MATCH` as questions about their own repositories and 18 % as questions about a similar one, as do 97 % of
meaningless questions.
"""

import math
from collections.abc import Sequence

from ctx_lsp.retrieval.evidence import Figures

ENOUGH_VECTORS = 0.95  # share of the chunks that must have vectors for similarity to count
NO_MATCH = 0.06  # chance below which nothing fits the question
NOTHING_FITS = "Nothing here fits the question well. These are the nearest results."

# Intercept, then the weights of strength and similarity.
_BY_MEANING = (-7.559, 7.806, 13.208)
_BY_WORDS = (-3.583, 15.671, 0.0)


def is_answerable(figures: Figures, semantic_coverage: float) -> bool:
    """Return whether anything in the workspace may answer a question with these measures."""
    by_meaning = figures.best_meaning > 0.0 and semantic_coverage >= ENOUGH_VECTORS
    return logistic_chance(_BY_MEANING if by_meaning else _BY_WORDS, figures) >= NO_MATCH


def logistic_chance(model: Sequence[float], figures: Sequence[float]) -> float:
    """Return the chance (0–1) by a logistic model: an intercept, then one weight for each measure."""
    intercept, *weights = model
    logit = intercept + sum(weight * figure for weight, figure in zip(weights, figures, strict=True))
    return 1.0 / (1.0 + math.exp(-logit))
