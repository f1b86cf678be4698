"""Exactly one answer for each request, even in a race."""

import threading

import pytest

from ctx_lsp.protocol.errors import RequestError
from ctx_lsp.protocol.inflight import CANCELLED, InFlight, Request


class Answers:
    """Collects answers."""

    def __init__(self) -> None:
        self.given: list[tuple[object, object]] = []

    def take(self, request: Request, outcome: object) -> None:
        self.given.append((request.message_id, outcome))


@pytest.fixture
def answers() -> Answers:
    return Answers()


@pytest.fixture
def inflight(answers: Answers) -> InFlight:
    return InFlight(answers.take)


def test_a_waiting_request_is_cancelled_at_once(inflight: InFlight, answers: Answers) -> None:
    request = inflight.begin(1, "search")
    inflight.cancel(1)
    inflight.finish(request, "too late")
    assert answers.given == [(1, CANCELLED)]
    assert request.token.cancelled
    assert len(inflight) == 0


def test_a_running_request_answers_for_itself(inflight: InFlight, answers: Answers) -> None:
    request = inflight.begin("a", "search")
    request.running = True
    inflight.cancel("a")
    assert request.token.cancelled
    assert answers.given == []
    inflight.finish(request, CANCELLED)
    assert answers.given == [("a", CANCELLED)]


def test_an_id_in_use_is_refused_and_free_again_afterwards(inflight: InFlight) -> None:
    request = inflight.begin(1, "search")
    with pytest.raises(RequestError, match="id 1 belongs to an unanswered request"):
        inflight.begin(1, "query")
    inflight.finish(request, None)
    inflight.begin(1, "query")


def test_cancelling_an_unknown_request_does_nothing(inflight: InFlight, answers: Answers) -> None:
    inflight.cancel(7)
    assert answers.given == []


def test_cancelling_everything_answers_everything(inflight: InFlight, answers: Answers) -> None:
    for message_id in range(3):
        inflight.begin(message_id, "search").running = message_id == 1
    inflight.cancel_all()
    assert answers.given == [(message_id, CANCELLED) for message_id in range(3)]


def test_threads_that_race_give_one_answer(inflight: InFlight, answers: Answers) -> None:
    for message_id in range(200):
        request = inflight.begin(message_id, "search")
        barrier = threading.Barrier(2)

        def finish(request: Request = request, barrier: threading.Barrier = barrier) -> None:
            barrier.wait()
            inflight.finish(request, "done")

        racer = threading.Thread(target=finish)
        racer.start()
        barrier.wait()
        inflight.cancel(message_id)
        racer.join()
    assert [message_id for message_id, _ in answers.given] == list(range(200))
