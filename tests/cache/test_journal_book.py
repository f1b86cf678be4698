"""The journal's file: transactions are whole, old and erased rows are gone from the disk, damage loses nothing new."""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from ctx_lsp.base.confirmed_time import CONFIRMING_DAYS, DAY
from ctx_lsp.cache import journal_book
from ctx_lsp.cache.durable_database import SET_ASIDE, DurableDatabase, StorageError
from ctx_lsp.cache.journal_book import FILE_NAME, KEPT_SECONDS, MAX_AUTOMATIC, JournalBook
from ctx_lsp.cache.journal_rows import EntryRow
from tests.cache.damage import damage_schema

SHOP = frozenset({"/shop"})


def row(text: str, at: float = 100.0, kind: str = "message", is_automatic: bool = False, source: int = 0) -> EntryRow:
    return EntryRow(0, 0, at, "", kind, is_automatic, text, b"{}", source)


def rows(*texts: str) -> Callable[[EntryRow | None], Sequence[EntryRow]]:
    return lambda _: [row(text) for text in texts]


def book_at(folder: Path, now: float = 200.0) -> JournalBook:
    return JournalBook(folder, lambda: now)


def first(query: str, database: sqlite3.Connection) -> tuple[object]:
    [found] = database.execute(query)
    return found  # type: ignore[no-any-return]  # a row


def on_disk(folder: Path, text: str) -> bool:
    return any(text.encode() in file.read_bytes() for file in folder.iterdir())


def test_entries_are_added_all_or_none(tmp_path: Path) -> None:
    book = book_at(tmp_path)
    task = book.add_task(SHOP, "Round late", "")
    added = book.append(task, SHOP, lambda _: [row("first"), row("found in it", source=1)], is_by_hand=True)
    assert [(one.text, one.source) for one in added] == [("first", 0), ("found in it", added[0].number)]

    def fails(latest: EntryRow | None) -> Sequence[EntryRow]:
        raise KeyError(latest)

    with pytest.raises(KeyError):
        book.append(task, SHOP, fails, is_by_hand=True)
    assert book_at(tmp_path).entries(task) == added, "another process reads the same"
    with pytest.raises(LookupError):
        book.append(task + 1, SHOP, rows("of no task"), is_by_hand=True)


def test_automatic_checkpoints_are_pruned_and_those_by_hand_stay(tmp_path: Path) -> None:
    book = book_at(tmp_path)
    task = book.add_task(SHOP, "Round late", "")
    seen: list[EntryRow | None] = []

    def add(text: str, is_automatic: bool) -> None:
        def make(latest: EntryRow | None) -> Sequence[EntryRow]:
            seen.append(latest)
            return [row(text, kind="checkpoint", is_automatic=is_automatic)]

        book.append(task, SHOP, make, is_by_hand=not is_automatic)

    add("by hand", is_automatic=False)
    for number in range(MAX_AUTOMATIC + 5):
        add(str(number), is_automatic=True)
    assert [one.text for one in book.entries(task)] == ["by hand", *map(str, range(5, MAX_AUTOMATIC + 5))]
    assert [one and one.text for one in seen[:3]] == [None, "by hand", "0"]


def test_what_is_old_is_neither_found_nor_kept(tmp_path: Path) -> None:
    early = book_at(tmp_path, 100.0)
    task = early.add_task(SHOP, "An old task", "")
    early.append(task, SHOP, rows("an old question"), is_by_hand=True)
    for day in range(CONFIRMING_DAYS):
        late = book_at(tmp_path, KEPT_SECONDS + (day + 1) * DAY)
        assert (late.tasks(), late.entries(task), late.mentioning("old")) == ([], [], [])
        late.expire()
    assert not on_disk(tmp_path, "old")
    assert book_at(tmp_path, 100.0).tasks() == []


def test_a_file_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    book = book_at(tmp_path)
    task = book.add_task(SHOP, "A task", "")
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as database:
        database.execute("ALTER TABLE tasks ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'")
        database.execute("PRAGMA user_version = 3")
        database.commit()
        before = database.execute("SELECT * FROM tasks").fetchall()
        for use in (book.tasks, book.others, lambda: book.entries(task), lambda: book.add_task(SHOP, "B", "")):
            with pytest.raises(StorageError, match="was written by a later version of ctx-lsp"):
                use()
        assert database.execute("SELECT * FROM tasks").fetchall() == before


def test_a_clock_that_is_ahead_for_a_day_deletes_nothing(tmp_path: Path) -> None:
    book = book_at(tmp_path, 100.0)
    task = book.add_task(SHOP, "A task", "")
    book.append(task, SHOP, rows("a question"), is_by_hand=True)
    ahead = book_at(tmp_path, 100 * KEPT_SECONDS)
    ahead.expire()
    ahead.add_task(SHOP, "While it is ahead", "")
    assert ahead.entries(task) == []
    assert [one.text for one in book_at(tmp_path, 101.0 + DAY).entries(task)] == ["a question"]


def test_an_old_task_with_a_recent_entry_stays(tmp_path: Path) -> None:
    task = book_at(tmp_path, 100.0).add_task(SHOP, "A long task", "")
    recent = row("recent", at=100.0 + KEPT_SECONDS)
    assert book_at(tmp_path, 100.0 + KEPT_SECONDS).append(task, SHOP, lambda _: [recent], is_by_hand=False)
    for day in range(CONFIRMING_DAYS):
        book = book_at(tmp_path, KEPT_SECONDS + (day + 1) * DAY)
        book.expire()
    assert [one.id for one in book.tasks()] == [task]


def test_erased_texts_are_on_no_disk_and_numbers_are_not_used_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = book_at(tmp_path)
    kept, gone = (book.add_task(SHOP, title, "") for title in ("kept task", "gone task"))
    for task, text in ((kept, "kept words"), (gone, "gone words")):
        last = book.append(task, SHOP, rows(text), is_by_hand=True)[-1].number
    with sqlite3.connect(tmp_path / FILE_NAME) as reader:  # keeps the log from being removed
        reader.execute("SELECT * FROM tasks").fetchall()
        assert book.erase([gone])
        assert on_disk(tmp_path, "kept words")
        assert not on_disk(tmp_path, "gone")
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM tasks").fetchall()
        book.add_task(SHOP, "written while it is read", "")
        monkeypatch.setattr(journal_book, "WAIT", 0.01)
        assert not book.erase([]), "the log is still read"
    reader.close()
    assert book.append(kept, SHOP, rows("next"), is_by_hand=True)[0].number > last


def test_a_damaged_file_is_set_aside_and_the_journal_goes_on(tmp_path: Path) -> None:
    book_at(tmp_path).add_task(SHOP, "Lost", "")
    file = tmp_path / FILE_NAME
    file.write_bytes(b"no database at all, but long enough to be read as one" * 100)
    book = book_at(tmp_path)
    book.add_task(SHOP, "New", "")
    file.write_bytes(b"no database again, but long enough to be read as one" * 100)
    book.add_task(SHOP, "Newer", "")
    assert [one.title for one in book.tasks()] == ["Newer"]
    aside = [one.read_bytes() for one in sorted(tmp_path.glob(f"{FILE_NAME}{SET_ASIDE}-*[0-9]"))]
    assert [b"again" in one for one in aside] == [False, True], "an earlier one stays"


def test_a_file_with_an_undecodable_schema_is_set_aside(tmp_path: Path) -> None:
    """SQLite quotes the damaged name in its message, which Python cannot decode."""
    book_at(tmp_path).add_task(SHOP, "Lost", "")
    file = tmp_path / FILE_NAME
    damage_schema(file, "tasks")
    damaged = file.read_bytes()
    with pytest.raises(StorageError, match="cannot be used"):
        DurableDatabase(file, (journal_book._TABLES, journal_book._SEALS)).empty_log(1)
    assert not book_at(tmp_path).tasks()
    (aside,) = tmp_path.glob(f"{FILE_NAME}{SET_ASIDE}-*[0-9]")
    assert aside.read_bytes() == damaged


def test_an_undecodable_text_in_a_row_does_not_set_the_file_aside(tmp_path: Path) -> None:
    book = book_at(tmp_path)
    book.add_task(SHOP, "Damaged", "")
    book.add_task(SHOP, "Whole", "")
    file = tmp_path / FILE_NAME
    data = file.read_bytes()
    assert data.count(b"Damaged") == 1
    file.write_bytes(data.replace(b"Damaged", b"\xd4\xd4maged"))
    with pytest.raises(StorageError, match="UTF-8"):
        book.tasks()
    assert not [*tmp_path.glob(f"{FILE_NAME}{SET_ASIDE}*")]
    assert b"Whole" in file.read_bytes()


def test_a_file_that_cannot_be_used_is_an_error(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).mkdir()
    with pytest.raises(StorageError, match=FILE_NAME):
        book_at(tmp_path).add_task(SHOP, "Nowhere", "")


def test_a_folder_that_cannot_be_read_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_: Path) -> bool:
        raise PermissionError("not yours")

    monkeypatch.setattr(Path, "exists", refused)
    with pytest.raises(StorageError, match="not yours"):
        book_at(tmp_path).tasks()


def test_the_files_are_private(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    book = book_at(folder)
    book.add_task(SHOP, "Private", "")
    assert folder.stat().st_mode & 0o077 == 0
    assert (folder / FILE_NAME).stat().st_mode & 0o077 == 0


def test_a_write_is_on_disk_when_it_returns_and_an_open_journal_keeps_the_log(tmp_path: Path) -> None:
    book = JournalBook(tmp_path, lambda: 200.0, stays_open=True)
    book.add_task(SHOP, "Round late", "")
    set_to: list[object] = []
    written = DurableDatabase(tmp_path / FILE_NAME, (journal_book._TABLES, journal_book._SEALS))
    for query in ("PRAGMA journal_mode", "PRAGMA synchronous", "PRAGMA secure_delete"):
        set_to += written.write(partial(first, query), 1)
    assert set_to == ["wal", 2, 1]
    assert (tmp_path / f"{FILE_NAME}-wal").exists()
    for part in tmp_path.glob(f"{FILE_NAME}*"):
        part.unlink()
    book.add_task(SHOP, "In a new file", "")
    assert [one.title for one in book.tasks()] == ["In a new file"]
    assert (tmp_path / f"{FILE_NAME}-wal").exists()
    book.close()
    assert not (tmp_path / f"{FILE_NAME}-wal").exists()
