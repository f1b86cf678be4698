"""Replaces files atomically: readers see either the old or the new content, never a mixture."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO


@contextmanager
def replaced_file(file: Path, *, mode: int = 0o600, is_durable: bool = False) -> Iterator[BinaryIO]:
    """Yield a stream to a new file, which replaces `file` at the end of the `with` block.

    `mode` sets the permissions of the new file. If an error is raised, `file` stays as it was. If `is_durable`, the new
    content is written to the disk before `file` is replaced. Raises OSError.
    """
    descriptor, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            yield stream
            stream.flush()
            if is_durable:
                os.fsync(stream.fileno())
        if mode != 0o600:  # the mode of a temporary file
            temporary.chmod(mode)
        temporary.replace(file)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
