"""Reads and publishes cache rows in shared storage. `row_codec` encrypts the rows; a `SharedStorage` transfers them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from ctx_lsp.base.digest import digest
from ctx_lsp.sharing.row_codec import TeamCodec, WriterCodec
from ctx_lsp.sharing.row_source import Rows
from ctx_lsp.sharing.storage import MAX_ROW_BYTES, SharedStorage, SharingError

PUBLISHED_AT_ONCE = 20_000  # rows; some ten megabytes
PUBLISHED_BYTES = 1 << 25
PROBE = digest(b"probe of shared storage")  # key of an empty row of each writer, by which readers check the team key
NO_ROWS = "it holds no rows of the trusted writers yet (sharing.trustedWriters)"
OTHER_TEAM = (
    "the shared storage holds rows of a trusted writer, but none that the team key fits: the build server has another "
    "key (sharing.teamKey), or has published with an older ctx-lsp"
)


class SharedRows:
    """Access to shared storage for a reader."""

    def __init__(self, storage: SharedStorage, codec: TeamCodec) -> None:
        self._storage = storage
        self._codec = codec

    def get_many(self, keys: Sequence[bytes]) -> Rows:
        """Return the rows that trusted writers have shared under these local keys. Raises `SharingError`."""
        ids = {self._codec.row_id(key): key for key in keys}
        rows: dict[bytes, bytes] = {}
        for row_id, candidates in self._storage.get_many(list(ids)).items():
            key = ids[row_id]
            opened = (self._codec.opened(key, data) for data in candidates)
            value = next((value for value in opened if value is not None), None)
            if value is not None:
                rows[key] = value
        return rows

    def check(self) -> str:
        """Check whether the team key fits. Return "" if it does.

        If there are no rows of trusted writers yet, the key cannot be checked; return a sentence that says so. Raises
        `SharingError` if the key does not fit or the storage cannot be read.
        """
        if PROBE in self.get_many([PROBE]):
            return ""
        if self._storage.holds_rows(self._codec.writers):
            raise SharingError(OTHER_TEAM)
        return NO_ROWS

    def close(self) -> None:
        """Close files and connections."""
        self._storage.close()


@dataclass(frozen=True, slots=True)
class Published:
    """The result of a publication: the numbers of new rows, and of rows that this writer had shared before."""

    new: int
    known: int


class Publisher:
    """Access to shared storage for a writer."""

    def __init__(self, storage: SharedStorage, codec: WriterCodec) -> None:
        self._storage = storage
        self._codec = codec

    def check(self) -> None:
        """Raise `SharingError` if it is known that a publication would be refused."""
        self._storage.check_writing()

    def publish(self, rows: Iterable[tuple[bytes, bytes]]) -> Published:
        """Share rows of the local cache, except those that this writer has shared before.

        Rows that are too large for readers are left out. Rows are shared in batches. Raises `SharingError`; its message
        says how many rows the completed batches shared.
        """
        new = known = 0
        for batch in _batches(chain([(PROBE, b"")], rows)):
            try:
                before = self._storage.known([self._codec.row_id(key) for key in batch])
                made = [self._codec.shared(key, batch[key]) for key in batch if self._codec.row_id(key) not in before]
                # In one order, in which two publications do not wait for each other; readers refuse larger rows.
                made = sorted((row_id, data) for row_id, data in made if len(data) <= MAX_ROW_BYTES)
                self._storage.put_many(made)
            except SharingError as error:
                shared = f"only {new:,} rows were" if new else "nothing was"
                raise SharingError(f"{shared} shared: {error}") from error
            probed = [row_id for row_id, _ in made].count(self._codec.row_id(PROBE))
            new += len(made) - probed
            known += len(before) - (self._codec.row_id(PROBE) in before)
        return Published(new, known)

    def close(self) -> None:
        """Close files and connections."""
        self._storage.close()


def _batches(rows: Iterable[tuple[bytes, bytes]]) -> Iterator[dict[bytes, bytes]]:
    batch: dict[bytes, bytes] = {}
    size = 0
    for key, value in rows:
        batch[key] = value
        size += len(value)
        if len(batch) >= PUBLISHED_AT_ONCE or size >= PUBLISHED_BYTES:
            yield batch
            batch, size = {}, 0
    if batch:
        yield batch
