"""Interfaces of providers: vectors for texts and questions, and one-sentence summaries of code.

A remote provider is unreliable: its calls may take seconds, and its errors are raised as `ModelError`. It processes
several texts per call, because a round trip takes longer than processing one text. Remote providers are in sibling
modules.
"""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np

from ctx_lsp.base.digest import digest
from ctx_lsp.models.embedder import Embedder


@runtime_checkable
class EmbeddingProvider(Protocol):
    """A model that converts texts and questions to unit vectors. It can be used from any thread.

    Vectors are float32 (dimensions,).
    """

    @property
    def identity(self) -> str:
        """The identity of the model. Equal identities mean equal vectors, unless a provider replaces its model."""

    @property
    def dimensions(self) -> int:
        """The length of the vectors."""

    @property
    def batch(self) -> int:
        """The best number of texts per call."""

    @property
    def is_remote(self) -> bool:
        """Whether texts leave this process, in which case texts with secrets must be withheld."""

    def embed_many(self, texts: Sequence[str]) -> list[np.ndarray]:
        """Return the vectors of `texts`, in order. Raises `ModelError`."""

    def embed_question(self, text: str) -> np.ndarray:
        """Return the vector of a question; a user is waiting for the result. Raises `ModelError`."""

    def close(self) -> None:
        """Abandon running requests where possible."""


class InProcessEmbedder:
    """A provider that runs a model in this process, one text at a time, with the prefixes that the model expects."""

    batch = 1
    is_remote = False

    def __init__(self, embedder: Embedder, query_prefix: str = "", document_prefix: str = "") -> None:
        self._embedder = embedder
        self._query_prefix = query_prefix
        self._document_prefix = document_prefix
        self.identity = prefixed_identity(embedder.identity, document_prefix)
        self.dimensions = embedder.dimensions

    def embed_many(self, texts: Sequence[str]) -> list[np.ndarray]:
        """Return the vectors of `texts`, in order. Raises `ModelError`."""
        return [self._embedder.embed(self._document_prefix + text) for text in texts]

    def embed_question(self, text: str) -> np.ndarray:
        """Return the vector of a question. Raises `ModelError`."""
        return self._embedder.embed(self._query_prefix + text)

    def close(self) -> None:
        """Do nothing, because embedding a text takes only milliseconds."""


class Summariser(Protocol):
    """A model that describes a piece of code in one sentence. It can be used from any thread."""

    @property
    def identity(self) -> str:
        """The identity of the summariser. Equal identities mean the same model and the same prompt."""

    def summarise(self, text: str) -> str:
        """Return a one-line summary of `text`; empty if the model gives no usable answer. Raises `ModelError`."""

    def close(self) -> None:
        """Abandon running requests where possible."""


def prefixed_identity(identity: str, document_prefix: str) -> str:
    """Extend the identity of a model with a digest of `document_prefix`, because the prefix changes the vectors."""
    return f"{identity}+{digest(document_prefix.encode()).hex()[:8]}" if document_prefix else identity
