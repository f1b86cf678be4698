"""How sure a pack is of its answer: calibrated chances that a question has an answer here, and that the pack shows it.

Logistic models over three figures: how much of the question's words the best chunk holds, how near the nearest chunk is
in meaning, and how much of the chance lies in the 20 best passages. They were fitted to 509 commit messages of 25
repositories, each asked of its own repository and of a similar one, and to questions that mean nothing to either;
`training.figures.fit_confidence` makes such fits and judges them.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from ctx_lsp.retrieval.evidence import Evidence

# Intercept, then the weights of strength, meaning and concentration.
_ANSWERABLE = (-7.867, 9.021, 10.819, 2.371)
_SHOWN = (-8.355, 8.272, 7.273, 4.708)
# Without a model for meaning: fitted to the other two figures.
_ANSWERABLE_BY_WORDS = (-4.698, 14.833, 0.0, 2.724)
_SHOWN_BY_WORDS = (-6.027, 11.919, 0.0, 4.872)

ENOUGH_VECTORS = 0.95  # share of the chunks
BEST_PASSAGES = 20  # whose chances make the concentration
NO_MATCH = 0.06  # with a smaller chance of an answer there is none


@dataclass(frozen=True, slots=True)
class Confidence:
    """`answerable`: the chance (0–1) that the workspace has an answer. `shown`: that half of its decisive lines can be
    read in a pack of 4,096 tokens."""

    answerable: float
    shown: float

    @property
    def is_match(self) -> bool:
        """Whether anything fits the question at all."""
        return self.answerable >= NO_MATCH


def concentration_of(chances: Iterable[float]) -> float:
    """How much of the chance of a question's passages (0–1) lies in the best of them."""
    return sum(sorted(chances, reverse=True)[:BEST_PASSAGES])


def confidence_of(evidence: Evidence, concentration: float, semantic_coverage: float) -> Confidence:
    """The chances for a question; `concentration` is the chance that lies in the best passages.

    Meaning counts once (nearly) all chunks have a vector: the nearest may be among the others.
    """
    figures = evidence.strength, evidence.best_meaning, concentration
    by_meaning = semantic_coverage >= ENOUGH_VECTORS
    answerable, shown = (_ANSWERABLE, _SHOWN) if by_meaning else (_ANSWERABLE_BY_WORDS, _SHOWN_BY_WORDS)
    return Confidence(_chance(answerable, figures), _chance(shown, figures))


def _chance(model: tuple[float, ...], figures: tuple[float, ...]) -> float:
    intercept, *weights = model
    logit = intercept + sum(weight * figure for weight, figure in zip(weights, figures, strict=True))
    return round(1.0 / (1.0 + math.exp(-logit)), 3)
