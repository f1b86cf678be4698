"""The recipe book: recipes outlive the process, are shared by processes, and are dropped after 30 days."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ctx_lsp.base.confirmed_time import CONFIRMING_DAYS, DAY
from ctx_lsp.cache import recipe_book
from ctx_lsp.cache.recipe_book import FILE_NAME, KEPT_SECONDS, RecipeBook, RecipeRow


def row(pack_id: str, title: str = "where?", asked: float = 100.0, workspace: str = "/shop", by: str = "") -> RecipeRow:
    return RecipeRow(workspace, pack_id, asked, by, "question", title, b"{}")


def test_a_recipe_is_found_by_another_process_and_for_its_workspace_alone(tmp_path: Path) -> None:
    book = RecipeBook(tmp_path, lambda: 200.0)
    book.note(row("a"))
    assert book.find("/shop", "a") == row("a"), "what waits is written before it is read"
    other = RecipeBook(tmp_path, lambda: 200.0)
    assert other.find("/shop", "a") == row("a")
    assert other.find("/other", "a") is None
    assert other.find("/shop", "b") is None


def test_of_one_title_the_latest_is_listed(tmp_path: Path) -> None:
    book = RecipeBook(tmp_path, lambda: 200.0)
    for one in (row("a", asked=1), row("b", asked=3), row("c", "how?", asked=2), row("d", asked=2, by="agent")):
        book.note(one)
    assert [one.pack_id for one in book.recent("/shop", 10)] == ["b", "c", "d"] or [
        one.pack_id for one in book.recent("/shop", 10)
    ] == ["b", "d", "c"]
    assert [one.pack_id for one in book.recent("/shop", 1)] == ["b"]
    assert book.find("/shop", "a") is not None, "an earlier pack of the same title can still be asked for"


def test_an_agent_that_gets_an_equal_pack_does_not_take_the_users_row(tmp_path: Path) -> None:
    book = RecipeBook(tmp_path, lambda: 200.0)
    for one in (row("a", asked=1), row("a", asked=2, by="agent"), row("a", asked=3, by="agent")):
        book.note(one)
    assert [(one.asked_by, one.asked) for one in book.recent("/shop", 10)] == [("agent", 3), ("", 1)]
    found = book.find("/shop", "a")
    assert found is not None
    assert found.asked == 3, "the latest of equal packs"


def test_old_recipes_are_neither_found_nor_kept(tmp_path: Path) -> None:
    now = 1_000.0
    book = RecipeBook(tmp_path, lambda: now)
    book.note(row("a", asked=now))
    book.write()
    now += KEPT_SECONDS + 1
    for _ in range(CONFIRMING_DAYS):
        now += DAY
        assert book.find("/shop", "a") is None
        assert "a" not in [one.pack_id for one in book.recent("/shop", 10)]
        book.note(row("b", asked=now))
        book.write()
    now -= KEPT_SECONDS + CONFIRMING_DAYS * DAY
    assert book.find("/shop", "a") is None, "it was deleted"
    assert book.find("/shop", "b") is not None


def test_a_clock_that_is_ahead_for_a_day_deletes_nothing(tmp_path: Path) -> None:
    now = 1_000.0
    book = RecipeBook(tmp_path, lambda: now)
    book.note(row("a", asked=now))
    book.write()
    now += 100 * KEPT_SECONDS
    book.note(row("b", "while it is ahead", asked=now))
    book.write()
    book.expire()
    assert book.find("/shop", "a") is None
    now -= 100 * KEPT_SECONDS - DAY
    assert book.find("/shop", "a") is not None


def test_old_recipes_are_deleted_without_new_ones(tmp_path: Path) -> None:
    now = 1_000.0
    book = RecipeBook(tmp_path, lambda: now)
    book.note(row("a", "an old question", asked=now))
    book.write()
    assert b"an old question" in (tmp_path / FILE_NAME).read_bytes()
    now += KEPT_SECONDS + 1
    for _ in range(CONFIRMING_DAYS):
        now += DAY
        book.expire()
    assert b"an old question" not in (tmp_path / FILE_NAME).read_bytes(), "deleted rows are overwritten"
    now = 1_000.0
    assert book.find("/shop", "a") is None


@pytest.mark.parametrize("exists", [False, True])
def test_the_file_and_its_folder_are_private(tmp_path: Path, exists: bool) -> None:
    folder = tmp_path / "data"
    if exists:
        folder.mkdir()
        (folder / FILE_NAME).touch()
        folder.chmod(0o755)
        (folder / FILE_NAME).chmod(0o644)
    book = RecipeBook(folder, lambda: 200.0)
    book.note(row("a"))
    book.write()
    assert [path.stat().st_mode & 0o777 for path in (folder, folder / FILE_NAME)] == [0o700, 0o600]


def test_the_oldest_are_dropped_where_there_are_too_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recipe_book, "MAX_PACKS", 3)
    book = RecipeBook(tmp_path, lambda: 200.0)
    for number in range(5):
        book.note(row(str(number), str(number), asked=number))
        book.write()
    book.note(row("other", workspace="/other"))
    assert [one.pack_id for one in book.recent("/shop", 10)] == ["4", "3", "2"]
    assert book.find("/other", "other") is not None


def test_processes_do_not_overwrite_each_other(tmp_path: Path) -> None:
    books = [RecipeBook(tmp_path, lambda: 200.0) for _ in range(4)]

    def write(number: int) -> None:
        for step in range(25):
            books[number].note(row(f"{number}-{step}", f"{number}-{step}"))
            books[number].write(wait=5.0)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, range(4)))
    assert len(RecipeBook(tmp_path, lambda: 200.0).recent("/shop", 1_000)) == 100


def test_a_workspace_can_be_forgotten(tmp_path: Path) -> None:
    book = RecipeBook(tmp_path, lambda: 200.0)
    book.note(row("a"))
    book.note(row("b", workspace="/other"))
    book.forget("/shop")
    assert book.recent("/shop", 10) == []
    assert [one.pack_id for one in book.recent("/other", 10)] == ["b"]


def test_a_folder_is_forgotten_also_as_one_of_several(tmp_path: Path) -> None:
    book = RecipeBook(tmp_path, lambda: 200.0)
    others = ("/other", "/shop/inner", "/other\n/shop2")
    for number, workspace in enumerate(("/shop", "/other\n/shop", "/shop\n/zoo", *others)):
        book.note(row(str(number), workspace=workspace))
    book.forget_folder("/shop")
    assert [book.recent(workspace, 9) for workspace in ("/shop", "/other\n/shop", "/shop\n/zoo")] == [[], [], []]
    assert all(book.recent(workspace, 9) for workspace in others)


def test_a_damaged_file_is_recreated(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"no database" * 1_000)
    book = RecipeBook(tmp_path, lambda: 200.0)
    assert book.find("/shop", "a") is None
    book.note(row("a"))
    assert book.find("/shop", "a") is not None


def test_without_a_writable_folder_recipes_wait(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("a file, not a folder")
    book = RecipeBook(tmp_path / "file", lambda: 200.0)
    book.note(row("a"))
    book.write()
    assert book.recent("/shop", 10) == []
    (tmp_path / "file").unlink()
    assert [one.pack_id for one in book.recent("/shop", 10)] == ["a"]
