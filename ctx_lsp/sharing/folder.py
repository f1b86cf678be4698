"""Stores shared rows in a folder, on a network file system or in a mounted bucket.

The folder contains pack files (`pack_file`), which never change. Each publication adds files, and each writer merges
its own small files, so that readers have few files to search. There are no locks: files appear complete and may
disappear at any time. If a file disappears while it is being read, its rows count as missing.
"""

import errno
import os
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from ctx_lsp.sharing.pack_file import MAX_TABLE_BYTES, SUFFIX, DamagedPackError, PackFile, read_pack, write_pack
from ctx_lsp.sharing.storage import MAX_ANSWER_BYTES, TOO_MUCH, SharingError

FOLDER = "ctx-lsp-1"  # inside the folder that a setting names; the number is the format's version
MAX_SMALL = 8  # small packs of one writer, above which they are merged
SMALL_BYTES = 32_000_000
_VANISHED = (errno.ENOENT, errno.ESTALE)  # merged or deleted, perhaps by another machine
MAX_PACK_BYTES = 64_000_000  # of rows that are written at once


class FolderStorage:
    """A storage (`SharedStorage`) in a folder."""

    def __init__(
        self, location: Path, writer: str = "", is_signed: Callable[[bytes, bytes], bool] = lambda _, __: True
    ) -> None:
        """Use the folder `location`; `writer` is the short name of the writer, empty for readers.

        `is_signed` says whether data was signed for an id. A writer ignores any of its own rows that fail this check.
        """
        self._location = location
        self._folder = location / FOLDER
        self._writer = writer
        self._is_signed = is_signed
        self._packs: dict[Path, PackFile] | None = None

    def get_many(self, ids: Sequence[bytes]) -> Mapping[bytes, Sequence[bytes]]:
        """Return the data that any writer has stored under each of `ids`. Raises `SharingError`."""
        found: dict[bytes, list[bytes]] = {}
        size = 0
        for pack in self._listed().values():
            for row_id, data in self._read(pack, ids):
                found.setdefault(row_id, []).append(data)
                size += len(data)
                if size > MAX_ANSWER_BYTES:
                    raise SharingError(TOO_MUCH)
        return found

    def known(self, ids: Sequence[bytes]) -> set[bytes]:
        """Return those of `ids` whose rows are intact in a file of this writer."""
        own = [pack for pack in self._listed().values() if pack.writer == self._writer]
        rows = (row for pack in own for row in self._read(pack, ids))
        return {row_id for row_id, data in rows if self._is_signed(row_id, data)}

    def check_writing(self) -> None:
        """Raise `SharingError` if the folder does not exist or this process may not write to it."""
        self._listed()
        folder = self._folder if self._folder.exists() else self._location
        if not os.access(folder, os.W_OK | os.X_OK):
            raise SharingError(f"{folder} cannot be written: {os.strerror(errno.EACCES)}")

    def holds_rows(self, writers: Sequence[bytes]) -> bool:
        """Return whether there is a file that claims to be written by one of `writers`."""
        names = {writer.hex() for writer in writers}
        return any(pack.writer in names for pack in self._listed().values())

    def put_many(self, rows: Iterable[tuple[bytes, bytes]]) -> None:
        """Write the rows to new files, and merge small files. Raises `SharingError`."""
        new = dict(rows)
        if not new:
            return
        try:
            self._folder.mkdir(exist_ok=True)
            self._add(new)
        except OSError as error:
            raise SharingError(f"{self._folder} cannot be written: {error.strerror or error}") from error
        with suppress(OSError):  # the rows are shared; the next publication merges
            self._merge()

    def close(self) -> None:
        """Drop the cached tables of the files."""
        self._packs = None

    def _read(self, pack: PackFile, ids: Sequence[bytes]) -> Iterator[tuple[bytes, bytes]]:
        """Yield the rows of a file that have one of `ids`. Stop without an error if the file has disappeared.

        Raises `SharingError` if the file cannot be read for another reason.
        """
        try:
            yield from pack.rows(ids)
        except OSError as error:
            if error.errno not in _VANISHED:
                raise SharingError(f"{pack.file} cannot be read: {error.strerror or error}") from error

    def _listed(self) -> dict[Path, PackFile]:
        if self._packs is None:
            if not self._location.is_dir():
                raise SharingError(f"there is no folder {self._location}")
            try:
                files = sorted(self._folder.glob(f"*{SUFFIX}"))
            except OSError as error:
                raise SharingError(f"{self._folder} cannot be read: {error.strerror or error}") from error
            self._packs = {}
            left = MAX_TABLE_BYTES
            for file in files:
                with suppress(OSError, DamagedPackError):
                    self._packs[file] = read_pack(file, left)
                    left -= len(self._packs[file].table)
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
        """Merge the small files of this writer, if there are many. The old files are deleted after the new one exists.

        Raises OSError, for example if another publication merges the same files at the same time.
        """
        small = [pack for pack in self._listed().values() if pack.writer == self._writer and pack.end < SMALL_BYTES]
        if len(small) <= MAX_SMALL:
            return
        joined: dict[bytes, bytes] = {}
        for pack in small:
            joined.update((row_id, data) for row_id, data in pack.rows(pack.ids) if self._is_signed(row_id, data))
        self._add(joined)
        for pack in small:
            self._listed().pop(pack.file, None)
            with suppress(OSError):
                pack.file.unlink()
