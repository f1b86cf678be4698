"""Reads workspace files that are not indexed, such as lock files, when a question needs them.

Links are not followed, and a file or folder that cannot be read counts as missing.
"""

import os
from pathlib import Path

from ctx_lsp.text.disk_files import RefusedError, is_link_outside, is_usable_name, read_bytes

Stamp = tuple[int, int]
"""The time of a file's last change in nanoseconds, and its size."""


def names_in(root: Path, folder: str) -> list[str]:
    """Return the sorted names of the entries of a folder below `root`, except names that no workspace path can contain.

    Returns an empty list if the folder cannot be read, or if links lead out of `root`.
    """
    try:
        entries = [] if is_link_outside(root, folder) else [*(root / folder).iterdir()]
    except OSError:
        return []
    return sorted(entry.name for entry in entries if is_usable_name(entry.name))


def stamp_of(root: Path, path: str) -> Stamp | None:
    """Return the time of the last change and the size of a file below `root`, or None if it does not exist."""
    try:
        status = os.lstat(root / path)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def read_side_file(root: Path, path: str, max_bytes: int) -> bytes | None:
    """Return the content of a file below `root`, or None if it cannot be read, is binary or exceeds `max_bytes`."""
    try:
        return read_bytes(root, path, max_bytes)
    except RefusedError:
        return None
