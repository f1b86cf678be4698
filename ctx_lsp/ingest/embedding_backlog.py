"""The writer's part of embedding: looks up or requests missing vectors in order of priority and stores the results.

This code runs on the writer's thread and handles a bounded number of texts at a time. The threads that compute vectors
are in `models.embedding`; `cache.vector_store` keeps vectors on disk.
"""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from itertools import chain, islice
from queue import SimpleQueue

from ctx_lsp.base.gate import Gate
from ctx_lsp.cache.vector_store import VectorStore
from ctx_lsp.graph.file_failures import FileFailure
from ctx_lsp.models.embedder import Embedder
from ctx_lsp.models.embedding import EmbeddingPool
from ctx_lsp.models.providers.model import EmbeddingProvider
from ctx_lsp.monitoring.monitor import Monitor
from ctx_lsp.sharing.row_source import NoRows, Rows, RowSource
from ctx_lsp.snapshot.host import Host
from ctx_lsp.snapshot.snapshot import FEW_MISSING
from ctx_lsp.text.secrets import is_secret

REQUESTED_AT_ONCE = 256  # texts in the pool at once: a few seconds' work, and four times the size of a delivery
LOOK_UP_BATCH = 2_000  # keys looked up in the persistent store in one step; SQLite answers about 100,000 a second
KEYS_PER_STEP = 300  # chunks whose keys are computed in one step: about 10 ms
CHECKED_PER_STEP = 50  # as above, if each chunk is also searched for secrets
NEIGHBOURS = 200  # files related to open documents that take precedence over the rest
GRAPH_STEP = 50  # rows linked into the graph in one step: about 10 ms


class Backlog:
    """The vectors that the host of the index still lacks, to be loaded from the store or computed."""

    def __init__(
        self, host: Host, store: VectorStore, gate: Gate, monitor: Monitor, on_ready: Callable[[], None]
    ) -> None:
        self._host = host
        self._store = store
        self._gate = gate
        self._monitor = monitor
        self._on_ready = on_ready
        self._identity = ""  # of the model; empty if there is none
        self._dimensions = 0  # of the model's vectors
        self._keyed = KEYS_PER_STEP
        self.pool: EmbeddingPool | None = None
        self.shared: RowSource = NoRows()
        self._asked: set[bytes] = set()  # keys of vectors that the shared cache was asked for
        self._arrived: SimpleQueue[tuple[list[bytes], Future[Rows]]] = SimpleQueue()
        self._ask_again = False  # whether the shared cache was not available for some keys

    def use_embedder(self, embedder: EmbeddingProvider | Embedder | None, threads: int) -> None:
        """Use vectors from `embedder` from now on, or none if it is None.

        Texts that probably contain secrets are not sent to remote models. If only the settings of the model have
        changed, the existing vectors are kept.
        """
        self._end_pool()
        if embedder is None:
            self._identity = ""
            self._host.drop_model()
            return
        if embedder.identity != self._identity:
            is_remote = isinstance(embedder, EmbeddingProvider) and embedder.is_remote
            self._host.use_model(embedder.identity, embedder.dimensions, is_secret if is_remote else None)
            self._identity, self._dimensions = embedder.identity, embedder.dimensions
            self._keyed = CHECKED_PER_STEP if is_remote else KEYS_PER_STEP
        self.pool = EmbeddingPool(embedder, threads, self._gate, self._on_ready)

    def close(self) -> None:
        """Stop embedding and store the finished vectors."""
        self._end_pool()
        self._store.close()

    def _end_pool(self) -> None:
        if self.pool is not None:
            self.pool.close()
            self._take_made()
            self.pool = None

    @property
    def done(self) -> bool:
        """Whether every vector that can be computed exists. Any thread may read this.

        It is also true if no model is in use, or if the model has stopped or is paused after failures.
        """
        missing, pool = self._host.missing, self.pool
        if pool is None or pool.error:
            return True
        return not self._host.unkeyed and len(missing) <= len(pool.failed) and missing.keys() <= pool.failed

    @property
    def has_loaded_stored(self) -> bool:
        """Whether every needed vector that is in the store has been loaded."""
        return self.pool is None or not (self._host.unkeyed or self._host.newly_missing)

    @property
    def problem(self) -> str:
        """A description of the problem with embedding; empty if there is none."""
        return self.pool.problem if self.pool else ""

    def failures(self) -> list[FileFailure]:
        """Return one failure for each file with a chunk that the model could not embed, sorted by path."""
        reports = self.pool.reports.copy() if self.pool else {}
        found = {path: report for key, report in reports.items() for path in self._host.paths_with(key)}
        return [FileFailure(path, "vector", found[path]) for path in sorted(found)]

    def _take_made(self) -> bool:
        """Store and apply the vectors finished since the last call. Returns whether there were any."""
        made = self.pool.collect() if self.pool else []
        if made:
            self._store.keep(made)
            self._host.add_vectors(made)
        return bool(made)

    def take_few_made(self) -> bool:
        """Apply finished vectors before a snapshot, unless many are missing. Returns whether any were applied."""
        return len(self._host.missing) <= FEW_MISSING and self._take_made()

    def look_up_few(self) -> None:
        """Load missing vectors from the store before a snapshot, if few are missing.

        This avoids computing them again.
        """
        if self.pool is not None and len(self._host.missing) <= FEW_MISSING:
            self._look_up([key for key in self._host.missing if key in self._host.newly_missing])

    def step(self, open_documents: Mapping[str, object]) -> bool:
        """Apply finished vectors, look up missing ones and request the rest. Returns whether there is more to do."""
        if self.pool is None:
            return False
        self._take_made()
        self._take_shared()
        if self.pool.failed:
            self.pool.forget_failures(but=self._host.missing)
        more = self._host.key_chunks(self._keyed)
        wanted = self.first(open_documents)
        newly_missing = [key for key in wanted if key in self._host.newly_missing]
        newly_missing += islice((key for key in reversed(self._host.newly_missing) if key not in wanted), LOOK_UP_BATCH)
        self._ask_shared(self._look_up(newly_missing))
        self._ask_shared_again()
        self.pool.want(
            {key: text for key, text in wanted.items() if key in self._host.missing and key not in self._asked}
        )
        more |= self._host.extend_vector_graph(GRAPH_STEP)
        return more or bool(newly_missing)  # looked-up vectors may have left room in the pool

    def _look_up(self, keys: list[bytes]) -> list[bytes]:
        """Load vectors from the store; return the keys that it lacks."""
        if not keys:
            return []
        for key in keys:
            del self._host.newly_missing[key]
        stored = self._store.rows(keys, self._dimensions)
        self._monitor.cache_asked("vectors", len(stored), len(keys) - len(stored))
        self._host.add_vectors(stored.items(), from_store=True)
        return [key for key in keys if key not in stored]

    def _ask_shared(self, keys: list[bytes]) -> None:
        """Ask for shared vectors, unless they are so few that computing them is just as fast."""
        if len(keys) <= FEW_MISSING:
            return
        if not self.shared.available:
            self._ask_again = True
            return
        self._asked.update(keys)
        shared = self.shared

        def arrived(answer: "Future[Rows]") -> None:
            if not shared.available:  # the request has failed
                self._ask_again = True
            self._arrived.put((keys, answer))
            self._on_ready()

        self.shared.fetch(keys).add_done_callback(arrived)

    def _ask_shared_again(self) -> None:
        """Ask for all vectors that are still missing, once the shared cache is available again after a failure."""
        if self._ask_again and self.shared.available:
            self._ask_again = False
            missing = [
                key for key in self._host.missing if key not in self._host.newly_missing and key not in self._asked
            ]
            for start in range(0, len(missing), LOOK_UP_BATCH):
                self._ask_shared(missing[start : start + LOOK_UP_BATCH])

    def _take_shared(self) -> None:
        """Apply and store the shared vectors that have arrived since the last call."""
        while not self._arrived.empty():
            keys, answer = self._arrived.get()
            self._asked.difference_update(keys)
            rows = {key: row for key, row in answer.result().items() if key in self._host.missing}
            self._host.add_vectors(self._store.take_rows(rows, self._dimensions).items(), from_store=True)

    def first(self, open_documents: Mapping[str, object]) -> dict[bytes, str]:
        """Return the next texts to embed, at most `REQUESTED_AT_ONCE`, keyed by vector key.

        The texts of open documents come first, then those of related files, then the rest.
        """
        missing, failed = self._host.missing, self.pool.failed if self.pool else frozenset()
        chosen: dict[bytes, str] = {}
        for key in self._in_order(open_documents) if missing else ():
            if key in missing and key not in failed and key not in self._asked:
                chosen[key] = missing[key]
            if len(chosen) == min(REQUESTED_AT_ONCE, len(missing)):
                break
        return chosen

    def _in_order(self, open_documents: Mapping[str, object]) -> Iterator[bytes]:
        near = islice((path for document in open_documents for path in self._host.neighbours(document)), NEIGHBOURS)
        for path in chain(open_documents, near):
            yield from self._host.chunk_keys(path)
        yield from reversed(self._host.missing)
