"""Confidence of a pack: the probabilities that the workspace has an answer, and that the pack shows it.

Both are computed by logistic models from five measures: the share of the question's words that the best chunk
contains, the semantic similarity of the nearest chunk, the share of the words that the workspace mentions at all, the
summed chances of the 20 best passages, and the length of the question. The longer a question is, the fewer of its words
one chunk contains.

The models were fitted to commit messages from 25 repositories, each used as a question about its own repository and
about a similar one, to 74 requests for things that a repository lacks, and to meaningless questions. `_SHOWN` alone was
fitted later, to packs of today's passages, and also to 444 questions in a user's own words about 21 other repositories;
it alone uses the length. The others were kept: on today's packs, new fits of them gained nothing (docs/benchmarks.md).
With plain questions and the length, `_ANSWERABLE`, which decides which questions have no good match, recognised half as
many requests for absent things. `training.figures.fit_confidence` fits and evaluates all of them.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ctx_lsp.retrieval.answerable import NO_MATCH, counts_meaning, logistic_chance
from ctx_lsp.retrieval.evidence import Evidence

# Intercept, then the weights of strength, similarity, mentioned words, concentration and length.
_ANSWERABLE = (-10.327, 6.297, 11.488, 2.474, 3.072, 0.0)
_SHOWN = (-11.062, 5.169, 7.986, 1.665, 3.825, 0.950)
# Fitted without similarity, for use without vectors for nearly all chunks.
_ANSWERABLE_BY_WORDS = (-7.256, 11.849, 0.0, 3.825, 2.278, 0.0)
_SHOWN_BY_WORDS = (-8.047, 9.475, 0.0, 3.449, 3.985, 0.0)

TOKENS = 4_096  # budget of the packs to which the models were fitted
# The odds that a pack shows the answer fall with this power of a smaller budget: to a third with half of it. Chosen on
# one half of 341 questions and subjects of commits, with packs of 300 to 4,096 tokens (docs/benchmarks.md).
BUDGET_POWER = 1.5
SUREST = 0.999  # a probability that was rounded to 1 has no odds

MAX_WORDS = 20  # longer questions, of which the models have seen hardly any, count as this long
BEST_PASSAGES = 20  # number of passages whose chances are summed to the concentration


@dataclass(frozen=True, slots=True)
class Confidence:
    """Two probabilities (0–1) for a question.

    `answerable` is the probability that the workspace has an answer. `shown` is the probability that a pack of 4,096
    tokens shows at least half of the lines that answer the question.
    """

    answerable: float
    shown: float

    def within(self, budget: int) -> float:
        """Return the probability that a pack of `budget` tokens shows at least half of these lines.

        A budget above `TOKENS` does not raise it.
        """
        if budget >= TOKENS:
            return self.shown
        odds = _odds(self.shown) * math.pow(budget / TOKENS, BUDGET_POWER)
        return round(odds / (1.0 + odds), 3)

    def sufficient_budget(self, wanted: float) -> int | None:
        """Return the smallest budget for which `within` is at least `wanted` (above 0); None if there is none."""
        if self.shown < wanted:
            return None
        return math.ceil(TOKENS * math.pow(_odds(wanted) / _odds(self.shown), 1.0 / BUDGET_POWER))

    @property
    def is_match(self) -> bool:
        """Whether the workspace is likely to have an answer."""
        return self.answerable >= NO_MATCH


def _odds(probability: float) -> float:
    return min(probability, SUREST) / (1.0 - min(probability, SUREST))


def concentration_of(chances: np.ndarray) -> float:
    """Return the sum of the `BEST_PASSAGES` highest `chances` (0–1). All `chances` together must sum to 1."""
    return float(sum(np.sort(chances)[::-1][:BEST_PASSAGES].tolist()))


def measures_of(evidence: Evidence, concentration: float) -> tuple[float, ...]:
    """Return the measures of an answer, in the order of the weights.

    `concentration` is the result of `concentration_of`.
    """
    words = min(len(evidence.question.split()), MAX_WORDS)
    return *evidence.match, concentration, math.log1p(words)


def confidence_of(evidence: Evidence, concentration: float, semantic_coverage: float) -> Confidence:
    """Compute the confidence of the answer to a question.

    Semantic similarity is used only if nearly all chunks have vectors, because otherwise the most similar chunk may
    have no vector yet.
    """
    by_meaning = counts_meaning(evidence.match, semantic_coverage)
    return confidence_from(measures_of(evidence, concentration), by_meaning=by_meaning)


def confidence_from(measures: Sequence[float], *, by_meaning: bool) -> Confidence:
    """Compute the confidence from its measures, with or without semantic similarity."""
    answerable, shown = (_ANSWERABLE, _SHOWN) if by_meaning else (_ANSWERABLE_BY_WORDS, _SHOWN_BY_WORDS)
    return Confidence(*(round(logistic_chance(model, measures), 3) for model in (answerable, shown)))


def joint_confidence(parts: Iterable[Confidence]) -> Confidence:
    """Combine the confidences of a question's parts; there must be at least one part.

    The workspace has an answer if it has one to any part, but the pack shows the answer only if it shows the answers to
    all parts.
    """
    found = list(parts)
    return Confidence(max(one.answerable for one in found), min(one.shown for one in found))
