"""Worker processes that derive records while many texts are new: on first start, or after switching branches.

The parser holds Python's global lock, so threads would not help. Workers return records in the form in which the
persistent cache stores them; the caller decides whether the records are still current. A worker that fails is stopped,
and its texts are reported as not done, so workers affect only the speed, never the result. The program of a worker is
in `worker`.
"""

import logging
import queue
import subprocess
import threading
from collections.abc import Mapping
from concurrent.futures import Future
from functools import partial

from ctx_lsp.base.faults import attempt
from ctx_lsp.base.profiling import is_profiling
from ctx_lsp.base.system import BACKGROUND_FLAGS, PYTHON_MODULE, processors
from ctx_lsp.cache.records import FileRecord, decode_file
from ctx_lsp.ingest.worker import decode_answers, encode_jobs, greeting, read_frame, read_greeting, write_frame
from ctx_lsp.text.source import SourceText

log = logging.getLogger(__name__)

MAX_WORKERS = 4  # more would wait for the one thread that applies their results
BATCHES_PER_WORKER = 3  # batches per worker: one being sent, one in progress, one being returned

Records = Mapping[str, FileRecord]
_Batch = tuple[Mapping[str, SourceText], "Future[Records]"]


class WorkerProcesses:
    """A pool of up to `count` processes, started as batches arrive and stopped by `end`. Not thread-safe; never blocks.

    Batches of an unresponsive worker stay unfinished until `end` is called; the caller decides how long to wait.
    """

    def __init__(self, count: int | None = None) -> None:
        """Set the maximum number of processes; None means one fewer than the available processors.

        While a profile is being recorded, None means no processes, because a profile covers one process.
        """
        usual = 0 if is_profiling() else min(MAX_WORKERS, processors() - 1)
        self._count = usual if count is None else count
        self._workers: list[_WorkerProcess] = []

    @property
    def free(self) -> bool:
        """Whether a worker has room for another batch, or another worker may be started."""
        return len(self._workers) < self._count or any(worker.free for worker in self._workers)

    @property
    def running(self) -> bool:
        """Whether a process is running that could accept a batch."""
        return any(worker.running for worker in self._workers)

    def derive(self, texts: Mapping[str, SourceText]) -> "Future[Records]":
        """Ask a worker for the records of `texts`. The result lacks the records that the worker cannot derive."""
        if len(self._workers) < self._count:
            self._workers.append(_WorkerProcess())
        return min(self._workers, key=lambda worker: (not worker.free, worker.waiting)).derive(texts)

    def end(self) -> None:
        """Stop all workers. The futures of their unfinished batches get an empty result."""
        workers, self._workers = self._workers, []
        for worker in workers:
            worker.end()


class _WorkerProcess:
    """One process and the threads that talk to it. The next batch is sent while the process is still working."""

    def __init__(self) -> None:
        self._batches: queue.SimpleQueue[_Batch | None] = queue.SimpleQueue()
        self._sent: queue.SimpleQueue[_Batch | None] = queue.SimpleQueue()
        self._given = self._answered = 0  # counts of batches; each counter is written by one thread only
        self._failed = False
        self._process: subprocess.Popen[bytes] | None = None
        self._start()
        for run in (self._send, self._receive):
            threading.Thread(target=run, name="index-worker", daemon=True).start()

    def _start(self) -> None:
        command = [*PYTHON_MODULE, "ctx_lsp.ingest.worker"]
        try:
            self._process = subprocess.Popen(  # noqa: S603  # our own program
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                creationflags=BACKGROUND_FLAGS,
            )  # fmt: skip
        except OSError as error:
            self._fail(error)

    @property
    def running(self) -> bool:
        return not self._failed

    @property
    def waiting(self) -> int:
        """The number of batches that the worker has been given but has not answered yet."""
        return self._given - self._answered

    @property
    def free(self) -> bool:
        return self.running and self.waiting < BATCHES_PER_WORKER

    def derive(self, texts: Mapping[str, SourceText]) -> "Future[Records]":
        promised: Future[Records] = Future()
        self._given += 1
        self._batches.put((texts, promised))
        return promised

    def end(self) -> None:
        self._failed = True
        if self._process is not None:
            self._process.kill()  # it holds no state, and a long text must not delay the end of the parent program
        self._batches.put(None)

    def _send(self) -> None:
        while (batch := self._batches.get()) is not None:
            if not self._failed and self._process is not None and self._process.stdin is not None:
                try:
                    jobs = [(path, source.data, source.language) for path, source in batch[0].items()]
                    write_frame(self._process.stdin, encode_jobs(jobs))
                except OSError as error:
                    self._fail(error)
            self._sent.put(batch)
        self._sent.put(None)

    def _receive(self) -> None:
        self._meet()
        while (batch := self._sent.get()) is not None:
            texts, promised = batch
            records: Records = {}
            try:
                records = {} if self._failed else self._answer(texts)
            except (OSError, ValueError, MemoryError) as error:
                self._fail(error)
            finally:
                self._answered += 1
                promised.set_result(records)
        if self._process is not None:
            self._process.kill()
            self._process.communicate()  # waits for the process to end and closes its streams

    def _meet(self) -> None:
        """Check the worker's greeting, because after an update the worker may be another version of the program."""
        if self._process is None or self._process.stdout is None:
            return
        try:
            greeted = read_greeting(self._process.stdout)
        except OSError as error:
            self._fail(error)
        else:
            if greeted != greeting():
                self._fail(ValueError("it is another version of the program" if greeted else "it did not start"))

    def _answer(self, texts: Mapping[str, SourceText]) -> Records:
        """Read the records of a batch. Raises OSError, ValueError (including msgspec's errors) or MemoryError."""
        assert self._process is not None
        assert self._process.stdout is not None
        frame = read_frame(self._process.stdout)
        if frame is None:
            raise ValueError("it has ended")
        answers = decode_answers(frame)
        made = (
            (path, attempt(partial(decode_file, data, texts[path]))) for path, data in zip(texts, answers, strict=True)
        )
        return {path: record for path, record in made if isinstance(record, FileRecord)}

    def _fail(self, error: Exception) -> None:
        """Kill the process and mark this worker as failed. Its unfinished batches then get an empty result."""
        if not self._failed:
            log.warning("a worker process failed; indexing continues without it: %s", error)
        self._failed = True
        if self._process is not None:
            self._process.kill()
