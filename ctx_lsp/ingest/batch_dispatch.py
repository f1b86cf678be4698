"""Processes texts read from disk: on the writer's own thread, or in worker processes while many texts are new.

A file may change while a worker is processing its text; the records of the old text are then discarded. `file_reader`
reads the files.
"""

import time
from collections import deque
from collections.abc import Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Any

from ctx_lsp.cache.record_cache import record_keys
from ctx_lsp.ingest.workers import Records, WorkerProcesses
from ctx_lsp.ingest.writer import Writer
from ctx_lsp.sharing.row_source import NoRows, Rows, RowSource
from ctx_lsp.snapshot.host import NO_RECORDS
from ctx_lsp.text.source import SourceText

MIN_BYTES_FOR_WORKERS = 500_000  # bytes of new text expected: about 0.4 s of work, as long as a worker takes to start
LARGE = 100_000  # bytes; processing a text of this size takes about 0.2 s, too long for changes and questions to wait
FEW_TEXTS = 8  # deriving these takes less time than asking a place that may not answer
PAUSE = 0.01  # seconds for which a step waits for a worker; changes and questions are handled between steps
WORKER_TIMEOUT = 30.0  # seconds without an answer from any worker; the largest file takes three


class BatchDispatch:
    """A dispatcher that passes the texts of one scan, or of one change on disk, to the index in batches."""

    def __init__(
        self, writer: Writer, *, use_cache: bool = True, use_workers: bool = True, use_shared: bool = False
    ) -> None:
        """Set whether cached records (`use_cache`), worker processes (`use_workers`) and shared records may be used.

        `use_workers` and `use_shared` should be true only if no caller waits for the result.
        """
        self._shared: RowSource = writer.shared if use_shared else NoRows()
        self._asked: dict[Future[Rows], Mapping[str, SourceText]] = {}  # texts whose shared records were asked for
        self._writer = writer
        self._workers = writer.workers if use_workers else WorkerProcesses(0)
        self._use_cache = use_cache
        self._away: dict[Future[Records], Mapping[str, SourceText]] = {}
        self._reads_plain = False  # whether new texts are read as plain text first
        self._postponed: deque[Mapping[str, SourceText]] = deque()  # texts read as plain text for now
        self._heard = time.monotonic()  # time of the last answer, or when the first batch was sent
        self._seen = 0  # number of files
        self._new = self._new_bytes = 0  # number and total size of the texts without known records
        self.changed = 0  # how many files really changed
        self.finds_all = False  # whether the cache had the records of the whole last step

    @property
    def waiting(self) -> bool:
        """Whether some texts are still to be processed, or shared records have not arrived yet."""
        return bool(self._away or self._asked or self._postponed)

    def put(self, texts: Mapping[str, SourceText | None], to_come: int) -> None:
        """Take texts that have been read, and apply one batch that a worker or the shared cache has returned, if any.

        Texts whose records must first be derived or fetched may be handed out; `take_back` applies them later. All
        other texts are applied at once. A text of None means that there is nothing to index at its path. `to_come` is
        the number of files that are still to come, or an estimate.
        """
        self._take_one(0)
        changed, new = self._writer.texts.apply_known(texts, use_cache=self._use_cache)
        self.changed += changed
        self.finds_all = bool(changed) and not new
        self._seen += len(texts)
        self._new += len(new)
        self._new_bytes += sum(len(text.data) for text in new.values())
        if not new:
            return
        if self._writer.reads_first and self._expected_bytes(new, to_come) > MIN_BYTES_FOR_WORKERS:
            self._reads_plain = True  # up to the last file
        if self._reads_plain:
            self._writer.texts.read_as_plain_text(new)
        if self._is_worth_asking:
            self._writer.texts.away.update(new)
            self._asked[self._shared.fetch(record_keys(new))] = new
        elif self._reads_plain and not self._is_for_workers(new, to_come):
            self._writer.texts.away.update(new)
            self._postponed.append(new)
        else:
            self._derive(new, to_come)

    @property
    def _is_worth_asking(self) -> bool:
        """Whether shared records are available, and enough records are missing to make asking worth the wait."""
        return (self._new > FEW_TEXTS or self._new_bytes > MIN_BYTES_FOR_WORKERS) and self._shared.available

    def _derive(self, new: Mapping[str, SourceText], to_come: int) -> None:
        if self._is_for_workers(new, to_come):
            self._hand_out(new)
        else:
            self.changed += self._writer.texts.derive(new)

    def _is_for_workers(self, new: Mapping[str, SourceText], to_come: int) -> bool:
        """Return whether workers should process `new`. Even busy workers get large texts, to keep this thread free."""
        is_large = max(len(text.data) for text in new.values()) > LARGE and self._workers.running
        return is_large or (self._workers.free and self._expected_bytes(new, to_come) > MIN_BYTES_FOR_WORKERS)

    def _expected_bytes(self, new: Mapping[str, SourceText], to_come: int) -> float:
        """Estimate the size of all texts whose records are to be derived: `new`, those asked for, and those to come."""
        asked = sum(len(text.data) for texts in (new, *self._asked.values()) for text in texts.values())
        return asked + self._new_bytes * to_come / self._seen

    def _hand_out(self, new: Mapping[str, SourceText]) -> None:
        if not self._away:
            self._heard = time.monotonic()
        self._writer.texts.away.update(new)
        self._away[self._workers.derive(new)] = new

    def take_back(self) -> None:
        """Apply a batch that a worker or the shared cache has returned, or returns within `PAUSE` seconds.

        If some texts were only read as plain text, do not wait, but let a worker or this thread process a batch of
        them. If the workers have been silent for too long, stop them and process their texts on this thread.
        """
        if self._postponed:
            self._take_one(0)
            if texts := self._current(self._postponed.popleft()):
                self._derive(texts, sum(map(len, self._postponed)))
        elif not self._take_one(PAUSE) and self._away and time.monotonic() - self._heard > WORKER_TIMEOUT:
            self._workers.end()
            self._take_in(self._away.pop(next(iter(self._away))), NO_RECORDS)

    def _take_one(self, pause: float) -> bool:
        """Apply at most one returned batch, waiting up to `pause` seconds for it; return whether there was one."""
        waiting: list[Future[Any]] = [*self._asked, *self._away]
        answered, _ = wait(waiting, pause, FIRST_COMPLETED)
        if not answered:
            return False
        promised = answered.pop()
        if promised in self._asked:
            self._take_shared(self._asked.pop(promised), promised.result())
        else:
            self._heard = time.monotonic()
            self._take_in(self._away.pop(promised), promised.result())
        return True

    def _take_shared(self, texts: Mapping[str, SourceText], rows: Rows) -> None:
        changed, left = self._writer.texts.apply_shared(self._current(texts), rows)
        self.changed += changed
        if left:
            self._derive(left, 0)

    def _take_in(self, texts: Mapping[str, SourceText], records: Records) -> None:
        self.changed += self._writer.texts.derive(self._current(texts), records)

    def _current(self, texts: Mapping[str, SourceText]) -> dict[str, SourceText]:
        """Return the texts that have not changed since they were handed out."""
        return {path: text for path, text in texts.items() if self._writer.texts.away.get(path) is text}
