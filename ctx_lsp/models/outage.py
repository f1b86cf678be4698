"""How long a provider that is down is left alone: longer each time, and never so long that its return goes unnoticed.

Nothing is asked here, and nobody waits; the clock is the caller's.
"""

from dataclasses import dataclass

FIRST_REST = 1.0  # seconds after the first failure; each rest is twice the one before
LONGEST_REST = 30.0  # seconds
LONGEST_WISH = 600.0  # seconds for which a provider is left alone because it says so


@dataclass(frozen=True, slots=True)
class Outage:
    """A provider that does not answer: why, and until when (seconds of the caller's clock) it is left alone."""

    reason: str
    until: float
    rest: float


def begin_or_prolong(before: Outage | None, reason: str, now: float, wish: float = 0.0) -> Outage:
    """The outage after one more failure; `wish` is how many seconds the provider asks for.

    Several threads that fail in the same rest count once.
    """
    if before is not None and now < before.until:
        return Outage(reason, max(before.until, now + min(wish, LONGEST_WISH)), before.rest)
    rest = FIRST_REST if before is None else min(2 * before.rest, LONGEST_REST)
    return Outage(reason, now + max(rest, min(wish, LONGEST_WISH)), rest)
