"""How long background work waits for a user who types."""

import pytest

from ctx_lsp.ingest.typing_pause import LONGEST_SECONDS, PAUSE_SECONDS, TypingPause


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


def typed(pause: TypingPause, clock: Clock, seconds: float) -> None:
    """Edit ten times a second."""
    for _ in range(round(10 * seconds)):
        clock.now += 0.1
        pause.note_edit()


def test_each_edit_extends_the_pause(clock: Clock) -> None:
    pause = TypingPause()
    assert pause.remaining_seconds() == 0.0
    pause.note_edit()
    typed(pause, clock, LONGEST_SECONDS - PAUSE_SECONDS - 0.1)
    assert pause.remaining_seconds() == pytest.approx(PAUSE_SECONDS)
    clock.now += PAUSE_SECONDS + 0.01
    assert pause.remaining_seconds() == 0.0


def test_no_pause_begins_before_all_work_is_done(clock: Clock) -> None:
    pause = TypingPause()
    pause.note_edit()
    typed(pause, clock, 2 * LONGEST_SECONDS)
    assert pause.remaining_seconds() == 0.0, "the edits go on, but the longest pause is over"
    pause.note_idle()
    pause.note_edit()
    assert pause.remaining_seconds() == PAUSE_SECONDS
