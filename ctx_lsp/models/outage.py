"""Back-off for a provider that is down: pauses grow up to a limit, which is low enough to notice when it is back.

This module sends no requests and does not wait; callers pass in the time.
"""

from dataclasses import dataclass

FIRST_PAUSE = 1.0  # seconds after the first failure; each later pause is twice as long
LONGEST_PAUSE = 30.0  # seconds
MAX_RETRY_AFTER = 600.0  # seconds; longest pause that a provider can ask for


@dataclass(frozen=True, slots=True)
class Outage:
    """A provider that does not answer: the reason, and the time on the caller's clock until which it is left alone."""

    reason: str
    until: float
    pause: float


def begin_or_prolong(before: Outage | None, reason: str, now: float, retry_after: float = 0.0) -> Outage:
    """Return the outage after one more failure; `retry_after` is the pause in seconds that the provider asks for.

    Failures in several threads during the same pause count once.
    """
    if before is not None and now < before.until:
        return Outage(reason, max(before.until, now + min(retry_after, MAX_RETRY_AFTER)), before.pause)
    pause = FIRST_PAUSE if before is None else min(2 * before.pause, LONGEST_PAUSE)
    return Outage(reason, now + max(pause, min(retry_after, MAX_RETRY_AFTER)), pause)
