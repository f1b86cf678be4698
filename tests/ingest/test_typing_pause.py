"""How long background work waits for a user who types."""

import pytest

from ctx_lsp.ingest.typing_pause import LONGEST_SECONDS, PAUSE_SECONDS, TURN_SECONDS, TypingPause


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr("ctx_lsp.ingest.typing_pause.monotonic", made)
    return made


def typed(pause: TypingPause, clock: Clock, seconds: float, every: float = 0.02) -> list[float]:
    """Edit again and again; return the remaining seconds after each edit."""
    remaining = []
    for _ in range(round(seconds / every)):
        clock.now += every
        pause.note_edit()
        remaining.append(pause.remaining_seconds())
    return remaining


def test_each_edit_extends_the_pause(clock: Clock) -> None:
    pause = TypingPause()
    assert pause.remaining_seconds() == 0.0
    for remaining in typed(pause, clock, LONGEST_SECONDS - PAUSE_SECONDS):
        assert remaining == pytest.approx(PAUSE_SECONDS)
    clock.now += PAUSE_SECONDS + 0.01
    assert pause.remaining_seconds() == 0.0


def test_work_gets_its_turn_between_edits_that_never_end(clock: Clock) -> None:
    remaining = typed(TypingPause(), clock, 10 * LONGEST_SECONDS)
    share = remaining.count(0.0) / len(remaining)
    assert share == pytest.approx(TURN_SECONDS / (LONGEST_SECONDS + TURN_SECONDS), abs=0.03)


def test_edits_that_each_come_right_after_a_pause_leave_work_its_turn(clock: Clock) -> None:
    assert 0.0 in typed(TypingPause(), clock, 2 * LONGEST_SECONDS, every=PAUSE_SECONDS + 0.01)
