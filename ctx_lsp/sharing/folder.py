"""Shared rows in a folder: on a file system of the network, or a mounted bucket.

The folder holds pack files (`pack_file`), which never change. A writer adds one a publication, and merges small ones of
its own, so readers have few to look into. No lock is taken: files appear whole and may vanish at any time. A file that
vanishes while it is read costs its rows.
"""

import errno
import secrets
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from ctx_lsp.sharing.pack_file import SUFFIX, DamagedPackError, PackFile, read_pack, write_pack
from ctx_lsp.sharing.storage import SharingError

FOLDER = "ctx-lsp-1"  # inside the folder that a setting names; the number is the format's version
MAX_SMALL = 8  # small packs of one writer, above which they are merged
SMALL_BYTES = 32_000_000
_VANISHED = (errno.ENOENT, errno.ESTALE)  # merged or deleted, perhaps by another machine
MAX_PACK_BYTES = 64_000_000  # of rows that are written at once


class FolderStorage:
    """A storage (`SharedStorage`) in a folder."""

    def __init__(self, location: Path, writer: str = "") -> None:
        """Use the folder `location`; `writer` is the short name of the writer, empty for readers."""
        self._location = location
        self._folder = location / FOLDER
        self._writer = writer
        self._packs: dict[Path, PackFile] | None = None

    def get_many(self, ids: Sequence[bytes]) -> Mapping[bytes, Sequence[bytes]]:
        """Return what was stored under `ids`, by any writer."""
        found: dict[bytes, list[bytes]] = {}
        for pack in self._listed().values():
            try:
                for row_id, data in pack.rows(ids):
                    found.setdefault(row_id, []).append(data)
            except OSError as error:
                if error.errno not in _VANISHED:
                    raise SharingError(f"{pack.file} cannot be read: {error.strerror or error}") from error
        return found

    def known(self, ids: Sequence[bytes]) -> set[bytes]:
        """Return those of `ids` that are in a file of this writer."""
        own = [pack for pack in self._listed().values() if pack.writer == self._writer]
        return {row_id for row_id in ids if any(pack.has(row_id) for pack in own)}

    def put_many(self, rows: Iterable[tuple[bytes, bytes]]) -> None:
        """Add a file with these rows."""
        new = dict(rows)
        if not new:
            return
        try:
            self._folder.mkdir(exist_ok=True)
            self._add(new)
            self._merge()
        except OSError as error:
            raise SharingError(f"{self._folder} cannot be written: {error.strerror or error}") from error

    def close(self) -> None:
        """Forget the tables of the files."""
        self._packs = None

    def _listed(self) -> dict[Path, PackFile]:
        if self._packs is None:
            if not self._location.is_dir():
                raise SharingError(f"there is no folder {self._location}")
            try:
                files = sorted(self._folder.glob(f"*{SUFFIX}"))
            except OSError as error:
                raise SharingError(f"{self._folder} cannot be read: {error.strerror or error}") from error
            self._packs = {}
            for file in files:
                with suppress(OSError, DamagedPackError):
                    self._packs[file] = read_pack(file)
        return self._packs

    def _add(self, rows: Mapping[bytes, bytes]) -> None:
        """Write one file, or several if the rows are large. Raises OSError."""
        part: dict[bytes, bytes] = {}
        size = 0
        for row_id, data in rows.items():
            part[row_id] = data
            size += len(data)
            if size >= MAX_PACK_BYTES:
                self._write(part)
                part, size = {}, 0
        if part:
            self._write(part)

    def _write(self, rows: Mapping[bytes, bytes]) -> None:
        file = write_pack(self._folder, secrets.token_hex(16), self._writer, rows)
        if self._packs is not None:
            self._packs[file] = read_pack(file)

    def _merge(self) -> None:
        """Join the small files of this writer. The old ones are deleted once the new one is in its place."""
        small = [pack for pack in self._listed().values() if pack.writer == self._writer and pack.end < SMALL_BYTES]
        if len(small) <= MAX_SMALL:
            return
        joined: dict[bytes, bytes] = {}
        for pack in small:
            try:
                joined.update(pack.rows(pack.ids))
            except OSError:
                return  # another publication merges them
        self._add(joined)
        for pack in small:
            self._listed().pop(pack.file, None)
            with suppress(OSError):
                pack.file.unlink()
