"""Faults: one computation that failed, with a report of it that holds nothing of what it computed with.

What a fault costs, and who is told, is decided by the caller.
"""

import platform
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import TracebackType
from typing import TypeVar

from ctx_lsp.base.checks import BrokenInvariantError

T = TypeVar("T")

PACKAGE = Path(__file__).parents[1]
FRAMES_TOLD = 4  # of our own, the innermost first
CAUSES_TOLD = 3  # errors that led to each other
VERSIONS_TOLD = ("ctx-lsp", "tree-sitter", "tree-sitter-language-pack")


@dataclass(frozen=True, slots=True)
class Fault:
    """An error, and a report that can be sent to the authors: types of errors, places in our code, versions.

    Messages of errors are left out of the report, because they quote source text.
    """

    error: Exception
    report: str


def attempt(work: Callable[[], T]) -> T | Fault:
    """Return what `work` returns, or the fault that it ended with.

    A broken invariant is no fault: under test it must be loud.
    """
    try:
        return work()
    except BrokenInvariantError:
        raise
    except Exception as error:  # noqa: BLE001  # whatever goes wrong in the work is the fault that is returned
        return Fault(error, report_of(error))


def report_of(error: BaseException) -> str:
    """What happened and where in our code, in one line without paths of the user or text of files."""
    told = "; caused by ".join(f"{_kind(one)} at {_places(one.__traceback__)}" for one in _chain(error))
    return f"{told} ({_versions()})"


def _chain(error: BaseException) -> Iterator[BaseException]:
    one: BaseException | None = error
    for _ in range(CAUSES_TOLD):
        if one is None:
            return
        yield one
        one = one.__cause__ or (None if one.__suppress_context__ else one.__context__)


def _kind(error: BaseException) -> str:
    kind = type(error)
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def _places(trace: TracebackType | None) -> str:
    frames = ((Path(frame.f_code.co_filename), frame, line) for frame, line in traceback.walk_tb(trace))
    ours = [
        f"{file.relative_to(PACKAGE).as_posix()}:{line} in {frame.f_code.co_name}"
        for file, frame, line in frames
        if file.is_relative_to(PACKAGE) and file != Path(__file__)
    ]
    return " < ".join(ours[: -FRAMES_TOLD - 1 : -1]) or "a place outside the package"


@cache
def _versions() -> str:
    return ", ".join([f"Python {platform.python_version()}", platform.system(), *_packages()])


def _packages() -> Iterator[str]:
    for name in VERSIONS_TOLD:
        try:
            yield f"{name} {version(name)}"
        except PackageNotFoundError:  # run from a folder that was not installed
            yield f"{name} of unknown version"
