"""The requests that have no answer yet. Each gets exactly one, whoever comes first; nothing is kept afterwards."""

from collections.abc import Callable
from threading import Lock
from time import perf_counter

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.protocol.errors import ErrorCode, RequestError
from ctx_lsp.protocol.transport.outer_id import MessageId

CANCELLED = RequestError(ErrorCode.REQUEST_CANCELLED, "cancelled")


class Request:
    """One request under way; `name` is its command or method."""

    __slots__ = ("message_id", "name", "running", "started", "token")

    def __init__(self, message_id: MessageId, name: str) -> None:
        self.message_id = message_id
        self.name = name
        self.token = CancelToken()
        self.running = False  # a worker is at it and will answer, cancelled or not
        self.started = perf_counter()


class InFlight:
    """Open requests by id. Threads may finish requests while the loop begins and cancels others."""

    def __init__(self, answered: Callable[[Request, object], None]) -> None:
        """`answered` takes a request and its outcome, once for each request, on the thread that finished it."""
        self._answered = answered
        self._lock = Lock()
        self._open: dict[MessageId, Request] = {}

    def __len__(self) -> int:
        return len(self._open)

    def begin(self, message_id: MessageId, name: str) -> Request:
        """Open a request. Raises `RequestError` where its id is still in use."""
        request = Request(message_id, name)
        with self._lock:
            if message_id in self._open:
                raise RequestError(ErrorCode.INVALID_REQUEST, f"id {message_id!r} belongs to an unanswered request")
            self._open[message_id] = request
        return request

    def finish(self, request: Request, outcome: object) -> None:
        """Answer `request`, unless it has its answer already."""
        with self._lock:
            if self._open.get(request.message_id) is not request:
                return
            del self._open[request.message_id]
        self._answered(request, outcome)

    def cancel(self, message_id: MessageId) -> None:
        """Stop the request of that id, if it is open: at once where it waits, at its next check where it runs."""
        request = self._open.get(message_id)
        if request is not None:
            request.token.cancel()
            if not request.running:
                self.finish(request, CANCELLED)

    def cancel_all(self) -> None:
        """Stop every request and answer it now, without waiting for the work to notice."""
        for request in list(self._open.values()):
            request.token.cancel()
            self.finish(request, CANCELLED)
