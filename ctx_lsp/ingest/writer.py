"""The writer thread: applies changes to the inputs in order, updates the index and provides snapshots.

A snapshot reflects exactly the changes queued before it was requested. Between changes, the thread does background work
in small steps (scan, index, resolve, apply vectors), so that a change never waits longer than one step. Embedding
pauses while a change waits. While a user types (see `typing_pause`), only scans and embedding go on. The steps of
indexing are in `indexing_jobs`; `snapshot.host` computes the index; `pending_texts` passes texts to the host;
`embedding_backlog` requests missing vectors.
"""

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeVar

from ctx_lsp.base import profiling
from ctx_lsp.base.checks import never
from ctx_lsp.base.gate import Gate
from ctx_lsp.base.memory import collections_paused
from ctx_lsp.base.system import return_free_memory
from ctx_lsp.cache.record_cache import FileCache
from ctx_lsp.cache.vector_store import VectorStore
from ctx_lsp.graph.file_failures import FileFailure
from ctx_lsp.ingest.embedding_backlog import Backlog
from ctx_lsp.ingest.pending_texts import PendingTexts
from ctx_lsp.ingest.summarising import SummaryBacklog
from ctx_lsp.ingest.typing_pause import TypingPause
from ctx_lsp.ingest.workers import WorkerProcesses
from ctx_lsp.ingest.workspace_inputs import Inputs
from ctx_lsp.models.embedder import Embedder
from ctx_lsp.models.embedding import EmbeddingPool
from ctx_lsp.models.providers.model import EmbeddingProvider, Summariser
from ctx_lsp.monitoring.monitor import Monitor
from ctx_lsp.sharing.row_source import NoRows, RowSource
from ctx_lsp.snapshot.host import Host
from ctx_lsp.snapshot.snapshot import Snapshot

log = logging.getLogger(__name__)

IndexPhase = Literal["scanning", "indexing", "embedding", "ready", "failed"]
T = TypeVar("T")
RESOLVED_AT_ONCE = 100  # files whose edges a question waits for; the rest are resolved later, and coverage reports them
RETURN_MEMORY_AFTER = 50  # queued changes, after which some megabytes are free; returning them takes about 1 ms
RESOLVE_STEP = 5  # files whose edges are resolved in one step; large files take about ten milliseconds each

ProgressListener = Callable[[IndexPhase, int, int], None]


@dataclass(frozen=True, slots=True)
class _Task:
    change: "Callable[[Writer], Any]"
    future: "Future[Any]"


class Writer:
    """The owner of the inputs and of the `Host`. All work on them happens on one thread."""

    def __init__(
        self, inputs: Inputs, store: VectorStore, cache: FileCache, monitor: Monitor, on_progress: ProgressListener
    ) -> None:
        self.inputs = inputs
        self.cache = cache
        self.host = Host()
        self._gate = Gate()
        self._backlog = Backlog(self.host, store, self._gate, monitor, self._on_vectors)
        self._summaries = SummaryBacklog(self.host, store, self._gate, self._on_summaries)
        self.progress = on_progress
        self._wake = threading.Condition()
        self._queue: deque[_Task] = deque()
        self._background: Iterator[None] | None = None
        self._afterwards: deque[Iterator[None]] = deque()
        self._scanning = False  # whether the background work is a scan
        self._restarted = False  # whether this scan replaced another one that had not ended
        self._next_scan: Iterator[None] | None = None  # a scan to start when the current one ends
        self.texts = PendingTexts(inputs, self.host, cache, monitor, self._on_texts)
        self.workers = WorkerProcesses()
        self.shared: RowSource = NoRows()  # asked by scans and by the embedding backlog
        self.awaits_embedder = False  # whether a model is being loaded; set by the code that loads it
        self._vectors_wait = False
        self._vectors_arrived = False  # whether vectors were computed or loaded since the last step that applied them
        self._summaries_wait = False
        self._untidy = False  # whether the lexical index may need merging
        self._typing = TypingPause()
        self._tasks = 0  # changes and questions since free memory was returned to the system
        self._closed = False
        self._published: Snapshot | None = None  # None if the state has changed since the last snapshot
        self.scanned = False  # whether a scan has ended
        self.reads_first = False  # whether the first scan is still reading files
        self._failing = False  # whether the last step failed; then no step runs until the next change
        self.error = ""  # describes the last change or step that failed
        self._thread = threading.Thread(target=self._run, name="index-writer", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def close(self) -> None:
        """Stop the thread promptly, cancelling pending requests and dropping background work."""
        with self._wake:
            self._closed = True
            self._wake.notify_all()
        if self._thread.is_alive():
            self._thread.join()
        for task in self._queue:
            task.future.cancel()
        self._summaries.close()  # must precede the closing of the store, which the backlog closes
        self._backlog.close()
        self.workers.end()
        self.cache.close()

    def put(self, change: Callable[["Writer"], T]) -> "Future[T]":
        """Queue a change to the inputs; return a future for its result. Changes run in order on the writer's thread."""
        future: Future[T] = Future()
        self._gate.enter()
        future.add_done_callback(lambda _: self._gate.leave())
        with self._wake:
            if self._closed:
                future.cancel()
            else:
                self._queue.append(_Task(change, future))
                self._wake.notify_all()
        return future

    def note_edit(self) -> None:
        """Pause background work for a short time, because the user has just edited an open buffer."""
        self._typing.note_edit()

    def in_background(self, work: Iterator[None]) -> None:
        """Replace all background work with the scan `work`, whose steps should each take about ten milliseconds."""
        # Count the paths that are dropped, and at least one path whose change triggered the scan.
        self.inputs.unseen += self.inputs.waiting + 1
        self._afterwards.clear()
        self.texts.away.clear()
        self._background, self._scanning = work, True
        self._restarted, self._next_scan = False, None
        self.touch()

    def scan_again(self, work: Iterator[None]) -> None:
        """Start a scan in place of a running one, which may have missed a change.

        If the running scan has itself replaced another, the new scan waits until the running one ends; otherwise
        frequent changes could keep any scan from ending.
        """
        if self._restarted:
            self._next_scan = work
            return
        restarted = self._scanning
        self.in_background(work)
        self._restarted = restarted

    def after_background(self, work: Iterator[None]) -> None:
        """Do `work` after the current background work. If a scan starts before then, `work` is discarded."""
        self._afterwards.append(work)
        if self._background is None:
            self._next_background()

    def _next_background(self) -> None:
        if self._next_scan is not None:
            self.in_background(self._next_scan)
            return
        self._restarted = False
        self._background, self._scanning = self._afterwards.popleft() if self._afterwards else None, False
        if self._background is None:
            self._tasks = RETURN_MEMORY_AFTER  # much is free after a scan
            self.workers.end()

    def resolve(self, limit: int | None = None) -> bool:
        """Resolve the edges of up to `limit` files whose edges are outdated; None means all of them.

        Returns whether any edges were computed rather than reused from an earlier run.
        """
        computed = self.host.resolve(limit)
        self.cache.note_edges(computed)
        self._published = None
        return bool(computed)

    def use_embedder(self, embedder: EmbeddingProvider | Embedder | None, threads: int) -> None:
        """Use vectors from `embedder` from now on, or no vectors if it is None."""
        self._backlog.use_embedder(embedder, threads)
        self.touch()

    def use_shared(self, source: RowSource) -> None:
        """Use `source` from now on for the records and vectors that the cache lacks."""
        self.shared = self._backlog.shared = source

    def use_summariser(self, summariser: Summariser | None, per_minute: int) -> None:
        """Use summaries from `summariser` from now on, or no summaries if it is None.

        At most `per_minute` requests are sent per minute.
        """
        self._summaries.use(summariser, per_minute)
        self.touch()

    @property
    def pool(self) -> EmbeddingPool | None:
        """The pool that computes vectors; None if no model is in use."""
        return self._backlog.pool

    def _on_texts(self) -> None:
        self._untidy = True
        self.touch()

    def touch(self) -> None:
        """Note a change: forget the published snapshot, and look for missing vectors and summaries when idle."""
        self._published = None
        self._vectors_wait = self._summaries_wait = True

    @property
    def searchable(self) -> bool:
        """Whether the text and edges of every file are in the index."""
        pending = self._background or self.texts.deferred or self.host.plain_files or self.host.unresolved
        return self.scanned and not pending

    @property
    def embedded(self) -> bool:
        """Whether every vector that can be computed exists."""
        return not self.awaits_embedder and not self.host.plain_files and self._backlog.done

    @property
    def has_loaded_vectors(self) -> bool:
        """Whether all vectors that the index needs and that the cache holds have been loaded."""
        return not self.awaits_embedder and self._backlog.has_loaded_stored

    @property
    def embedding_error(self) -> str:
        """A description of the problem with embedding; empty if there is none."""
        return self._backlog.problem

    @property
    def failures(self) -> tuple[FileFailure, ...]:
        """Failed per-file computations, each with its report. Use only on the writer's thread."""
        return *self.host.failures.all(), *self._backlog.failures()

    @property
    def summaries_problem(self) -> str:
        """A description of the problem with summaries; empty if there is none."""
        return self._summaries.problem

    def _on_summaries(self) -> None:
        with self._wake:
            self._summaries_wait = True
            self._wake.notify_all()

    def _on_vectors(self) -> None:
        with self._wake:
            self._vectors_wait = self._vectors_arrived = True
            self._wake.notify_all()

    def _run(self) -> None:
        while (task := self._next()) is not None:
            if not task.future.set_running_or_notify_cancel():
                continue
            try:
                with profiling.stage("other"):
                    task.future.set_result(task.change(self))
            except Exception as error:  # outermost level of the thread: one bad change must not stop all later answers
                log.exception("a change or step of the index failed")
                self.error = f"{type(error).__name__}: {error}"
                self._failing = True
                task.future.set_exception(error)
                self.progress("failed", 0, 0)

    def _next(self) -> "_Task | None":
        """Wait for the next task: a queued change, else a step of background work. Return None once closed."""
        with self._wake:
            while not self._closed:
                if self._queue:
                    self._failing = False
                    self._tasks += 1
                    return self._queue.popleft()
                pause = self._typing.remaining_seconds()
                step = None if self._failing else self._step(is_typing=pause > 0)
                if step is not None:
                    return _Task(step, Future())
                self._wake.wait(pause or None)
            return None

    def _step(self, *, is_typing: bool) -> "Callable[[Writer], object] | None":
        """Return the most urgent step of background work, or None if there is nothing to do.

        While the user is typing (`is_typing`), only steps of a scan or refresh, and steps that apply vectors, count.
        """
        if is_typing:  # vectors that have arrived are applied, or a client would show "embedding" until the pause ends
            allowed = (self._background, Writer._background_step), (self._vectors_arrived, Writer._vector_step)
            return next((step for wanted, step in allowed if wanted), None)
        steps: tuple[tuple[object, Callable[[Writer], object]], ...] = (
            (self.texts.deferred, lambda writer: writer.texts.apply({})),
            (self._background, Writer._background_step),
            (self.host.plain_files, lambda writer: writer.texts.read_some_in_full()),
            (self.host.unresolved, partial(Writer.resolve, limit=RESOLVE_STEP)),
            (self.texts.to_prepare, lambda writer: writer.texts.prepare()),
            (self._vectors_wait, Writer._vector_step),
            (self.cache.waiting, Writer._cache_step),
            (self._untidy, Writer._tidy_step),
            (self._summaries_wait, Writer._summary_step),
            (self._tasks >= RETURN_MEMORY_AFTER, Writer._memory_step),
        )
        return next((step for wanted, step in steps if wanted), None)

    def current(self) -> Snapshot:
        """Apply deferred texts, resolve some outdated edges, and return the snapshot. Runs on the writer's thread.

        No edges are resolved while files are read for the first time. Otherwise, edges would have to be resolved again
        once their targets have been read, and cached edges, which are only valid for the whole workspace, would be
        discarded.
        """
        with collections_paused():
            if self.texts.deferred:
                self.texts.apply({})
            if self.host.unresolved and not self.reads_first:
                self.resolve(RESOLVED_AT_ONCE if self.scanned else RESOLVE_STEP)
        if self._backlog.take_few_made():
            self._published = None
        inputs, outdated = self.inputs, self.inputs.open_files.outdated(self.inputs.overlay)
        if self._published is not None and self._published.outdated_buffers != outdated:
            self._published = None
        if self._published is None or self._published.more_vectors == self.embedded:
            self._backlog.look_up_few()
            # A file that waits to be read again, or that a worker is processing, exists but has not been seen.
            files, plain = self.host.files, self.host.plain_files
            away = sum(path in files and path not in plain for path in self.texts.away)
            known = None if inputs.known is None else len(inputs.known) + inputs.waiting + inputs.unseen + away
            self._published = self.host.snapshot(known, outdated, more_vectors=not self.embedded)
        return self._published

    def _background_step(self) -> None:
        if self._background is None:
            return
        try:
            if next(self._background, "end") == "end":
                if self._scanning:
                    self.scanned = True
                    self.inputs.unseen = 0
                    self.error = ""
                self._next_background()
            self._cache_step(edges_too=False)  # immediately, so that the work is not lost if the process ends
        except BaseException:
            self._next_background()  # a generator that has raised is exhausted
            raise
        finally:
            self.touch()

    def _tidy_step(self) -> None:
        self._untidy = self.host.tidy()
        if not self._untidy:
            self._published = None  # the published snapshot keeps the unmerged segments alive

    def _cache_step(self, *, edges_too: bool = True) -> None:
        if self.cache.waiting:
            self.cache.write(self.host, self.inputs.overlay, edges_too=edges_too)

    def _memory_step(self) -> None:
        self._tasks = 0
        return_free_memory()

    def _vector_step(self) -> None:
        self._vectors_wait = self._vectors_arrived = False  # first: changes during this step require another
        if self.pool is None:
            self._report(0, 0)
            return
        before = len(self.host.missing), len(self.host.unkeyed)
        if self._backlog.step(self.inputs.overlay):
            self._on_vectors()
        if before != (len(self.host.missing), len(self.host.unkeyed)):
            self._published = None
        self._summaries_wait |= self.embedded
        self._report(self.host.vector_keys - len(self.host.missing), self.host.expected_vectors)

    def _summary_step(self) -> None:
        self._summaries_wait = False
        before = self.host.summaries.count
        # Request no sentences while embedding is down: a chunk with a new sentence lacks a vector until embedded again.
        is_down = bool(self.pool and self.pool.error)
        if self._summaries.step(self.inputs.overlay, may_ask=self.embedded and not is_down):
            self._on_summaries()
        if before != self.host.summaries.count:
            self._untidy = True
            self.touch()

    def _report(self, done: int, total: int) -> None:
        never(done > total, "more vectors than chunks")
        self.progress("ready" if self.embedded else "embedding", done, total)
