"""Faults: computations that failed, each with an error report. Reports never quote the input data.

Callers decide how to continue after a fault and who receives the report.
"""

import platform
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import TracebackType
from typing import ParamSpec, TypeVar

from ctx_lsp.base.checks import BrokenInvariantError

P = ParamSpec("P")
T = TypeVar("T")

PACKAGE = Path(__file__).parents[1]
OWN_SOURCE = Path(__file__).with_suffix(".py")  # in the bundled program, `__file__` names a compiled file
MAX_FRAMES = 4  # frames of this package in a report, the innermost first
MAX_CAUSES = 3  # errors in a report: the error and its causes
REPORTED_PACKAGES = ("ctx-lsp", "tree-sitter", "tree-sitter-language-pack")


@dataclass(frozen=True, slots=True)
class Fault:
    """A caught error, with a report that is safe to send to the developers of ctx-lsp.

    The report contains error types, locations in this package, and versions. Error messages are left out, because they
    may quote source text.
    """

    error: Exception
    report: str


def attempt(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | Fault:
    """Call `work` and return its result, or a fault if it fails.

    A `BrokenInvariantError` is raised, not turned into a fault, so that tests fail.
    """
    try:
        return work(*args, **kwargs)
    except BrokenInvariantError:
        raise
    except Exception as error:  # noqa: BLE001  # any error of the work becomes the fault that is returned
        return Fault(error, report_of(error))


def report_of(error: BaseException) -> str:
    """Describe an error and its location in this package in one line.

    The description contains no paths of the user and no file contents.
    """
    errors = "; caused by ".join(f"{_kind(cause)} at {_places(cause.__traceback__)}" for cause in _chain(error))
    return f"{errors} ({_versions()})"


def _chain(error: BaseException) -> Iterator[BaseException]:
    current: BaseException | None = error
    for _ in range(MAX_CAUSES):
        if current is None:
            return
        yield current
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)


def _kind(error: BaseException) -> str:
    kind = type(error)
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def _places(trace: TracebackType | None) -> str:
    # In the bundled program, `co_filename` is relative to the folder that contains the package.
    frames = ((PACKAGE.parent / frame.f_code.co_filename, frame, line) for frame, line in traceback.walk_tb(trace))
    ours = [
        f"{file.relative_to(PACKAGE).as_posix()}:{line} in {frame.f_code.co_name}"
        for file, frame, line in frames
        if file.is_relative_to(PACKAGE) and file != OWN_SOURCE
    ]
    return " < ".join(ours[: -MAX_FRAMES - 1 : -1]) or "a place outside the package"


@cache
def _versions() -> str:
    return ", ".join([f"Python {platform.python_version()}", platform.system(), *_packages()])


def _packages() -> Iterator[str]:
    for name in REPORTED_PACKAGES:
        try:
            yield f"{name} {version(name)}"
        except PackageNotFoundError:  # run from a source folder that is not installed
            yield f"{name} of unknown version"
