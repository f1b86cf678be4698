"""Pinned versions as plain data."""

from collections.abc import Callable
from typing import NamedTuple


class Pin(NamedTuple):
    """A version of a package that a lock file pins. `commit` is set if it is a commit of a Git repository.

    If another package or a folder replaces the package, `replacement` names it, and `version` is empty.
    """

    version: str
    commit: str = ""
    replacement: str = ""


class Asked(NamedTuple):
    """A package, and the folder of the importing file, relative to that of the lock file ("" for the same folder).

    `declared` holds the version ranges for the package in the nearest package.json that names it.
    """

    package: str
    folder: str
    declared: tuple[str, ...] = ()


Pins = Callable[[Asked], tuple[Pin, ...]]
"""Returns what a lock file pins: nothing, one version, or several of which the environment decides."""

LockReader = Callable[[bytes], Pins | None]
"""Reads the text of a lock file, which is not blank; the result is None if it is malformed."""
