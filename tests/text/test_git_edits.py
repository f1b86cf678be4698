"""Which lines commits edited, as git tells them along the first parents."""

from pathlib import Path

import pytest

from ctx_lsp.text.git import GitError
from ctx_lsp.text.git_edits import EditedFile, LineEdit, commit_edits, first_parents
from tests.evaluation.repositories import Repository


def edits(shop: Repository) -> list[tuple[EditedFile, ...]]:
    line = first_parents(shop.folder, shop.git("rev-parse", "HEAD"), 100)
    return [one.files for one in commit_edits(shop.folder, line, 1_000_000)]


def test_hunks_renames_and_texts_that_look_like_headings(tmp_path: Path) -> None:
    shop = Repository(tmp_path / "shop")
    lines = [f"{number}\n" for number in range(20)]
    shop.commit("Begin", {"a.txt": "".join(lines)})
    shop.commit("Edit", {"a.txt": "".join([*lines[:3], "x\n", "@@ -1 +1 @@\n", "++ b/y\n", *lines[4:10], *lines[12:]])})
    shop.commit("Move", {"a.txt": None, "b/c d.txt": (shop.folder / "a.txt").read_text() + "end"})
    shop.commit("Add", {"new.txt": "1\n2\n", "bytes": "a\0b"})
    assert edits(shop) == [
        (EditedFile("new.txt", "", (LineEdit(0, 2, 0),)),),
        (EditedFile("b/c d.txt", "a.txt", (LineEdit(20, 1, 0),)),),
        (EditedFile("a.txt", "", (LineEdit(3, 3, 1), LineEdit(12, 0, 2))),),
    ]


def test_a_merge_is_compared_with_its_first_parent(tmp_path: Path) -> None:
    shop = Repository(tmp_path / "shop")
    first = shop.commit("Begin", {"a.txt": "1\n"})
    shop.git("checkout", "--quiet", "-b", "side")
    shop.commit("Aside", {"b.txt": "1\n"})
    shop.commit("Aside again", {"b.txt": "1\n2\n"})
    shop.git("checkout", "--quiet", "main")
    second = shop.commit("Go on", {"a.txt": "2\n"})
    shop.git("merge", "--quiet", "--no-edit", "side")
    merged, edited = EditedFile("b.txt", "", (LineEdit(0, 2, 0),)), EditedFile("a.txt", "", (LineEdit(0, 1, 1),))
    assert edits(shop) == [(merged,), (edited,)]
    [merge] = first_parents(shop.folder, shop.git("rev-parse", "HEAD"), 100, second)
    assert merge.parent == second
    assert first_parents(shop.folder, first, 100) == []


def test_reading_ends_after_so_many_bytes_and_below_a_folder(tmp_path: Path) -> None:
    shop = Repository(tmp_path / "shop")
    for number in range(120):
        shop.commit("Change", {"in/a.txt": f"{number}\n", "b.txt": f"{number}\n"})
    line = first_parents(shop.folder, shop.git("rev-parse", "HEAD"), 1_000)
    assert len(list(commit_edits(shop.folder, line, 1))) == 50, "a batch"
    assert {file.path for one in commit_edits(shop.folder / "in", line[:3], 1) for file in one.files} == {"a.txt"}


def test_reading_ends_before_contents_that_are_missing(tmp_path: Path) -> None:
    shop = Repository(tmp_path / "shop")
    for number in range(9):
        shop.commit("Change", {"a.txt": f"{number}\n"})
    line = first_parents(shop.folder, shop.git("rev-parse", "HEAD"), 1_000)
    lost = shop.git("rev-parse", "HEAD~5:a.txt")
    (shop.folder / ".git/objects" / lost[:2] / lost[2:]).unlink()
    assert [one.name for one in commit_edits(shop.folder, line, 1_000)] == [one.name for one in line[:4]]
    with pytest.raises(GitError):
        list(commit_edits(shop.folder, line[4:], 1_000))
