"""The gate: background work waits while urgent work is running, but not forever."""

import threading
from time import monotonic

import pytest

from ctx_lsp.base.gate import SETTLING, Gate

LONG = 20.0  # seconds; nothing here takes a tenth of it


def never() -> bool:
    return False


def waiting(gate: Gate, timeout: float = LONG) -> threading.Thread:
    """A thread that waits at the gate."""
    thread = threading.Thread(target=gate.wait, args=(timeout, never))
    thread.start()
    return thread


def test_an_open_gate_does_not_block() -> None:
    begin = monotonic()
    Gate().wait(LONG, never)
    assert monotonic() - begin < 1.0


def test_background_work_waits_for_the_last_urgent_work() -> None:
    gate = Gate()
    gate.enter()
    with gate.urgent():
        thread = waiting(gate)
    thread.join(10 * SETTLING)
    assert thread.is_alive()
    gate.leave()
    thread.join(LONG)
    assert not thread.is_alive()


def test_urgent_work_may_follow_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctx_lsp.base.gate.SETTLING", 2.0)  # no machine is so busy that it pauses for longer below
    gate = Gate()
    gate.enter()
    thread = waiting(gate)
    for _ in range(20):
        gate.leave()
        gate.enter()
    thread.join(0.1)
    assert thread.is_alive(), "the gate was open for less than the time that it takes to settle"
    gate.leave()
    thread.join(LONG)


def test_patience_ends_though_there_is_always_something_urgent() -> None:
    gate = Gate()
    gate.enter()
    begin = monotonic()
    gate.wait(0.05, never)
    assert 0.05 <= monotonic() - begin < LONG


def test_a_cancelled_waiter_is_released() -> None:
    gate = Gate()
    gate.enter()
    given_up = threading.Event()
    thread = threading.Thread(target=gate.wait, args=(LONG, given_up.is_set))
    thread.start()
    given_up.set()
    gate.wake()
    thread.join(LONG)
    assert not thread.is_alive()


def test_an_error_inside_opens_the_gate_again() -> None:
    gate = Gate()
    with pytest.raises(KeyError), gate.urgent():
        raise KeyError
    thread = waiting(gate)
    thread.join(LONG)
    assert not thread.is_alive()
