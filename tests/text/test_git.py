"""Calls of git: results, and safety: they change nothing and run no program that the repository names."""

import hashlib
import os
import subprocess
from pathlib import Path

import pytest

from ctx_lsp.text import git
from ctx_lsp.text.git import (
    GitError,
    changes_between,
    committed_texts,
    content_name,
    history,
    read_texts,
    removed_below,
    resolve_revision,
    run_git,
    tree_below,
)
from ctx_lsp.text.git_log import commit_names, line_commit, logged_commits


def run(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True, encoding="utf-8")  # noqa: S607 - the git that is there
    return done.stdout.strip()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    run(tmp_path, "init", "--quiet")
    run(tmp_path, "config", "user.email", "nobody@example.org")
    run(tmp_path, "config", "user.name", "Nobody")
    (tmp_path / "inner").mkdir()
    (tmp_path / "a.py").write_bytes(b"x = 1\r\n")
    (tmp_path / "inner" / "b c\té\n.py").write_bytes(b"")
    run(tmp_path, "add", "--all")
    run(tmp_path, "commit", "--quiet", "--message", "x")
    return tmp_path


def test_the_texts_of_a_revision_by_path(repository: Path) -> None:
    commit = resolve_revision(repository, "HEAD")
    assert commit == run(repository, "rev-parse", "HEAD")
    names = tree_below(repository, commit).texts
    assert sorted(names) == ["a.py", "inner/b c\té\n.py"]
    assert dict(read_texts(repository, names.values())) == {
        names["a.py"]: b"x = 1\r\n",
        names["inner/b c\té\n.py"]: b"",
    }
    assert list(tree_below(repository / "inner", commit).texts) == ["b c\té\n.py"]


def test_contents_have_the_names_that_git_gives_them(repository: Path) -> None:
    [name] = [name for path, name in tree_below(repository, "HEAD").texts.items() if path == "a.py"]
    assert content_name(b"x = 1\r\n", name) == name
    assert len(content_name(b"", "0" * 64)) == len(hashlib.sha256().hexdigest())


def test_files_deleted_from_the_disk(repository: Path) -> None:
    assert removed_below(repository, tree_below(repository, "HEAD")) == []
    (repository / "a.py").unlink()
    assert removed_below(repository, tree_below(repository, "HEAD")) == ["a.py"]
    run(repository, "rm", "--quiet", "a.py")
    assert removed_below(repository, tree_below(repository, "HEAD")) == ["a.py"], "whether git has been told or not"
    assert removed_below(repository / "inner", tree_below(repository / "inner", "HEAD")) == []


def test_contents_that_are_not_there_are_left_out(repository: Path) -> None:
    assert list(read_texts(repository, ["0" * 40])) == []
    assert list(read_texts(repository, [])) == []


@pytest.mark.parametrize("revision", ["nothing", "-h", "--all", "a.py", "HEAD:a.py", "", "HEAD\nHEAD", "HEAD\0"])
def test_an_unknown_commit_is_an_error(repository: Path, revision: str) -> None:
    with pytest.raises(GitError):
        resolve_revision(repository, revision)


def test_why_a_revision_is_unknown(repository: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    with pytest.raises(GitError, match=r"^no commit, branch or tag has this name$"):
        resolve_revision(repository, "nowhere")
    plain = tmp_path_factory.mktemp("plain")
    with pytest.raises(GitError, match=r"^not a Git repository$"):
        resolve_revision(plain, "HEAD")
    empty, shallow = plain / "empty", plain / "shallow"
    run(repository, "init", "--quiet", str(empty))
    with pytest.raises(GitError, match=r"^there are no commits yet$"):
        resolve_revision(empty, "HEAD")
    run(repository, "commit", "--quiet", "--allow-empty", "--message=second")
    run(repository, "clone", "--quiet", "--depth=1", repository.as_uri(), str(shallow))
    with pytest.raises(GitError, match="the clone is shallow, and `git fetch --unshallow` completes it"):
        resolve_revision(shallow, "HEAD~1")


def test_a_day_names_the_newest_commit_before_it(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for day in ("1971-01-02T00:00:00Z", "2001-02-03T23:59:59Z", "2001-02-04T00:00:00Z"):
        monkeypatch.setenv("GIT_COMMITTER_DATE", day)
        run(repository, "commit", "--quiet", "--allow-empty", f"--message={day}")
    first = resolve_revision(repository, "HEAD~1")
    assert resolve_revision(repository, "2001-02-04") == first
    assert resolve_revision(repository, "2001-02-05") == resolve_revision(repository, "HEAD")
    assert resolve_revision(repository, "1971-01-03") == resolve_revision(repository, "HEAD~2")
    for early in ("1971-01-02", "1970-01-01", "0001-01-01"):
        with pytest.raises(GitError, match=r"^no commit is older than this day$"):
            resolve_revision(repository, early)
    with pytest.raises(GitError, match=r"^no commit, branch or tag has this name$"):
        resolve_revision(repository, "2001-13-45")
    run(repository, "tag", "2001-02-05", first)
    assert resolve_revision(repository, "2001-02-05") == first


def test_nothing_that_the_repository_names_is_run_and_nothing_is_written(repository: Path) -> None:
    mark = repository.parent / "mark"
    script = repository.parent / "hostile.sh"
    script.write_text(f"#!/bin/sh\ntouch {mark}\ncat\n")
    script.chmod(0o755)
    for name in (
        "core.fsmonitor",
        "core.pager",
        "diff.external",
        "filter.x.clean",
        "filter.x.smudge",
        "diff.x.textconv",
        "diff.x.command",
        "gpg.program",
    ):
        run(repository, "config", name, str(script))
    run(repository, "config", "log.showSignature", "true")
    (repository / ".gitattributes").write_text("*.py filter=x diff=x\n")
    run(repository, "-c", "filter.x.clean=cat", "commit", "--quiet", "--allow-empty", "--message", "y")
    (repository / "a.py").write_bytes(b"x = 1\n")  # of another size and time than the index has
    before = {file: file.stat().st_mtime_ns for file in (repository / ".git").rglob("*")}
    mark.unlink(missing_ok=True)
    commit = resolve_revision(repository, "HEAD")
    names = tree_below(repository, commit).texts
    list(read_texts(repository, names.values()))
    removed_below(repository, tree_below(repository, commit))
    [latest, *_] = history(repository, commit, 1)
    changes_between(repository, latest.parent, latest.name)
    assert next(logged_commits(repository, commit_names(repository, commit, 9))).name == commit
    assert line_commit(repository, commit, "a.py", 0) == latest.parent
    assert committed_texts(repository, commit, ["a.py", "none"]) == {
        "a.py": run_git(repository, "show", f"{commit}:a.py")
    }
    assert not mark.exists()
    assert {file: file.stat().st_mtime_ns for file in (repository / ".git").rglob("*")} == before


def test_white_space_in_authors_and_subjects_becomes_a_space_and_other_control_characters_are_escaped(
    repository: Path,
) -> None:
    who = ("-c", "user.name=No\tBody")
    run(repository, *who, "commit", "--quiet", "--allow-empty", "--message", "Use\tkey  now\x1b[2J\n\nMore\tof it")
    [latest, _] = logged_commits(repository, commit_names(repository, "HEAD", 9))
    assert (latest.author, latest.subject, latest.body) == ("No Body", "Use key now\\u001b[2J", "More\tof it")


def test_a_missing_list_of_ignored_commits_does_not_hide_the_commits_of_lines(repository: Path) -> None:
    first = run(repository, "rev-parse", "HEAD")
    (repository / "a.py").write_bytes(b"x = 1\n")
    run(repository, "commit", "--quiet", "--all", "--message=y")
    commit = resolve_revision(repository, "HEAD")
    run(repository, "config", "blame.ignoreRevsFile", ".git-blame-ignore-revs")
    assert line_commit(repository, commit, "a.py", 0) == commit
    (repository / ".git-blame-ignore-revs").write_text(f"{commit}\n")
    assert line_commit(repository, commit, "a.py", 0) == first


def test_missing_objects_of_a_partial_clone_are_not_fetched(repository: Path) -> None:
    mark = repository.parent / "mark"
    script = repository.parent / "hostile.sh"
    script.write_text(f"#!/bin/sh\ntouch {mark}\n")
    script.chmod(0o755)
    run(repository, "config", "core.repositoryFormatVersion", "1")
    run(repository, "config", "extensions.partialClone", "origin")
    run(repository, "config", "remote.origin.promisor", "true")
    run(repository, "config", "remote.origin.url", str(repository))
    run(repository, "config", "remote.origin.uploadPack", str(script))
    run(repository, "config", "protocol.allow", "always")
    list(read_texts(repository, ["1" * 40]))
    with pytest.raises(GitError):
        resolve_revision(repository, "1" * 40)
    assert not mark.exists()


def test_names_that_are_not_utf8_are_left_out(repository: Path) -> None:
    odd = os.fsencode(repository) + b"/caf\xe9.py"
    Path(os.fsdecode(odd)).write_bytes(b"x = 1\n")
    run(repository, "add", "--all")
    run(repository, "commit", "--quiet", "--message", "y")
    Path(os.fsdecode(odd)).unlink()
    assert sorted(tree_below(repository, "HEAD").texts) == ["a.py", "inner/b c\té\n.py"]
    assert removed_below(repository, tree_below(repository, "HEAD")) == []


def test_the_surroundings_do_not_choose_the_repository(
    repository: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_DIR", str(tmp_path_factory.mktemp("elsewhere")))
    assert len(resolve_revision(repository, "HEAD")) == len(hashlib.sha1(usedforsecurity=False).hexdigest())


def test_git_may_be_missing_or_slow(repository: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    programs = tmp_path / "programs"
    programs.mkdir()
    monkeypatch.setenv("PATH", str(programs))
    with pytest.raises(GitError, match="git cannot be run"):
        resolve_revision(repository, "HEAD")
    (programs / "git").write_text("#!/bin/sh\nexec /bin/sleep 60\n")
    (programs / "git").chmod(0o755)
    monkeypatch.setattr(git, "TIMEOUT", 0.2)
    with pytest.raises(GitError, match="did not answer"):
        resolve_revision(repository, "HEAD")


def test_the_history_newest_first_without_merges_and_the_very_first(repository: Path) -> None:
    root = run(repository, "rev-parse", "HEAD")
    names = [root]
    for number in range(3):
        (repository / "a.py").write_text(f"x = {number}\n")
        run(repository, "commit", "--quiet", "--all", "--message", f"Change {number}\n\nBody é\n\nA-by: B")
        names.append(run(repository, "rev-parse", "HEAD"))
    run(repository, "checkout", "--quiet", "-b", "side", names[1])
    (repository / "side.py").write_text("")
    run(repository, "add", "--all")
    run(repository, "commit", "--quiet", "--message", "Side")
    run(repository, "checkout", "--quiet", "-")
    run(repository, "merge", "--quiet", "--no-ff", "--message", "Merge", "side")
    found = history(repository, "HEAD", 10)
    assert [(commit.name, commit.parent) for commit in found] == [
        (names[3], names[2]),
        (names[2], names[1]),
        (names[1], names[0]),
    ]
    assert found[0].message == "Change 2\n\nBody é\n\nA-by: B\n"
    assert history(repository, "HEAD", 1, skip=1) == found[1:2]
    assert history(repository, root, 10) == []


def test_differences_between_two_commits(repository: Path) -> None:
    old = run(repository, "rev-parse", "HEAD")
    (repository / "long.py").write_text("".join(f"line {number}\n" for number in range(50)))
    run(repository, "add", "--all")
    run(repository, "commit", "--quiet", "--message", "y")
    middle = run(repository, "rev-parse", "HEAD")
    (repository / "a.py").write_text("x = 2\n")
    run(repository, "mv", "long.py", "moved.py")
    run(repository, "rm", "--quiet", "inner/b c\té\n.py")
    run(repository, "commit", "--quiet", "--all", "--message", "z")
    changes = {change.path: change for change in changes_between(repository, middle, "HEAD")}
    assert {path: change.kind for path, change in changes.items()} == {
        "a.py": "M",
        "inner/b c\té\n.py": "D",
        "long.py": "D",
        "moved.py": "A",
    }
    assert dict(read_texts(repository, changes["a.py"][2:])) == {
        changes["a.py"].before: b"x = 1\r\n",
        changes["a.py"].after: b"x = 2\n",
    }
    assert [change.kind for change in changes_between(repository, old, middle)] == ["A"]
    (repository / "inner").mkdir()
    assert [change.path for change in changes_between(repository / "inner", middle, "HEAD")] == ["b c\té\n.py"]
