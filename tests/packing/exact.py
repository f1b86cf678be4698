"""The objective of packing, and exhaustive solvers that find its maximum in small cases.

The objective of a state (a level, or none, for each candidate) is the value of its levels plus the resolved needs, up
to the completeness that was asked for. It is submodular: the sum of a modular function (each level adds to the one
below it, whatever else is shown) and a concave function (the minimum of two numbers) of another.

Two solvers: the maximum within each budget, and the best order over all budgets when the order does not know them. The
second is the limit for packing, because a larger budget must keep everything that a smaller one shows.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from ctx_lsp.packing.candidates import Candidate
from ctx_lsp.packing.selection import Step, steps
from ctx_lsp.packing.utility import NEED_WEIGHT, Utility, utility_of

State = tuple[int, ...]
"""The level of each candidate; -1: not there."""


@dataclass(frozen=True, slots=True)
class Case:
    """Candidates and the completeness that is asked for."""

    candidates: Sequence[Candidate]
    min_completeness: float

    @property
    def worth(self) -> list[Utility]:
        """Costs and values of the candidates."""
        return [utility_of(candidate) for candidate in self.candidates]

    def states(self) -> dict[State, tuple[float, float]]:
        """Cost and objective of every state that the rules allow."""
        worth = self.worth
        lacking = self.min_completeness - 1.0 + sum(one.candidate.need for one in worth)
        found = {}
        for state in product(*(range(-1, len(one.costs)) for one in worth)):
            if self._is_allowed(state, worth):
                there = [(one, rung) for one, rung in zip(worth, state, strict=True) if rung >= 0]
                resolved = sum(one.candidate.need for one, rung in there if rung >= one.readable)
                value = sum(one.values[rung] for one, rung in there) + NEED_WEIGHT * max(0.0, min(lacking, resolved))
                found[state] = sum(one.costs[rung] for one, rung in there), value
        return found

    def chain(self) -> list[State]:
        """The states that packing goes through."""
        state = [-1] * len(self.candidates)
        places = {candidate.key: place for place, candidate in enumerate(self.candidates)}
        chain = [tuple(state)]
        for step in self.steps():
            state[places[step.candidate.key]] = step.rung
            chain.append(tuple(state))
        return chain

    def steps(self) -> Iterator[Step]:
        """The steps that packing proposes."""
        return steps(self.candidates, self.min_completeness)

    def _is_allowed(self, state: State, worth: Sequence[Utility]) -> bool:
        """Whether every partner's origin is readable, and the first result is shown before everything else."""
        if state[0] < 0 and any(rung >= 0 for rung in state):
            return False
        rungs = {one.candidate.key: rung - one.readable for one, rung in zip(worth, state, strict=True)}
        for one, rung in zip(worth, state, strict=True):
            leader = next((key for key in one.candidate.origins if key in rungs), None)
            if rung >= 0 and leader is not None and rungs[leader] < 0:
                return False
        return True


@dataclass(frozen=True, slots=True)
class Compared:
    """Mean shares of each budget's maximum: ours, and that of the best order."""

    ours: float
    best_order: float


def compare(case: Case, budgets: Sequence[float]) -> Compared:
    """Rate the order of packing over some budgets (ascending)."""
    states = case.states()
    most = [max(value for cost, value in states.values() if cost <= budget) for budget in budgets]
    known = [place for place, value in enumerate(most) if value > 0.0]
    # Shares of the most that a state is worth, summed over the budgets from some place on.
    sums = [0.0]
    for place in reversed(known):
        sums.append(sums[-1] + 1.0 / most[place])
    sums.reverse()
    first = {
        state: next((n for n, place in enumerate(known) if budgets[place] >= cost), len(known))
        for state, (cost, _) in states.items()
    }

    def gained(state: State, following: State | None) -> float:
        end = len(known) if following is None else first[following]
        return states[state][1] * (sums[first[state]] - sums[max(end, first[state])])

    chain = case.chain()
    ours = sum(gained(one, other) for one, other in zip(chain, [*chain[1:], None], strict=True))
    best: dict[State, float] = {}
    for state in sorted(states, key=lambda one: (-sum(one), one)):
        later = (gained(state, other) + best[other] for other in best if _is_above(other, state))
        best[state] = max(later, default=0.0)
        best[state] = max(best[state], gained(state, None))
    start = (-1,) * len(case.candidates)
    return Compared(ours / len(known), best[start] / len(known)) if known else Compared(1.0, 1.0)


def _is_above(one: State, other: State) -> bool:
    return one != other and all(a >= b for a, b in zip(one, other, strict=True))
