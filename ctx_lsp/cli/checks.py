"""Checks that `ctx-lsp doctor` runs without the engine: Python, packages and system limits.

`engine_checks` contains the checks of the engine. This module does not import the engine, so that these checks work
even if packages are missing.
"""

import sys
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from packaging.requirements import Requirement

OLDEST_PYTHON = (3, 11)
MIN_WATCHES = 65_536  # with fewer, an editor cannot watch a large repository, and the server misses changes


@dataclass(frozen=True, slots=True)
class Check:
    """The result of one check: its name, whether it passed, and what was found."""

    name: str
    ok: bool
    detail: str


def check_python() -> Check:
    """Check that the interpreter is recent enough."""
    found = ".".join(map(str, sys.version_info[:3]))
    return Check("python", sys.version_info >= OLDEST_PYTHON, f"{found} at {sys.executable}")


def check_packages(distribution: str = "ctx-lsp") -> Check:
    """Check that a suitable version of each run-time dependency of `distribution` is installed."""
    try:
        needed = [Requirement(line) for line in requires(distribution) or ()]
    except PackageNotFoundError:
        return Check("packages", ok=False, detail=f"{distribution} is not installed, so its dependencies are unknown")
    needed = [one for one in needed if one.marker is None or one.marker.evaluate({"extra": ""})]
    wrong = [f"{one} ({found or 'missing'})" for one in needed if not _suits(one, found := _version(one.name))]
    return Check("packages", not wrong, ", ".join(wrong) or f"{len(needed)} packages")


def check_watches(limit: Path) -> Check:
    """Check that the system lets an editor watch enough files.

    `limit` is the path of the system file that holds the limit. A system without this file passes the check.
    """
    if not limit.exists():
        return Check("file watches", ok=True, detail="no limit on this system")
    allowed = int(limit.read_text("ascii"))
    return Check("file watches", allowed >= MIN_WATCHES, f"{allowed:,} per user (fs.inotify.max_user_watches)")


def _suits(requirement: Requirement, found: str | None) -> bool:
    return found is not None and requirement.specifier.contains(found, prereleases=True)


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
