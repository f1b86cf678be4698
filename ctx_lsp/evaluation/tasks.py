"""Retrieval tasks: questions with known answers, read from JSON lines. How answers are scored is in `metrics`.

One task a line, unknown fields ignored:

    {"id": "cache-1", "query": "where are stale entries dropped?", "category": "semantic", "relevant": [
        {"path": "src/cache.py"},
        {"path": "src/store.py", "startLine": 40, "endLine": 72},
        {"symbol": "Cache.evict", "locations": [{"path": "src/cache.py", "line": 118}]}]}

Paths are relative to the folder that the tasks are about, lines count from 1. `category` and `repo` may be left out;
`repo` lets one file hold the tasks of several repositories.
"""

from collections.abc import Sequence
from pathlib import Path

import msgspec


class TaskError(ValueError):
    """A task file that is not in the format; the message names the file, the line and what was expected."""


class Location(msgspec.Struct, frozen=True):
    """Where a wanted symbol is defined; `line` counts from 1."""

    path: str
    line: int = 1


class Target(msgspec.Struct, frozen=True, rename="camel"):
    """One thing that the answer should hold: a file (with lines or without), or a symbol with its definitions."""

    path: str = ""
    start_line: int | None = None
    end_line: int | None = None
    symbol: str = ""
    locations: tuple[Location, ...] = ()

    def __post_init__(self) -> None:
        """Refuse what is neither a file nor a symbol, or both."""
        if bool(self.path) == bool(self.symbol):
            raise ValueError("expected either `path` or `symbol`")
        if self.symbol and not self.locations:
            raise ValueError("expected `locations` beside `symbol`")
        if (self.start_line is None) != (self.end_line is None):
            raise ValueError("expected `startLine` and `endLine` together")


class Task(msgspec.Struct, frozen=True):
    """A question and what answers it."""

    id: str
    query: str
    relevant: tuple[Target, ...]
    category: str = "all"
    repo: str = ""

    def __post_init__(self) -> None:
        """Refuse a task that nothing could fulfil."""
        if not self.relevant:
            raise ValueError("expected at least one target in `relevant`")


def read_tasks(file: Path) -> tuple[Task, ...]:
    """The tasks of a JSON-lines file, in its order; raises `TaskError` (format) and `OSError` (reading)."""
    return parse_tasks(file.read_bytes().splitlines(), str(file))


def parse_tasks(lines: Sequence[bytes], name: str) -> tuple[Task, ...]:
    """The tasks of JSON lines, blank ones left out; `name` stands for the source in errors."""
    decoder = msgspec.json.Decoder(Task)
    tasks = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                tasks.append(decoder.decode(line))
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                raise TaskError(f"{name}, line {number}: {error}") from error
    return tuple(tasks)
