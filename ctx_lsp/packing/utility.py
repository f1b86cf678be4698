"""What it is worth to show a candidate at each level, and what that costs, as estimates by which to order.

What packing maximises is the sum of these values, and `NEED_WEIGHT` times the completeness gained until enough is
reached: a submodular function, which an order by value per token serves well without knowing the budget.

All weights of packing are here. They were set on development tasks, as a compromise of recall, completeness and whole
definitions first; none of them, moved by a third, changed the recall of packs of 4,096 tokens by more than two points.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ctx_lsp.packing.candidates import Candidate
from ctx_lsp.packing.detail.levels import Rung

BYTES_PER_TOKEN = 3.8  # of source code; only the order rests on it
ENTRY_TOKENS = 24  # heading and fence of a symbol that enters
NAME_TOKENS = 16  # a name with the heading that says where it is

# Value of a level as a share of the whole definition's: of what was asked for, and of what serves to understand that,
# where a signature says nearly all.
CORE_VALUE = {"outline": 0.02, "signature": 0.5, "members": 0.6, "folded": 0.8, "excerpt": 0.9, "full": 1.0}
OTHER_VALUE = {"outline": 0.0, "signature": 0.75, "members": 0.8, "folded": 0.9, "excerpt": 0.9, "full": 1.0}
CORE_WEIGHT = 4.0  # of a primary definition against a partner of the same relevance
CORE_SHARPNESS = 2  # power of its relevance: scores lie close together, and the first results matter most
NEED_WEIGHT = 2.0  # of completeness gained against relevance
MIN_VALUE = 0.01  # what adds less than this is noise, however cheap
MIN_DENSITY = 0.0001  # value per token: with less, what was not asked for does not earn its place


@dataclass(frozen=True, slots=True)
class Choice:
    """A rung that a candidate could be raised to; `density` is value per token."""

    rung: int
    tokens: float
    density: float


@dataclass(frozen=True, slots=True)
class Worth:
    """A candidate with the cost (tokens) and the value by relevance of each of its rungs."""

    candidate: Candidate
    costs: tuple[float, ...]
    values: tuple[float, ...]
    readable: int  # the first rung that shows more than a name

    def cost(self, rung: int, reached: int) -> float:
        """Tokens that raising it from `reached` (-1: not shown) to `rung` takes."""
        return max(1.0, self.costs[rung] - (self.costs[reached] if reached >= 0 else 0.0))

    def choices(self, reached: int, *, complete: bool) -> list[Choice]:
        """The rungs above `reached` that are worth their tokens, the densest first.

        `complete`: what completeness gains by it no longer counts.
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


def weigh(candidate: Candidate) -> Worth:
    """Costs and values of a candidate's rungs."""
    rungs = candidate.ladder
    shares = CORE_VALUE if candidate.core else OTHER_VALUE
    weight = CORE_WEIGHT * candidate.relevance**CORE_SHARPNESS if candidate.core else candidate.relevance
    costs = [ENTRY_TOKENS + rung.size / BYTES_PER_TOKEN if rung.size else NAME_TOKENS for rung in rungs]
    values = [weight * shares[name] for name in _value_names(rungs)]
    readable = next(number for number, rung in enumerate(rungs) if rung.level != "outline")
    return Worth(candidate, tuple(costs), tuple(values), readable)


def _value_names(rungs: Sequence[Rung]) -> list[str]:
    """The key of each rung in the tables of values: a type's second signature shows its members."""
    return [
        "members" if number and rung.level == rungs[number - 1].level == "signature" else rung.level
        for number, rung in enumerate(rungs)
    ]
