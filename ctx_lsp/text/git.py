"""Reads texts, commit messages and differences from git. No other module runs git; `git_log` reads through this one.

Commits and other objects are named by their full hashes. Git runs without a shell and with a time limit, and it never
changes the repository. The options ensure that git does not run programs configured by the repository (filters, text
conversions, file watchers), fetch anything or take locks.
"""

import hashlib
import os
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryFile
from threading import Thread
from time import monotonic
from typing import NamedTuple

from ctx_lsp.base.system import PROGRAM_FLAGS, program

TIMEOUT = 20.0  # seconds; listing a revision of a hundred thousand files takes half a second

_LARGEST = 16_000_000  # maximum bytes of one text; larger texts are not indexed anyway
_READ_ONLY = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",  # for git versions that do not know GIT_NO_LAZY_FETCH
    "LC_ALL": "C",
}
_OPTIONS = ("-c", "core.fsmonitor=false", "--no-pager", "--no-replace-objects")
_NO_REPOSITORY = "not a git repository"  # as git says it in the locale "C"
_SHA1_DIGITS = 40
_deadline = ContextVar("_deadline", default=float("inf"))  # on the clock of `monotonic`
_LINK = b"120000"  # the mode of a symbolic link; its content is the path of the target


class GitError(Exception):
    """Error raised if git fails or does not find a revision. The message is one sentence, from git or this module."""


class GitTimeout(GitError):
    """Error raised if git does not answer within the time limit."""


class NotARepository(GitError):
    """Error raised if a folder is in no Git repository."""


class _NothingFound(GitError):
    """Error raised if git fails without giving a reason."""


def resolve_revision(folder: Path, revision: str) -> str:
    """Return the full hash of the commit that `revision` names. Raises `GitError` if there is no such commit.

    A day such as `2026-01-31` stands for the newest commit before that day (in UTC) on the first-parent line of `HEAD`,
    unless a branch or tag has this name.
    """
    if revision.startswith("-") or "\0" in revision:
        raise GitError(f"{revision!r} is not a revision")
    try:
        found = run_git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    except _NothingFound as error:
        day = _day(revision)
        before = commit_before(folder, "HEAD", day - 1) if day is not None and _has_commits(folder) else ""
        if not before:
            raise GitError(_why_unknown(folder, is_day=day is not None)) from error
        return before
    return found.decode("ascii", "replace").strip()


def _day(revision: str) -> int | None:
    """Return when a day such as `2026-01-31` begins in UTC, in seconds since 1970; None if the text is not a day."""
    try:
        return int(datetime.strptime(revision, "%Y-%m-%d").replace(tzinfo=UTC).timestamp())
    except ValueError:
        return None


def tags_of(folder: Path, commit: str) -> tuple[str, ...]:
    """Return the tags of a commit. Raises `GitError`."""
    found = run_git(folder, "tag", "--points-at", commit)
    return tuple(found.decode("utf-8", "replace").splitlines())


def _why_unknown(folder: Path, *, is_day: bool) -> str:
    """Return the reason why a revision may be unknown in a repository. `is_day` is true if the revision is a day."""
    if not _has_commits(folder):
        return "there are no commits yet"
    reason = "no commit is older than this day" if is_day else "no commit, branch or tag has this name"
    if run_git(folder, "rev-parse", "--is-shallow-repository").strip() == b"true":
        return f"{reason}; the clone is shallow, and `git fetch --unshallow` completes it"
    return reason


def _has_commits(folder: Path) -> bool:
    return bool(run_git(folder, "rev-list", "--max-count=1", "--all").strip())


def objects_folder(folder: Path) -> Path:
    """Return the folder in which the repository that contains `folder` stores its objects. Raises `GitError`."""
    found = run_git(folder, "rev-parse", "--git-path", "objects").removesuffix(b"\n")
    return (folder / os.fsdecode(found)).resolve()


class Tree(NamedTuple):
    """The entries of a commit below a folder, keyed by relative path.

    The values of `texts` are the hashes of the contents; the values of `submodules` are the hashes of commits.
    """

    texts: dict[str, str]
    submodules: dict[str, str]


def tree_below(folder: Path, commit: str) -> Tree:
    """Return the entries of a commit below `folder`, except links and paths that are not UTF-8. Raises `GitError`."""
    found = Tree({}, {})
    by_kind = {b"blob": found.texts, b"commit": found.submodules}
    for line in run_git(folder, "ls-tree", "-r", "-z", commit).split(b"\0"):
        about, _, path = line.partition(b"\t")
        mode, _, rest = about.partition(b" ")
        kind, _, name = rest.partition(b" ")
        if kind in by_kind and mode != _LINK and _is_utf8(path):
            by_kind[kind][path.decode()] = name.decode("ascii")
    return found


class Commit(NamedTuple):
    """A commit that is not a merge: its full hash, the full hash of its parent, and its message."""

    name: str
    parent: str
    message: str


def history(folder: Path, commit: str, count: int, skip: int = 0) -> list[Commit]:
    """Return the first-parent history of `commit`, newest first, without merges and the root commit.

    Skip the first `skip` commits, and return at most `count`. Raises `GitError`.
    """
    line = ("--first-parent", "--min-parents=1", "--max-parents=1", f"--max-count={count}", f"--skip={skip}")
    names = run_git(folder, "rev-list", *line, commit).decode("ascii").split()
    objects = dict(read_texts(folder, names))  # not with `git log`, which may run configured programs
    return [_commit(name, objects[name]) for name in names if name in objects]


def _commit(name: str, data: bytes) -> Commit:
    about, _, message = data.partition(b"\n\n")
    parents = (line.removeprefix(b"parent ") for line in about.split(b"\n") if line.startswith(b"parent "))
    return Commit(name, next(parents, b"").decode("ascii"), message.decode("utf-8", "replace"))


def commit_time(folder: Path, commit: str) -> int:
    """Return the time of a commit in seconds since 1970. Raises `GitError`."""
    return int(run_git(folder, "rev-list", "--timestamp", "--max-count=1", commit).split()[0])


def commit_before(folder: Path, tip: str, time: int) -> str:
    """Return the newest commit at or before `time` (seconds since 1970) in the first-parent history of `tip`, or ""."""
    if time < 0:  # git reads it as a date relative to now
        return ""
    line = ("--first-parent", "--max-count=1", f"--before=@{time} +0000")  # git guesses at a short plain number
    return run_git(folder, "rev-list", *line, tip).decode("ascii").strip()


class FileChange(NamedTuple):
    """The change to a file between two commits.

    `kind` is git's status letter (A, D, M or T); a moved file has one change with D and one with A. `before` and
    `after` are the hashes of the file's contents in the two commits; a hash consists of zeros if there is no such file.
    """

    kind: str
    path: str
    before: str
    after: str


def changes_between(folder: Path, old: str, new: str) -> list[FileChange]:
    """Return the changes to files below `folder` between two commits. Raises `GitError`.

    File contents are not read. Paths that are not valid UTF-8 are left out.
    """
    fields = run_git(folder, "diff-tree", "-r", "-z", "--no-renames", "--relative", old, new).split(b"\0")
    found = []
    for about, path in zip(fields[0::2], fields[1::2], strict=False):  # the last field is empty
        *_, before, after, kind = about.decode("ascii").split()
        if _is_utf8(path):
            found.append(FileChange(kind, path.decode(), before, after))
    return found


def paths_touched(folder: Path, commits: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the files below `folder` that each commit changed, added or removed, keyed by the commit's full hash."""
    asked = set(commits)
    touched: dict[str, list[str]] = {commit: [] for commit in commits}
    names = "".join(f"{commit}\n" for commit in commits).encode("ascii")
    listed = run_git(
        folder, "diff-tree", "--stdin", "-r", "-z", "--no-renames", "--name-only", "--relative", asked=names
    )
    current = ""
    for field in listed.split(b"\0"):
        if not field or not _is_utf8(field):
            continue
        text = field.decode()
        if text in asked:
            current = text
        elif current:
            touched[current].append(text)
    return {commit: tuple(paths) for commit, paths in touched.items()}


def committed_texts(folder: Path, commit: str, paths: Iterable[str]) -> dict[str, bytes]:
    """Return the contents of the files at `paths` (relative to `folder`) in a commit.

    Missing and oversized files are left out. Raises `GitError`.
    """
    names: dict[str, str] = {}
    for line in run_git(folder, "ls-tree", "-z", commit, "--", *(f":(literal){path}" for path in paths)).split(b"\0"):
        about, _, path = line.partition(b"\t")
        if about and _is_utf8(path):
            names[path.decode()] = about.split()[-1].decode("ascii")
    contents = dict(read_texts(folder, names.values()))
    return {path: contents[name] for path, name in names.items() if name in contents}


def versions_of(folder: Path, commits: Sequence[str], path: str) -> list[bytes]:
    """Return the contents of the file at `path` (relative to `folder`) in each commit, b"" where there is none.

    Raises `GitError`.
    """
    if "\n" in path:  # it separates the questions
        return [b""] * len(commits)
    asked = "".join(f"{commit}:./{path}\n" for commit in commits).encode()
    lines = run_git(folder, "cat-file", "--batch-check=%(objecttype) %(objectname)", asked=asked).splitlines()
    names = [one.removeprefix(b"blob ").decode("ascii") if one.startswith(b"blob ") else "" for one in lines]
    contents = dict(read_texts(folder, filter(None, names)))
    return [contents.get(name, b"") for name in names]


def removed_below(folder: Path, tree: Tree) -> list[str]:
    """Return those paths in `tree` (relative to `folder`) whose files were deleted or are no longer tracked by git."""
    # Compare lists of names, because git's own comparisons run filters that the repository configures.
    staged, deleted = _names(folder, "--cached"), _names(folder, "--deleted")
    return [path for path in tree.texts if path not in staged or path in deleted]


def read_texts(folder: Path, names: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the hash and content of each object in `names` (hashes), leaving out missing and oversized objects."""
    asked = "".join(f"{name}\n" for name in dict.fromkeys(names)).encode("ascii")
    answer = run_git(folder, "cat-file", "--batch", asked=asked) if asked else b""
    start = 0
    while start < len(answer):
        end = answer.index(b"\n", start)
        name, *about = answer[start:end].split()
        if len(about) < 2:  # an object that git reports as missing
            start = end + 1
            continue
        size = int(about[1])
        if size <= _LARGEST:
            yield name.decode("ascii"), answer[end + 1 : end + 1 + size]
        start = end + 1 + size + 1


def content_name(data: bytes, like: str) -> str:
    """Return git's hash of a file with the content `data`, using the same algorithm (SHA-1 or SHA-256) as `like`."""
    algorithm = "sha1" if len(like) == _SHA1_DIGITS else "sha256"
    return hashlib.new(algorithm, b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def _names(folder: Path, which: str) -> frozenset[str]:
    listed = run_git(folder, "ls-files", "-z", which)
    return frozenset(name.decode() for name in listed.split(b"\0") if name and _is_utf8(name))


def _is_utf8(name: bytes) -> bool:
    try:
        name.decode()
    except UnicodeDecodeError:
        return False
    return True


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Limit the total time of all git calls in a `with` block. A call that exceeds it raises `GitTimeout`."""
    before = _deadline.set(monotonic() + seconds)
    try:
        yield
    finally:
        _deadline.reset(before)


def run_git(folder: Path, *arguments: str, asked: bytes = b"") -> bytes:
    """Run git with `asked` as its standard input, and return its output. Raises `GitError`."""
    seconds = _seconds_left()
    try:
        done = subprocess.run(  # noqa: S603 - a fixed program; a revision cannot be taken for an option
            [program("git"), *_OPTIONS, *arguments], cwd=folder, env=_environment(), input=asked, capture_output=True,
            timeout=seconds, check=False, creationflags=PROGRAM_FLAGS,
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        raise GitTimeout(f"git did not answer within {seconds:.0f} s") from error
    except OSError as error:
        raise GitError(f"git cannot be run: {error.strerror}") from error
    if done.returncode:
        raise _failure(arguments, done.stderr)
    return done.stdout


def first_output(folder: Path, *arguments: str, asked: bytes, max_bytes: int) -> bytes:
    """Run git as `run_git` does, but return only the first `max_bytes` bytes of its output. Raises `GitError`.

    Git is killed as soon as it has written that many bytes.
    """
    seconds = _seconds_left()
    found: list[bytes] = []
    with TemporaryFile() as given, TemporaryFile() as told:
        given.write(asked)
        given.seek(0)
        try:
            process = subprocess.Popen(  # noqa: S603 - as in `run_git`
                [program("git"), *_OPTIONS, *arguments], cwd=folder, env=_environment(), stdin=given,
                stdout=subprocess.PIPE, stderr=told, creationflags=PROGRAM_FLAGS,
            )  # fmt: skip
        except OSError as error:
            raise GitError(f"git cannot be run: {error.strerror}") from error

        def read() -> None:
            assert process.stdout, "it is a pipe"
            with process.stdout as output:
                found.append(output.read(max_bytes))

        reader = Thread(target=read, name="git-output", daemon=True)
        reader.start()
        reader.join(seconds)
        is_late = reader.is_alive()  # asked once, because the reader ends when git does
        is_cut = not is_late and len(found[0]) == max_bytes
        if is_late or is_cut:
            process.kill()
        failed = process.wait()
        if is_late:
            raise GitTimeout(f"git did not answer within {seconds:.0f} s")
        if failed and not is_cut:
            told.seek(0)
            raise _failure(arguments, told.read())
    return found[0]


def _seconds_left() -> float:
    """Return how many seconds the next call of git may take. Raises `GitTimeout` if `time_limit` leaves none."""
    left = _deadline.get() - monotonic()
    if left <= 0:
        raise GitTimeout("git did not answer in time")
    return min(TIMEOUT, left)


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("GIT_")} | _READ_ONLY


def _failure(arguments: Sequence[str], told: bytes) -> GitError:
    """Return the error for a call that failed and wrote `told` to its standard error."""
    lines = told.decode("utf-8", "replace").strip().splitlines()
    if not lines:
        return _NothingFound(f"git {arguments[0]} found nothing")
    if _NO_REPOSITORY in lines[0]:
        return NotARepository("not a Git repository")
    return GitError(lines[0].removeprefix("fatal: "))
