"""The journal under a key: nothing readable on the disk, nothing lost by another key, and what was written before."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from ctx_lsp.base.confirmed_time import CONFIRMING_DAYS, DAY
from ctx_lsp.cache import journal_book
from ctx_lsp.cache.durable_database import DurableDatabase
from ctx_lsp.cache.journal_book import FILE_NAME, KEPT_SECONDS, JournalBook
from ctx_lsp.cache.journal_rows import EntryRow
from ctx_lsp.sealing.aes import AesSeal
from ctx_lsp.sealing.seal import UNSEALED, Seal

SHOP = frozenset({"/home/someone/shop-checkout"})
SEAL, OTHER = AesSeal(b"a" * 32), AesSeal(b"b" * 32)
WORDS = ("shop-checkout", "Cart.total", "rounding", "some-agent", "cents.py")


def book_at(folder: Path, seal: Seal = UNSEALED, now: float = 200.0, *, stays_open: bool = False) -> JournalBook:
    return JournalBook(folder, lambda: now, seal=seal, stays_open=stays_open)


def rows(_: EntryRow | None) -> list[EntryRow]:
    details = b'{"about":["cents.py"]}'
    return [
        EntryRow(0, 0, 100.0, "some-agent", "checkpoint", False, "where rounding happens", details),
        EntryRow(0, 0, 100.0, "", "openQuestion", False, "does Cart.total round?", b"{}", source=1),
    ]


def written(book: JournalBook) -> int:
    task = book.add_task(SHOP, "Cart.total loses cents by rounding", "some-agent")
    book.append(task, SHOP, rows, is_by_hand=True)
    return task


def readable(folder: Path) -> list[str]:
    content = b"".join(file.read_bytes() for file in folder.iterdir())
    return [word for word in WORDS if word.encode() in content]


def test_no_word_of_an_entry_is_in_the_files(tmp_path: Path) -> None:
    plain, sealed = book_at(tmp_path / "plain", stays_open=True), book_at(tmp_path / "sealed", SEAL, stays_open=True)
    for book in (plain, sealed):
        task = written(book)
        assert [one.title for one in book.tasks()] == ["Cart.total loses cents by rounding"]
        assert [(one.text, one.asked_by) for one in book.entries(task)] == [
            (one.text, one.asked_by) for one in rows(None)
        ]
        assert [one.number for one in book.mentioning("cents.py")] == [1]
    assert (tmp_path / "sealed" / f"{FILE_NAME}-wal").stat().st_size, "the log is looked at as well"
    assert readable(tmp_path / "plain") == list(WORDS), "the test can find them"
    assert readable(tmp_path / "sealed") == []


def test_a_question_that_repeats_is_known_under_a_key(tmp_path: Path) -> None:
    book = book_at(tmp_path, SEAL)
    task = book.add_task(SHOP, "Round late", "")
    for text, expected in (("one", 1), ("one", 1), ("two", 2), ("one", 3)):
        question = EntryRow(0, 0, 100.0, "", "question", False, text, b"{}")
        book.append_to_active(SHOP, 0.0, lambda _, question=question: [question])  # type: ignore[misc]
        assert len(book.entries(task)) == expected


def test_a_wrong_key_is_an_empty_journal_that_loses_nothing(tmp_path: Path) -> None:
    task = written(book_at(tmp_path, SEAL))
    for seal in (OTHER, UNSEALED):
        wrong = book_at(tmp_path, seal)
        assert (wrong.tasks(), wrong.entries(task), wrong.mentioning("cents.py"), wrong.others()) == ([], [], [], 1)
        with pytest.raises(LookupError):
            wrong.append(task, SHOP, rows, is_by_hand=True)
        wrong.append_to_active(SHOP, 0.0, rows)
    own = book_at(tmp_path, OTHER)
    assert written(own) != task
    assert (len(own.tasks()), own.others()) == (1, 1)
    right = book_at(tmp_path, SEAL)
    assert [(one.id, one.active) for one in right.tasks()] == [(task, True)]
    assert len(right.entries(task)) == 2
    for day in range(CONFIRMING_DAYS):
        book_at(tmp_path, OTHER, KEPT_SECONDS + (day + 1) * DAY).expire()
    assert right.tasks() == [], "what is too old goes under any key"


def test_what_was_written_before_is_sealed_and_its_plain_text_overwritten(tmp_path: Path) -> None:
    plain = book_at(tmp_path, stays_open=True)
    task = written(plain)
    before = plain.tasks(), plain.entries(task)
    sealed = book_at(tmp_path, SEAL)
    assert (sealed.tasks(), sealed.others()) == ([], 1)
    assert sealed.seal_earlier()
    assert (sealed.tasks(), sealed.entries(task)) == before
    assert readable(tmp_path) == []
    assert (plain.tasks(), plain.others()) == ([], 1), "switched off again, it is hidden"
    with pytest.raises(LookupError):
        plain.append(task, SHOP, rows, is_by_hand=True)
    assert sealed.seal_earlier(), "nothing is left to do"
    assert (sealed.tasks(), sealed.entries(task)) == before


def test_a_file_of_the_first_version_is_read_and_sealed(tmp_path: Path) -> None:
    def fill(database: sqlite3.Connection) -> None:
        database.execute("INSERT INTO tasks VALUES (7, '/shop', 'Round late', '', 100, 100, NULL, 1)")
        database.execute("INSERT INTO entries VALUES (9, 7, 100, '', 'message', 0, 'hello', x'7b7d', 0, 0, 0, 0)")

    first = DurableDatabase(tmp_path / FILE_NAME, (journal_book._TABLES,))
    first.write(fill, 1.0)
    book = book_at(tmp_path)
    assert [(one.id, one.title, one.active) for one in book.tasks()] == [(7, "Round late", True)]
    assert [(one.number, one.text) for one in book.entries(7)] == [(9, "hello")]
    sealed = book_at(tmp_path, SEAL)
    assert sealed.seal_earlier()
    assert [(one.number, one.text) for one in sealed.entries(7)] == [(9, "hello")]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE entries SET sealed = (SELECT sealed FROM entries WHERE number = 2) WHERE number = 1",
        "UPDATE entries SET task = 2 WHERE number = 1",
        "UPDATE entries SET kind = 'decision' WHERE number = 1",
        "UPDATE entries SET sealed = x'00' WHERE number = 1",
    ],
)
def test_a_row_that_was_changed_or_moved_is_absent(tmp_path: Path, change: str) -> None:
    book = book_at(tmp_path, SEAL)
    task = written(book)
    book.add_task(SHOP, "Another", "")
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as database, database:
        database.execute(change)
    assert [one.number for one in book.entries(task)] == [2]
    assert 1 not in [one.number for one in book.entries(2)]
