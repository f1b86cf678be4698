"""The log of one folder: its commits from the oldest to the newest, with the files that they touched.

A file keeps its number when it is renamed, so its history continues under the new name. A `HistoryLog` grows commit by
commit; a `History` is an immutable view of it. Both share lists that only grow, so making a view copies only the
current paths and the latest messages.
"""

from bisect import bisect_left
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ctx_lsp.text.git_log import LoggedCommit

MAX_BODY = 500  # characters of a message after its subject that are kept; later ones are details
MAX_BODIES = 3_000  # commits whose messages are kept whole; older messages describe code that has changed since
MAX_TOUCHED = 300  # files; a larger commit imports or reformats code, which says nothing about its files
DAY = 86_400


class PastCommit(NamedTuple):
    """A commit: its full hash (`name`), author's name, time of the change (seconds since 1970) and subject line."""

    name: str
    author: str
    time: int
    subject: str

    @property
    def day(self) -> int:
        """The day of the change as days since 1970."""
        return self.time // DAY


class Touch(NamedTuple):
    """A commit that touched a file, with its position in the history, counted from the oldest commit."""

    position: int
    commit: PastCommit


@dataclass(frozen=True, slots=True, eq=False)
class History:
    """The commits up to `tip`, oldest first, and the current paths of the files that they touched."""

    tip: str
    count: int
    _commits: Sequence[PastCommit]
    _touched: Sequence[Sequence[int]]
    _by_file: Sequence[Sequence[int]]
    _numbers: Mapping[str, int]
    _paths: Mapping[int, str]
    _bodies: Sequence[str]

    @property
    def newest(self) -> int:
        """The time of the newest commit in seconds since 1970; 0 if there are no commits. Ages are counted from it."""
        return self._commits[self.count - 1].time if self.count else 0

    @property
    def paths(self) -> Iterable[str]:
        """The paths that exist after the newest commit, according to the commits in the log."""
        return self._numbers.keys()

    def commit(self, index: int) -> PastCommit:
        """Return the commit at a position, counted from the oldest commit."""
        return self._commits[index]

    def latest_bodies(self) -> Iterator[tuple[int, str]]:
        """Yield the bodies of the messages of the last `MAX_BODIES` commits, each with the position of its commit."""
        return enumerate(self._bodies, self.count - len(self._bodies))

    def number(self, path: str) -> int | None:
        """Return the number that identifies a file across renames; None if the path is not among `paths`."""
        return self._numbers.get(path)

    def path(self, number: int) -> str | None:
        """Return the current path of the file that has this number; None if the file no longer exists."""
        return self._paths.get(number)

    def touched(self, index: int) -> Sequence[int]:
        """Return the numbers of the files that the commit at a position touched; empty for a very large commit."""
        return self._touched[index]

    def indices(self, number: int) -> Sequence[int]:
        """Return the positions of the commits that touched a file, oldest first; very large commits are left out."""
        found = self._by_file[number]
        return found[: bisect_left(found, self.count)]

    def days_idle(self, path: str) -> float:
        """Return how many days before the newest commit a file was last touched; 0 for a file that is not in the log.

        Very large commits do not count. A file that only such commits touched counts as touched by the oldest commit.
        """
        number = self._numbers.get(path)
        if number is None:
            return 0.0
        known = self.indices(number)
        return max(0, self.newest - self._commits[known[-1] if known else 0].time) / DAY

    def touches(self, path: str) -> list[Touch]:
        """Return the commits that touched a file under any of its names, newest first, without very large commits."""
        number = self._numbers.get(path)
        return [] if number is None else [Touch(one, self._commits[one]) for one in reversed(self.indices(number))]


class HistoryLog:
    """A growing log; commits are added from the oldest to the newest. It is not thread-safe, but its views are."""

    def __init__(self) -> None:
        self.tip = ""  # the revision up to which commits were read; if it is a merge, it is not one of them
        self._commits: list[PastCommit] = []
        self._touched: list[tuple[int, ...]] = []
        self._by_file: list[list[int]] = []
        self._numbers: dict[str, int] = {}  # current paths
        self._paths: dict[int, str] = {}
        self._renamed: dict[str, int] = {}  # former paths, which commits on parallel branches may still touch
        self._deleted: dict[str, int] = {}  # paths of deleted files, which may come back
        self._bodies: deque[str] = deque(maxlen=MAX_BODIES)
        self._authors: dict[str, str] = {}  # one string for each author

    def add(self, commit: LoggedCommit) -> None:
        """Add the next commit, and update the numbers and paths of the files that it touched."""
        index = len(self._commits)
        author = self._authors.setdefault(commit.author, commit.author)
        self._commits.append(PastCommit(commit.name, author, commit.time, commit.subject))
        self._bodies.append(commit.body[:MAX_BODY])
        numbers = dict.fromkeys(self._number_of(kind, path, former) for kind, path, former in commit.files)
        touched = tuple(numbers) if len(numbers) <= MAX_TOUCHED else ()
        self._touched.append(touched)
        for number in touched:
            self._by_file[number].append(index)

    def __len__(self) -> int:
        return len(self._commits)

    def view(self) -> History:
        """Return an immutable view of the log in its current state."""
        return History(
            self.tip, len(self._commits), self._commits, self._touched, self._by_file,
            self._numbers.copy(), self._paths.copy(), tuple(self._bodies),
        )  # fmt: skip

    def _number_of(self, kind: str, path: str, former: str) -> int:
        """Return the number of a touched file, and update the current paths.

        `kind` is Git's status letter of the change, and `former` is the path before a rename.
        """
        if kind in "MDT" and path not in self._numbers and path in self._renamed:
            return self._renamed[path]  # touched on a parallel branch; the renamed file keeps its path
        number = self._known(former) if kind == "R" else self._known(path, is_new=kind == "A")
        if kind == "R":
            if self._numbers.get(former) == number:
                del self._numbers[former]
            self._renamed[former] = number
        if kind == "D":
            self._leave(path)
            self._deleted[path] = number
        else:
            if self._numbers.get(path) != number:
                self._leave(path)  # the file that was there is replaced
            self._numbers[path] = number
            self._paths[number] = path
        return number

    def _leave(self, path: str) -> None:
        """Remove `path` from the current paths."""
        number = self._numbers.pop(path, None)
        if number is not None and self._paths.get(number) == path:
            del self._paths[number]

    def _known(self, path: str, is_new: bool = False) -> int:
        number = self._numbers.get(path)
        if number is None and not is_new:
            number = self._renamed.get(path)
        if number is None:
            number = self._deleted.pop(path, None)
        if number is None:
            number = len(self._by_file)
            self._by_file.append([])
        return number
