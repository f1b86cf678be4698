"""Shared rows in PostgreSQL. The home of `psycopg`; the connection's TLS, passwords and services are those of libpq.

`schema` makes the tables. The database knows each writer by its role: row-level security lets a role change its own
rows alone, and readers none. A server that does not answer is left to the caller's time limit (`tier`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import TypeVar

import psycopg

from ctx_lsp.sharing.schema import VERSION, migrations
from ctx_lsp.sharing.storage import SharingError

CONNECT_SECONDS = 4
STATEMENT_SECONDS = 60  # for writers; readers wait less anyway
WRITTEN_AT_ONCE = 500

_VERSION = "SELECT max(version) FROM ctx_lsp.migrations"
_MIGRATIONS = (
    "CREATE TABLE IF NOT EXISTS ctx_lsp.migrations "
    "(version integer PRIMARY KEY, applied timestamptz NOT NULL DEFAULT now())"
)
_GET = "SELECT id, data FROM ctx_lsp.shared_rows WHERE id = ANY(%s)"
_KNOWN = "SELECT id FROM ctx_lsp.shared_rows WHERE id = ANY(%s) AND publisher = current_user"
_PUT = (
    "INSERT INTO ctx_lsp.shared_rows (id, data) VALUES (%s, %s) "
    "ON CONFLICT (id, publisher) DO UPDATE SET data = excluded.data, published = current_date"
)

Result = TypeVar("Result")


class PostgresStorage:
    """A storage (`SharedStorage`) in the database at a URL."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: psycopg.Connection | None = None

    def get_many(self, ids: Sequence[bytes]) -> Mapping[bytes, Sequence[bytes]]:
        """Return what was stored under `ids`, by any writer."""
        found: dict[bytes, list[bytes]] = {}
        for row_id, data in self._run(lambda connection: connection.execute(_GET, (list(ids),)).fetchall()):
            found.setdefault(row_id, []).append(data)
        return found

    def known(self, ids: Sequence[bytes]) -> set[bytes]:
        """Return those of `ids` that this connection's role has stored."""
        rows = self._run(lambda connection: connection.execute(_KNOWN, (list(ids),)).fetchall())
        return {row_id for (row_id,) in rows}

    def put_many(self, rows: Iterable[tuple[bytes, bytes]]) -> None:
        """Store rows in one transaction."""

        def put(connection: psycopg.Connection) -> None:
            waiting = iter(rows)
            while batch := list(islice(waiting, WRITTEN_AT_ONCE)):
                with connection.cursor() as cursor:
                    cursor.executemany(_PUT, batch)

        self._run(put)

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _run(self, work: Callable[[psycopg.Connection], Result]) -> Result:
        """Run `work` in a transaction. Raises `SharingError`, and closes the connection then."""
        try:
            connection = self._connection = self._connection or _connected(self._url)
            with connection.transaction():
                return work(connection)
        except psycopg.Error as error:
            self.close()
            raise SharingError(reason_of(error)) from error


def migrate(url: str) -> list[int]:
    """Bring the tables up to date, as a role that may create them; return the numbers of the applied migrations.

    Raises `SharingError`, and then nothing has changed.
    """
    applied = []
    try:
        with psycopg.connect(url, connect_timeout=CONNECT_SECONDS) as connection:
            connection.execute("SELECT pg_advisory_xact_lock(hashtext('ctx-lsp migrations'))")
            connection.execute("CREATE SCHEMA IF NOT EXISTS ctx_lsp")
            connection.execute(_MIGRATIONS)
            (version,) = connection.execute(_VERSION).fetchone() or (None,)
            for number, text in migrations():
                if number > (version or 0):
                    connection.execute(text.encode())
                    connection.execute("INSERT INTO ctx_lsp.migrations (version) VALUES (%s)", (number,))
                    applied.append(number)
    except psycopg.Error as error:
        raise SharingError(reason_of(error)) from error
    return applied


def reason_of(error: psycopg.Error) -> str:
    """Return the first line of an error's message, which holds no data; it may name the host of a failed connection."""
    if isinstance(error, psycopg.ProgrammingError) and not error.diag.message_primary:
        return "the URL of the database cannot be used"  # libpq quotes it, with its password
    lines = (error.diag.message_primary or str(error)).splitlines()
    return lines[0] if lines else type(error).__name__


def _connected(url: str) -> psycopg.Connection:
    connection = psycopg.connect(
        url,
        autocommit=True,
        connect_timeout=CONNECT_SECONDS,
        application_name="ctx-lsp",
        options=f"-c statement_timeout={STATEMENT_SECONDS}s -c idle_session_timeout=600s",
    )
    try:
        row = connection.execute(_VERSION).fetchone()
    except psycopg.errors.UndefinedTable as error:
        connection.close()
        raise SharingError("the database has no tables of ctx-lsp; run `ctx-lsp sharing migrate`") from error
    if row is None or row[0] != VERSION:
        connection.close()
        raise SharingError(
            f"the tables of the database have version {row and row[0]}, and this program needs {VERSION}"
        )
    return connection
