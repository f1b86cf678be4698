"""The savings book: daily sums, kept between runs, shared by processes, bounded; its failures never affect answers."""

import os
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from ctx_lsp.cache.savings_book import FILE_NAME, MAX_DAYS, DaySums, SavingsBook

TODAY = 20_000


class Days:
    """A calendar that the test sets."""

    def __init__(self) -> None:
        self.now = TODAY

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def days() -> Days:
    return Days()


def test_sums_are_daily_and_persistent(tmp_path: Path, days: Days) -> None:
    book = SavingsBook(tmp_path / "cache", days)
    book.note(100, 1_000)
    book.note(50, 200)
    days.now += 1
    book.note(7, 70)
    book.write()
    sums = [DaySums(TODAY + 1, 1, 7, 70), DaySums(TODAY, 2, 150, 1_200)]
    assert book.last(7) == sums
    assert SavingsBook(tmp_path / "cache", days).last(7) == sums
    assert SavingsBook(tmp_path / "cache", days).last(1) == sums[:1]


def test_pending_sums_count_once(tmp_path: Path, days: Days) -> None:
    book = SavingsBook(tmp_path, days)
    book.note(1, 10)
    book.write()
    book.note(2, 20)
    assert book.last(7) == [DaySums(TODAY, 2, 3, 30)]
    book.write()
    book.write()
    assert book.last(7) == [DaySums(TODAY, 2, 3, 30)]


def test_without_a_folder_it_lasts_as_long_as_the_process(days: Days) -> None:
    book = SavingsBook(None, days)
    book.note(1, 10)
    book.write()
    assert book.last(7) == [DaySums(TODAY, 1, 1, 10)]


def test_pending_data_moves_to_another_folder(tmp_path: Path, days: Days) -> None:
    book = SavingsBook(None, days)
    book.note(1, 10)
    book.use_folder(tmp_path)
    book.write()
    assert SavingsBook(tmp_path, days).last(7) == [DaySums(TODAY, 1, 1, 10)]


def test_many_write_at_once(tmp_path: Path, days: Days) -> None:
    def work(_: int) -> None:
        book = SavingsBook(tmp_path, days)
        for _ in range(5):
            book.note(1, 10)
            book.write()
        while book.last(1) and book._owed:
            book.write()

    with ThreadPoolExecutor(4) as workers:
        list(workers.map(work, range(4)))
    assert SavingsBook(tmp_path, days).last(1) == [DaySums(TODAY, 20, 20, 200)]


def test_old_days_are_dropped(tmp_path: Path, days: Days) -> None:
    book = SavingsBook(tmp_path, days)
    for _ in range(MAX_DAYS + 20):
        book.note(1, 10)
        days.now += 1
    book.note(1, 10)
    book.write()
    assert len(SavingsBook(tmp_path, days).last(10 * MAX_DAYS)) == MAX_DAYS


def test_a_clock_that_is_ahead_for_a_day_drops_nothing(tmp_path: Path, days: Days) -> None:
    book = SavingsBook(tmp_path, days)
    for now in (TODAY, TODAY + 100 * MAX_DAYS):
        days.now = now
        book.note(1, 10)
        book.write()
    assert {one.day for one in book.last(200 * MAX_DAYS)} >= {TODAY}


@pytest.mark.parametrize("damage", [b"no database", b"SQLite format 3\0" + b"\xff" * 5_000])
def test_a_damaged_file_is_recreated(tmp_path: Path, days: Days, damage: bytes) -> None:
    (tmp_path / FILE_NAME).write_bytes(damage)
    book = SavingsBook(tmp_path, days)
    assert book.last(7) == []
    book.note(1, 10)
    book.write()
    assert SavingsBook(tmp_path, days).last(7) == [DaySums(TODAY, 1, 1, 10)]


def test_a_file_of_another_format_is_recreated(tmp_path: Path, days: Days) -> None:
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as database:
        database.execute("CREATE TABLE sums (other)")
    book = SavingsBook(tmp_path, days)
    book.note(1, 10)
    book.write()
    assert SavingsBook(tmp_path, days).last(7) == [DaySums(TODAY, 1, 1, 10)]


@pytest.mark.skipif(os.name == "nt", reason="the error for a file in the way of a folder differs there")
def test_where_nothing_can_be_written_nothing_fails(tmp_path: Path, days: Days) -> None:
    (tmp_path / "file").write_text("in the way")
    book = SavingsBook(tmp_path / "file" / "cache", days)
    book.note(1, 10)
    book.write()
    assert book.last(7) == [DaySums(TODAY, 1, 1, 10)]


def test_a_locked_file_is_written_later(tmp_path: Path, days: Days) -> None:
    book = SavingsBook(tmp_path, days)
    book.note(1, 10)
    book.write()
    with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        book.note(2, 20)
        book.write()
        other.execute("COMMIT")
    book.write()
    assert SavingsBook(tmp_path, days).last(7) == [DaySums(TODAY, 2, 3, 30)]


def test_sums_are_kept_by_command(tmp_path: Path, days: Days) -> None:
    book = SavingsBook(tmp_path, days)
    book.note(1, 10, "b")
    book.note(2, 20, "a")
    book.write()
    book.note(3, 30, "b")
    assert book.last(7) == [DaySums(TODAY, 1, 2, 20, "a"), DaySums(TODAY, 2, 4, 40, "b")]


def test_sums_of_an_earlier_version_count(tmp_path: Path, days: Days) -> None:
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as database, database:
        database.execute("CREATE TABLE days (day INTEGER PRIMARY KEY, packs INTEGER, used INTEGER, baseline INTEGER)")
        database.execute("INSERT INTO days VALUES (?, 3, 30, 300), (?, 1, 1, 1)", (TODAY, TODAY - 7))
    book = SavingsBook(tmp_path, days)
    book.note(1, 10, "a")
    book.note(2, 20)
    book.write()
    assert book.last(7) == [DaySums(TODAY, 4, 32, 320), DaySums(TODAY, 1, 1, 10, "a")]
