"""Where the server's bytes come from and go to, and the process's own stdio as such. A connection is taken in `tcp`."""

import os
import sys
from dataclasses import dataclass
from io import FileIO
from typing import BinaryIO


@dataclass(frozen=True, slots=True)
class Streams:
    """A pair of binary streams: `incoming` is read, `outgoing` written."""

    incoming: BinaryIO
    outgoing: BinaryIO


def take_stdio() -> Streams:
    """Move the protocol to private descriptors and leave harmless ones in their place.

    A `print` (in Python or in C) then lands in stderr and not in the protocol; a child process inherits an empty
    stdin and stderr for its stdout, so it can neither corrupt the stream nor keep it open after the server has died:
    `os.dup` gives descriptors that are closed in children.
    """
    streams = Streams(os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb"))
    with FileIO(os.devnull, "r+") as null:
        os.dup2(null.fileno(), 0)
        try:
            os.dup2(2, 1)
        except OSError:  # the client started us without stderr
            os.dup2(null.fileno(), 1)
    sys.stdout = sys.stderr
    return streams
