"""Which lines commits edited, as git tells them along the first parents."""

import sys
from pathlib import Path
from time import monotonic

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.text import git
from ctx_lsp.text.git import GitError
from ctx_lsp.text.git_edits import EditedFile, LineEdit, commit_edits, first_parents
from tests.evaluation.repositories import Repository


def edits(shop: Repository) -> list[tuple[EditedFile, ...]]:
    line = first_parents(shop.folder, shop.git("rev-parse", "HEAD"), 100)
    return [one.files for one in commit_edits(shop.folder, line, 1_000_000, CancelToken())]


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
    whole = list(commit_edits(shop.folder, line, 1_000_000, CancelToken()))
    assert len(whole) == 119
    for limit in (1, 60, *range(1_000, 1_300)):
        part = list(commit_edits(shop.folder, line, limit, CancelToken()))
        assert part == whole[: len(part)], "no edits of a commit are cut off"
        assert len(part) <= limit // 200, "each commit has more than 200 bytes of differences"
    assert len(part) > 1
    below = commit_edits(shop.folder / "in", line[:3], 10_000, CancelToken())
    assert {file.path for one in below for file in one.files} == {"a.txt"}


def test_large_files_are_not_compared(tmp_path: Path) -> None:
    shop = Repository(tmp_path / "shop")
    for number in range(3):
        shop.commit("Change", {"data.json": f'"{number}": 0,\n' * 150_000, "a.txt": f"{number}\n"})
    edited = EditedFile("a.txt", "", (LineEdit(0, 1, 1),))
    assert edits(shop) == [(edited,), (edited,)]


@pytest.mark.skipif(sys.platform == "win32", reason="its file names have no quotes")
def test_unusual_names(tmp_path: Path) -> None:
    shop = Repository(tmp_path / "shop")
    shop.git("config", "core.quotePath", "true")
    shop.commit("Begin", {"é.py": "1\n2\n3\n"})
    shop.commit("Edit", {"é.py": "1\n2\n4\n", 'a"\t.py': "1\n"})
    shop.commit("Move", {"é.py": None, 'b"\\ü.py': "1\n2\n4\n"})
    shop.commit("Move back", {'b"\\ü.py': None, "a b.py": "1\n2\n4\n5\n"})
    assert edits(shop) == [
        (EditedFile("a b.py", 'b"\\ü.py', (LineEdit(3, 1, 0),)),),
        (EditedFile('b"\\ü.py', "é.py", ()),),
        (EditedFile('a"\t.py', "", (LineEdit(0, 1, 0),)), EditedFile("é.py", "", (LineEdit(2, 1, 1),))),
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="the program that stands for a stalled git is a shell script")
@pytest.mark.parametrize("stall", ["exec sleep 5", "sleep 5"])  # the child of the second one keeps the pipe open
def test_a_stalled_git_is_waited_for_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stall: str) -> None:
    shop = Repository(tmp_path / "shop")
    for number in range(9):
        shop.commit("Change", {"a.txt": f"{number}\n"})
    line = first_parents(shop.folder, shop.git("rev-parse", "HEAD"), 100)
    stalled = tmp_path / "git"
    stalled.write_text(f"#!/bin/sh\necho >> {tmp_path}/calls\n{stall}\n")
    stalled.chmod(0o755)
    monkeypatch.setattr(git, "program", lambda _name: str(stalled))
    monkeypatch.setattr(git, "TIMEOUT", 1.0)
    before = monotonic()
    with pytest.raises(git.GitTimeout):
        list(commit_edits(shop.folder, line, 1_000, CancelToken()))
    assert monotonic() - before < 4
    with git.time_limit(0), pytest.raises(git.GitTimeout):
        list(commit_edits(shop.folder, line, 1_000, CancelToken()))
    assert (tmp_path / "calls").read_text() == "\n"


def test_reading_ends_before_contents_that_are_missing(tmp_path: Path) -> None:
    shop = Repository(tmp_path / "shop")
    for number in range(9):
        shop.commit("Change", {"a.txt": f"{number}\n"})
    line = first_parents(shop.folder, shop.git("rev-parse", "HEAD"), 1_000)
    lost = shop.git("rev-parse", "HEAD~5:a.txt")
    (shop.folder / ".git/objects" / lost[:2] / lost[2:]).unlink()
    assert [one.name for one in commit_edits(shop.folder, line, 1_000, CancelToken())] == [one.name for one in line[:4]]
    with pytest.raises(GitError):
        list(commit_edits(shop.folder, line[4:], 1_000, CancelToken()))
