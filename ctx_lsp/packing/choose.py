"""In which order a pack grows: which symbol enters next, and at which level. The order does not know the budget.

A pack holds the steps of a fixed order up to the first that does not fit, so a bigger budget keeps everything that a
smaller one held. Value per token decides the order, with costs estimated from bytes; exact costs are counted in
`pack`, for the few steps that are taken.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from ctx_lsp.packing.candidates import Candidate
from ctx_lsp.packing.levels import Rung

BYTES_PER_TOKEN = 3.8  # of source code; only the order rests on it
ENTRY_TOKENS = 24  # heading and fence of a symbol that enters
NAME_TOKENS = 16  # a name with the heading that says where it is
MIN_VALUE = 0.01  # what adds less than this is noise, however cheap

# A step may cost this much, and this share of what was spent before it. So one long definition cannot fill a small
# pack, and what is left unused behind the last step that fits is bounded.
STEP_TOKENS = 160
STEP_SHARE = 0.5

# Value of a level as a share of the whole definition's: of what was asked for, and of what serves to understand that,
# where a signature says nearly all.
CORE_VALUE = {"outline": 0.02, "signature": 0.6, "members": 0.7, "folded": 0.85, "full": 1.0}
OTHER_VALUE = {"outline": 0.0, "signature": 0.75, "members": 0.8, "folded": 0.9, "full": 1.0}
CORE_WEIGHT = 3.0  # of a primary definition against a partner of the same relevance
NEED_WEIGHT = 2.0  # of completeness gained against relevance


@dataclass(frozen=True, slots=True)
class Step:
    """A candidate enters at, or is raised to, the level `rung` of its ladder; `tokens` is an estimate."""

    candidate: Candidate
    rung: int
    tokens: float


def steps(candidates: Sequence[Candidate], min_completeness: float) -> Iterator[Step]:
    """All steps worth taking, the most valuable per token first.

    Completeness counts until `min_completeness` is reached; from there on relevance alone decides.
    """
    order = _Order([_options(candidate) for candidate in candidates], min_completeness)
    while (step := order.next()) is not None:
        yield step


@dataclass(frozen=True, slots=True)
class _Options:
    """A candidate with the estimated cost (tokens) and the value by relevance of each of its rungs."""

    candidate: Candidate
    costs: tuple[float, ...]
    values: tuple[float, ...]
    readable: int  # the first rung that shows more than a name


class _Order:
    """The growing pack as the order sees it: how far each candidate was raised and what was spent."""

    def __init__(self, options: Sequence[_Options], min_completeness: float) -> None:
        self._options = options
        self._reached = [-1] * len(options)
        self._spent = 0.0
        self._lacking = min_completeness - 1.0 + sum(one.candidate.need for one in options)
        self._heap: list[tuple[float, int, int]] = []  # (-value per token, candidate, rung)
        self._waiting: list[tuple[float, int]] = []  # (tokens of the cheapest rung, candidate): too dear so far
        self._consider(range(len(options)))

    def next(self) -> Step | None:
        """The next step; None when nothing is left that is worth its tokens."""
        self._admit_waiting()
        if not self._heap:
            return None
        _, number, rung = heappop(self._heap)
        chosen = self._options[number]
        tokens = self._cost(number, rung)
        self._spent += tokens
        completing = self._lacking > 0.0 and self._reached[number] < chosen.readable <= rung
        self._reached[number] = rung
        if completing and chosen.candidate.need:
            self._lacking -= chosen.candidate.need
            if self._lacking <= 0.0:
                self._start_again()
        self._consider([number])
        return Step(chosen.candidate, rung, tokens)

    def _allowance(self) -> float:
        return STEP_TOKENS + STEP_SHARE * self._spent

    def _start_again(self) -> None:
        """Weigh everything anew: completeness counts no longer."""
        numbers = [number for _, number, _ in self._heap]
        self._heap.clear()
        self._consider(numbers)

    def _admit_waiting(self) -> None:
        allowance = self._allowance()
        while self._waiting and (self._waiting[0][0] <= allowance or not self._heap):
            # With nothing else left, the cheapest of the dear ones is next whatever it costs.
            cost, number = heappop(self._waiting)
            self._consider([number], max(cost, allowance))

    def _consider(self, numbers: Iterable[int], allowance: float | None = None) -> None:
        limit = self._allowance() if allowance is None else allowance
        for number in numbers:
            costs = {rung: self._cost(number, rung) for rung in self._above(number)}
            worth = {rung: self._gain(number, rung) for rung in costs}
            costs = {rung: cost for rung, cost in costs.items() if worth[rung] >= MIN_VALUE}
            within = [rung for rung, cost in costs.items() if cost <= limit]
            if within:
                best = max(within, key=lambda rung: (worth[rung] / costs[rung], -rung))
                heappush(self._heap, (-worth[best] / costs[best], number, best))
            elif costs:
                heappush(self._waiting, (min(costs.values()), number))

    def _above(self, number: int) -> range:
        return range(self._reached[number] + 1, len(self._options[number].costs))

    def _cost(self, number: int, rung: int) -> float:
        reached = self._reached[number]
        costs = self._options[number].costs
        return max(1.0, costs[rung] - (costs[reached] if reached >= 0 else 0.0))

    def _gain(self, number: int, rung: int) -> float:
        option, reached = self._options[number], self._reached[number]
        gain = option.values[rung] - (option.values[reached] if reached >= 0 else 0.0)
        if self._lacking > 0.0 and reached < option.readable <= rung:
            gain += NEED_WEIGHT * option.candidate.need
        return gain


def _options(candidate: Candidate) -> _Options:
    rungs = candidate.ladder
    shares, weight = (CORE_VALUE, CORE_WEIGHT) if candidate.core else (OTHER_VALUE, 1.0)
    costs = [_tokens(rung.size) for rung in rungs]
    values = [weight * candidate.relevance * shares[name] for name in _value_names(rungs)]
    readable = next(number for number, rung in enumerate(rungs) if rung.level != "outline")
    return _Options(candidate, tuple(costs), tuple(values), readable)


def _tokens(size: int) -> float:
    return ENTRY_TOKENS + size / BYTES_PER_TOKEN if size else NAME_TOKENS


def _value_names(rungs: Sequence[Rung]) -> list[str]:
    """The key of each rung in the tables of values: a type's second signature shows its members."""
    return [
        "members" if number and rung.level == rungs[number - 1].level == "signature" else rung.level
        for number, rung in enumerate(rungs)
    ]
