"""Back-off for a provider that is down. Pauses grow up to a limit, so that the provider's return is noticed soon.

This module sends no requests and does not wait; callers pass in the time.
"""

from dataclasses import dataclass

FIRST_PAUSE = 1.0  # seconds after the first failure; each later pause is twice as long
LONGEST_PAUSE = 30.0  # seconds
MAX_RETRY_AFTER = 600.0  # seconds; the longest pause that a provider can ask for


@dataclass(frozen=True, slots=True)
class Outage:
    """The outage of a provider, which is not contacted again before `until`, a time on the caller's clock.

    `pause` is the length in seconds of the pause after the latest failure, as if the provider had not asked for a
    longer one. The next pause is computed from it.
    """

    reason: str
    until: float
    pause: float


def begin_or_prolong(before: Outage | None, reason: str, now: float, retry_after: float = 0.0) -> Outage:
    """Return the outage that follows from a failure at the time `now`.

    `before` is the outage that followed from the previous failure; None if the provider has answered since. The pause
    doubles with each failure, up to `LONGEST_PAUSE`. Failures in several threads during the same pause count only once.
    If the provider asks for a longer pause (`retry_after`, in seconds), it gets up to `MAX_RETRY_AFTER` seconds.
    """
    if before is not None and now < before.until:
        return Outage(reason, max(before.until, now + min(retry_after, MAX_RETRY_AFTER)), before.pause)
    pause = FIRST_PAUSE if before is None else min(2 * before.pause, LONGEST_PAUSE)
    return Outage(reason, now + max(pause, min(retry_after, MAX_RETRY_AFTER)), pause)
