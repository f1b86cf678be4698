"""Shared rows in PostgreSQL. The home of `psycopg`; the connection's TLS, passwords and services are those of libpq.

`schema` makes the tables. The database knows each writer by its role: row-level security lets a role change its own
rows alone, and readers none. A server that does not answer is left to the caller's time limit (`tier`). Nothing is set
for longer than a transaction, so a pool of connections may stand before the server.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import TypeVar

import psycopg

from ctx_lsp.sharing.schema import VERSION, migrations
from ctx_lsp.sharing.storage import MAX_ANSWER_BYTES, MAX_ROW_BYTES, TOO_MUCH, WRITER_BYTES, SharingError

CONNECT_SECONDS = 4
STATEMENT_SECONDS = 60  # for writers; readers wait less anyway
WRITTEN_AT_ONCE = 500

_VERSION = "SELECT max(version) FROM ctx_lsp.migrations"
_MIGRATIONS = (
    "CREATE TABLE IF NOT EXISTS ctx_lsp.migrations "
    "(version integer PRIMARY KEY, applied timestamptz NOT NULL DEFAULT now())"
)
_OWNER = "SELECT pg_get_userbyid(nspowner), current_user FROM pg_namespace WHERE nspname = 'ctx_lsp'"
_LIMIT = f"SET LOCAL statement_timeout = '{STATEMENT_SECONDS}s'"
_FITTING = (
    "FROM ctx_lsp.shared_rows WHERE id = ANY(%s) "
    f"AND substring(data FROM 1 FOR {WRITER_BYTES}) = ANY(%s) AND length(data) <= {MAX_ROW_BYTES}"
)
_GET = f"SELECT id, data {_FITTING}"
_KNOWN = f"SELECT id {_FITTING} AND publisher = current_user"
_PUT = (
    "INSERT INTO ctx_lsp.shared_rows (id, data) VALUES (%s, %s) "
    "ON CONFLICT (id, publisher) DO UPDATE SET data = excluded.data, published = current_date"
)

Result = TypeVar("Result")


class PostgresStorage:
    """A storage (`SharedStorage`) in the database at a URL."""

    def __init__(self, url: str, writers: Sequence[bytes]) -> None:
        """Use the database at `url`, and of its rows those that claim to be of `writers`."""
        self._url = url
        self._writers = list(writers)
        self._connection: psycopg.Connection | None = None

    def get_many(self, ids: Sequence[bytes]) -> Mapping[bytes, Sequence[bytes]]:
        """Return what was stored under `ids`."""

        def get(connection: psycopg.Connection) -> dict[bytes, list[bytes]]:
            found: dict[bytes, list[bytes]] = {}
            size = 0
            with connection.cursor() as cursor:
                for row_id, data in cursor.stream(_GET, (list(ids), self._writers), binary=True):
                    found.setdefault(row_id, []).append(data)
                    size += len(data)
                    if size > MAX_ANSWER_BYTES:
                        raise SharingError(TOO_MUCH)
            return found

        return self._run(get)

    def known(self, ids: Sequence[bytes]) -> set[bytes]:
        """Return those of `ids` that this connection's role has stored, signed with the writer's present key."""
        rows = self._run(lambda connection: connection.execute(_KNOWN, (list(ids), self._writers)).fetchall())
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
                connection.execute(_LIMIT)
                return work(connection)
        except psycopg.Error as error:
            self.close()
            raise SharingError(reason_of(error)) from error
        except BaseException:
            self.close()
            raise


def migrate(url: str) -> list[int]:
    """Bring the tables up to date, as a role that may create them; return the numbers of the applied migrations.

    Raises `SharingError`, and then nothing has changed.
    """
    applied = []
    try:
        with psycopg.connect(url, connect_timeout=CONNECT_SECONDS) as connection:
            connection.execute("SELECT pg_advisory_xact_lock(hashtext('ctx-lsp migrations'))")
            connection.execute("CREATE SCHEMA IF NOT EXISTS ctx_lsp")
            owner, user = connection.execute(_OWNER).fetchone() or ("", "")
            if owner != user:  # who could change what the members read
                raise SharingError(f"the schema ctx_lsp belongs to {owner}, and only its owner may migrate it")
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
        prepare_threshold=None,  # the next transaction may have another connection of a pool
    )
    try:
        _check_version(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _check_version(connection: psycopg.Connection) -> None:
    try:
        row = connection.execute(_VERSION).fetchone()
    except psycopg.errors.UndefinedTable as error:
        raise SharingError("the database has no tables of ctx-lsp; run `ctx-lsp sharing migrate`") from error
    if row is None or row[0] != VERSION:
        raise SharingError(
            f"the tables of the database have version {row and row[0]}, and this program needs {VERSION}"
        )
