"""Files that requests name by paths, and the reasons for which they are not in the index."""

from pathlib import Path
from typing import get_args

import pytest

from ctx_lsp.text.disk import Limits
from ctx_lsp.text.disk_files import SkipReason
from ctx_lsp.text.roots import Root, Roots
from ctx_lsp.workspace.indexed_files import REASONS, IndexedFiles
from tests.workspaces import snapshot_of

SRC = snapshot_of("=== src/a.py\nx = 1\n=== src/in.d/b.py\nx = 1\n=== srcs/c.py\nx = 1\n")


def reasons_of(alias: object) -> set[str]:
    """The texts of a `Literal` type, which may contain others."""
    return {one for each in get_args(alias) for one in ([each] if isinstance(each, str) else reasons_of(each))}


def test_every_reason_has_a_text() -> None:
    assert set(REASONS) == reasons_of(SkipReason)
    assert len(set(REASONS.values())) == len(REASONS)


@pytest.mark.parametrize("path", ["/etc/passwd", "../a.py", "src/../../a.py"])
def test_a_path_outside_is_said_to_be_outside(path: str, tmp_path: Path) -> None:
    files = IndexedFiles(SRC, Roots((Root(tmp_path, ""),)), Limits())
    assert str(files.missing(path)) == f"{path} is not in the index, because it is outside the workspace folder"
    assert "because it does not exist; nearest: src/a.py" in str(files.missing("src/aa.py"))


def test_a_file_of_another_worktree_is_said_to_be_of_it(tmp_path: Path) -> None:
    inner = tmp_path / "trees" / "one"
    inner.mkdir(parents=True)
    (inner / ".git").write_text(f"gitdir: {tmp_path}/.git/worktrees/one\n")
    (inner / "a.py").write_text("x = 1\n")
    files = IndexedFiles(SRC, Roots((Root(tmp_path, ""),)), Limits())
    for path in ("trees/one/a.py", "trees/one"):
        assert str(files.missing(path)).endswith("because it is in another worktree of Git"), path


SPREAD = snapshot_of("=== a/feed.go\npackage a\n=== b/model/feed.go\npackage b\n=== b/view/list.go\npackage b\n")


@pytest.mark.parametrize(
    ("path", "nearest"),
    [
        ("model/feed.go", "b/model/feed.go, a/feed.go"),
        ("b/modle", "b/model"),
        ("b/view/lists.go", "b/view/list.go"),
    ],
)
def test_a_path_that_does_not_exist_is_answered_with_the_nearest(path: str, nearest: str, tmp_path: Path) -> None:
    files = IndexedFiles(SPREAD, Roots((Root(tmp_path, ""),)), Limits())
    assert str(files.missing(path)) == f"{path} is not in the index, because it does not exist; nearest: {nearest}"


@pytest.mark.parametrize("path", [".git/config", ".git", "src/.svn/entries"])
def test_a_file_of_version_control_is_said_to_be_of_it(path: str, tmp_path: Path) -> None:
    (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / path).write_text("x")
    files = IndexedFiles(SRC, Roots((Root(tmp_path, ""),)), Limits())
    assert str(files.missing(path)) == f"{path} is not in the index, because it belongs to version control"


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("src.", []),
        ("src", ["src/a.py", "src/in.d/b.py"]),
        ("src/", ["src/a.py", "src/in.d/b.py"]),
        ("src/.", ["src/a.py", "src/in.d/b.py"]),
        ("src/in.", []),
        (".", ["src/a.py", "src/in.d/b.py", "srcs/c.py"]),
    ],
)
def test_a_folder_is_named_with_or_without_its_end(path: str, found: list[str]) -> None:
    assert IndexedFiles(SRC, Roots(), Limits()).at([path]) == {path: found}
