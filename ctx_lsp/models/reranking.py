"""A time limit and a score cache for a reranker. `reranker` provides the models, and the ranking uses the scores.

Equal questions get equal scores, cached or not. The time limit is for emergencies: when it is exceeded, the scores
computed so far are discarded. A model that failed or was too slow is not used for a while, so that questions do not
wait for it.
"""

import threading
from collections.abc import Callable, Sequence
from time import monotonic

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.digest import digest
from ctx_lsp.base.lru import Lru
from ctx_lsp.models.model_files import ModelError
from ctx_lsp.models.outage import Outage, begin_or_prolong
from ctx_lsp.models.providers.http import ProviderError
from ctx_lsp.models.reranker import Reranker

MAX_CACHED = 20_000  # maximum number of cached scores, enough for a thousand questions; some 3 MB


class Reranking:
    """The cached scores of one model, with a time limit for computing new ones. Thread-safe."""

    def __init__(self, reranker: Reranker, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        """Limit the wait for the scores of a question to `seconds`; `clock` measures the pause after a failure."""
        self._reranker = reranker
        self._seconds = seconds
        self._clock = clock
        self._lock = threading.Lock()
        self._known = Lru[bytes, float](MAX_CACHED)
        self._outage: Outage | None = None
        self.identity = reranker.identity
        self.candidates = reranker.candidates
        self.is_remote = reranker.is_remote

    def scores(self, query: str, texts: Sequence[str], token: CancelToken) -> list[float]:
        """Return the model's score for each text, higher for a better answer. Raises `Cancelled` and `ModelError`."""
        keys = [digest(query.encode("utf-8", "replace"), text.encode()) for text in texts]
        known = {key: score for key in keys if (score := self._known.get(key)) is not None}
        with self._lock:
            outage = self._outage
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        if missing and outage is not None and self._clock() < outage.until:
            raise ModelError(outage.reason)
        if missing:
            for key, score in zip(missing, self._ask(query, list(missing.values()), token), strict=True):
                known[key] = self._known.put(key, score)
        return [known[key] for key in keys]

    def _ask(self, query: str, texts: Sequence[str], token: CancelToken) -> list[float]:
        try:
            found = self._reranker.score(query, texts, self._seconds, token)
        except ModelError as error:
            remote = error if isinstance(error, ProviderError) else None
            if remote is None or not remote.rejected:  # the rejection of one question says nothing about the next one
                retry_after = remote.retry_after if remote else 0.0
                with self._lock:
                    self._outage = begin_or_prolong(self._outage, str(error), self._clock(), retry_after)
            raise
        with self._lock:
            self._outage = None
        return found
