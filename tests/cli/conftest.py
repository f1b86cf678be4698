"""The command line as users run it: one process for each command, forked from one that has loaded the program."""

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.embedded import copy_vectors, embedded
from tests.forked import run_program

__all__ = ["embedded"]  # the fixture

TIMEOUT = 300  # seconds, on a machine that may be busy


@dataclass(frozen=True, slots=True)
class Ran:
    """How a command ended and what it printed."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:  # noqa: ANN401 - whatever the command answers
        return json.loads(self.out)


Run = Callable[..., Ran]


@pytest.fixture(scope="session")
def run(private_cache: Path, embedded: Path) -> Run:
    """Run `ctx-lsp` with these arguments; commands of one test run share a cache."""
    copy_vectors(embedded, private_cache / "ctx-lsp")

    def start(*arguments: str | Path) -> Ran:
        environment = os.environ | {"XDG_CACHE_HOME": str(private_cache)}
        done = run_program([*map(str, arguments)], environment, TIMEOUT)
        return Ran(done.returncode, done.stdout, done.stderr)

    return start
