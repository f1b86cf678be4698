"""Keeps a reranker within its time and remembers what it said. Models are in `reranker`, what scores do elsewhere.

Equal questions get equal scores, whether they are remembered or not. The limit of time is for emergencies: nothing that
was scored before it is kept, and a model that failed or was late is left alone for a while, because every question
would otherwise wait as long for nothing.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from time import monotonic

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.digest import digest
from ctx_lsp.index.model_files import ModelError
from ctx_lsp.index.reranker import Reranker

REMEMBERED = 20_000  # scores: a thousand questions, some 3 MB
REST = 30.0  # seconds for which a model that failed is not asked


class Reranking:
    """Scores from one model. Thread-safe."""

    def __init__(self, reranker: Reranker, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        """A question waits `seconds` at most."""
        self._reranker = reranker
        self._seconds = seconds
        self._clock = clock
        self._lock = threading.Lock()
        self._known: OrderedDict[bytes, float] = OrderedDict()  # the last used is last
        self._failed_at = float("-inf")
        self._failure = ""
        self.identity = reranker.identity
        self.candidates = reranker.candidates

    def scores(self, query: str, texts: Sequence[str], token: CancelToken) -> list[float]:
        """The model's number for each text, higher for a better answer. Raises `Cancelled`, `ModelError`."""
        keys = [digest(query.encode(), text.encode()) for text in texts]
        with self._lock:
            known = {key: self._known[key] for key in keys if key in self._known}
            missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
            if missing and self._clock() < self._failed_at + REST:
                raise ModelError(self._failure)
        if missing:
            known.update(zip(missing, self._ask(query, list(missing.values()), token), strict=True))
        with self._lock:
            for key in keys:
                self._known[key] = known[key]
                self._known.move_to_end(key)
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        return [known[key] for key in keys]

    def _ask(self, query: str, texts: Sequence[str], token: CancelToken) -> list[float]:
        try:
            return self._reranker.score(query, texts, self._seconds, token)
        except ModelError as error:
            with self._lock:
                self._failed_at, self._failure = self._clock(), str(error)
            raise
