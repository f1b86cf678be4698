"""A small SQLite file that any number of processes write to. A damaged file is recreated.

The file is written without waiting for the disk, so a power failure may damage it.
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from ctx_lsp.base.private_files import make_private
from ctx_lsp.cache.blob_files import close_files, delete, is_damage
from ctx_lsp.cache.blob_store import BUSY_TIMEOUT

_OPENING = "PRAGMA synchronous = OFF; PRAGMA secure_delete = ON;"  # deleted rows are overwritten


def use_database(
    file: Path, schema: str, work: Callable[[sqlite3.Connection], None], wait: float = BUSY_TIMEOUT
) -> bool:
    """Run `work` on the file, creating it with `schema` if necessary; return whether this succeeded.

    `wait` is the maximum time to wait for other processes, in seconds.
    """
    try:
        make_private(file.parent)
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


def _do(file: Path, schema: str, work: Callable[[sqlite3.Connection], None], wait: float) -> None:
    with closing(sqlite3.connect(file, timeout=wait)) as database:
        close_files(file)
        database.executescript(_OPENING + schema)
        work(database)
