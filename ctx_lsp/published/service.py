"""Asks published repositories in the background, within a deadline, and pauses after a failure.

If a question is not answered in time, its caller waits until the deadline. Then no questions are sent for
`PAUSE_SECONDS`, so that later callers do not wait.
"""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from typing import TYPE_CHECKING, TypeVar

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.published.definitions import PublishedDefinition, choose, definitions_of, exports_for
from ctx_lsp.published.imported_names import ImportedName
from ctx_lsp.published.model import Candidates, RemoteQuestion
from ctx_lsp.published.pins.lookup import Pinned
from ctx_lsp.published.queries import TextPlace, candidates, texts_of
from ctx_lsp.published.reader import RepositoryReader
from ctx_lsp.published.searched import warnings_about
from ctx_lsp.sharing.abandonable import AbandonableThread
from ctx_lsp.sharing.storage import SharingError, no_answer

if TYPE_CHECKING:
    from ctx_lsp.sharing.database import Database

T = TypeVar("T")
PinnedName = tuple[ImportedName, Callable[[str], Pinned]]
"""A name, and what returns the versions that are pinned of a package where the name is imported."""

PAUSE_SECONDS = 15.0  # without questions after a failure
CHECK_SECONDS = 0.02  # between two checks for cancellation

log = logging.getLogger(__name__)


class PublishedRepositories:
    """The repositories published in one database. Thread-safe. `shown` is the database's URL without credentials."""

    def __init__(self, shown: str, open_database: "Callable[[], Database]", deadline: float) -> None:
        self._shown = shown
        self._open = open_database
        self._deadline = deadline
        self._lock = threading.Lock()
        self._thread: AbandonableThread[RepositoryReader] | None = None
        self._asked_again = 0.0  # nothing is asked until then (`time.monotonic`)
        self._problem = ""
        self._closed = False
        self._names: tuple[str, ...] = ()  # those that the last answer was from

    def ask(self, question: RemoteQuestion) -> "PromisedCandidates":
        """Begin to answer a question. Returns immediately."""
        until = time.monotonic() + self._deadline
        promised = self._begin(lambda reader: candidates(reader, question, self._deadline))
        return PromisedCandidates(self, question, promised, until)

    def text(self, repository: str, revision: str, path: str) -> bytes | None:
        """Return the text of a file, or None if it is not published. Raises `SharingError` on failure or timeout."""
        place = repository, revision, path
        return self.texts([place]).get(place)

    def texts(self, places: Sequence[TextPlace]) -> dict[TextPlace, bytes]:
        """Return the texts of those files that are published. Raises `SharingError` on failure or timeout."""
        return self._answer(lambda reader: texts_of(reader.database, places, self._deadline), CancelToken())

    def definitions(self, asked: Sequence[PinnedName], token: CancelToken) -> list[PublishedDefinition | str]:
        """Return each name's definition at the version that lock files pin, or a sentence that says why there is none.

        The sentence is empty if nothing connects the name with a published package. One deadline applies to all names.
        Raises `SharingError` on failure or timeout. Raises `Cancelled`.
        """
        until = time.monotonic() + self._deadline
        names = dict.fromkeys(name for name, _ in asked)
        exports = self._answer(lambda reader: exports_for(reader.database, names, self._deadline), token, until)
        chosen = [choose(name, exports[name], pinned) for name, pinned in asked]
        wanted = dict.fromkeys(one for one in chosen if not isinstance(one, str))
        if not wanted:
            return [one for one in chosen if isinstance(one, str)]
        found = self._answer(lambda reader: definitions_of(reader.database, wanted, self._deadline), token, until)
        return [one if isinstance(one, str) else found[one] for one in chosen]

    def _answer(self, question: Callable[[RepositoryReader], T], token: CancelToken, until: float = 0.0) -> T:
        """Return the answer to a question. Raises `SharingError` on failure or timeout. Raises `Cancelled`."""
        until = until or time.monotonic() + self._deadline
        promised = self._begin(question)
        if promised is None:
            raise SharingError(self._problem)
        return self.wait(promised, until, token)

    def _begin(self, question: Callable[[RepositoryReader], T]) -> "Future[T] | None":
        with self._lock:
            if self._closed or time.monotonic() < self._asked_again:
                return None
            self._thread = self._thread or AbandonableThread(lambda: RepositoryReader(self._open))
            return self._thread.ask(question)

    def wait(self, promised: "Future[T]", until: float, token: CancelToken) -> T:
        """Wait for an answer until the time `until` (`time.monotonic`), and return it. Raises `Cancelled`.

        If the question fails, or there is no answer by then, raises `SharingError`, and further questions are refused
        for a while.
        """
        try:
            while (left := until - time.monotonic()) > CHECK_SECONDS:
                token.check()
                if wait([promised], CHECK_SECONDS).done:
                    break
            return promised.result(max(0.0, left))
        except (SharingError, TimeoutError) as error:
            reason = str(error) or no_answer(self._deadline)
            self._failed(reason)
            raise SharingError(f"{reason}, {self._shown}") from error
        finally:
            promised.cancel()  # unless it is being answered: nobody waits for it any more

    def _failed(self, reason: str) -> None:
        with self._lock:
            self._asked_again = time.monotonic() + PAUSE_SECONDS
            self._problem = f"{reason}, {self._shown}, next attempt in {PAUSE_SECONDS:g} seconds"
            if self._thread is not None:
                self._thread.end()
                self._thread = None
        log.warning("published repositories cannot be searched: %s", self._problem)

    def found(self, answer: Candidates) -> None:
        """Remember the repositories in an answer, to name them if they cannot be searched later."""
        self._names = tuple(one.name for one in answer.repositories.values()) or self._names

    def not_searched(self, question: RemoteQuestion, reason: str) -> Candidates:
        """Return an empty answer with warnings that name the repositories that were not searched."""
        names = question.wanted or self._names or ("published repositories",)
        return Candidates(warnings=tuple(warnings_about(names, reason or self._problem)))

    def close(self) -> None:
        """Close the connection, and refuse all later questions, even from analyses that were created earlier."""
        with self._lock:
            self._closed, self._problem = True, "the settings have changed"
            if self._thread is not None:
                self._thread.end()
                self._thread = None


class PromisedCandidates:
    """The pending answer to a question, which arrives before a deadline or not at all. Not thread-safe."""

    def __init__(
        self,
        asked: PublishedRepositories,
        question: RemoteQuestion,
        promised: "Future[Candidates] | None",
        until: float,
    ) -> None:
        self._asked, self._question = asked, question
        self._promised, self._until = promised, until

    def result(self, token: CancelToken) -> Candidates:
        """Return the answer. If the question fails or the deadline passes, return an empty answer with warnings.

        Raises `Cancelled`.
        """
        if self._promised is None:
            return self._asked.not_searched(self._question, "")
        try:
            answer = self._asked.wait(self._promised, self._until, token)
        except SharingError as error:
            return self._asked.not_searched(self._question, str(error))
        self._asked.found(answer)
        return answer

    def close(self) -> None:
        """Withdraw the question, unless it is being answered."""
        if self._promised is not None:
            self._promised.cancel()
