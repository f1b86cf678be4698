"""Connections to PostgreSQL, and migrations. Only this module imports `psycopg`; libpq handles TLS and passwords.

If the server stops answering, only the caller's time limit applies. Settings last no longer than a transaction, so a
connection pooler may be used in front of the server.
"""

import logging
from collections.abc import Callable
from typing import TypeVar

import psycopg

from ctx_lsp.sharing.schema import READERS, TableSet, roles
from ctx_lsp.sharing.storage import SharingError

CONNECT_SECONDS = 4
STATEMENT_SECONDS = 60  # for writers; readers wait less anyway

_OWNER = "SELECT pg_get_userbyid(nspowner), current_user FROM pg_namespace WHERE nspname = 'ctx_lsp'"

_RIGHTS = (  # only a role that may use the schema can name the table
    "SELECT quote_ident(current_user), CASE WHEN rights.uses THEN has_table_privilege(%(table)s, 'SELECT') END, "
    "CASE WHEN rights.uses THEN has_table_privilege(%(table)s, 'INSERT') END "
    "FROM (SELECT has_schema_privilege('ctx_lsp', 'USAGE') AS uses) rights"
)
_OTHER_VERSION = "the tables of the database have version {}, and this program needs {}; {}"
_MIGRATING = "a role that migrates must have CREATEROLE, and CREATE on the database"

logging.getLogger("psycopg").setLevel(logging.ERROR)  # it also logs what it raises

Connection = psycopg.Connection
Result = TypeVar("Result")


class Database:
    """A database at a URL, used for one set of tables. Not thread-safe."""

    def __init__(self, url: str, tables: TableSet) -> None:
        """Store the URL. The first transaction connects to it."""
        self._url = url
        self._tables = tables
        self._connection: Connection | None = None

    def run(self, work: Callable[[Connection], Result], seconds: float = STATEMENT_SECONDS, mode: str = "") -> Result:
        """Run `work` in a transaction, and return its result. Each statement may take at most `seconds`.

        `mode` is the text after `BEGIN`: transaction modes, such as READ ONLY. It may continue with "; " and statements
        to run before `work`.

        Raises `SharingError`. The connection is closed after any exception.
        """
        try:
            connection = self._begun(f"BEGIN {mode}; SET LOCAL statement_timeout = {round(1000 * seconds)}".encode())
            result = work(connection)
            connection.execute("COMMIT")
        except psycopg.Error as error:
            reason = self._reason(error)
            self.close()
            raise SharingError(reason) from error
        except BaseException:
            self.close()
            raise
        return result

    def check_writing(self) -> None:
        """Raise `SharingError` if the role of the URL may not write."""
        if missing := self.run(lambda connection: _missing_right(connection, self._tables)):
            raise SharingError(missing)

    def _reason(self, error: psycopg.Error) -> str:
        """Return the reason why a transaction has failed. If the role lacks a right, add how to grant it."""
        if isinstance(error, psycopg.errors.InsufficientPrivilege) and self._connection is not None:
            return _refusal(self._connection, self._tables, error)
        return reason_of(error)

    def _begun(self, beginning: bytes) -> Connection:
        """Begin a transaction on the connection of an earlier use, or on a new one if the server has closed it."""
        try:
            if self._connection is not None:
                self._connection.execute(beginning)
                return self._connection
        except psycopg.OperationalError:
            self.close()
        self._connection = _connected(self._url, self._tables)
        self._connection.execute(beginning)
        return self._connection

    def close(self) -> None:
        """Close the connection. The next use connects again."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def migrate(url: str, tables: TableSet) -> list[int]:
    """Bring the tables of a database up to date, and return the numbers of the applied migrations.

    The role in `url` must be allowed to create tables. Raises `SharingError`; then nothing has changed.
    """
    applied = []
    try:
        with psycopg.connect(url, connect_timeout=CONNECT_SECONDS) as connection:
            connection.execute("SELECT pg_advisory_xact_lock(hashtext('ctx-lsp migrations'))")
            connection.execute("CREATE SCHEMA IF NOT EXISTS ctx_lsp")
            owner, user = connection.execute(_OWNER).fetchone() or ("", "")
            if owner != user:  # who could change what the members read
                raise SharingError(f"the schema ctx_lsp belongs to {owner}, and only its owner may migrate it")
            connection.execute(
                f"CREATE TABLE IF NOT EXISTS {tables.versions} "
                "(version integer PRIMARY KEY, applied timestamptz NOT NULL DEFAULT now())".encode()
            )
            (version,) = connection.execute(_version_of(tables)).fetchone() or (None,)
            if (version or 0) > tables.version:
                raise SharingError(_OTHER_VERSION.format(version, tables.version, "update ctx-lsp"))
            waiting = [one for one in tables.migrations() if one[0] > (version or 0)]
            if waiting:
                connection.execute(roles().encode())
            for number, text in waiting:
                connection.execute(text.encode())
                connection.execute(f"INSERT INTO {tables.versions} (version) VALUES (%s)".encode(), (number,))
                applied.append(number)
    except psycopg.errors.InsufficientPrivilege as error:
        raise SharingError(f"{reason_of(error)}; {_MIGRATING}") from error
    except psycopg.Error as error:
        raise SharingError(reason_of(error)) from error
    return applied


def reason_of(error: psycopg.Error) -> str:
    """Return the first line of an error's message.

    This line contains no data from the tables, but may name the host to which no connection could be made. If the URL
    cannot be used, the line says only that, because the error's message would quote the URL.
    """
    if isinstance(error, psycopg.ProgrammingError) and not error.diag.message_primary:
        return "the URL of the database cannot be used"  # libpq quotes it, with its password
    lines = (error.diag.message_primary or str(error)).splitlines()
    return lines[0] if lines else type(error).__name__


def _refusal(connection: Connection, tables: TableSet, error: psycopg.errors.InsufficientPrivilege) -> str:
    """Return the reason why a statement was refused. If the role lacks a right, add how to grant it."""
    try:
        connection.execute("ROLLBACK")
        missing = _missing_right(connection, tables)
    except psycopg.Error:
        missing = ""
    return f"{reason_of(error)}; {missing}" if missing else reason_of(error)


def _missing_right(connection: Connection, tables: TableSet) -> str:
    """Return advice on the group that the connection's role lacks; empty if the role can write.

    The advice names the group for writers, and also the group for readers if the role cannot even read.
    """
    user, reads, writes = connection.execute(_RIGHTS, {"table": tables.main}).fetchone() or ("", True, True)
    if writes:
        return ""
    if reads:
        return f"to publish, the role {user} must be in {tables.writers} (GRANT {tables.writers} TO {user})"
    return f"the role {user} must be in {READERS}, or in {tables.writers} to publish (GRANT {READERS} TO {user})"


def _version_of(tables: TableSet) -> bytes:
    return f"SELECT max(version) FROM {tables.versions}".encode()


def _connected(url: str, tables: TableSet) -> Connection:
    connection = psycopg.connect(
        url,
        autocommit=True,
        connect_timeout=CONNECT_SECONDS,
        application_name="ctx-lsp",
        prepare_threshold=None,  # the next transaction may have another connection of a pool
    )
    try:
        _check_version(connection, tables)
    except BaseException:
        connection.close()
        raise
    return connection


def _check_version(connection: Connection, tables: TableSet) -> None:
    try:
        row = connection.execute(_version_of(tables)).fetchone()
    except psycopg.errors.UndefinedTable as error:
        raise SharingError(f"the database has no tables of ctx-lsp; run `{tables.command}`") from error
    except psycopg.errors.InsufficientPrivilege as error:
        raise SharingError(_refusal(connection, tables, error)) from error
    if row is None or row[0] != tables.version:
        is_old = row is None or (row[0] or 0) < tables.version
        advice = f"run `{tables.command}`" if is_old else "update ctx-lsp"
        raise SharingError(_OTHER_VERSION.format(row and row[0], tables.version, advice))
