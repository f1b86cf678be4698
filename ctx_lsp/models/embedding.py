"""Embedding of texts by background threads (see `work_pool`), and immediate embedding of questions."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from time import monotonic

import numpy as np

from ctx_lsp.base.gate import Gate
from ctx_lsp.models.embedder import Embedder
from ctx_lsp.models.model_files import ModelError
from ctx_lsp.models.outage import Outage, begin_or_prolong
from ctx_lsp.models.providers.http import ProviderError
from ctx_lsp.models.providers.model import EmbeddingProvider, InProcessEmbedder
from ctx_lsp.models.work_pool import JobSpec, WorkPool


class EmbeddingPool(WorkPool[np.ndarray]):
    """Background embedding in `threads` threads.

    `on_ready` is called when vectors are ready, and when the work pauses or stops. Any thread may make this call.
    """

    def __init__(
        self, model: EmbeddingProvider | Embedder, threads: int, gate: Gate, on_ready: Callable[[], None]
    ) -> None:
        provider = model if isinstance(model, EmbeddingProvider) else InProcessEmbedder(model)
        self._provider = provider
        self._mute: Outage | None = None  # set while the provider does not answer questions
        job = JobSpec("embed", "vector", provider.embed_many, provider.batch, provider.is_remote, provider.close)
        super().__init__(job, threads, gate, on_ready)

    @property
    def problem(self) -> str:
        """A description of the problem, for the user; empty if every text and question could be embedded."""
        mute = self._mute
        return super().problem or (f"cannot embed questions: {mute.reason}" if mute else "")

    def urgent(self) -> AbstractContextManager[None]:
        """Return a context manager that pauses background work."""
        return self._gate.urgent()

    def embed(self, question: str) -> np.ndarray:
        """Return the unit vector of a question as float32 (dimensions,). Raises `ModelError`.

        A provider that is known to be down is not contacted, so that questions do not wait for it.
        """
        now = monotonic()
        for outage in (self._mute, self._outage):
            if outage is not None and now < outage.until:
                raise ModelError(outage.reason)
        try:
            vector = self._provider.embed_question(question)
        except ProviderError as error:
            if not error.rejected:
                self._mute = begin_or_prolong(self._mute, str(error), monotonic(), error.retry_after)
            raise
        self._mute = None
        return vector

    def make(self, key: bytes, text: str) -> np.ndarray | None:
        """Return the vector of a text: a recent result, a result that a thread is computing, or a new result.

        A new vector is also among the results of the next call of `collect`. Returns None if the vector cannot be
        computed, or if the provider is remote and has not computed it yet.
        """
        with self._changed:
            if not self._provider.is_remote:
                self._changed.wait_for(lambda: key not in self._working)
            known = self._done.get(key, self._delivered.get(key))
            if known is not None or self._provider.is_remote or key in self.failed or self.error:
                return known
            self._begin([key])
        self._work({key: text})
        with self._changed:
            return self._done.get(key, self._delivered.get(key))
