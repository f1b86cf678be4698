"""The workspace, which receives changes from the editor and the disk, keeps the index current and provides analyses.

Most methods return immediately, and the writer's thread does the work in the order of the calls. `analysis()` returns a
future `Analysis`, which answers requests. Protocol and ranking are in other packages.
"""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future
from functools import partial
from pathlib import Path

from ctx_lsp.base.system import resident_bytes
from ctx_lsp.cache.archive import CacheKeys
from ctx_lsp.cache.blob_store import today
from ctx_lsp.features.model import MAX_FAILURES, CacheUse, Progress, ReindexCounts, Status, failure_warnings
from ctx_lsp.ingest import indexing_jobs as jobs
from ctx_lsp.ingest.workspace_inputs import Inputs
from ctx_lsp.ingest.writer import IndexPhase, Writer
from ctx_lsp.models.providers.model import EmbeddingProvider
from ctx_lsp.monitoring.monitor import Monitor
from ctx_lsp.packing.model import Pack, PackSubject
from ctx_lsp.retrieval.gaps import outdated_buffers
from ctx_lsp.retrieval.model import Coverage
from ctx_lsp.settings import ModelSettings, Settings
from ctx_lsp.snapshot.open_files import OutdatedBuffer
from ctx_lsp.text.disk import Disk, Limits
from ctx_lsp.text.roots import Roots
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace.analysis import Analysis
from ctx_lsp.workspace.cache_service import CacheService
from ctx_lsp.workspace.journal import Journal
from ctx_lsp.workspace.models.model_loading import ModelLoader, load_summariser, source_of
from ctx_lsp.workspace.models.reranker_loading import RerankerLoader
from ctx_lsp.workspace.pack_history import PackHistory
from ctx_lsp.workspace.packs import Packs
from ctx_lsp.workspace.past.readers import PastReaders
from ctx_lsp.workspace.progress_reports import Listener, ProgressReports
from ctx_lsp.workspace.reindexing import start_reindexing
from ctx_lsp.workspace.savings import Savings, command_of, savings_in
from ctx_lsp.workspace.sharing.service import SharingService
from ctx_lsp.workspace.watching import FilesListener, ServerWatcher
from ctx_lsp.workspace.writer_reads import cache_keys, index_size, writer_state

_ROOT = "."  # suffix of the path that stands for a root itself


class Workspace:
    """A set of folders whose index is kept current from `start` to `close`. Thread-safe."""

    def __init__(
        self, roots: Sequence[Path], settings: Settings, monitor: Monitor | None = None, day: Callable[[], int] = today
    ) -> None:
        """Create a workspace that does nothing until `start`.

        `monitor` records the metrics of the workspace. `day` returns the current day as days since 1970.
        """
        self._settings = settings
        self._monitor = monitor or Monitor()
        self._watch = ServerWatcher(self._changed_outside, self._changes_lost)
        self._disk = Disk(self._watch.enter)
        self._open_paths: set[str] = set()  # editor buffers as of the last call; the writer may lag behind
        self._roots = Roots.of(roots, self._disk.holds)
        self._inputs = Inputs(self._roots)
        self._cache = CacheService(settings.cache)
        self.sharing = SharingService()
        self._writer = Writer(self._inputs, self._cache.vectors, self._cache.files, self._monitor, self._report)
        self._monitor.index_size = partial(index_size, self._writer)
        self._progress = ProgressReports()
        self._embedder: EmbeddingProvider | None = None
        self._models = ModelLoader(self._model_loaded)
        self._summaries_problem = ""  # problem with the summary settings; empty if there is none
        self._reranker = RerankerLoader(self._new_snapshot)
        self._past = PastReaders(self._past_read, self._cache)
        self._day = day
        self._history = PackHistory(roots, settings.pack.history, self._soon, self._cache.known_seal)
        self.journal = Journal(roots, settings.journal, seal=self._cache.known_seal, soon=self._soon, stays_open=True)
        self._cache.on_seal = (self._history.use_seal, self.journal.use_seal)
        self._soon(self.journal.expire)
        self.packs = Packs(self._monitor, self._pack_given, self._history, self.journal.note_pack)
        self.packs.use(settings.pack)

    def start(self) -> None:
        """Start indexing and embedding in the background."""
        self._writer.start()
        self.sharing.use(self._settings.sharing, self._writer)
        self._cache.unlock(self._writer, self._read_everything)
        self._load_model()
        self._reranker.use(self._settings)

    def allow_watching(self, client_watches: bool | None, listener: FilesListener) -> bool:
        """Allow the workspace to watch its folders from the next scan on, as the setting `index.watch` says.

        Nothing is watched before this call. `client_watches` is None until the client has answered. `listener` is
        called on a background thread when files may have changed. Return whether all changes since the previous call
        were seen.
        """
        seen = self._watch.sees_all
        self._watch.allow(client_watches, listener)
        self._use_watch_setting()
        return seen

    @property
    def watches(self) -> bool:
        """Whether the workspace itself watches its folders."""
        return self._watch.active

    def close(self) -> None:
        """Stop all work promptly. May be called repeatedly."""
        self._watch.close()
        self._past.close()
        self._models.close()
        self._reranker.close()
        self.sharing.close()
        self._cache.close()
        self._history.close()
        self._writer.close()
        self.journal.close()

    def wait_ready(self, timeout: float | None = None, semantic: bool = True) -> bool:
        """Wait until the index is ready; with `semantic`, also until everything is embedded and the reranker is loaded.

        Return False after `timeout` seconds, or if indexing has failed.
        """
        return self._wait(lambda writer: self._is_ready(writer, semantic), timeout)

    def wait_for_stored_vectors(self, timeout: float) -> bool:
        """Wait like `wait_ready`, but only until cached vectors are loaded. Embedding may still be running."""
        return self._wait(lambda writer: self._is_ready(writer, semantic=False) and writer.has_loaded_vectors, timeout)

    def wait_for_history(self, timeout: float | None = None) -> bool:
        """Wait like `wait_ready`, but only until files can be searched and Git histories have been read."""
        return self._wait(lambda writer: writer.searchable and self._past.has_read, timeout)

    def _wait(self, condition: Callable[[Writer], bool], timeout: float | None) -> bool:
        def holds(left: float | None) -> bool:
            # On the writer's thread, so that the condition sees the effect of all earlier calls.
            ready = self._writer.put(condition).result(left)
            if self._writer.error and not ready:
                raise CancelledError
            return ready

        return self._progress.wait_until(holds, timeout)

    def _is_ready(self, writer: Writer, semantic: bool) -> bool:
        if not writer.searchable:
            return False
        writer.current()  # does the work that is deferred until the next request
        return not semantic or (writer.embedded and not self._reranker.loading)

    # Inputs

    def set_roots(self, roots: Sequence[Path]) -> None:
        """Replace the workspace folders."""
        old, self._roots = self._roots, Roots.of(roots, self._disk.holds)
        new = self._roots
        self._history.use_roots(roots)
        self.journal.use_roots(roots)
        self._open_paths = {moved for path in self._open_paths if (moved := old.moved(path, new)) is not None}
        self._use_watch_setting()  # must precede the scan, which adds the folders to watch

        def change(writer: Writer) -> None:
            jobs.use_roots(writer, new)
            writer.in_background(jobs.scan_workspace(writer, self._disk, self._limits))

        self._writer.put(change)
        self._past.read(new, self._settings)

    def set_settings(self, settings: Settings) -> None:
        """Apply new settings. If necessary, rescan the folders, move the cache and load other models."""
        old, self._settings = self._settings, settings
        self.packs.use(settings.pack)
        self.journal.use(settings.journal)
        if old.index != settings.index:
            self._use_watch_setting()  # must precede the scan, which adds the folders to watch
            self._rescan()
        if old.cache != settings.cache:
            self._cache.use(settings.cache, self._writer)
        self.sharing.use(settings.sharing, self._writer)
        if old.model != settings.model:
            if source_of(old.model) != source_of(settings.model):
                self._writer.put(self._leave_provider)
            self._load_model()
        self._reranker.use(settings)
        self._past.read(self._roots, self._settings)

    def set_document(self, path: str, source: SourceText) -> None:
        """Set the text of an open buffer, which hides the file on disk until `close_document`."""
        if path in self._open_paths:
            self.packs.feedback.file_edited(path, source)
        else:
            self.packs.feedback.file_opened(path)
        self._open_paths.add(path)
        now = time.perf_counter()
        self._writer.put(lambda writer: jobs.set_text(writer, self._disk, self._limits, path, source, now))

    def close_document(self, path: str) -> None:
        """Drop an open buffer, so that the text on disk is used again."""
        self._open_paths.discard(path)
        self._writer.put(lambda writer: jobs.close_text(writer, self._disk, self._limits, path))

    def note_save(self, path: str) -> None:
        """Note that the editor has written an open buffer to its file."""
        self._writer.put(lambda writer: jobs.note_save(writer, self._disk, self._limits, path))

    def look_for_changes(self) -> None:
        """Report the changes of watched files so far, and look at the files of open buffers, watched or not."""
        self._watch.report_now()
        self._writer.put(lambda writer: jobs.look_at_open_files(writer, self._disk, self._limits))

    def subscribe_outdated(self, listener: Callable[[OutdatedBuffer], None]) -> None:
        """Call `listener`, on the writer's thread, with an open buffer when its file has changed on disk below it."""
        self._inputs.open_files.listener = listener

    def files_changed(self, paths: Sequence[str]) -> None:
        """Process the creation, change or deletion of files or folders on disk.

        A changed root or ignore file causes a new scan. The next answer includes the changes that the writer can apply
        in one step. The answer's coverage shows how much is still missing.
        """
        inside = [path for path in paths if path.rpartition("/")[2] != _ROOT]

        def change(writer: Writer) -> None:
            if len(inside) < len(paths) or jobs.rules_changed(writer, self._disk, self._limits, inside):
                writer.scan_again(jobs.scan_workspace(writer, self._disk, self._limits))
            jobs.take_changes(writer, self._disk, self._limits, inside)

        self._writer.put(change)
        self._past.read(self._roots, self._settings)

    def reindex(self, paths: Sequence[str] | None, force: bool) -> "Future[ReindexCounts]":
        """Read the files at `paths`, or all if None, once more. With `force`, derive facts even of unchanged files."""
        done = start_reindexing(self._writer, self._disk, self._limits, paths, force=force)
        if paths is None:
            self._rescan()
        return done

    def workspace_path(self, file: Path) -> str | None:
        """Return the workspace path of a file, or None if it is outside every root."""
        return self._roots.workspace_path(file)

    def absolute_path(self, path: str) -> Path:
        """Return the absolute path of a workspace file; the path of a buffer without a file is returned unchanged."""
        located = self._roots.locate(path)
        return located[0].directory / located[1] if located else Path(path)

    # Answers

    def analysis(self, read_first: Sequence[str] = ()) -> "Future[Analysis]":
        """Return a future with an analysis of exactly the inputs and watched files now, with `read_first` in full."""
        self._watch.report_now()
        return self._writer.put(partial(self._analysis, read_first))  # where the pool has the model of the vectors

    def _analysis(self, read_first: Sequence[str], writer: Writer) -> Analysis:
        writer.texts.read_in_full(read_first)
        return Analysis(
            writer.current(),
            writer.pool,
            writer.inputs.roots,
            reranking=self._reranker.reranking,
            model_problem=self._models.problem,
            commits=self._past.messages if self._settings.search.commits else None,
            histories=self._past.histories,
            definitions=self._past.definitions,
            day=self._day(),
            packs=self.packs.cache,
            published=self.sharing.published,
            model_identity=self._embedder.identity if self._embedder else "",
            limits=self._limits,
        )

    def savings(self, days: int) -> Savings:
        """Return the token savings in the last `days` days, including those in other workspaces."""
        return savings_in(self._cache.savings, days, kept=bool(self._cache.location))

    def _pack_given(self, subject: PackSubject, pack: Pack) -> None:
        if pack.items:
            command, tokens = command_of(subject), pack.tokens
            self._monitor.pack_made(command, tokens.used, tokens.baseline, pack.completeness.score, pack.confidence)
            self._cache.savings.note(tokens.used, tokens.baseline, command)
            self._soon(self._cache.savings.write)

    def cache_keys(self) -> "Future[CacheKeys]":
        """Return a future with the cache keys of all current files. Pending data is written first."""
        return self._writer.put(cache_keys)

    def status(self) -> Status:
        """Return the current state, after waiting for the writer's current step and for all changes already queued."""
        snapshot, searchable, embedded, work, failures = self._writer.put(writer_state).result()
        ready = searchable and embedded and not self._reranker.loading
        reranking = self._reranker.reranking
        return Status(
            state="failed" if self._writer.error else "ready" if ready else "indexing",
            searchable=searchable,
            revision=snapshot.revision,
            coverage=Coverage(snapshot.lexical_coverage, snapshot.semantic_coverage),
            files=len(snapshot.files),
            symbols=sum(len(entry.definitions) for entry in snapshot.files.values()),
            chunks=snapshot.chunk_count,
            edges=snapshot.graph.edge_count(),
            kept_back=snapshot.kept_back,
            summaries=snapshot.summarised,
            languages=dict(Counter(entry.language for entry in snapshot.files.values()).most_common()),
            skipped=dict(self._inputs.skip_counts().most_common()),
            cache=CacheUse(self._cache.location, self._cache.size_bytes(), *self.sharing.counts),
            memory_bytes=resident_bytes(),
            work=work,
            model=self._embedder.identity if self._embedder else "",
            reranker=reranking.identity if reranking else "",
            failures=failures[:MAX_FAILURES],
            outdated_buffers=len(snapshot.outdated_buffers),
            warnings=(*self._warnings(), *outdated_buffers(snapshot.outdated_buffers), *failure_warnings(failures)),
        )

    def subscribe(self, listener: Listener) -> None:
        """Call `listener` with every progress report, on the thread that makes the report."""
        self._progress.subscribe(listener)

    def subscribe_history(self, listener: Callable[[], None]) -> None:
        """Call `listener` whenever the history has changed, on the thread that reads it."""
        self._past.history.listeners.append(listener)

    def _soon(self, work: Callable[[], None]) -> None:
        self._writer.put(lambda _: work())  # on the thread that does all other writes

    @property
    def _limits(self) -> Limits:
        index = self._settings.index
        return Limits(
            index.max_file_bytes, index.max_files, include=index.include, exclude=index.exclude, vendored=index.vendored
        )

    def _warnings(self) -> tuple[str, ...]:
        warnings = (
            self._writer.error,
            self._models.problem,
            self._writer.embedding_error,
            self._summaries_problem,
            self._writer.summaries_problem,
            self._reranker.problem,
            *self._cache.warnings,
            self.sharing.problem,
            self._watch.warning,
            *self._inputs.warnings(self._settings.index.max_files),
        )
        return tuple(filter(None, warnings))

    def _use_watch_setting(self) -> None:
        self._watch.use(self._settings.index.watch, [root.directory for root in self._roots.all])

    def _changed_outside(self, files: Sequence[Path]) -> None:
        self.files_changed([path for path in map(self._roots.workspace_path, files) if path is not None])

    def _changes_lost(self) -> None:
        self.files_changed([_ROOT])

    def _read_everything(self) -> None:
        self._rescan()
        self._past.read(self._roots, self._settings)

    def _rescan(self) -> None:
        self._writer.put(lambda writer: writer.in_background(jobs.scan_workspace(writer, self._disk, self._limits)))

    def _load_model(self) -> None:
        model = self._settings.model
        self._writer.awaits_embedder = True
        self._models.load(model)
        summariser, self._summaries_problem = load_summariser(model)
        self._writer.put(lambda writer: writer.use_summariser(summariser, model.summaries_per_minute))

    def _model_loaded(self, embedder: EmbeddingProvider | None, model: ModelSettings) -> None:
        self._writer.put(lambda writer: self._use(writer, model, embedder))

    def _use(self, writer: Writer, model: ModelSettings, embedder: EmbeddingProvider | None) -> None:
        if model != self._settings.model:
            return  # the settings have changed again, and another thread loads the model that they name now
        self._embedder = embedder
        writer.use_embedder(embedder, model.threads)
        writer.awaits_embedder = False

    def _leave_provider(self, writer: Writer) -> None:
        """Drop a provider that the settings no longer name; keep a local model until the next model is loaded."""
        if self._embedder is not None and self._embedder.is_remote:
            self._embedder = None
            writer.use_embedder(None, 1)

    def _past_read(self, changed: bool) -> None:
        tell = self._new_snapshot if changed else self._progress.wake
        tell()

    def _new_snapshot(self) -> None:
        self._writer.put(Writer.touch)  # the next step wakes the threads in `_wait`

    def _report(self, phase: IndexPhase, done: int, total: int) -> None:
        if phase in ("embedding", "ready"):
            self._cache.begin()
            self._past.begin()
        self._progress.report(Progress(phase, done, total))
