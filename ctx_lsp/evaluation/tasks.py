"""Retrieval tasks: questions with known answers, read from JSON lines. `metrics` computes the scores.

Each line holds one task; unknown fields are ignored:

    {"id": "cache-1", "query": "where are stale entries dropped?", "category": "semantic", "relevant": [
        {"path": "src/cache.py"},
        {"path": "src/store.py", "startLine": 40, "endLine": 72},
        {"path": "src/clock.py", "lines": ["if now - entry.seen > ttl:"]},
        {"symbol": "Cache.evict", "locations": [{"path": "src/cache.py", "line": 118}]}]}

Paths are relative to the folder that the tasks are about, and lines are counted from 1. `lines` holds the decisive
lines of a file, without indentation: the lines that a pack should show. `category` (or its alias `tier`), `language`
and `repo` are optional. With `repo`, one file can hold tasks for several repositories; ids must be unique only within a
repository.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

ALL = "all"  # the category of tasks that name none

Line = TypeVar("Line", bound=msgspec.Struct)


class TaskError(ValueError):
    """The error for a malformed task file; the message says which line is wrong and what was expected."""


class Location(msgspec.Struct, frozen=True):
    """A definition of a target symbol; `line` is counted from 1."""

    path: str
    line: int = 1


class Target(msgspec.Struct, frozen=True, rename="camel"):
    """A part of the expected answer: a file, a range of lines in a file, or a symbol with its definitions.

    `lines` holds the texts of the decisive lines in the file.
    """

    path: str = ""
    start_line: int | None = None
    end_line: int | None = None
    lines: tuple[str, ...] = ()
    symbol: str = ""
    locations: tuple[Location, ...] = ()

    @property
    def files(self) -> tuple[str, ...]:
        """The files in which the target may be found."""
        return (self.path,) if self.path else tuple(location.path for location in self.locations)

    def __post_init__(self) -> None:
        """Raise `ValueError` unless the target is either a file or a symbol, with the fields required for its kind."""
        if bool(self.path) == bool(self.symbol):
            raise ValueError("expected either `path` or `symbol`")
        if self.symbol and not self.locations:
            raise ValueError("expected `locations` beside `symbol`")
        if (self.start_line is None) != (self.end_line is None):
            raise ValueError("expected `startLine` and `endLine` together")
        if self.lines and not self.path:
            raise ValueError("expected `path` beside `lines`")
        if not all(line.strip() for line in self.lines):
            raise ValueError("expected no blank line in `lines`")


class Task(msgspec.Struct, frozen=True):
    """A question and its known answers."""

    id: str
    query: str
    relevant: tuple[Target, ...]
    category: str = ""
    tier: str = ""
    language: str = ""
    repo: str = ""

    @property
    def group(self) -> str:
        """The category or tier by which the task's scores are averaged."""
        return self.category or self.tier or ALL

    def __post_init__(self) -> None:
        """Raise `ValueError` if the task has no targets or no question."""
        if not self.relevant:
            raise ValueError("expected at least one target in `relevant`")
        if not self.query.strip():
            raise ValueError("expected a text in `query`")


def read_tasks(file: Path) -> tuple[Task, ...]:
    """Read the tasks in a JSON-lines file, in file order.

    Raises `TaskError` if the format is wrong, and `OSError` if the file cannot be read.
    """
    return parse_tasks(file.read_bytes().splitlines(), str(file))


def parse_tasks(lines: Sequence[bytes], name: str) -> tuple[Task, ...]:
    """Parse tasks from JSON lines, skipping blank lines.

    Raises `TaskError` if a line is malformed, or if two tasks of a repository have the same id. Its message refers to
    the source of the lines as `name`.
    """
    tasks: dict[tuple[str, str], Task] = {}
    for number, task in decode_lines(lines, name, Task):
        if tasks.setdefault((task.repo, task.id), task) is not task:
            raise TaskError(f"{name}, line {number}: a second task with the id {task.id!r}")
    return tuple(tasks.values())


def decode_lines(lines: Iterable[bytes], name: str, kind: type[Line]) -> Iterator[tuple[int, Line]]:
    """Yield the number of each non-blank JSON line, counted from 1, and its value, decoded as the type `kind`.

    Raises `TaskError` if a line is malformed. Its message refers to the source of the lines as `name`.
    """
    decoder = msgspec.json.Decoder(kind)
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            value = decoder.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise TaskError(f"{name}, line {number}: {error}") from error
        yield number, value


def missing_files(tasks: Sequence[Task], exists: Callable[[str], bool]) -> dict[str, int]:
    """Return the target files that do not exist, each with the number of tasks that refer to it."""
    wanted = [path for task in tasks for path in {path for target in task.relevant for path in target.files}]
    return {path: count for path, count in sorted(Counter(wanted).items()) if not exists(path)}
