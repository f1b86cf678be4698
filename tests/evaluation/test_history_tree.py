"""A folder that follows a history."""

from pathlib import Path

import pytest

from ctx_lsp.evaluation.history.tree import PastTree
from ctx_lsp.text.git import GitError, history, resolve_revision
from tests.evaluation.repositories import Repository


def files_in(folder: Path) -> dict[str, str]:
    files = (file for file in folder.rglob("*") if file.is_file() and ".git" not in file.parts)
    return {str(file.relative_to(folder)): file.read_text("utf-8") for file in files}


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "repository")


def test_the_folder_has_the_files_of_each_commit(repository: Repository, tmp_path: Path) -> None:
    first = repository.commit("one", {"a.py": "a = 1\n", "in/b.py": "b\n", "c": "c\n"})
    second = repository.commit("two", {"a.py": "a = 2\n", "in/b.py": None, "c": None, "c/d.py": "d\n", "in": "file\n"})
    folder = tmp_path / "past"
    folder.mkdir()
    tree = PastTree(repository.folder, folder)
    assert sorted(tree.move(first)) == ["a.py", "c", "in/b.py"]
    assert files_in(folder) == {"a.py": "a = 1\n", "in/b.py": "b\n", "c": "c\n"}
    assert sorted(tree.move(second)) == ["a.py", "c", "c/d.py", "in", "in/b.py"]
    assert files_in(folder) == {"a.py": "a = 2\n", "c/d.py": "d\n", "in": "file\n"}
    assert sorted(tree.move(first)) == ["a.py", "c", "c/d.py", "in", "in/b.py"]
    assert files_in(folder) == {"a.py": "a = 1\n", "in/b.py": "b\n", "c": "c\n"}
    assert tree.move(first) == []


def test_content_that_the_repository_lacks_is_left_out(repository: Repository, tmp_path: Path) -> None:
    first = repository.commit("one", {"a.py": "a = 1\n", "b.py": "b\n"})
    second = repository.commit("two", {"a.py": "a = 2\n"})
    name = repository.git("rev-parse", f"{second}:a.py")
    (repository.folder / ".git" / "objects" / name[:2] / name[2:]).unlink()
    folder = tmp_path / "past"
    folder.mkdir()
    tree = PastTree(repository.folder, folder)
    tree.move(first)
    assert tree.move(second) == ["a.py"]
    assert files_in(folder) == {"b.py": "b\n"}, "the earlier content must not stand for the later one"
    tree.move(first)
    assert files_in(folder) == {"a.py": "a = 1\n", "b.py": "b\n"}


def test_links_are_left_out(repository: Repository, tmp_path: Path) -> None:
    (repository.folder / "link.py").symlink_to("/etc/passwd")
    commit = repository.commit("one", {"a.py": "a = 1\n"})
    folder = tmp_path / "past"
    folder.mkdir()
    assert PastTree(repository.folder, folder).move(commit) == ["a.py"]
    assert files_in(folder) == {"a.py": "a = 1\n"}


@pytest.mark.parametrize("part", ["..", ".git", ".GIT"])
def test_a_tree_cannot_write_elsewhere(part: str, repository: Repository, tmp_path: Path) -> None:
    blob = repository.git("hash-object", "-w", "--stdin", given=b"evil")
    written = ("hash-object", "-w", "-t", "tree", "--literally", "--stdin")
    inner = repository.git(*written, given=b"100644 evil.py\0" + bytes.fromhex(blob))
    entry = b"100644 fine.py\0" + bytes.fromhex(blob)
    hostile = repository.git(*written, given=f"40000 {part}\0".encode() + bytes.fromhex(inner) + entry)
    folder = tmp_path / "outer" / "past"
    folder.mkdir(parents=True)
    assert PastTree(repository.folder, folder).move(hostile) == ["fine.py"]
    assert files_in(folder.parent) == {"past/fine.py": "evil"}


def test_its_history_ends_where_its_files_do(repository: Repository, tmp_path: Path) -> None:
    commits = [repository.commit(f"commit {number}", {"a.py": f"a = {number}\n"}) for number in range(3)]
    folder = tmp_path / "past"
    folder.mkdir()
    tree = PastTree(repository.folder, folder)
    for commit in (commits[1], commits[2], commits[0]):
        tree.move(commit)
        assert resolve_revision(folder, "HEAD") == commit
        assert history(folder, "HEAD", 9) == history(repository.folder, commit, 9)
    for path in ("objects", "HEAD"):
        assert (repository.folder / ".git" / path).exists()
    with pytest.raises(GitError):
        resolve_revision(folder, "main")
