"""Embedding over HTTP, in the protocols of OpenAI (and compatible services) and Ollama.

`http` sends the requests; callers choose the texts. A text that seems to contain a secret is never sent.
"""

from collections.abc import Callable, Mapping, Sequence

import msgspec
import numpy as np

from ctx_lsp.models.providers.guard import refuse_secrets
from ctx_lsp.models.providers.http import ATTEMPTS, TIMEOUT, HttpClient, ProviderError, with_deadline
from ctx_lsp.models.providers.model import prefixed_identity

BATCH = 32  # texts per request, some 50 kB; the failure of a larger request would lose too much
MAX_CHARACTERS = 8_000  # maximum per text; chunks are a quarter as long, and many models read only 512 tokens
FIRST_CONTACT = 30.0  # seconds, because a local provider may have to load the model first

Ask = Callable[[HttpClient, Mapping[str, object], float, int], list[list[float]]]
"""Sends a body with a time-out (in seconds) and a number of attempts; returns the vectors of its texts, in order."""


class _Row(msgspec.Struct):
    index: int
    embedding: list[float]


class _OpenAiAnswer(msgspec.Struct):
    data: list[_Row]


class _OllamaAnswer(msgspec.Struct):
    embeddings: list[list[float]]


def _ask_openai(client: HttpClient, body: Mapping[str, object], timeout: float, attempts: int) -> list[list[float]]:
    found = client.post("/embeddings", body, _OpenAiAnswer, timeout=timeout, attempts=attempts)
    return [row.embedding for row in sorted(found.data, key=lambda row: row.index)]


def _ask_ollama(client: HttpClient, body: Mapping[str, object], timeout: float, attempts: int) -> list[list[float]]:
    return client.post("/api/embed", body, _OllamaAnswer, timeout=timeout, attempts=attempts).embeddings


PROTOCOLS: Mapping[str, Ask] = {"openai": _ask_openai, "ollama": _ask_ollama}


class HttpEmbedder:
    """An embedding model at a provider. The constructor sends a request to find out the length of the vectors."""

    batch = BATCH
    is_remote = True

    def __init__(
        self,
        client: HttpClient,
        protocol: str,
        model: str,
        timeout: float,
        query_prefix: str = "",
        document_prefix: str = "",
    ) -> None:
        """Connect to the provider; `protocol` is a key of `PROTOCOLS`. Raises `ModelError`.

        `model` is the provider's name for the model. `query_prefix` and `document_prefix` are put before each question
        and each document. A question waits at most `timeout` seconds for its vector.
        """
        self._client = client
        self._ask = PROTOCOLS[protocol]
        self._model = model
        self._patience = timeout
        self._query_prefix = query_prefix
        self._document_prefix = document_prefix
        self.dimensions = 0  # unknown until the first answer
        self.dimensions = len(self._vectors(["a"], FIRST_CONTACT, 1)[0])
        named = f"{protocol}:{model}@{client.host}/{self.dimensions}"
        self.identity = prefixed_identity(named, document_prefix)

    def embed_many(self, texts: Sequence[str]) -> list[np.ndarray]:
        """Return the unit vectors of `texts`, in order. Raises `ModelError`."""
        return self._vectors([self._document_prefix + text for text in texts], TIMEOUT, ATTEMPTS)

    def embed_question(self, text: str) -> np.ndarray:
        """Return the unit vector of a question. Raises `ModelError` if the only attempt fails or times out."""
        texts = [self._query_prefix + text]
        return with_deadline(lambda: self._vectors(texts, self._patience, 1)[0], self._patience, self._client.host)

    def close(self) -> None:
        """Close the client. This also ends the pauses between attempts."""
        self._client.close()

    def _vectors(self, texts: Sequence[str], timeout: float, attempts: int) -> list[np.ndarray]:
        refuse_secrets(texts, self._client.host)
        body = {"model": self._model, "input": [text[:MAX_CHARACTERS] for text in texts]}
        rows = self._ask(self._client, body, timeout, attempts)
        if len(rows) != len(texts):
            raise ProviderError(f"{self._client.host} returned {len(rows)} vectors for {len(texts)} texts")
        return [self._unit(row) for row in rows]

    def _unit(self, row: list[float]) -> np.ndarray:
        vector = np.array(row, dtype=np.float32)
        if self.dimensions and len(vector) != self.dimensions:
            given = f"vectors of {len(vector)} numbers instead of {self.dimensions}"
            raise ProviderError(f"{self._client.host} returns {given}; has its model changed?")
        length = float(np.linalg.norm(vector))
        if not 0.0 < length < float("inf"):
            raise ProviderError(f"{self._client.host} returned no vector for a text", rejected=True)
        return vector / np.float32(length)
