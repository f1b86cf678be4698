"""Loads, in the background, the reranker that the settings name. `retrieval.ranking.rerank` uses the reranker."""

import os
import threading
from collections.abc import Callable

from ctx_lsp.models.model_files import ModelError
from ctx_lsp.models.providers.reranking import choose_reranker
from ctx_lsp.models.reranking import Reranking
from ctx_lsp.settings import ModelSettings, Settings
from ctx_lsp.workspace.models.model_loading import closing_time

Wanted = tuple[ModelSettings, float]
"""The model settings, and how many seconds a question waits for a reranker."""


class RerankerLoader:
    """Loader of the reranker that the latest settings name. Thread-safe.

    `reranking` is None if no reranker is loaded, and `problem` gives the reason if loading failed. While a new reranker
    loads, the previous one stays in use. A remote reranker, however, is dropped at once, because no data may be sent to
    a provider that the settings no longer name.
    """

    def __init__(self, on_loaded: Callable[[], None]) -> None:
        """Create a loader without a reranker. The loading thread calls `on_loaded` after success or failure."""
        self._on_loaded = on_loaded
        self._lock = threading.Lock()
        self._wanted: Wanted | None = None
        self._thread: threading.Thread | None = None
        self.reranking: Reranking | None = None
        self.problem = ""
        self.loading = False

    def use(self, settings: Settings) -> None:
        """Load the reranker that the settings name, on a background thread, if these settings have changed."""
        wanted = (settings.model, settings.search.rerank_seconds)
        with self._lock:
            if wanted == self._wanted:
                return
            self._wanted, self.loading = wanted, True
            if self.reranking is not None and self.reranking.is_remote:
                self.reranking = None
        self._thread = threading.Thread(target=self._load, args=(wanted,), name="reranker-loader", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Wait until loading has finished, but do not wait for a model hub to time out."""
        if self._thread is not None and self._wanted is not None:
            self._thread.join(closing_time(self._wanted[0].reranker))

    def _load(self, wanted: Wanted) -> None:
        model, seconds = wanted
        reranker, problem = None, ""
        if _is_on(model):
            try:
                reranker = choose_reranker(model, os.environ)
            except ModelError as error:
                problem = str(error)
        with self._lock:
            if wanted != self._wanted:
                return  # the settings have changed again, and another thread loads the model that they name now
            self.reranking = Reranking(reranker, seconds) if reranker else None
            self.problem, self.loading = problem, False
        self._on_loaded()


def _is_on(model: ModelSettings) -> bool:
    """Return whether the settings name a reranker; the bundled reranker also needs an embedding model."""
    return model.reranker != "none" and (model.reranker != "bundled" or model.embedding != "none")
