"""Reads the bytes of a single file below a folder without following links. `disk` selects and decodes the files."""

import errno
import os
import stat
import time
from pathlib import Path
from typing import BinaryIO, Literal, NamedTuple

from ctx_lsp.base.system import is_entry_name, is_link, open_below
from ctx_lsp.text.decode import SNIFF_BYTES, is_binary
from ctx_lsp.text.ignore import RuleReason

COARSE_SECONDS = 0.1  # the times of files advance in steps of up to some ten milliseconds
PATH_END = "::"  # ends the path in the id of a symbol, as in `shop/cart.py::Cart.total`

SkipReason = Literal[
    RuleReason,
    "worktree",
    "binary",
    "too_large",
    "long_line",
    "too_many",
    "special",
    "symlink",
    "outside",
    "unreadable",
    "missing",
]
"""Reasons for leaving out a file or folder.

ignored: an ignore file lists it. excluded: the settings exclude it. vendored, generated: its name or contents mark it
as such. worktree: the folder is another worktree of Git. too_many: the workspace has more files than the settings
allow. special: it is not a regular file. outside: the link or path leads out of the root. missing: the file does not
exist, or no longer exists.
"""


class RefusedError(Exception):
    """Error raised for a file that cannot be read or may not be indexed; `reason` says why."""

    def __init__(self, reason: SkipReason) -> None:
        super().__init__(reason)
        self.reason: SkipReason = reason


def read_bytes(root: Path, path: str, max_bytes: int) -> bytes:
    """Read a regular text file of at most `max_bytes` bytes below `root`.

    Raises `RefusedError` if the file cannot be read, is larger, or is not such a file.
    """
    refusal = path_refusal(path)
    if refusal:
        raise RefusedError(refusal)
    try:
        with _open(root, path) as file:
            head = file.read(SNIFF_BYTES)
            if is_binary(head):
                raise RefusedError("binary")
            data = head + _rest(file, max_bytes + 1 - len(head))
    except OSError as error:
        raise RefusedError(_failure(root, path, error)) from error
    if len(data) > max_bytes:
        raise RefusedError("too_large")
    return data


class Stamp(NamedTuple):
    """The size and times of a file, which a change alters; empty if the file is missing.

    If the file had just changed, it is not settled: the times may be too coarse to show another change.
    """

    state: tuple[int, ...] = ()
    is_settled: bool = True


def stamp_of(root: Path, path: str) -> Stamp:
    """Return the stamp of the file `path` below `root`."""
    try:
        status = os.lstat(root / path)
    except (OSError, ValueError):
        return Stamp()
    changed = max(status.st_mtime, status.st_ctime)  # some programs set back the time of modification
    is_settled = abs(time.time() - changed) >= COARSE_SECONDS
    return Stamp((status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino), is_settled)


def path_exists(root: Path, path: str) -> bool:
    """Return whether a file or folder exists below `root`, without following links out of it."""
    if path_refusal(path):
        return False
    try:
        return (root / path).resolve().is_relative_to(root.resolve()) and (root / path).exists()
    except (OSError, ValueError, RuntimeError):
        return False


def is_link_outside(root: Path, path: str) -> bool:
    """Return whether `path`, which is relative to `root` and need not exist, leads out of `root` through links.

    Returns True if the links cannot be followed.
    """
    try:
        return not (root / path).resolve().is_relative_to(root.resolve())
    except (OSError, RuntimeError):
        return True


def _rest(file: BinaryIO, most_bytes: int) -> bytes:
    """Read the rest of a file, up to `most_bytes` bytes.

    Python allocates as many bytes as are requested, so this never requests more than the size of the file. If the size
    is unknown or the file grows in the meantime, the rest is read in small parts.
    """
    parts: list[bytes] = []
    size_left = os.fstat(file.fileno()).st_size - file.tell()
    while most_bytes > 0 and (part := file.read(min(max(size_left, SNIFF_BYTES), most_bytes))):
        parts.append(part)
        most_bytes -= len(part)
        size_left = 0
    return b"".join(parts)


def _open(root: Path, path: str) -> BinaryIO:
    """Open a regular file below `root`.

    Raises `OSError` if the file cannot be opened, and `RefusedError` if it is not a regular file.
    """
    descriptor = open_below(root, path)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise RefusedError("special")
    return os.fdopen(descriptor, "rb")


def _failure(root: Path, path: str, error: OSError) -> SkipReason:
    if error.errno in (errno.ELOOP, errno.ENOTDIR):  # the file, or a folder above it, is a link
        steps = [path[:end] for end, char in enumerate(f"{path}/") if char == "/"]
        link = next((step for step in steps if _is_link(root, step)), None)
        return link_reason(root, link) if link else "missing"
    if error.errno == errno.ENXIO:  # a socket
        return "special"
    return "missing" if error.errno == errno.ENOENT else "unreadable"


def _is_link(root: Path, path: str) -> bool:
    try:
        return is_link(os.lstat(f"{root}/{path}"))
    except OSError:
        return False


def link_reason(root: Path, link: str) -> SkipReason:
    """Return the reason for skipping a link below `root`: "outside" if it leads out of the root, else "symlink"."""
    target = Path(os.path.realpath(f"{root}/{link}"))
    return "symlink" if target.is_relative_to(os.path.realpath(root)) else "outside"


def path_refusal(path: str, *, is_folder: bool = False) -> SkipReason | None:
    """Return why a path cannot be the path of a workspace file or folder, or None if it can."""
    names = path.split("/")
    if not all(map(is_entry_name, names)):
        return "outside"
    is_usable = all(map(is_usable_name, names)) and (is_folder or ends_well(path))
    return None if is_usable else "unreadable"


def ends_well(path: str) -> bool:
    """Return whether a file's path does not end in `:`.

    In the id of a symbol, `::` follows the path. After a path like `run:`, one could not see where the path ends.
    """
    return not path.endswith(PATH_END[0])


def is_usable_name(name: str) -> bool:
    """Return whether a file name can be part of a workspace path.

    It must be valid Unicode, so it must not contain lone surrogates, which Python uses for bytes that are not UTF-8. It
    must not contain a NUL character. Nor may it contain `::`, because `::` separates the path from the name in the ids
    of symbols.
    """
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in name and PATH_END not in name
