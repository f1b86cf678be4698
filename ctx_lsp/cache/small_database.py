"""A small SQLite file that any number of processes write to. A damaged file is recreated.

The file is written without waiting for the disk, so a power failure may damage it. Each use of a sealed file decrypts
the whole file into memory and rewrites the whole file after a change. That is fast enough, because the file has a few
megabytes at most. Readers ignore a sealed file that cannot be decrypted; writers rename it and write a new one.
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from ctx_lsp.base.private_files import make_private
from ctx_lsp.base.replaced_files import replaced_file
from ctx_lsp.cache.blob_files import close_files, delete, folder_lock, is_damage, readable_errors
from ctx_lsp.cache.blob_store import BUSY_TIMEOUT
from ctx_lsp.sealing.seal import UNSEALED, Seal

_OPENING = "PRAGMA synchronous = OFF; PRAGMA secure_delete = ON;"  # deleted rows are overwritten

SET_ASIDE = ".damaged"  # suffix of a sealed file that does not open

_Work = Callable[[sqlite3.Connection], None]


def use_database(file: Path, schema: str, work: _Work, wait: float = BUSY_TIMEOUT, seal: Seal = UNSEALED) -> bool:
    """Run `work` on the file, creating it with `schema` if necessary; return whether this succeeded.

    `wait` is the maximum time to wait for other processes, in seconds. A damaged file is replaced by a new one.
    """
    try:
        make_private(file.parent)
        if seal.fingerprint:
            _do_sealed(file, schema, work, wait, seal)
            return True
        try:
            _do(file, schema, work, wait)
        except sqlite3.Error as error:
            if not is_damage(error):
                raise
            delete(file)
            _do(file, schema, work, wait)
    except (OSError, sqlite3.Error):
        return False
    return True


@readable_errors()
def _do(file: Path, schema: str, work: _Work, wait: float) -> None:
    with closing(sqlite3.connect(file, timeout=wait)) as database:
        close_files(file)
        database.executescript(_OPENING + schema)
        work(database)


def _do_sealed(file: Path, schema: str, work: _Work, wait: float, seal: Seal) -> None:
    key = seal.row_key(file.stem.encode())
    with folder_lock(file.parent, wait) as alone, closing(sqlite3.connect(":memory:")) as database:
        if not alone:
            raise PermissionError(file.parent)
        before = file.read_bytes() if file.exists() else None
        opened = seal.unseal(key, before) if before is not None else None
        if opened is not None:
            database.deserialize(opened)
        database.executescript(schema)
        work(database)
        if database.total_changes:  # rows were written; making the tables does not count
            if before is not None and opened is None:
                file.replace(file.with_name(file.name + SET_ASIDE))
            with replaced_file(file) as stream:
                stream.write(seal.seal(key, database.serialize()))
