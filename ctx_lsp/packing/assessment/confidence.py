"""Confidence of a pack: calibrated chances that the workspace has an answer, and that the pack shows it.

Logistic models over three figures: the share of the question's words in the best chunk, the semantic similarity of the
nearest chunk, and the share of the chance in the 20 best passages. They were fitted to 533 commit messages of 25
repositories, each asked of its own repository and of a similar one, and to questions that are meaningless to both;
`training.figures.fit_confidence` makes and evaluates such fits.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from ctx_lsp.retrieval.answerable import ENOUGH_VECTORS, NO_MATCH
from ctx_lsp.retrieval.evidence import Evidence

# Intercept, then the weights of strength, similarity and concentration.
_ANSWERABLE = (-8.531, 7.376, 12.706, 2.796)
_SHOWN = (-8.383, 5.592, 8.612, 4.709)
# Fitted to strength and concentration alone, for use without an embedding model.
_ANSWERABLE_BY_WORDS = (-4.698, 14.833, 0.0, 2.724)
_SHOWN_BY_WORDS = (-6.027, 11.919, 0.0, 4.872)

BEST_PASSAGES = 20  # passages that make up the concentration


@dataclass(frozen=True, slots=True)
class Confidence:
    """`answerable`: the chance (0–1) that the workspace has an answer. `shown`: the chance that a pack of 4,096 tokens
    shows half of the answer's decisive lines."""

    answerable: float
    shown: float

    @property
    def is_match(self) -> bool:
        """Whether anything in the workspace fits the question."""
        return self.answerable >= NO_MATCH


def concentration_of(chances: Iterable[float]) -> float:
    """The share (0–1) of the chance that lies in the best passages."""
    return sum(sorted(chances, reverse=True)[:BEST_PASSAGES])


def confidence_of(evidence: Evidence, concentration: float, semantic_coverage: float) -> Confidence:
    """Compute the confidence of the answer to a question.

    `concentration` is the share of the chance in the best passages. Similarity counts only if nearly all chunks have
    vectors; otherwise the nearest chunk may be one without.
    """
    figures = evidence.strength, evidence.best_meaning, concentration
    by_meaning = semantic_coverage >= ENOUGH_VECTORS
    answerable, shown = (_ANSWERABLE, _SHOWN) if by_meaning else (_ANSWERABLE_BY_WORDS, _SHOWN_BY_WORDS)
    return Confidence(_chance(answerable, figures), _chance(shown, figures))


def _chance(model: tuple[float, ...], figures: tuple[float, ...]) -> float:
    intercept, *weights = model
    logit = intercept + sum(weight * figure for weight, figure in zip(weights, figures, strict=True))
    return round(1.0 / (1.0 + math.exp(-logit)), 3)
