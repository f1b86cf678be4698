"""The pauses of a provider that is down."""

from ctx_lsp.models.outage import FIRST_PAUSE, LONGEST_PAUSE, MAX_RETRY_AFTER, Outage, begin_or_prolong


def rests(failures: int) -> list[float]:
    """The pauses of a provider that is asked after each and always fails."""
    found: list[float] = []
    now, outage = 1000.0, None
    for _ in range(failures):
        outage = begin_or_prolong(outage, "down", now)
        found.append(outage.until - now)
        now = outage.until
    return found


def test_each_rest_is_twice_the_one_before_up_to_a_limit() -> None:
    assert rests(3) == [FIRST_PAUSE, 2 * FIRST_PAUSE, 4 * FIRST_PAUSE]
    assert rests(20)[-1] == LONGEST_PAUSE


def test_a_provider_may_ask_for_longer_but_not_for_ever() -> None:
    assert begin_or_prolong(None, "busy", 0.0, 90.0).until == 90.0
    assert begin_or_prolong(None, "busy", 0.0, 1e9).until == MAX_RETRY_AFTER
    assert begin_or_prolong(None, "busy", 0.0, FIRST_PAUSE / 2).until == FIRST_PAUSE


def test_threads_that_fail_in_the_same_rest_count_once() -> None:
    first = begin_or_prolong(None, "down", 0.0)
    assert begin_or_prolong(first, "still down", FIRST_PAUSE / 2) == Outage("still down", first.until, FIRST_PAUSE)
    assert begin_or_prolong(first, "busy", FIRST_PAUSE / 2, 60.0).until == FIRST_PAUSE / 2 + 60.0
