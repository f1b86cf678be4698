"""The order in which a pack grows: which symbol is shown next, and at which level of detail.

The order does not depend on the budget. A pack takes the steps in this fixed order up to the first one that does not
fit, so a bigger budget keeps everything that fits a smaller one. Steps are ordered by value per token, which `utility`
estimates. `packer` counts costs more exactly, and only for the steps that it considers.
"""

from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from ctx_lsp.packing.candidates import Candidate
from ctx_lsp.packing.model import Policy
from ctx_lsp.packing.utility import Choice, Utility, utility_of

# A step may cost STEP_TOKENS plus STEP_SHARE of the tokens spent before it. One long definition therefore cannot fill a
# small pack, and only a limited part of the budget can stay unused.
STEP_TOKENS = 32
STEP_SHARE = 0.5
CORE_TOKENS = 120  # a primary definition shorter than this is shown in full before the next one is added
STEP_LEAP = 1.5  # if no step is cheap enough, the limit becomes this multiple of the cheapest step's cost


PIN_TOKENS, PIN_SHARE = 256, 2.0  # like STEP_TOKENS and STEP_SHARE, for pinned candidates

# Groups of the policy `split`: primary definitions, other results, and candidates that only the graph leads to.
_KINDS: Sequence[Callable[[Candidate], bool]] = (
    lambda one: one.core,
    lambda one: not one.core and not one.origins,
    lambda one: bool(one.origins),
)
SHARES = (0.6, 0.3, 0.1)


class Step(NamedTuple):
    """One step of a growing pack, which shows a candidate at the level of detail `rung`.

    The step adds the candidate or shows it in more detail than before. `tokens` is the estimated cost of the step.
    """

    candidate: Candidate
    rung: int
    tokens: float


def steps(candidates: Sequence[Candidate], min_completeness: float, policy: Policy = "adaptive") -> Iterator[Step]:
    """Yield the steps whose value justifies their tokens, highest value per token first.

    With the policy `split`, groups of candidates take turns according to their shares. Gains in completeness have a
    value until `min_completeness` is reached; after that, only relevance counts.
    """
    groups = [[one for one in candidates if kind(one)] for kind in _KINDS] if policy == "split" else [candidates]
    orders = [_Order([utility_of(candidate) for candidate in group], min_completeness) for group in groups]
    return interleaved([iter(order.next, None) for order in orders])


def interleaved(orders: Sequence[Iterator[Step]]) -> Iterator[Step]:
    """Interleave up to three sequences of steps so that each sequence gets its share of the tokens (`SHARES`)."""
    spent = [0.0] * len(orders)
    proposed = [next(order, None) for order in orders]
    while any(proposed):
        # The order furthest behind its share is next; the others keep their proposed step.
        turn = min((place for place, step in enumerate(proposed) if step), key=lambda n: (spent[n] / SHARES[n], n))
        step = proposed[turn]
        if step is not None:
            spent[turn] += step.tokens
            yield step
        proposed[turn] = next(orders[turn], None)


class _Order:
    """A generator of steps, which stores the level that each candidate has reached and the tokens spent."""

    def __init__(self, worth: Sequence[Utility], min_completeness: float) -> None:
        self._worth = worth
        self._reached = [-1] * len(worth)
        self._spent = 0.0
        self._lacking = min_completeness - 1.0 + sum(one.candidate.need for one in worth)
        # The entries of both heaps record the rung that the candidate had reached when the entry was added. An entry is
        # stale once the candidate has reached another rung.
        self._heap: list[tuple[int, float, int, int, int]] = []  # (turn, order within it, candidate, rung, reached)
        self._waiting: list[tuple[float, int, int]] = []  # (tokens, candidate, reached): best rung too expensive
        self._last_turn = len(worth) + 1  # of candidates whose value per token alone decides; after named ones
        self._behind = _behind(worth)
        self._blocked = {number for behind in self._behind.values() for number in behind}
        self._start()

    def next(self) -> Step | None:
        """Return the next step, or None if no remaining step has enough value for its tokens."""
        if self._worth and not self._spent:
            return self._raise(0, 0)  # the first result is at least named, however small the budget
        while True:
            self._admit_waiting()
            if not self._heap:
                return None
            _, _, number, rung, reached = heappop(self._heap)
            if reached == self._reached[number]:
                return self._raise(number, rung)

    def _raise(self, number: int, rung: int) -> Step:
        chosen, reached = self._worth[number], self._reached[number]
        tokens = chosen.cost(rung, reached)
        self._spent += tokens
        self._reached[number] = rung
        was_lacking = self._lacking > 0.0
        behind: list[int] = []
        if reached < chosen.readable <= rung:
            self._lacking -= chosen.candidate.need
            behind = self._behind.get(number, [])
            self._blocked.difference_update(behind)
        if was_lacking and self._lacking <= 0.0:
            self._start()  # completeness no longer counts, so every candidate is evaluated again
        else:
            for one in (number, *behind):
                self._consider(one, self._allowance())
        return Step(chosen.candidate, rung, tokens)

    def _allowance(self) -> float:
        return STEP_TOKENS + STEP_SHARE * self._spent

    def _start(self) -> None:
        self._heap.clear()
        self._waiting.clear()
        for number in range(len(self._worth)):
            self._consider(number, self._allowance())

    def _admit_waiting(self) -> None:
        limit = self._allowance()
        while self._waiting and self._waiting[0][2] != self._reached[self._waiting[0][1]]:
            heappop(self._waiting)  # stale
        if self._waiting and not self._heap:
            # Nothing else is left, so the candidates whose cost is close to the lowest one are considered next.
            limit = max(limit, STEP_LEAP * self._waiting[0][0])
        while self._waiting and self._waiting[0][0] <= limit:
            _, number, reached = heappop(self._waiting)
            if reached == self._reached[number]:
                self._consider(number, limit)

    def _consider(self, number: int, limit: float) -> None:
        """Queue a candidate's best next step among those that cost at most `limit`.

        If a more expensive step is better, also put that step on the waiting list.
        """
        if number in self._blocked:
            return
        option, reached = self._worth[number], self._reached[number]
        if option.candidate.named and not option.candidate.pinned:
            self._consider_named(number)
            return
        choices = option.choices(reached, complete=self._lacking <= 0.0)
        entering = option.candidate.core and reached < option.readable
        if option.candidate.pinned:
            self._consider_pinned(number, choices, limit)
            return
        within = next((choice for choice in choices if choice.tokens <= limit), None)
        if option.candidate.core:  # level by level in the order of the results, while the levels are short
            short = [choice for choice in choices if option.costs[choice.rung] <= CORE_TOKENS]
            within = min(short, key=lambda choice: choice.rung, default=within)
            entering = entering or bool(short)
        if within is not None:
            turn = number if entering else self._last_turn
            heappush(self._heap, (turn, -within.density, number, within.rung, reached))
        if choices and choices[0].tokens > limit:
            heappush(self._waiting, (choices[0].tokens, number, reached))

    def _consider_named(self, number: int) -> None:
        """Queue the next level of a named candidate before all candidates that are not named.

        Named candidates become readable one after the other, and short ones are shown in full. Then the bodies grow,
        one at a time, and first the one with the fewest tokens left to show.
        """
        option, reached = self._worth[number], self._reached[number]
        rung = reached + 1
        if rung == len(option.costs):
            return
        if reached < option.readable or option.costs[-1] <= CORE_TOKENS:
            heappush(self._heap, (number, 0.0, number, rung, reached))
        else:
            left = option.cost(len(option.costs) - 1, reached)
            heappush(self._heap, (len(self._worth), left, number, rung, reached))

    def _consider_pinned(self, number: int, choices: Sequence[Choice], limit: float) -> None:
        """Queue the next step of a pinned candidate before the steps of all unpinned candidates, or let the step wait.

        A step that makes the candidate readable is queued at once. A step that shows more detail waits until enough
        tokens have been spent; `limit`, the maximum cost of a step of an unpinned candidate, grows with the tokens
        spent. Steps that make pinned candidates readable come before steps that show pinned candidates in more detail.
        Nothing is queued if there are no `choices`.
        """
        option, reached = self._worth[number], self._reached[number]
        following = min(choices, key=lambda choice: choice.rung, default=None)
        if following is None:
            return
        # The limit for other candidates when this step becomes affordable.
        due = STEP_TOKENS + STEP_SHARE * (following.tokens - PIN_TOKENS) / PIN_SHARE
        if reached < option.readable:
            heappush(self._heap, (number - len(self._worth), -following.density, number, following.rung, reached))
        elif due <= limit:
            heappush(self._heap, (number, -following.density, number, following.rung, reached))
        else:
            heappush(self._waiting, (due, number, reached))


def _behind(worth: Sequence[Utility]) -> dict[int, list[int]]:
    """Find the candidates that must wait until the definition through which they were found is in the pack.

    The keys are the positions of these definitions in `worth`; the values are the positions of those that wait.
    """
    numbers = {one.candidate.key: number for number, one in enumerate(worth) if not one.candidate.known}
    behind: dict[int, list[int]] = {}
    for number, one in enumerate(worth):
        leader = next((numbers[key] for key in one.candidate.origins if key in numbers), None)
        if leader is not None:
            behind.setdefault(leader, []).append(number)
    return behind
