"""The two byte streams between client and server, over stdio. Streams over TCP are in `tcp`."""

import os
import sys
from dataclasses import dataclass
from io import FileIO
from typing import BinaryIO


@dataclass(frozen=True, slots=True)
class Streams:
    """A pair of binary streams. The server reads from `incoming` and writes to `outgoing`."""

    incoming: BinaryIO
    outgoing: BinaryIO


def take_stdio() -> Streams:
    """Duplicate stdin and stdout for the protocol and redirect the originals.

    A `print` (in Python or in C) then goes to stderr instead of the protocol. A child process inherits an empty stdin,
    and stderr as its stdout, so it cannot corrupt the protocol's stream. Nor can it keep that stream open after the
    server has died, because children do not inherit descriptors made by `os.dup`.
    """
    streams = Streams(os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb"))
    with FileIO(os.devnull, "r+") as null:
        os.dup2(null.fileno(), 0)
        try:
            os.dup2(2, 1)
        except OSError:  # the client started the server without stderr
            os.dup2(null.fileno(), 1)
    sys.stdout = sys.stderr
    return streams
