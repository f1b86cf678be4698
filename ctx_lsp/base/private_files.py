"""Folders and files that only the user can read.

Windows ignores file modes, but a user's folders are private there by default.
"""

import stat
from contextlib import suppress
from pathlib import Path


def make_private(folder: Path) -> None:
    """Create a folder and its missing parents, accessible only to the user. Raises OSError.

    Existing folders keep their permissions, because the user may deliberately share a folder that a setting names.
    """
    missing = [parent for parent in (folder, *folder.parents) if not parent.exists()]
    for parent in reversed(missing):
        parent.mkdir(mode=0o700, exist_ok=True)


def close_to_others(path: Path) -> None:
    """Make an existing file or folder inaccessible to other users.

    Errors are ignored, because the path may belong to another user.
    """
    with suppress(OSError):
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & 0o077:
            path.chmod(mode & 0o700)
