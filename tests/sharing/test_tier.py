"""The shared tier: requests are answered within a time limit, whatever the shared storage does."""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import wait

import pytest

from ctx_lsp.sharing import abandonable
from ctx_lsp.sharing.storage import SharingError
from ctx_lsp.sharing.tier import SharedTier

KEYS = [bytes([number]) * 16 for number in range(3)]


class Rows:
    """A shared storage in memory, which does before each answer what a test says."""

    def __init__(self, before: Callable[[], object] = lambda: None) -> None:
        self.before = before
        self.asked: list[int] = []
        self.closed = threading.Event()

    def get_many(self, keys: Sequence[bytes]) -> Mapping[bytes, bytes]:
        self.asked.append(len(keys))
        self.before()
        return {key: key[:1] for key in keys if key != KEYS[2]}

    def close(self) -> None:
        self.closed.set()


def test_a_place_that_nobody_asks_is_closed_until_it_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(abandonable, "IDLE_SECONDS", 0.01)
    rows = Rows()
    thread = abandonable.AbandonableThread(lambda: rows)
    for _ in range(2):
        assert thread.ask(lambda opened: opened.get_many(KEYS[:1])).result(10) == {KEYS[0]: b"\0"}
        assert rows.closed.wait(10)
        rows.closed.clear()
    thread.end()
    assert rows.closed.wait(10)


def test_requests_that_wait_are_joined() -> None:
    go = threading.Event()
    rows = Rows(lambda: go.wait(10))
    tier = SharedTier("here", lambda: rows, wait=20)
    first = tier.fetch(KEYS[:1])
    while not rows.asked:
        time.sleep(0.01)
    more = [tier.fetch([key]) for key in KEYS]
    go.set()
    assert first.result(10) == {KEYS[0]: b"\0"}
    assert [one.result(10) for one in more] == [{KEYS[0]: b"\0"}, {KEYS[1]: b"\1"}, {}]
    assert rows.asked == [1, 3]
    assert (tier.use.found, tier.use.missing, tier.use.problem) == (3, 1, "")
    tier.close()
    assert rows.closed.wait(10)
    assert tier.fetch(KEYS).result(0) == {}


def test_a_place_that_hangs_is_left_alone_for_a_while() -> None:
    released = threading.Event()
    hanging = Rows(lambda: released.wait(60))
    places = [Rows(), hanging]
    tier = SharedTier("here", places.pop, wait=0.2, pause=0.2)
    waiting = [tier.fetch([key]) for key in KEYS]
    wait(waiting, 10)
    assert [one.result(0) for one in waiting] == [{}, {}, {}]
    assert not tier.available
    assert tier.fetch(KEYS).result(0) == {}, "at once"
    assert tier.use.problem == "shared data cannot be used (here): no answer in 0.2 s"
    time.sleep(0.3)
    assert tier.available
    assert tier.fetch(KEYS).result(10).keys() == set(KEYS[:2]), "another thread asks, while the first one still hangs"
    assert tier.use.problem == ""
    released.set()
    assert hanging.closed.wait(10)
    tier.close()


def test_pauses_grow_while_a_place_is_down() -> None:
    def fail() -> Rows:
        raise SharingError("the server is down")

    tier = SharedTier("here", fail, pause=0.15)  # a busy machine may notice the end of one a little later
    pauses = []
    for _ in range(3):
        assert tier.fetch(KEYS).result(10) == {}
        began = time.monotonic()
        while not tier.available:
            time.sleep(0.005)
        pauses.append(time.monotonic() - began)
    assert "the server is down" in tier.use.problem
    assert pauses[0] < pauses[1] < pauses[2]
    tier.close()


def test_a_defect_costs_the_answer_and_quotes_no_data() -> None:
    def fail() -> None:
        raise ValueError("text of a user")

    tier = SharedTier("here", lambda: Rows(fail))
    assert tier.fetch(KEYS).result(10) == {}
    assert "ValueError" in tier.use.problem
    assert "text of a user" not in tier.use.problem
    tier.close()


def test_a_place_that_opens_slowly_is_used_after_the_pause() -> None:
    key, attempts = threading.Event(), []

    def slow() -> Rows:
        attempts.append(1)
        assert key.wait(20)
        return Rows()

    tier = SharedTier("here", slow, wait=0.1, pause=0.2)
    assert tier.fetch(KEYS).result(10) == {}
    assert tier.use.problem == "shared data cannot be used (here): not open after 0.1 seconds"
    key.set()
    while not tier.available:
        time.sleep(0.01)
    assert tier.fetch(KEYS).result(10).keys() == set(KEYS[:2])
    assert attempts == [1], "the user was asked once"
    tier.close()
