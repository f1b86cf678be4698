"""Two connections to the published repositories, so that the database can answer two parts of a question at once."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING, TypeVar

from ctx_lsp.published.kept_postings import KeptPostings
from ctx_lsp.published.searched import RepositoryList
from ctx_lsp.published.term_frequencies import TermFrequencies
from ctx_lsp.sharing.abandonable import AbandonableThread

if TYPE_CHECKING:
    from ctx_lsp.sharing.database import Database

T = TypeVar("T")


class RepositoryReader:
    """A database, and a second connection to it on a thread of its own. Not thread-safe.

    `repositories`, `frequencies` and `postings` keep the data that earlier questions have read from the database.
    """

    def __init__(self, open_database: "Callable[[], Database]") -> None:
        """Open the database. The second connection is opened when it is first used."""
        self.database = open_database()
        self.forget()
        self._open = open_database
        self._thread: AbandonableThread[Database] | None = None

    def begin(self, work: "Callable[[Database], T]") -> "Future[T]":
        """Start `work` on the second connection. The future can fail only with `SharingError`."""
        self._thread = self._thread or AbandonableThread(self._open)
        return self._thread.ask(work)

    def forget(self) -> None:
        """Drop the data that earlier questions have read."""
        self.repositories = RepositoryList()
        self.frequencies = TermFrequencies()
        self.postings = KeptPostings()

    def close(self) -> None:
        """Close both connections. They are opened again when they are next used.

        If the second connection is in use, it is closed when its present work has ended.
        """
        self.database.close()
        if self._thread is not None:
            self._thread.end()
            self._thread = None
