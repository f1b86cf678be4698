"""Shared rows in PostgreSQL (`database`).

Each writer connects with a database role of its own. Row-level security lets a role change only its own rows, and
readers can change none. If the server does not answer, the time limit of the caller applies (`tier`).
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

from ctx_lsp.sharing.database import Connection, Database
from ctx_lsp.sharing.schema import SHARED_ROWS
from ctx_lsp.sharing.storage import MAX_ANSWER_BYTES, MAX_ROW_BYTES, TOO_MUCH, WRITER_BYTES, SharingError

WRITTEN_AT_ONCE = 500

_BY_WRITERS = f"substring(data FROM 1 FOR {WRITER_BYTES}) = ANY(%s)"
_FITTING = f"FROM ctx_lsp.shared_rows WHERE id = ANY(%s) AND {_BY_WRITERS} AND length(data) <= {MAX_ROW_BYTES}"
_GET = f"SELECT id, data {_FITTING}"
_KNOWN = f"SELECT id {_FITTING} AND publisher = current_user"
_ANY = f"SELECT id FROM ctx_lsp.shared_rows WHERE {_BY_WRITERS} LIMIT 1"  # noqa: S608 - our own text
_PUT = (
    "INSERT INTO ctx_lsp.shared_rows (id, data) VALUES (%s, %s) "
    "ON CONFLICT (id, publisher) DO UPDATE SET data = excluded.data, published = current_date"
)


class PostgresStorage:
    """A storage (`SharedStorage`) in the database at a URL."""

    def __init__(self, url: str, writers: Sequence[bytes]) -> None:
        """Use the database at `url`, but only rows that claim to be written by one of `writers` (short names)."""
        self._database = Database(url, SHARED_ROWS)
        self._writers = list(writers)

    def get_many(self, ids: Sequence[bytes]) -> Mapping[bytes, Sequence[bytes]]:
        """Return the data stored under each of `ids`."""

        def get(connection: Connection) -> dict[bytes, list[bytes]]:
            found: dict[bytes, list[bytes]] = {}
            size = 0
            with connection.cursor() as cursor:
                for row_id, data in cursor.stream(_GET, (list(ids), self._writers), binary=True):
                    found.setdefault(row_id, []).append(data)
                    size += len(data)
                    if size > MAX_ANSWER_BYTES:
                        raise SharingError(TOO_MUCH)
            return found

        return self._database.run(get)

    def known(self, ids: Sequence[bytes]) -> set[bytes]:
        """Return those of `ids` that this connection's role has stored with the writer's current key."""
        rows = self._database.run(lambda connection: connection.execute(_KNOWN, (list(ids), self._writers)).fetchall())
        return {row_id for (row_id,) in rows}

    def check_writing(self) -> None:
        """Raise `SharingError` if the connection's role may not write."""
        self._database.check_writing()

    def holds_rows(self, writers: Sequence[bytes]) -> bool:
        """Return whether there is a row that claims to be written by one of `writers`."""
        return bool(self._database.run(lambda connection: connection.execute(_ANY, (list(writers),)).fetchall()))

    def put_many(self, rows: Iterable[tuple[bytes, bytes]]) -> None:
        """Store rows in one transaction."""

        def put(connection: Connection) -> None:
            waiting = iter(rows)
            while batch := list(islice(waiting, WRITTEN_AT_ONCE)):
                with connection.cursor() as cursor:
                    cursor.executemany(_PUT, batch)

        self._database.run(put)

    def close(self) -> None:
        """Close the connection."""
        self._database.close()
