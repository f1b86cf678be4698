"""Loads the models that the settings name: the embedding model (in the background) and the summariser.

While a provider is unavailable, loading is tried again. If a local model fails to load, no further attempt is made
until the settings change. `ingest.writer` uses the models.
"""

import os
import threading
from collections.abc import Callable
from time import monotonic

from ctx_lsp.models.model_files import ModelError, is_hub_id
from ctx_lsp.models.outage import Outage, begin_or_prolong
from ctx_lsp.models.providers.choose import choose_embedder, choose_summariser
from ctx_lsp.models.providers.http import ProviderError
from ctx_lsp.models.providers.model import EmbeddingProvider
from ctx_lsp.models.providers.summaries import HttpSummariser
from ctx_lsp.settings import ModelSettings

CLOSE_TIMEOUT = 2.0  # seconds to wait, on closing, for a pending request to a provider or model hub

ModelUser = Callable[[EmbeddingProvider | None, ModelSettings], None]


def load_summariser(model: ModelSettings) -> tuple[HttpSummariser | None, str]:
    """Return the summariser that the settings name, if any, and an error message.

    The message is empty if the settings are valid. No request is sent.
    """
    try:
        return choose_summariser(model, os.environ), ""
    except ModelError as error:
        return None, f"summaries: {error}"


def source_of(model: ModelSettings) -> tuple[str, str]:
    """Return the name of the embedding model, and the URL of its provider."""
    return model.embedding, model.embedding_url


def closing_time(model: str) -> float | None:
    """Return how many seconds to wait for the thread that loads `model` when the workspace is closed.

    None means that there is no limit, because native code loads the model.
    """
    return CLOSE_TIMEOUT if ":" in model or is_hub_id(model) else None


class ModelLoader:
    """Loader of the embedding model that the latest settings name. Thread-safe.

    A background thread calls `use` with the loaded model, or with None if there is no model or the model is not
    available yet.
    """

    def __init__(self, use: ModelUser) -> None:
        self._use = use
        self._changed = threading.Condition()
        self._wanted: ModelSettings | None = None
        self._closed = False
        self._threads: dict[threading.Thread, str] = {}  # each with the name of its model
        self.problem = ""  # why there is no model; empty if there is one or the settings ask for none

    def load(self, model: ModelSettings) -> None:
        """Replace the current model with the one that these settings name, in the background."""
        with self._changed:
            self._wanted = model
            self._changed.notify_all()
        self._threads = {thread: name for thread, name in self._threads.items() if thread.is_alive()}
        thread = threading.Thread(target=self._load, args=(model,), name="model-loader", daemon=True)
        self._threads[thread] = model.embedding
        thread.start()

    def close(self) -> None:
        """Stop loading, without waiting for a provider or a model hub to time out."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        for thread, name in self._threads.items():
            thread.join(closing_time(name))

    def _load(self, model: ModelSettings) -> None:
        outage: Outage | None = None
        while True:
            provider, problem, retry_after = None, "", None
            try:
                provider = None if model.embedding == "none" else choose_embedder(model, os.environ)
            except ModelError as error:
                problem = str(error)
                retry_after = error.retry_after if isinstance(error, ProviderError) else None
            with self._changed:
                if not self._is_wanted(model):
                    break
                self.problem = problem
            if outage is None or not problem:
                self._use(provider, model)
            if retry_after is None:
                return
            outage = begin_or_prolong(outage, problem, monotonic(), retry_after)
            with self._changed:
                if self._changed.wait_for(lambda: not self._is_wanted(model), outage.until - monotonic()):
                    return
        if provider is not None:
            provider.close()

    def _is_wanted(self, model: ModelSettings) -> bool:
        return not self._closed and model is self._wanted
