"""The interface of shared storage, which maps opaque ids to opaque data. `folder` and `postgres` implement it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

ID_BYTES = 16
WRITER_BYTES = 8  # of the short name of a writer, with which the data of a row begins
MAX_ROW_BYTES = 1 << 25  # of data, which is read before it is known who has signed it
MAX_ANSWER_BYTES = 1 << 28  # of all rows that one request finds
TOO_MUCH = "the rows that were asked for are larger than all that could have been shared"


class SharingError(Exception):
    """Error raised if shared storage cannot be used; the message gives the reason."""


def no_answer(seconds: float) -> str:
    """Return the reason for giving up after `seconds`."""
    return f"no answer in {seconds:g} s"


class SharedStorage(Protocol):
    """A storage that a team shares. Only one thread may use it, and every method may raise `SharingError`."""

    def get_many(self, ids: Sequence[bytes]) -> Mapping[bytes, Sequence[bytes]]:
        """Return the data stored under each of `ids`: one item for each writer that has stored the id."""

    def known(self, ids: Sequence[bytes]) -> set[bytes]:
        """Return those of `ids` that this writer has stored."""

    def check_writing(self) -> None:
        """Raise `SharingError` if it is known that `put_many` would be refused."""

    def holds_rows(self, writers: Sequence[bytes]) -> bool:
        """Return whether there is a row that claims to be written by one of `writers` (short names)."""

    def put_many(self, rows: Iterable[tuple[bytes, bytes]]) -> None:
        """Store rows. After a failure, some of the rows may be stored."""

    def close(self) -> None:
        """Close files and connections. The next use opens them again."""
