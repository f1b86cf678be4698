"""The interface between indexing and sharing. Indexing requests rows by their keys; they arrive later or never."""

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from typing import Protocol

Rows = Mapping[bytes, bytes]  # values by the key of the local cache


class RowSource(Protocol):
    """A source of cache rows. Its methods return immediately and raise no errors."""

    @property
    def available(self) -> bool:
        """Whether a request made now may succeed."""

    def fetch(self, keys: Sequence[bytes]) -> "Future[Rows]":
        """Request the rows of `keys`. The result lacks rows that are not shared, and is empty if sharing fails."""


class NoRows:
    """A source without rows, which is used while sharing is off."""

    available = False

    def fetch(self, keys: Sequence[bytes]) -> "Future[Rows]":  # noqa: ARG002
        """Return an empty result."""
        found: Future[Rows] = Future()
        found.set_result({})
        return found
