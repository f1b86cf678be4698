"""Retrieval tasks: questions with known answers, read from JSON lines. How answers are scored is in `metrics`.

One task a line, unknown fields ignored:

    {"id": "cache-1", "query": "where are stale entries dropped?", "category": "semantic", "relevant": [
        {"path": "src/cache.py"},
        {"path": "src/store.py", "startLine": 40, "endLine": 72},
        {"path": "src/clock.py", "lines": ["if now - entry.seen > ttl:"]},
        {"symbol": "Cache.evict", "locations": [{"path": "src/cache.py", "line": 118}]}]}

Paths are relative to the folder that the tasks are about, lines count from 1. `lines` are the decisive lines of a file,
without indentation: those that a pack's text must show. `category` (or `tier`, as some call it),
`language` and `repo` may be left out; `repo` lets one file hold the tasks of several repositories, each with ids of its
own.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

ALL = "all"  # the category of tasks that name none

Line = TypeVar("Line", bound=msgspec.Struct)


class TaskError(ValueError):
    """A file of tasks, or about tasks, that is not in the format; the message says where and what was expected."""


class Location(msgspec.Struct, frozen=True):
    """Where a wanted symbol is defined; `line` counts from 1."""

    path: str
    line: int = 1


class Target(msgspec.Struct, frozen=True, rename="camel"):
    """One thing that the answer should hold: a file (with lines or without), or a symbol with its definitions.

    `lines` are texts of lines of the file.
    """

    path: str = ""
    start_line: int | None = None
    end_line: int | None = None
    lines: tuple[str, ...] = ()
    symbol: str = ""
    locations: tuple[Location, ...] = ()

    @property
    def files(self) -> tuple[str, ...]:
        """The files that it may be found in."""
        return (self.path,) if self.path else tuple(location.path for location in self.locations)

    def __post_init__(self) -> None:
        """Refuse what is neither a file nor a symbol, or both."""
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
    """A question and what answers it."""

    id: str
    query: str
    relevant: tuple[Target, ...]
    category: str = ""
    tier: str = ""
    language: str = ""
    repo: str = ""

    @property
    def group(self) -> str:
        """What its scores are averaged with."""
        return self.category or self.tier or ALL

    def __post_init__(self) -> None:
        """Refuse a task that nothing could fulfil."""
        if not self.relevant:
            raise ValueError("expected at least one target in `relevant`")
        if not self.query.strip():
            raise ValueError("expected a text in `query`")


def read_tasks(file: Path) -> tuple[Task, ...]:
    """The tasks of a JSON-lines file, in its order; raises `TaskError` (format) and `OSError` (reading)."""
    return parse_tasks(file.read_bytes().splitlines(), str(file))


def parse_tasks(lines: Sequence[bytes], name: str) -> tuple[Task, ...]:
    """The tasks of JSON lines, blank ones left out; `name` stands for the source in errors."""
    tasks: dict[tuple[str, str], Task] = {}
    for number, task in decode_lines(lines, name, Task):
        if tasks.setdefault((task.repo, task.id), task) is not task:
            raise TaskError(f"{name}, line {number}: a second task with the id {task.id!r}")
    return tuple(tasks.values())


def decode_lines(lines: Iterable[bytes], name: str, kind: type[Line]) -> Iterator[tuple[int, Line]]:
    """The number and the value of each JSON line that is not blank. Raises `TaskError`, with `name` for the source."""
    decoder = msgspec.json.Decoder(kind)
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            value = decoder.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise TaskError(f"{name}, line {number}: {error}") from error
        yield number, value


def missing_files(tasks: Sequence[Task], exists: Callable[[str], bool]) -> dict[str, int]:
    """Files of targets that no answer can hold, because they do not exist, with the number of tasks that want each."""
    wanted = [path for task in tasks for path in {path for target in task.relevant for path in target.files}]
    return {path: count for path, count in sorted(Counter(wanted).items()) if not exists(path)}
