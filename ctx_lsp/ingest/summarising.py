"""The writer's part of summarising: looks up missing summaries, or requests them from a provider one at a time.

Summaries have the lowest priority: none is requested while vectors are being computed. This code runs on the writer's
thread and handles a bounded number of texts at a time. A thread of `models.work_pool` sends the requests.
"""

from collections.abc import Callable, Mapping
from itertools import chain, islice

from ctx_lsp.base.gate import Gate
from ctx_lsp.cache.vector_store import VectorStore
from ctx_lsp.models.providers.model import Summariser
from ctx_lsp.models.work_pool import JobSpec, WorkPool
from ctx_lsp.snapshot.host import Host

REQUESTED_AT_ONCE = 64  # maximum number of texts in the pool
LOOK_UP_BATCH = 2_000  # keys looked up in the persistent store in one step
CHECKED_PER_STEP = 50  # chunks searched for secrets in one step: about 10 ms
MINUTE = 60.0  # seconds


class SummaryBacklog:
    """The summaries that the host of the index still lacks, to be loaded from the store or requested."""

    def __init__(self, host: Host, store: VectorStore, gate: Gate, on_ready: Callable[[], None]) -> None:
        self._host = host
        self._store = store
        self._gate = gate
        self._on_ready = on_ready
        self._identity = ""  # of the summariser; empty if there is none
        self._pool: WorkPool[str] | None = None

    def use(self, summariser: Summariser | None, per_minute: int) -> None:
        """Use summaries from `summariser` from now on, or none if it is None; send at most `per_minute` requests.

        If only the settings of the summariser have changed, the existing summaries are kept.
        """
        self.close()
        identity = summariser.identity if summariser else ""
        if identity != self._identity:
            self._identity = identity
            self._host.use_summaries(identity)
        if summariser is not None:
            job = JobSpec(
                verb="summarise",
                noun="summary",
                make=lambda texts: [summariser.summarise(text) for text in texts],
                batch=1,
                is_remote=True,
                close=summariser.close,
                pause=MINUTE / per_minute,
            )
            self._pool = WorkPool(job, 1, self._gate, self._on_ready)

    def close(self) -> None:
        """Stop requesting summaries and store the finished ones. Call this before the store is closed."""
        if self._pool is not None:
            self._pool.close()
            made = self._pool.collect()
            self._store.keep_sentences(made)
            self._host.add_summaries(made)
            self._pool = None

    @property
    def problem(self) -> str:
        """A description of the problem with summaries; empty if there is none."""
        return f"summaries: {self._pool.problem}" if self._pool and self._pool.problem else ""

    def step(self, open_documents: Mapping[str, object], *, may_ask: bool) -> bool:
        """Apply finished summaries, look up missing ones, and request the rest if `may_ask`.

        Returns whether there is more to do.
        """
        if self._pool is None:
            return False
        made = self._pool.collect()
        self._store.keep_sentences(made)
        self._host.add_summaries(made)
        more = self._host.key_summaries(CHECKED_PER_STEP)
        known = self._host.summaries
        newly_missing = list(islice(reversed(known.newly_missing), LOOK_UP_BATCH))
        for key in newly_missing:
            del known.newly_missing[key]
        self._host.add_summaries(self._store.sentences(newly_missing).items(), from_store=True)
        near = (key for path in open_documents for key in known.keys(path))
        failed = self._pool.failed
        first = (key for key in chain(near, reversed(known.missing)) if key in known.missing and key not in failed)
        chosen = dict.fromkeys(islice(first, REQUESTED_AT_ONCE)) if may_ask else {}
        self._pool.want({key: known.missing[key] for key in chosen})
        return more or bool(newly_missing)
