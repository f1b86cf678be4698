"""Takes in texts read from disk: on the writer's own thread, or through worker processes while many texts are new.

A file may change while a worker works on its text. The writer notes such files, and the records of their old texts are
discarded. `file_reader` reads files.
"""

import time
from collections.abc import Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait

from ctx_lsp.ingest.workers import Records, WorkerProcesses
from ctx_lsp.ingest.writer import Writer
from ctx_lsp.snapshot.host import NO_RECORDS
from ctx_lsp.text.source import SourceText

MIN_BYTES_FOR_WORKERS = 500_000  # bytes of new text to come: some 0.4 s of work, the time that a worker needs to start
LARGE = 100_000  # bytes of a text that takes some 0.2 s to derive: too long for changes and questions to wait
PAUSE = 0.01  # seconds that a step waits for a worker; changes and questions are handled in between
WORKER_TIMEOUT = 30.0  # seconds without an answer from any worker; the largest file takes three


class BatchDispatch:
    """The texts of one scan, or of one change on disk, on their way into the index."""

    def __init__(self, writer: Writer, *, use_cache: bool = True, use_workers: bool = True) -> None:
        """`use_cache`: use cached records of the same texts instead of deriving them again.

        `use_workers`: worker processes may take part, because nobody waits for the result.
        """
        self._writer = writer
        self._workers = writer.workers if use_workers else WorkerProcesses(0)
        self._use_cache = use_cache
        self._away: dict[Future[Records], Mapping[str, SourceText]] = {}
        self._heard = time.monotonic()  # time of the last answer, or of the first batch handed out
        self._seen = self._new_bytes = 0  # number of files, and total size of those that had to be derived
        self.changed = 0  # number of files that really changed

    @property
    def waiting(self) -> bool:
        """Whether workers still have texts."""
        return bool(self._away)

    def put(self, texts: Mapping[str, SourceText | None], to_come: int) -> None:
        """Take in a step's worth of texts (None: nothing to index), and finished results of workers.

        `to_come` is the number of files still to come, or a guess.
        """
        self._take_one(0)
        changed, new = self._writer.texts.apply_known(texts, use_cache=self._use_cache)
        self.changed += changed
        self._seen += len(texts)
        self._new_bytes += sum(len(text.data) for text in new.values())
        if new and self._is_for_workers(new, to_come):
            self._hand_out(new)
        elif new:
            self.changed += self._writer.texts.derive(new)

    def _is_for_workers(self, new: Mapping[str, SourceText], to_come: int) -> bool:
        """Return whether workers should derive `new`. Large texts go even to busy workers, to keep this thread free."""
        sizes = [len(text.data) for text in new.values()]
        expected = sum(sizes) + self._new_bytes * to_come / self._seen
        large = max(sizes) > LARGE and self._workers.running
        return large or (expected > MIN_BYTES_FOR_WORKERS and self._workers.free)

    def _hand_out(self, new: Mapping[str, SourceText]) -> None:
        if not self._away:
            self._heard = time.monotonic()
        self._writer.texts.away.update(new)
        self._away[self._workers.derive(new)] = new

    def take_back(self) -> None:
        """Take in a batch that a worker has answered or answers within `PAUSE`.

        If workers have been silent for too long, they are ended and their texts derived here.
        """
        if not self._take_one(PAUSE) and time.monotonic() - self._heard > WORKER_TIMEOUT:
            self._workers.end()
            self._take_in(self._away.pop(next(iter(self._away))), NO_RECORDS)

    def _take_one(self, pause: float) -> bool:
        """Take in at most one answered batch: deriving a batch that failed in a worker is a whole step's work."""
        answered, _ = wait(self._away, pause, FIRST_COMPLETED)
        if answered:
            self._heard = time.monotonic()
            promised = answered.pop()
            self._take_in(self._away.pop(promised), promised.result())
        return bool(answered)

    def _take_in(self, texts: Mapping[str, SourceText], records: Records) -> None:
        left = {path: text for path, text in texts.items() if self._writer.texts.away.get(path) is text}
        self.changed += self._writer.texts.derive(left, records)
