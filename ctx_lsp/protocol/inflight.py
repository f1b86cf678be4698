"""Registry of open requests. The first outcome of a request is its only answer; the request is then forgotten."""

from collections.abc import Callable
from threading import Lock
from time import perf_counter

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.timings import Timings
from ctx_lsp.protocol.errors import ErrorCode, RequestError
from ctx_lsp.protocol.transport.outer_id import MessageId

CANCELLED = RequestError(ErrorCode.REQUEST_CANCELLED, "cancelled")


class Request:
    """An open request. `name` is its command or method; `question` is empty if the request asks no question.

    `asked_by` is the name of the agent that made the request, or on whose behalf the client made it. It is empty for a
    request from the user.
    """

    __slots__ = ("asked_by", "message_id", "name", "question", "running", "started", "timings", "token")

    def __init__(self, message_id: MessageId, name: str) -> None:
        self.message_id = message_id
        self.name = name
        self.token = CancelToken()
        self.running = False  # a worker is computing the answer and will send it, even after a cancellation
        self.question = ""
        self.asked_by = ""
        self.started = perf_counter()
        self.timings = Timings()

    @property
    def milliseconds(self) -> float:
        """The time in milliseconds since the request arrived."""
        return 1000.0 * (perf_counter() - self.started)


class InFlight:
    """Registry of open requests by id. Any thread may finish requests; only the loop thread begins and cancels them."""

    def __init__(self, answered: Callable[[Request, object], None]) -> None:
        """Create an empty registry. `answered` is called once for each request, by the thread that finishes it."""
        self._answered = answered
        self._lock = Lock()
        self._open: dict[MessageId, Request] = {}

    def __len__(self) -> int:
        return len(self._open)

    def begin(self, message_id: MessageId, name: str) -> Request:
        """Open a request. Raises `RequestError` if the id belongs to another open request."""
        request = Request(message_id, name)
        with self._lock:
            if message_id in self._open:
                raise RequestError(ErrorCode.INVALID_REQUEST, f"id {message_id!r} belongs to an unanswered request")
            self._open[message_id] = request
        return request

    def finish(self, request: Request, outcome: object) -> None:
        """Answer `request`, unless it has been answered already."""
        with self._lock:
            if self._open.get(request.message_id) is not request:
                return
            del self._open[request.message_id]
        self._answered(request, outcome)

    def cancel(self, message_id: MessageId) -> None:
        """Cancel the request `message_id`, if it is open. A running request stops when it next checks its token."""
        request = self._open.get(message_id)
        if request is not None:
            request.token.cancel()
            if not request.running:
                self.finish(request, CANCELLED)

    def cancel_all(self) -> None:
        """Cancel and answer all requests, without waiting for running work to stop."""
        for request in list(self._open.values()):
            request.token.cancel()
            self.finish(request, CANCELLED)
