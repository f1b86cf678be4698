"""Reads the bytes of one file below a folder, never through a link. Which files are read, and as what, is in `disk`."""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO, Literal

from ctx_lsp.base.system import is_entry_name, is_link, open_below
from ctx_lsp.text.decode import SNIFF_BYTES, is_binary
from ctx_lsp.text.ignore import RuleReason

SkipReason = Literal[
    RuleReason, "binary", "too_large", "long_line", "special", "symlink", "outside", "unreadable", "missing"
]
"""Why a file or folder is left out.

ignored: by an ignore file. excluded: by the settings. vendored, generated: by name or mark. special: no regular file.
outside: a link or path that leads out of the root. missing: no such file (any more).
"""


class RefusedError(Exception):
    """A file could not be read, or must not be."""

    def __init__(self, reason: SkipReason) -> None:
        super().__init__(reason)
        self.reason: SkipReason = reason


def read_bytes(root: Path, path: str, max_bytes: int) -> bytes:
    """The bytes of a regular text file below `root`, at most `max_bytes`. Raises `RefusedError`."""
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


def _rest(file: BinaryIO, most_bytes: int) -> bytes:
    """What is left of a file, `most_bytes` at most.

    A read makes room for all that it is asked for, so it is asked for what the file has. Where that is not known, or
    the file grows meanwhile, the rest comes in small parts.
    """
    parts: list[bytes] = []
    wanted = os.fstat(file.fileno()).st_size - file.tell()
    while most_bytes > 0 and (part := file.read(min(max(wanted, SNIFF_BYTES), most_bytes))):
        parts.append(part)
        most_bytes -= len(part)
        wanted = 0
    return b"".join(parts)


def _open(root: Path, path: str) -> BinaryIO:
    """Open a regular file; raises OSError and `RefusedError`."""
    descriptor = open_below(root, path)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise RefusedError("special")
    return os.fdopen(descriptor, "rb")


def _failure(root: Path, path: str, error: OSError) -> SkipReason:
    if error.errno in (errno.ELOOP, errno.ENOTDIR):  # a link to a file, and to a folder
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
    """Why a link below `root` is skipped: for being one, or for leading out of it."""
    target = Path(os.path.realpath(f"{root}/{link}"))
    return "symlink" if target.is_relative_to(os.path.realpath(root)) else "outside"


def path_refusal(path: str) -> SkipReason | None:
    """Why a path cannot name a file of a workspace."""
    if not all(map(is_entry_name, path.split("/"))):
        return "outside"
    return None if is_unicode(path) and "\0" not in path else "unreadable"


def is_unicode(name: str) -> bool:
    """Whether a name is text; the bytes of a name that is not UTF-8 reach us as lone surrogates."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
