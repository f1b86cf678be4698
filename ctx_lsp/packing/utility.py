"""Estimates of the value and cost of showing a candidate at each level of detail. They determine the order of steps.

Packing maximises the sum of these values plus `NEED_WEIGHT` times the gain in completeness, up to the requested
completeness. This sum is submodular, so taking steps in order of value per token works well for any budget.

This module holds all weights of packing. They were tuned on development tasks as a compromise between recall,
completeness and showing whole definitions first. Changing any one weight by a third changed the recall of packs of
4,096 tokens by at most two points.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ctx_lsp.packing.candidates import Candidate
from ctx_lsp.packing.detail.levels import Rung

BYTES_PER_TOKEN = 3.8  # average in source code; affects only the order
ENTRY_TOKENS = 24  # cost of the heading and fence of a symbol whose text is shown
NAME_TOKENS = 16  # cost of a symbol that is only named, including the heading with its file

# Value of a level as a share of the value of the whole definition. If a definition only helps to understand a primary
# definition, most of its value is in its signature.
CORE_VALUE = {"outline": 0.02, "signature": 0.5, "members": 0.6, "folded": 0.8, "excerpt": 0.9, "full": 1.0}
OTHER_VALUE = {"outline": 0.0, "signature": 0.75, "members": 0.8, "folded": 0.9, "excerpt": 0.9, "full": 1.0}
CORE_WEIGHT = 4.0  # weight of a primary definition relative to a partner of the same relevance
CORE_SHARPNESS = 2  # exponent of its relevance, because scores are close together and the first results matter most
NEED_WEIGHT = 2.0  # weight of a gain in completeness relative to relevance
MIN_VALUE = 0.01  # smaller gains are noise, however cheap
MIN_DENSITY = 0.0001  # value per token that a candidate outside the core must reach


@dataclass(frozen=True, slots=True)
class Choice:
    """A rung (level of detail) that a candidate can be shown at next; `density` is its value per token."""

    rung: int
    tokens: float
    density: float


@dataclass(frozen=True, slots=True)
class Utility:
    """A candidate, with the cost in tokens and the value of each of its rungs."""

    candidate: Candidate
    costs: tuple[float, ...]
    values: tuple[float, ...]
    readable: int  # the first rung that shows more than a name

    def cost(self, rung: int, reached: int) -> float:
        """Return the token cost of going from the rung `reached` (-1 if the candidate is not shown) to `rung`."""
        return max(1.0, self.costs[rung] - (self.costs[reached] if reached >= 0 else 0.0))

    def choices(self, reached: int, *, complete: bool) -> list[Choice]:
        """Return the rungs above `reached` that add enough value for their tokens, highest value per token first.

        If `complete`, gains in completeness no longer count.
        """
        found: list[Choice] = []
        for rung in range(reached + 1, len(self.costs)):
            tokens = self.cost(rung, reached)
            gain = self.values[rung] - (self.values[reached] if reached >= 0 else 0.0)
            if not complete and reached < self.readable <= rung:
                gain += NEED_WEIGHT * self.candidate.need
            if gain >= MIN_VALUE and (self.candidate.core or gain >= MIN_DENSITY * tokens):
                found.append(Choice(rung, tokens, gain / tokens))
        return sorted(found, key=lambda choice: (-choice.density, choice.rung))


def utility_of(candidate: Candidate) -> Utility:
    """Compute the cost and value of each rung of a candidate."""
    rungs = candidate.ladder
    shares = CORE_VALUE if candidate.core else OTHER_VALUE
    weight = CORE_WEIGHT * candidate.relevance**CORE_SHARPNESS if candidate.core else candidate.relevance
    costs = [ENTRY_TOKENS + rung.size / BYTES_PER_TOKEN if rung.size else NAME_TOKENS for rung in rungs]
    values = [weight * shares[name] for name in _value_names(rungs)]
    readable = next(number for number, rung in enumerate(rungs) if rung.level != "outline")
    return Utility(candidate, tuple(costs), tuple(values), readable)


def _value_names(rungs: Sequence[Rung]) -> list[str]:
    """Return the key of each rung in the value tables; for the second signature of a type, the key is `members`."""
    return [
        "members" if number and rung.level == rungs[number - 1].level == "signature" else rung.level
        for number, rung in enumerate(rungs)
    ]
