"""Results of pattern detectors, as plain frozen data."""

from dataclasses import dataclass

STRUCTURES = ("strategy", "template method", "decorator", "factory", "context manager", "unit of work", "observer")
ROLES = (
    "route", "controller", "router", "middleware", "model", "repository", "service", "fixture", "task", "command",
    "signal handler", "component", "hook", "bean", "module",
)  # fmt: skip
PATTERNS = (*STRUCTURES, *ROLES)
"""The names of all patterns, structural ones first."""


@dataclass(frozen=True, slots=True, order=True)
class Participant:
    """A symbol in a pattern, with its relation to the pattern, such as `interface` or `response model`."""

    symbol: str
    relation: str


@dataclass(frozen=True, slots=True)
class Instance:
    """One occurrence of a pattern.

    `center` is the symbol at which the pattern was found. `others` holds the other participants, without duplicates and
    in a fixed order. `reason` is a sentence that names the evidence. `confidence` is above 0 and at most 1.
    """

    pattern: str
    center: Participant
    others: tuple[Participant, ...]
    reason: str
    confidence: float

    def seen_from(self, symbol: str) -> "PatternMatch | None":
        """Return the pattern from the point of view of `symbol`, or None if the symbol is not a participant."""
        everyone = (self.center, *self.others)
        own = next((one for one in everyone if one.symbol == symbol), None)
        if own is None:
            return None
        rest = tuple(one for one in everyone if one.symbol != symbol)
        return PatternMatch(self.pattern, own.relation, rest, self.reason, self.confidence)


@dataclass(frozen=True, slots=True)
class PatternMatch:
    """A pattern from the point of view of one symbol, with the symbol's `role` and its `partners`."""

    pattern: str
    role: str
    partners: tuple[Participant, ...]
    reason: str
    confidence: float


def make_instance(
    pattern: str, center: Participant, others: list[Participant], reason: str, confidence: float = 0.9
) -> Instance:
    """Build an instance of a pattern. A symbol that is given more than once keeps only its first relation."""
    first: dict[str, Participant] = {}
    for one in others:
        if one.symbol != center.symbol:
            first.setdefault(one.symbol, one)
    return Instance(pattern, center, tuple(first.values()), reason, confidence)
