"""Swapped cache records: each is intact, but belongs to another text, key or workspace.

A server that accepted one would answer with another file's symbols. Damage to the files themselves is in
`test_corruption`.
"""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from ctx_lsp.base.digest import DIGEST_BYTES
from ctx_lsp.cache.blob_rows import new_row
from ctx_lsp.models.embedder import load_embedder
from tests.e2e.test_corruption import FILES, Cached, assert_right, cached, opened
from tests.fuzz.oracle import Oracle
from tests.workspaces import files_of

__all__ = ["cached"]  # the fixture

Row = tuple[bytes, bytes, int, int]  # key, value, checksum, day
Change = Callable[[list[Row]], list[Row]]


def rotated(*columns: int) -> Change:
    """Move these columns of each row to the next row."""

    def change(rows: list[Row]) -> list[Row]:
        others = [*rows[1:], *rows[:1]]
        picked = [
            [(other if at in columns else row)[at] for at in range(4)] for row, other in zip(rows, others, strict=True)
        ]
        return [(key, value, checksum, day) for key, value, checksum, day in picked]  # type: ignore[misc]

    return change


def with_bit(place: Callable[[bytes], int]) -> Change:
    """Flip one bit of each value at a position."""

    def flipped(value: bytes) -> bytes:
        at = place(value)
        return value[:at] + bytes([value[at] ^ 1]) + value[at + 1 :]

    return lambda rows: [(key, flipped(value), checksum, day) for key, value, checksum, day in rows]


def anew(change: Change) -> Change:
    """The same with matching checksums, as a program that confuses records would write them."""
    return lambda rows: [new_row(key, value, day) for key, value, _, day in change(rows)]


KEY, VALUE, CHECKSUM = 0, 1, 2
TORN: dict[str, Change] = {
    "values": rotated(VALUE),
    "keys": rotated(KEY),
    "checksums": rotated(CHECKSUM),
    "values with their checksums": rotated(VALUE, CHECKSUM),
    "a bit of the value": with_bit(lambda value: len(value) - 1),
}
SEALED: dict[str, Change] = {
    "values, checksums anew": anew(rotated(VALUE)),
    "keys, checksums anew": anew(rotated(KEY)),
    "a bit of the seal, checksums anew": anew(with_bit(lambda _: 0)),
    "the last bit of the seal, checksums anew": anew(with_bit(lambda _: DIGEST_BYTES - 1)),
    "the first bit of the record, checksums anew": anew(with_bit(lambda _: DIGEST_BYTES)),
    "the last bit of the record, checksums anew": anew(with_bit(lambda value: len(value) - 1)),
}


def changed(file: Path, change: Change) -> None:
    """Change all rows of a store."""
    with closing(sqlite3.connect(file)) as database, database:
        rows = database.execute("SELECT key, value, checksum, used FROM blobs ORDER BY rowid").fetchall()
        assert len(rows) > 1
        database.execute("DELETE FROM blobs")
        database.executemany("INSERT INTO blobs (key, value, checksum, used) VALUES (?, ?, ?, ?)", change(rows))


@pytest.mark.parametrize("what", [*TORN, *SEALED])
def test_no_record_of_a_file_is_believed_in_anothers_place(cached: Cached, tmp_path: Path, what: str) -> None:
    cache = tmp_path / "cache"
    shutil.copytree(cached.cache, cache)
    changed(cached.store(cache, "root"), (TORN | SEALED)[what])
    with opened(cached, cache) as workspace:
        status = assert_right(workspace, cached.expected)
    assert status.work["entry"] == {"computed": len(FILES)}, "each record was refused"
    assert status.work["edges"] == {"computed": len(FILES)}
    assert status.warnings == ()
    with opened(cached, cache) as workspace:
        again = assert_right(workspace, cached.expected)
    assert again.work["entry"] == {"adopted": len(FILES)}, "and made anew"


@pytest.mark.parametrize("what", TORN)
def test_no_vector_is_believed_in_anothers_place(cached: Cached, tmp_path: Path, what: str) -> None:
    cache = tmp_path / "cache"
    shutil.copytree(cached.cache, cache)
    store = cached.store(cache, "vectors")
    changed(store, TORN[what])
    with opened(cached, cache) as workspace:
        assert_right(workspace, cached.expected)
    with closing(sqlite3.connect(store)) as database:
        rows = database.execute("SELECT key, value, checksum, used FROM blobs").fetchall()
    assert {row[:3] for row in rows} >= {row[:3] for row in intact_rows(cached, "vectors")}, "they were made anew"


def intact_rows(cached: Cached, name: str) -> list[Row]:
    """The original rows of a store."""
    with closing(sqlite3.connect(f"file:{cached.store(cached.cache, name)}?mode=ro", uri=True)) as database:
        return [row[:4] for row in database.execute("SELECT key, value, checksum, used FROM blobs")]


def test_records_of_another_workspace_are_taken_over_only_where_they_hold(cached: Cached, tmp_path: Path) -> None:
    """In that workspace, `helper` was in another file: records of single texts are the same, edges are not."""
    root = tmp_path / "root"
    root.mkdir()
    others = {**FILES, **files_of("=== util.py\ndef unrelated(value): return value\n")}
    for path, source in others.items():
        (root / path).write_bytes(source.data)
    expected = Oracle(load_embedder(cached.model)).dump_of(others, with_model=True)
    other = Cached(root, tmp_path / "cache", cached.model, expected)
    shutil.copytree(cached.cache, other.cache)
    with opened(other, other.cache) as workspace:
        assert_right(workspace, expected)
    theirs = intact_rows(cached, "root")
    changed(other.store(other.cache, "root"), lambda _: theirs)
    with opened(other, other.cache) as workspace:
        status = assert_right(workspace, expected)
    assert status.work["entry"] == {"adopted": len(FILES) - 1, "computed": 1}
    assert status.work["edges"] == {"computed": len(FILES)}, "the evidence is another one"
