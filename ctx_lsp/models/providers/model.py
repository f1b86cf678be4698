"""What the index asks of a provider: vectors for texts and questions, a sentence about a text. No provider is here.

A provider that is not this process has bad days: its errors are `ModelError`, its calls may last seconds, and it takes
several texts at once because a round trip costs more than a text.
"""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np

from ctx_lsp.base.digest import digest
from ctx_lsp.models.embedder import Embedder


@runtime_checkable
class EmbeddingProvider(Protocol):
    """Turns texts and questions into unit vectors, float32 (dimensions,); usable from any thread."""

    @property
    def identity(self) -> str:
        """Equal identities give equal vectors for equal texts, as far as the provider keeps its word."""

    @property
    def dimensions(self) -> int:
        """Length of the vectors."""

    @property
    def batch(self) -> int:
        """How many texts are best handed over at once."""

    @property
    def is_remote(self) -> bool:
        """Whether texts leave this process, so that secrets must be kept back."""

    def embed_many(self, texts: Sequence[str]) -> list[np.ndarray]:
        """The vectors of texts, in order. Raises `ModelError`."""

    def embed_question(self, text: str) -> np.ndarray:
        """The vector of a question that somebody waits for. Raises `ModelError`."""

    def close(self) -> None:
        """Give up what is under way, as far as that can be."""


class InProcess:
    """A model of this process as a provider; one text at a time, with what the model wants in front of each."""

    batch = 1
    is_remote = False

    def __init__(self, embedder: Embedder, query_prefix: str = "", document_prefix: str = "") -> None:
        self._embedder = embedder
        self._query_prefix = query_prefix
        self._document_prefix = document_prefix
        self.identity = prefixed_identity(embedder.identity, document_prefix)
        self.dimensions = embedder.dimensions

    def embed_many(self, texts: Sequence[str]) -> list[np.ndarray]:
        """The vectors of texts, in order. Raises `ModelError`."""
        return [self._embedder.embed(self._document_prefix + text) for text in texts]

    def embed_question(self, text: str) -> np.ndarray:
        """The vector of a question. Raises `ModelError`."""
        return self._embedder.embed(self._query_prefix + text)

    def close(self) -> None:
        """Nothing to give up: a text takes milliseconds."""


class Summariser(Protocol):
    """Says in one sentence what a piece of code does; usable from any thread."""

    @property
    def identity(self) -> str:
        """Equal identities mean the same model, asked in the same way."""

    def summarise(self, text: str) -> str:
        """One line about `text`; empty where there is nothing to say. Raises `ModelError`."""

    def close(self) -> None:
        """Give up what is under way, as far as that can be."""


def prefixed_identity(identity: str, document_prefix: str) -> str:
    """The identity of a model whose texts begin with a prefix: other vectors, so another name."""
    return f"{identity}+{digest(document_prefix.encode()).hex()[:8]}" if document_prefix else identity
