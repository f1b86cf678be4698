"""Folders and files that only the user can read.

On Windows, modes have no such effect, but the folders of a user are private by default.
"""

import stat
from contextlib import suppress
from pathlib import Path


def make_private(folder: Path) -> None:
    """Create a folder and its missing parents, accessible only to the user. Raises OSError.

    The permissions of existing folders stay, because a folder that a setting names may be shared on purpose.
    """
    missing = [parent for parent in (folder, *folder.parents) if not parent.exists()]
    for parent in reversed(missing):
        parent.mkdir(mode=0o700, exist_ok=True)


def close_to_others(path: Path) -> None:
    """Take the permissions of other users from an existing file or folder. Another user's path stays as it is."""
    with suppress(OSError):
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & 0o077:
            path.chmod(mode & 0o700)
