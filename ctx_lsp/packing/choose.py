"""In which order a pack grows: which symbol enters next, and at which level. The order does not know the budget.

A pack holds the steps of a fixed order up to the first that does not fit, so a bigger budget keeps everything that a
smaller one held. Value per token decides the order, with costs estimated from bytes; exact costs are counted in
`pack`, for the few steps that are taken.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from ctx_lsp.packing.candidates import Candidate
from ctx_lsp.packing.levels import Rung

BYTES_PER_TOKEN = 3.8  # of source code; only the order rests on it
ENTRY_TOKENS = 24  # heading and fence of a symbol that enters
NAME_TOKENS = 16  # a name with the heading that says where it is
MIN_VALUE = 0.01  # what adds less than this is noise, however cheap
MIN_DENSITY = 0.001  # value per token: of what was not asked for, less does not earn its place, whatever room is left

# A step may cost this much, and this share of what was spent before it. So one long definition cannot fill a small
# pack, and what is left unused behind the last step that fits is bounded.
STEP_TOKENS = 32
STEP_SHARE = 0.5
CORE_TOKENS = 120  # a primary definition that is shorter enters whole before the next one does
STEP_LEAP = 1.5  # what may be weighed against the cheapest where nothing is cheap enough

# Value of a level as a share of the whole definition's: of what was asked for, and of what serves to understand that,
# where a signature says nearly all.
CORE_VALUE = {"outline": 0.02, "signature": 0.5, "members": 0.6, "folded": 0.8, "full": 1.0}
OTHER_VALUE = {"outline": 0.0, "signature": 0.75, "members": 0.8, "folded": 0.9, "full": 1.0}
CORE_WEIGHT = 4.0  # of a primary definition against a partner of the same relevance
CORE_SHARPNESS = 2  # power of its relevance: scores lie close together, and the first results matter most
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


@dataclass(frozen=True, slots=True)
class _Choice:
    """A rung that a candidate could be raised to; `density` is value per token."""

    rung: int
    tokens: float
    density: float


class _Order:
    """The growing pack as the order sees it: how far each candidate was raised and what was spent."""

    def __init__(self, options: Sequence[_Options], min_completeness: float) -> None:
        self._options = options
        self._reached = [-1] * len(options)
        self._spent = 0.0
        self._lacking = min_completeness - 1.0 + sum(one.candidate.need for one in options)
        # Both hold the rung that the candidate had reached when it was put in; an entry with another one is outdated.
        self._heap: list[tuple[int, float, int, int, int]] = []  # (turn, -value per token, candidate, rung, reached)
        self._waiting: list[tuple[float, int, int]] = []  # (tokens, candidate, reached): its best rung is too dear yet
        self._behind = _behind(options)
        self._blocked = {number for behind in self._behind.values() for number in behind}
        self._start()

    def next(self) -> Step | None:
        """The next step; None when nothing is left that is worth its tokens."""
        if self._options and not self._spent:
            return self._raise(0, 0)  # the first result is at least named, however small the budget
        while True:
            self._admit_waiting()
            if not self._heap:
                return None
            _, _, number, rung, reached = heappop(self._heap)
            if reached == self._reached[number]:
                return self._raise(number, rung)

    def _raise(self, number: int, rung: int) -> Step:
        chosen, reached = self._options[number], self._reached[number]
        tokens = self._cost(number, rung)
        self._spent += tokens
        self._reached[number] = rung
        was_lacking = self._lacking > 0.0
        behind: list[int] = []
        if reached < chosen.readable <= rung:
            self._lacking -= chosen.candidate.need
            behind = self._behind.get(number, [])
            self._blocked.difference_update(behind)
        if was_lacking and self._lacking <= 0.0:
            self._start()  # weigh everything anew: completeness counts no longer
        else:
            for one in (number, *behind):
                self._consider(one, self._allowance())
        return Step(chosen.candidate, rung, tokens)

    def _allowance(self) -> float:
        return STEP_TOKENS + STEP_SHARE * self._spent

    def _start(self) -> None:
        self._heap.clear()
        self._waiting.clear()
        for number in range(len(self._options)):
            self._consider(number, self._allowance())

    def _admit_waiting(self) -> None:
        limit = self._allowance()
        if self._waiting and not self._heap:
            # With nothing else left, what costs about as much as the cheapest is next, whatever that is.
            limit = max(limit, STEP_LEAP * self._waiting[0][0])
        while self._waiting and self._waiting[0][0] <= limit:
            _, number, reached = heappop(self._waiting)
            if reached == self._reached[number]:
                self._consider(number, limit)

    def _consider(self, number: int, limit: float) -> None:
        """Queue what can come next of a candidate: its best rung, and while that costs more than `limit` another one."""
        if number in self._blocked:
            return
        option, reached = self._options[number], self._reached[number]
        choices = self._choices(number)
        entering = option.candidate.core and reached < option.readable
        within = next((choice for choice in choices if choice.tokens <= limit), None)
        if option.candidate.core:  # level by level, in the order of the results, as far as it is short
            short = [choice for choice in choices if option.costs[choice.rung] <= CORE_TOKENS]
            within = min(short, key=lambda choice: choice.rung, default=within)
            entering = entering or bool(short)
        if within is not None:
            turn = number if entering else len(self._options)
            heappush(self._heap, (turn, -within.density, number, within.rung, reached))
        if choices and choices[0].tokens > limit:
            heappush(self._waiting, (choices[0].tokens, number, reached))

    def _choices(self, number: int) -> list[_Choice]:
        """The rungs that are worth their tokens, the densest first."""
        choices: list[_Choice] = []
        for rung in range(self._reached[number] + 1, len(self._options[number].costs)):
            gain, tokens = self._gain(number, rung), self._cost(number, rung)
            dense = self._options[number].candidate.core or gain >= MIN_DENSITY * tokens
            if gain >= MIN_VALUE and dense:
                choices.append(_Choice(rung, tokens, gain / tokens))
        return sorted(choices, key=lambda choice: (-choice.density, choice.rung))

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
    shares = CORE_VALUE if candidate.core else OTHER_VALUE
    weight = CORE_WEIGHT * candidate.relevance**CORE_SHARPNESS if candidate.core else candidate.relevance
    costs = [_tokens(rung.size) for rung in rungs]
    values = [weight * shares[name] for name in _value_names(rungs)]
    readable = next(number for number, rung in enumerate(rungs) if rung.level != "outline")
    return _Options(candidate, tuple(costs), tuple(values), readable)


def _behind(options: Sequence[_Options]) -> dict[int, list[int]]:
    """Which candidates wait for another: a partner enters after the definition that leads to it can be read."""
    numbers = {option.candidate.key: number for number, option in enumerate(options)}
    behind: dict[int, list[int]] = {}
    for number, option in enumerate(options):
        leader = next((numbers[key] for key in option.candidate.origins if key in numbers), None)
        if leader is not None:
            behind.setdefault(leader, []).append(number)
    return behind


def _tokens(size: int) -> float:
    return ENTRY_TOKENS + size / BYTES_PER_TOKEN if size else NAME_TOKENS


def _value_names(rungs: Sequence[Rung]) -> list[str]:
    """The key of each rung in the tables of values: a type's second signature shows its members."""
    return [
        "members" if number and rung.level == rungs[number - 1].level == "signature" else rung.level
        for number, rung in enumerate(rungs)
    ]
