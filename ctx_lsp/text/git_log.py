"""Reads commits with the files that they touched, and finds the commit that last changed a line.

Merges are left out, because their changes are already in the merged commits. Contents of files are read only to detect
renames, and never through filters or conversions. The module `git` runs the program.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ctx_lsp.text.git import GitError, GitTimeout, read_texts, run_git
from ctx_lsp.text.terminal import escaped_line

RENAMED = "-M50%"  # minimum similarity of a removed and an added file for a rename; git's default
LATEST_TIME = 253_402_300_799  # end of the year 9999, in seconds since 1970; later dates cannot be formatted
HASH_DIGITS = 40  # of the shortest hashes; those of SHA-256 are longer
COMMITS_COMPARED = 100  # commits compared by one call of git
RENAMES_COMPARED = "-l400"  # files compared in one commit; if there are more, only unchanged files are renames


class TouchedFile(NamedTuple):
    """A file that a commit touched.

    `kind` is git's status letter: A (added), M (modified), D (deleted), T (type changed) or R (renamed). `former` is
    the path before a rename, otherwise empty.
    """

    kind: str
    path: str
    former: str


class TouchedContents(NamedTuple):
    """A file that a commit touched, with the hashes of its contents before and after (zeros if there was no file)."""

    file: TouchedFile
    before: str
    after: str


class LoggedCommit(NamedTuple):
    """A commit: full hash, author, author date (seconds since 1970), message, and the files that it touched.

    `subject` is the first line of the message, and `body` the rest. Control characters and marks of the writing
    direction are escaped in the author's name and the subject, which clients show.
    """

    name: str
    author: str
    time: int
    subject: str
    body: str
    files: tuple[TouchedFile, ...]


def commit_names(folder: Path, tip: str, count: int, known: str = "") -> list[str]:
    """Return the hashes of `tip` and its ancestors, except merges, newest first and at most `count`.

    A commit comes before its parents. If `known` is given, this commit and its ancestors are left out. Raises
    `GitError`.
    """
    line = ["--no-merges", "--date-order", f"--max-count={count}", tip, *([f"^{known}"] if known else [])]
    return run_git(folder, "rev-list", *line).decode("ascii").split()


def commits_on_top(folder: Path, tip: str, known: str) -> list[str] | None:
    """Return the hashes of the commits after `known`, up to and including `tip`, newest first.

    Return None if `tip` does not descend from `known` in a straight line without merges. Raises `GitError`.
    """
    expected, found = tip, []
    for line in run_git(folder, "rev-list", "--parents", "--topo-order", tip, f"^{known}").decode("ascii").splitlines():
        name, *parents = line.split()
        if name != expected or len(parents) != 1:
            return None
        found.append(name)
        [expected] = parents
    return found if expected == known else None


def logged_commits(folder: Path, names: Sequence[str]) -> Iterator[LoggedCommit]:
    """Yield the commits with the hashes `names`, in this order, each with the files below `folder` that it touched.

    Raises `GitError`.
    """
    objects = dict(read_texts(folder, names))  # not with `git log`, which may run configured programs
    touched = touched_contents(folder, names)
    for name in names:
        if name in objects:
            yield _logged(name, objects[name], tuple(one.file for one in touched.get(name, ())))


def commits_alone(folder: Path, names: Sequence[str]) -> list[LoggedCommit]:
    """Return commits, merges included, without the files that they touched. Raises `GitError`."""
    return [_logged(name, data, ()) for name, data in read_texts(folder, names)]


def _logged(name: str, data: bytes, files: tuple[TouchedFile, ...]) -> LoggedCommit:
    about, _, message = data.partition(b"\n\n")
    author = next((line for line in about.split(b"\n") if line.startswith(b"author ")), b"")
    who, _, rest = author.removeprefix(b"author ").rpartition(b"> ")
    seconds = rest.partition(b" ")[0]
    subject, _, body = message.decode("utf-8", "replace").strip().partition("\n")
    author_name = who.partition(b" <")[0].decode("utf-8", "replace").strip()
    # An escaped tab would join two words, which hides secrets from `redaction`; therefore white space becomes spaces.
    author_name, subject = (escaped_line(" ".join(text.split())) for text in (author_name, subject))
    return LoggedCommit(name, author_name, _time(seconds), subject, body.strip(), files)


def _time(seconds: bytes) -> int:
    """Parse the time of a commit, and limit it to `LATEST_TIME`, because git accepts any number.

    Returns 0 for other text.
    """
    if not seconds.isdigit():
        return 0
    return min(int(seconds), LATEST_TIME) if len(seconds) <= len(str(LATEST_TIME)) else LATEST_TIME


def touched_contents(folder: Path, names: Sequence[str]) -> dict[str, list[TouchedContents]]:
    """Return the files below `folder` that each commit touched, keyed by the commit's hash. Raises `GitError`."""
    found: dict[str, list[TouchedContents]] = {}
    for start in range(0, len(names), COMMITS_COMPARED):
        found |= _touched(folder, names[start : start + COMMITS_COMPARED])
    return found


def _touched(folder: Path, names: Sequence[str]) -> dict[str, list[TouchedContents]]:
    try:
        return _parsed(_compared(folder, names, RENAMED))
    except GitTimeout:
        if len(names) == 1:
            raise
        middle = len(names) // 2  # fewer at a time, so that a slow machine finds the same renames
        return _touched(folder, names[:middle]) | _touched(folder, names[middle:])
    except GitError:  # a partial clone lacks contents, so detect only renames of unchanged files
        return _parsed(_compared(folder, names, "-M100%"))


def _compared(folder: Path, names: Sequence[str], renamed: str) -> list[bytes]:
    asked = "".join(f"{name}\n" for name in names).encode("ascii")
    options = ("--stdin", "-r", "-z", "--raw", "--root", "--no-abbrev", "--relative", RENAMES_COMPARED, renamed)
    return run_git(folder, "diff-tree", *options, asked=asked).split(b"\0")


def _parsed(fields: Iterable[bytes]) -> dict[str, list[TouchedContents]]:
    found: dict[str, list[TouchedContents]] = {}
    current: list[TouchedContents] = []
    rest = iter(fields)
    for field in rest:
        if not field.startswith(b":"):
            current = found.setdefault(field.decode("ascii", "replace"), [])
            continue
        *_, before, after, status = field.decode("ascii").split()
        former, path = next(rest, b""), b""
        if status[0] in "RC":
            path = next(rest, b"")
        else:
            former, path = b"", former
        try:
            file = TouchedFile(status[0], path.decode(), former.decode())
        except UnicodeDecodeError:
            continue  # files whose names are not UTF-8 are never indexed
        current.append(TouchedContents(file, before, after))
    return found


def line_commit(folder: Path, commit: str, path: str, line: int) -> str | None:
    """Return the hash of the commit, at or before `commit`, that last changed a line of a file; None if unknown.

    Lines are counted from 0.
    """
    try:
        return commits_of_lines(folder, commit, path, f"-L{line + 1},{line + 1}").get(line)
    except GitError:
        return None


def commits_of_lines(folder: Path, commit: str, path: str, *options: str) -> dict[int, str]:
    """Return the hash of the commit that last changed each line of a file in `commit`, keyed by line number (from 0).

    `options` are passed to `git blame`. Commits that the user has listed in a file for Git's setting
    `blame.ignoreRevsFile` are ignored; most of these only reformatted code. Takes from ten milliseconds to a second,
    depending on the file's history. Raises `GitError`.
    """
    arguments = ("--porcelain", "--no-textconv", *options, commit, "--", path)
    try:
        lines = run_git(folder, "blame", *arguments).split(b"\n")
    except GitTimeout:
        raise
    except GitError:  # mostly, the user's settings name a file of commits that this repository lacks
        lines = run_git(folder, "blame", "--no-ignore-revs-file", *arguments).split(b"\n")
    # Before each line of the file, which a tab precedes, stand the hash and its former and present number.
    heads = (line.split(b" ") for line in lines if not line.startswith(b"\t"))
    return {int(head[2]) - 1: head[0].decode("ascii") for head in heads if _is_blame_head(head)}


def _is_blame_head(words: Sequence[bytes]) -> bool:
    return 3 <= len(words) <= 4 and len(words[0]) >= HASH_DIGITS and all(word.isdigit() for word in words[1:])
