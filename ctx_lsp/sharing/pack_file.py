"""Immutable files of shared rows, sorted by id. A table lists the ids and the offsets of the rows.

    magic | data of all rows | table: (id, offset of the data) for each row, and an end mark | footer

A row ends where the next one begins. The footer contains the writer's name, and the offset, row count and digest of the
table. A file is written under a temporary name and then renamed, so it is either complete or absent. A file with a
damaged table cannot be read, and damaged rows cannot be decrypted (`row_codec`).
"""

import errno
import os
import struct
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

from ctx_lsp.base.replaced_files import replaced_file
from ctx_lsp.sharing.storage import ID_BYTES, MAX_ROW_BYTES

MAGIC = b"ctx-lsp pack 1\n"
SUFFIX = ".pack"
MAX_TABLE_BYTES = 1 << 28  # ten million rows, in all files that a reader looks into
GAP_BYTES = 1 << 16  # rows closer than this are read at once
RUN_BYTES = 1 << 24  # read at once, unless a row is larger

_ENTRY = struct.Struct(f"<{ID_BYTES}sQ")
_FOOTER = struct.Struct("<8sQQ16s")  # writer, offset of the table, number of rows, digest of the table

_Place = tuple[int, int, int]  # the number of a row, and where its data begins and ends


class DamagedPackError(Exception):
    """Error raised for a file that is not a complete and undamaged pack file."""


@dataclass(frozen=True, slots=True)
class PackFile:
    """The table of a pack file, and the short name of the writer who claims to have written it."""

    file: Path
    writer: str
    count: int  # rows
    end: int  # of their data
    table: bytes = field(repr=False)

    @property
    def ids(self) -> list[bytes]:
        """The ids of all rows."""
        return [self._id(number) for number in range(self.count)]

    def rows(self, wanted: Iterable[bytes]) -> Iterator[tuple[bytes, bytes]]:
        """Read the rows whose ids are in `wanted`. Ids that the file does not contain are ignored. Raises OSError."""
        numbers = sorted(number for row_id in wanted if (number := self._number(row_id)) is not None)
        places = [(number, *place) for number in numbers if (place := self._place(number)) is not None]
        if not places:
            return
        with self.file.open("rb") as stream:
            for run in _runs(places):
                first = run[0][1]
                stream.seek(first)
                data = stream.read(run[-1][2] - first)
                if len(data) < run[-1][2] - first:
                    raise OSError(errno.EIO, "the file is shorter than it was", str(self.file))
                for number, start, end in run:
                    yield self._id(number), data[start - first : end - first]

    def _number(self, row_id: bytes) -> int | None:
        number = bisect_left(range(self.count), row_id, key=self._id)
        return number if number < self.count and self._id(number) == row_id else None

    def _id(self, number: int) -> bytes:
        return self.table[number * _ENTRY.size : number * _ENTRY.size + ID_BYTES]

    def _place(self, number: int) -> tuple[int, int] | None:
        """Return the offsets at which the data of a row begins and ends, or None if the offsets are invalid."""
        _, start = _ENTRY.unpack_from(self.table, number * _ENTRY.size)
        _, end = _ENTRY.unpack_from(self.table, (number + 1) * _ENTRY.size)
        return (start, end) if len(MAGIC) <= start <= end <= min(self.end, start + MAX_ROW_BYTES) else None


def _runs(places: Iterable[_Place]) -> Iterator[list[_Place]]:
    """Group rows that are close together in the file, so that each group can be read at once."""
    run: list[_Place] = []
    for place in places:
        if run and (not 0 <= place[1] - run[-1][2] <= GAP_BYTES or place[2] - run[0][1] > RUN_BYTES):
            yield run
            run = []
        run.append(place)
    yield run


def read_pack(file: Path, max_table: int = MAX_TABLE_BYTES) -> PackFile:
    """Read the table of a pack file. Raises OSError, and `DamagedPackError` if the table is damaged or too large."""
    with file.open("rb") as stream:
        begins = stream.read(len(MAGIC)) == MAGIC
        place = stream.seek(0, os.SEEK_END) - _FOOTER.size
        if not begins or place < 0:
            raise DamagedPackError(file)
        stream.seek(place)
        footer = stream.read(_FOOTER.size)
        if len(footer) < _FOOTER.size:
            raise DamagedPackError(file)
        writer, start, count, digest = _FOOTER.unpack(footer)
        size = place - start
        if not 0 < size <= max_table or size != (count + 1) * _ENTRY.size:
            raise DamagedPackError(file)
        stream.seek(start)
        table = stream.read(size)
    if _digest(writer, table) != digest:
        raise DamagedPackError(file)
    return PackFile(file, writer.hex(), count, start, table)


def write_pack(folder: Path, name: str, writer: str, rows: Mapping[bytes, bytes]) -> Path:
    """Write a pack file, completely or not at all, and return its path. Raises OSError.

    `name` is the file's name without `SUFFIX`. `writer` is the short name of the writer, in hexadecimal.
    """
    target = folder / f"{name}{SUFFIX}"
    # Members of the team read it; its rows are encrypted.
    with replaced_file(target, mode=0o644, is_durable=True) as stream:
        stream.write(MAGIC)
        offset, table = len(MAGIC), bytearray()
        for row_id in sorted(rows):
            table += _ENTRY.pack(row_id, offset)
            stream.write(rows[row_id])
            offset += len(rows[row_id])
        table += _ENTRY.pack(bytes(ID_BYTES), offset)
        stream.write(table)
        name_bytes = bytes.fromhex(writer)
        stream.write(_FOOTER.pack(name_bytes, offset, len(rows), _digest(name_bytes, bytes(table))))
    return target


def _digest(writer: bytes, table: bytes) -> bytes:
    return blake2b(writer + table, digest_size=16).digest()
