"""The seam between indexing and sharing: rows asked for by their keys, which arrive later or never."""

from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from typing import Protocol

Rows = Mapping[bytes, bytes]  # values by the key of the local cache


class RowSource(Protocol):
    """A place from which rows of the cache can come. No method waits or raises."""

    @property
    def available(self) -> bool:
        """Whether it is worth asking now."""

    def fetch(self, keys: Sequence[bytes]) -> "Future[Rows]":
        """Ask for the rows of `keys`. The result lacks what is not shared, and everything if sharing fails."""


class NoRows:
    """The source in use while nothing is shared."""

    available = False

    def fetch(self, keys: Sequence[bytes]) -> "Future[Rows]":  # noqa: ARG002
        """Return the empty answer."""
        found: Future[Rows] = Future()
        found.set_result({})
        return found
