"""The user's cache and data folders, and paths that the user has written, such as those in settings.

In some containers, the user has no home folder.
"""

import os
from pathlib import Path

from platformdirs import user_cache_path, user_data_path

PROGRAM = "ctx-lsp"
NO_FOLDER = Path(os.devnull) / PROGRAM
"""A folder that cannot be made. It takes the place of one whose path is unknown, so nothing is read or written."""


class UnknownPathError(OSError):
    """Error raised for a path written by the user that is not a valid path on this machine."""


def written_path(written: str) -> Path:
    """Return the path that a user has written, with `~` expanded. Raises `UnknownPathError`."""
    if "\0" in written:
        raise UnknownPathError("a path cannot contain a NUL character")
    try:
        return Path(written).expanduser()
    except RuntimeError as error:
        raise UnknownPathError(f"the home folder in {written} is unknown") from error


def cache_folder() -> Path:
    """Return the user's cache folder, for data that can be computed again; `NO_FOLDER` if there is no home folder."""
    try:
        return user_cache_path(PROGRAM, appauthor=False)
    except RuntimeError:
        return NO_FOLDER


def data_folder() -> Path:
    """Return the user's data folder, for data that cannot be recomputed; `NO_FOLDER` if there is no home folder."""
    try:
        return user_data_path(PROGRAM, appauthor=False)
    except RuntimeError:
        return NO_FOLDER
