"""Files that are replaced as a whole, so that readers find the old content or the new one, and nothing in between."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO


@contextmanager
def replaced_file(file: Path, *, mode: int = 0o600, is_durable: bool = False) -> Iterator[BinaryIO]:
    """Yield a stream to a new file, which takes the place of `file` at the end of the block.

    After an error, `file` stays as it was. If `is_durable`, the content is on disk before the file is replaced. Raises
    OSError.
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
