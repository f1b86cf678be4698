"""Requests that make the editor's client send the edits that it still holds back, before agents' requests are served.

A client may queue its messages, so that an agent's request overtakes an edit that the editor has made already. Clients
write in order: once the answer to such a request has arrived, earlier edits have, too.
"""

import logging
import math
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from threading import Condition
from typing import Any

from ctx_lsp.protocol.session import Session

SEND_EDITS = "$/ctx-lsp/sendEdits"
"""Request to clients with the capability `experimental.ctxLsp.sendEdits`: send all edits so far, then answer null."""

LONGEST_SECONDS = 0.2  # for an answer; then agents' requests are served without it
PAUSE_SECONDS = 5.0  # without requests to the client, after a late answer

log = logging.getLogger(__name__)


class PendingEdits:
    """Edits that agents' requests must not overtake. At most one request for them is waited for at a time.

    An editor that hangs costs agents one wait: its client is not asked again until some time after its late answer.
    """

    def __init__(self, session: Session, catch_up: Callable[[], None]) -> None:
        """Send nothing yet. `catch_up` waits until the editor's messages that have arrived were passed on."""
        self._session = session
        self._catch_up = catch_up
        self._news = Condition()  # guards the attributes below
        self._sent = 0  # requests, which are numbered from 1
        self._answered = 0  # number of the newest request that was answered in time
        self._is_asking = False
        self._is_refused = False
        self._resumes = 0.0  # monotonic time before which nothing is sent

    def wait(self) -> None:
        """Wait until the edits that the editor has made were passed on, as far as its client allows.

        Call this method on other threads than the loop's, on which the edits and the answer arrive.
        """
        if not self._were_sent():
            self._catch_up()

    def _were_sent(self) -> bool:
        """Return whether the client has answered a request that was sent after this call."""
        with self._news:
            wanted = self._sent + 1  # a pending request does not count: the client may have read it before an edit
            self._news.wait_for(lambda: self._answered >= wanted or not self._is_asking)
            if self._answered >= wanted or not self._may_ask():
                return self._answered >= wanted
            self._sent += 1
            number = self._sent
            self._is_asking = True
        is_answered = False
        try:
            is_answered = self._ask()
        finally:  # whatever happens, other threads must not wait forever
            with self._news:
                if is_answered:
                    self._answered = number
                self._is_asking = False
                self._news.notify_all()
        return is_answered

    def _may_ask(self) -> bool:
        session = self._session
        is_open = session.support.sends_edits and session.greeted and session.phase == "running"
        return is_open and not self._is_refused and time.monotonic() >= self._resumes

    def _ask(self) -> bool:
        """Send a request and wait for its answer. Return False if the answer is late or an error."""
        answer: Future[Any] = self._session.client.protocol.send_request(SEND_EDITS)
        try:
            error = answer.exception(LONGEST_SECONDS)
        except CancelledError:  # the connection has ended
            return False
        except TimeoutError:
            self._resumes = math.inf
            answer.add_done_callback(self._pause)
            return False
        if error is not None:
            log.info("the client does not send edits for agents: %s", error)
            self._is_refused = True
        return error is None

    def _pause(self, _: "Future[Any]") -> None:
        self._resumes = time.monotonic() + PAUSE_SECONDS
