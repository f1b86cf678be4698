"""Dispatcher that checks requests, runs them on the loop or on a worker, and answers or cancels them.

Every request gets exactly one answer. This is the only module of the protocol layer that catches all exceptions.
`table` lists the methods; `request_figures` records how long answers take.
"""

import logging
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Any

from ctx_lsp.base.cancel import Cancelled
from ctx_lsp.protocol.errors import ErrorCode, RequestError, invalid_params
from ctx_lsp.protocol.inflight import CANCELLED, InFlight, Request
from ctx_lsp.protocol.lsp import types
from ctx_lsp.protocol.request_figures import question_of, timed
from ctx_lsp.protocol.routes import (
    Awaited,
    Call,
    InBackground,
    Lane,
    OnLoop,
    Route,
    analysis_for_agent,
    analysis_of_command,
)
from ctx_lsp.protocol.session import Session
from ctx_lsp.protocol.table import RouteTable
from ctx_lsp.protocol.transport.outer_id import MessageId
from ctx_lsp.protocol.transport.rpc import Rpc
from ctx_lsp.protocol.validation import command_params, method_params
from ctx_lsp.workspace import Analysis, BadRequest, gaps, with_needed_files

# Few threads, because the interpreter runs only one at a time. "query" has several, so that a short query can overtake
# a long one.
WORKERS: Mapping[Lane, int] = {"query": 4, "quick": 1, "hover": 1, "remote": 2}

Workers = Mapping[Lane, ThreadPoolExecutor]

log = logging.getLogger(__name__)


def make_workers(owner: str, most: int = max(WORKERS.values())) -> Workers:
    """Create a pool of worker threads for each lane. Threads start when they are needed.

    `most` limits the threads of one pool. `owner` is the beginning of the threads' names.
    """
    return {lane: ThreadPoolExecutor(min(count, most), f"{owner}-{lane}") for lane, count in WORKERS.items()}


def stop_workers(workers: Workers) -> None:
    """Drop queued work and accept no new work. Does not wait for running work."""
    for pool in workers.values():
        pool.shutdown(wait=False, cancel_futures=True)


class Dispatcher:
    """Dispatcher that passes messages to their routes. Call `request` and `notification` on the loop thread only."""

    def __init__(
        self,
        session: Session,
        rpc: Rpc,
        table: RouteTable,
        shared: Workers | None = None,
        asked_by: Callable[[], str] = lambda: "",
    ) -> None:
        """Prepare to run requests of `session`.

        `shared` holds workers that outlive this dispatcher. By default, the dispatcher creates its own workers.
        `asked_by` returns the name of the agent that sends the requests, or "" for the session's client.
        """
        self._asked_by = asked_by
        self._session = session
        self._rpc = rpc
        self._table = table
        self.inflight = InFlight(self._answered)
        self._own_workers = make_workers("ctx-lsp") if shared is None else {}
        self._workers = self._own_workers if shared is None else shared

    def request(self, message_id: MessageId, method: str, params: object) -> None:
        """Serve a request, which gets exactly one answer, now or later."""
        try:
            request = self.inflight.begin(message_id, self._name(method, params))
        except RequestError as error:
            self._rpc.answer(message_id, error)
            return
        outcome = _attempt(request.name, partial(self._begin, request, method, params))
        if outcome is not None:
            self.inflight.finish(request, outcome)
        if self._session.phase == "ended":
            self.inflight.cancel_all()

    def notification(self, method: str, params: object) -> None:
        """Serve a notification. Errors are logged, because a notification has no answer.

        Before `initialize` and after `shutdown`, only `exit` and cancellations are served. If a change to a document or
        notebook fails, its text is unknown and is no longer used.
        """
        if method == types.CANCEL_REQUEST:
            self._cancel(params)
        elif self._session.phase == "running" or method == types.EXIT:
            outcome = _attempt(method, partial(self._notified, method, params))
            if isinstance(outcome, RequestError):
                log.warning("%s: %s", method, outcome.message)
                if method == types.TEXT_DOCUMENT_DID_CHANGE:  # later changes do not fit the text before this one
                    _attempt(method, partial(self._session.documents.lose, _uri_in(params, "textDocument")))
                elif method == types.NOTEBOOK_DOCUMENT_DID_CHANGE:
                    _attempt(method, partial(self._session.notebooks.lose, _uri_in(params, "notebookDocument")))

    def close(self) -> None:
        """Cancel and answer all open requests, and accept no new ones. Does not wait for the workers."""
        self.inflight.cancel_all()
        stop_workers(self._own_workers)

    def _begin(self, request: Request, method: str, params: object) -> object:
        """Serve a request on the loop and return its encoded result, or start a background task and return None."""
        _admit(self._session, method)
        route, arguments = self._resolve(method, params)
        if isinstance(route, OnLoop):
            return self._rpc.encoded(route.run(self._session, arguments))
        request.question = question_of(arguments)
        request.asked_by = self._asked_by() or getattr(arguments, "asked_by", "")
        captured = route.capture(self._session, arguments)
        settings, names = self._session.configuration.settings, self._session.names()

        def compute(done: Future[Any]) -> object:  # takes the future, because using `captured` would make a cycle
            code = done.result()
            try:
                if isinstance(code, Analysis):
                    code = with_needed_files(self._session.workspace, code, request.question, request.token)
                call = Call(self._session, settings, names, code, request.token, request.asked_by)
                return route.compute(call, arguments)
            except (BadRequest, RequestError) as error:
                raise _with_gaps(error, code) from None

        captured.add_done_callback(lambda done: self._hand_over(request, route, partial(compute, done)))
        return None

    def _resolve(self, method: str, params: object) -> tuple[Route, object]:
        """Return a request's route and typed parameters. Raises `RequestError` if the request is invalid."""
        if method == types.WORKSPACE_EXECUTE_COMMAND:
            given = method_params(self._rpc.converter, params, types.ExecuteCommandParams)
            route = self._table.commands.get(given.command)
            if route is None:
                raise invalid_params(f"unknown command {given.command}; known: {', '.join(self._table.commands)}")
            return route, command_params(given.arguments, route.params)
        route = self._table.requests.get(method)
        if route is None:
            raise RequestError(ErrorCode.METHOD_NOT_FOUND, f"unknown method {method}")
        return route, method_params(self._rpc.converter, params, route.params)

    def _hand_over(self, request: Request, route: InBackground[Any, Any], compute: Callable[[], object]) -> None:
        """Submit a request to a worker of the route's lane.

        If the result is `Awaited`, the rest of the work is submitted to the lane `remote`. This method runs on a worker
        or on the thread that completes the future from the route's `capture`.
        """
        is_about_code = route.capture in (analysis_of_command, analysis_for_agent)
        handed_over = request.milliseconds

        def answer() -> object:
            request.token.check()
            computed = timed(compute, request.timings)
            if isinstance(computed, Awaited):
                return computed
            with request.timings.stage("encoding"):
                return self._rpc.encoded(computed)

        def work() -> None:
            request.running = True
            waited = request.timings.ms.get("waiting")
            now = request.milliseconds
            request.timings.ms["waiting"] = now if waited is None else waited + now - handed_over
            outcome = _attempt(request.name, answer)
            if isinstance(outcome, Awaited):
                request.running = False
                self._hand_over(request, replace(route, lane="remote"), outcome.compute)
                return
            try:
                if is_about_code and isinstance(outcome, RequestError) and _is_final(outcome):
                    journal = self._session.workspace.journal
                    journal.note_error(request.name, request.question, outcome.message, request.asked_by)
            finally:  # a checkpoint comes before the answer, but must not cost it
                self.inflight.finish(request, outcome)

        try:
            self._workers[route.lane].submit(work)
        except RuntimeError:  # the workers were shut down in the meantime
            self.inflight.finish(request, CANCELLED)

    def _notified(self, method: str, params: object) -> None:
        route = self._table.notifications.get(method)
        if route is not None:
            route.run(self._session, method_params(self._rpc.converter, params, route.params))
        elif not method.startswith("$/"):  # the protocol allows these to be ignored
            log.info("ignoring the notification %s", method)

    def _cancel(self, params: object) -> None:
        message_id = params.get("id") if isinstance(params, Mapping) else None
        if isinstance(message_id, int | str):
            self.inflight.cancel(message_id)

    def _answered(self, request: Request, outcome: object) -> None:
        milliseconds = request.milliseconds
        if isinstance(outcome, RequestError):
            how = f"failed ({outcome.message})"
            self._session.figures.failed(request, outcome)
        else:
            how = "answered"
            self._session.figures.answered(request, milliseconds, self._session.configuration.settings.log)
        self._rpc.answer(request.message_id, outcome)
        self._session.trace(f"{request.name} {how} after {milliseconds:.1f} ms")

    def _name(self, method: str, params: object) -> str:
        """Return a request's name for latencies and the log, or "unknown" if the server has no such method."""
        command = params.get("command") if isinstance(params, Mapping) else None
        if method == types.WORKSPACE_EXECUTE_COMMAND and isinstance(command, str) and command in self._table.commands:
            return command
        return method if method in self._table.requests else "unknown"


def _uri_in(params: object, field: str) -> str:
    """Return the URI of the document in a field of possibly invalid parameters, or "" if no URI is found."""
    document = params.get(field) if isinstance(params, Mapping) else None
    uri = document.get("uri") if isinstance(document, Mapping) else None
    return uri if isinstance(uri, str) else ""


def _admit(session: Session, method: str) -> None:
    """Raise `RequestError` if the session's phase does not allow the request."""
    if session.phase == "starting" and method != types.INITIALIZE:
        raise RequestError(ErrorCode.SERVER_NOT_INITIALIZED, "the first request must be initialize")
    if session.phase == "running" and method == types.INITIALIZE:
        raise RequestError(ErrorCode.INVALID_REQUEST, "the server is already initialized")
    if session.phase == "ended":
        raise RequestError(ErrorCode.INVALID_REQUEST, "the server is shutting down")


def _is_final(error: RequestError) -> bool:
    """Return whether an error is the answer to the question; agents ask again after one from a partial index."""
    return error is not CANCELLED and not error.is_partial


def _refused(error: BadRequest) -> RequestError:
    """Return the error answer to a bad request."""
    return RequestError(ErrorCode.INVALID_PARAMS, str(error), error.reason, error.names)


def _with_gaps(error: BadRequest | RequestError, captured: object) -> RequestError:
    """Return the error answer to a request that was computed from `captured`, with what that lacks."""
    refusal = error if isinstance(error, RequestError) else _refused(error)
    if not isinstance(captured, Analysis):
        return refusal
    snapshot = captured.snapshot
    return RequestError(
        refusal.code,
        refusal.message,
        refusal.reason,
        refusal.names,
        is_partial=not snapshot.is_complete,
        warnings=gaps(snapshot, by_meaning=False),
    )


def _attempt(name: str, work: Callable[[], object]) -> object:
    """Run `work` and return its result, or the error to answer with.

    All exceptions are caught, because every request must get an answer and a fault must not stop the server. Even
    `BaseException` is caught, because a panic in a native module raises it.
    """
    try:
        return work()
    except (Cancelled, CancelledError):
        return CANCELLED
    except RequestError as error:
        return error
    except BadRequest as error:
        return _refused(error)
    except BaseException as error:
        log.exception("%s failed", name)
        return RequestError(
            ErrorCode.INTERNAL_ERROR, f"internal error in {name} ({type(error).__name__}); see the server's log"
        )
