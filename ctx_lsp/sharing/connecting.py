"""Opens the shared storage that the settings describe: reads its keys, and opens a folder or a database.

This needs optional packages, so the modules that use them are imported only when a location is set.
"""

import importlib
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from ctx_lsp.sealing.key_sources import KeyUnavailable, read_secret
from ctx_lsp.sharing.folder import FolderStorage
from ctx_lsp.sharing.schema import SHARED_ROWS, TableSet
from ctx_lsp.sharing.storage import SharedStorage, SharingError

if TYPE_CHECKING:
    from ctx_lsp.sharing.database import Database
    from ctx_lsp.sharing.row_codec import TeamCodec
    from ctx_lsp.sharing.shared_rows import Publisher, SharedRows

POSTGRES = ("postgresql://", "postgres://")
NOT_SET = "sharing.location is not set"
UNKNOWN = "sharing.location must be an absolute path or begin with postgresql://"
NO_DATABASE = "published repositories are in a database; its URL begins with postgresql://"
UNCLEAR = "the location is not the URL of a database; encode special characters in it, such as / as %2F"
MISSING = "the package {} is missing; install ctx-lsp[team]"

# What libpq reads in one way only. In any other text, a part of a password could be taken for a host or a name.
_HOST = r"(?:[\w.%-]+|\[[0-9a-fA-F:.]+\])?(?::\d+)?"
_URL = re.compile(
    rf"(?P<prefix>postgres(?:ql)?://)(?:[^@/\x00-\x20]*@)?"
    rf"(?P<shown>{_HOST}(?:,{_HOST})*(?:/[\w.%-]*)?)(?:\?[^@\s]*)?"
)


@dataclass(frozen=True, slots=True)
class SharedPlace:
    """The location of a shared storage, and the sources of its keys (see `sealing.key_sources`).

    `location` is a folder or the URL of a PostgreSQL database; `trusted` holds the public keys of trusted writers.
    """

    location: str = field(repr=False)
    team_key: str
    writer_key: str = ""
    trusted: tuple[str, ...] = ()

    @property
    def is_database(self) -> bool:
        """Whether the location is meant as the URL of a database."""
        return self.location.startswith(POSTGRES)

    @property
    def shown(self) -> str:
        """The location without credentials: a folder, or the hosts and name of a database. Never raises."""
        if self.is_database:
            url = _URL.fullmatch(self.location)
            return url["prefix"] + url["shown"] if url else "a database"
        return self.location if _folder(self.location) else "sharing.location"


def open_rows(place: SharedPlace) -> "SharedRows":
    """Open a shared storage for reading, and connect to it. This may wait for the user and for the network.

    Raises `SharingError`.
    """
    if not place.location:
        raise SharingError(NOT_SET)
    if not place.trusted:
        raise SharingError("no writer is trusted (sharing.trustedWriters)")
    rows, codecs = _module("shared_rows"), _module("row_codec")
    try:
        codec = codecs.TeamCodec(_secret(place.team_key, "team-key", "sharing.teamKey"), place.trusted)
    except codecs.InvalidKeyError as error:
        raise SharingError(f"sharing.trustedWriters: {error}") from error
    opened: SharedRows = rows.SharedRows(_storage(place, codec), codec)
    opened.get_many([])  # the first request has a time limit that connecting should not use up
    return opened


def open_publisher(place: SharedPlace) -> "Publisher":
    """Open a shared storage for writing. Raises `SharingError`."""
    codec = _module("row_codec").WriterCodec(
        _secret(place.team_key, "team-key", "sharing.teamKey"),
        _secret(place.writer_key, "writer-key", "sharing.writerKey"),
    )
    opened: Publisher = _module("shared_rows").Publisher(_storage(place, codec, codec.writer), codec)
    return opened


def migrate(place: SharedPlace, tables: TableSet = SHARED_ROWS) -> list[int]:
    """Bring tables of a database up to date; return the numbers of the applied migrations. Raises `SharingError`."""
    if not place.is_database:
        raise SharingError("only a database has tables; a folder needs no preparation")
    applied: list[int] = _module("database", "psycopg").migrate(_url(place), tables)
    return applied


def open_database(place: SharedPlace, tables: TableSet) -> "Database":
    """Return the database at the location of `place`, for access to `tables`. Raises `SharingError`."""
    if not place.is_database:
        raise SharingError(NO_DATABASE)
    opened: Database = _module("database", "psycopg").Database(_url(place), tables)
    return opened


def public_key(place: SharedPlace) -> str:
    """Return the public key that belongs to the writer's key. Raises `SharingError`."""
    secret = _secret(place.writer_key, "writer-key", "sharing.writerKey")
    return str(_module("row_codec").WriterCodec(secret, secret).public_key)


def _storage(place: SharedPlace, codec: "TeamCodec", writer: str = "") -> SharedStorage:
    if place.is_database:
        storage: SharedStorage = _module("postgres", "psycopg").PostgresStorage(_url(place), codec.writers)
        return storage
    folder = _folder(place.location)
    if folder is None:
        raise SharingError(UNKNOWN)
    return FolderStorage(folder, writer, codec.is_signed)


def _url(place: SharedPlace) -> str:
    """Return the URL of a database. If the URL is ambiguous, raises a `SharingError` that does not quote it."""
    if not _URL.fullmatch(place.location):
        raise SharingError(UNCLEAR)
    return place.location


def _folder(location: str) -> Path | None:
    """Return the folder if `location` is an absolute path or begins with a home folder (`~`), otherwise None."""
    try:
        folder = Path(location).expanduser()
    except RuntimeError:  # there is no such user
        return None
    return folder if folder.is_absolute() else None


@cache
def _secret(source: str, name: str, setting: str) -> bytes:
    """Read a secret and cache it, so that the user is not asked again. Raises `SharingError`, which is not cached.

    `source` and `name` are as in `read_secret`. The error message begins with the name of the `setting`.
    """
    try:
        return read_secret(source, name)
    except KeyUnavailable as error:
        raise SharingError(f"{setting}: {error}") from error


def _module(name: str, package: str = "cryptography") -> ModuleType:
    try:
        return importlib.import_module(f"ctx_lsp.sharing.{name}")
    except ImportError as error:
        raise SharingError(MISSING.format(package)) from error
