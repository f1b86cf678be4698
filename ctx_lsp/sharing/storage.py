"""The interface of a shared place: opaque data by opaque ids. `folder` and `postgres` implement it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

ID_BYTES = 16
WRITER_BYTES = 8  # of the short name of a writer, with which the data of a row begins
MAX_ROW_BYTES = 1 << 25  # of data, which is read before it is known who has signed it
MAX_ANSWER_BYTES = 1 << 28  # of all rows that one request finds
TOO_MUCH = "the rows that were asked for are larger than all that could have been shared"


class SharingError(Exception):
    """Error raised if a shared place cannot be used; the message gives the reason."""


class SharedStorage(Protocol):
    """A shared place. It belongs to one thread, and every method may raise `SharingError`."""

    def get_many(self, ids: Sequence[bytes]) -> Mapping[bytes, Sequence[bytes]]:
        """Return what was stored under `ids`, by any writer; several writers may have stored the same id."""

    def known(self, ids: Sequence[bytes]) -> set[bytes]:
        """Return those of `ids` that this writer has stored."""

    def put_many(self, rows: Iterable[tuple[bytes, bytes]]) -> None:
        """Store rows, all or none."""

    def close(self) -> None:
        """Give up files and connections. The storage can be used again."""
