"""The two byte streams between client and server, over stdio. Streams over TCP are in `tcp`."""

import io
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from io import FileIO
from typing import BinaryIO, cast

from ctx_lsp.base.system import CAN_SELECT_PIPES
from ctx_lsp.protocol.transport import arrivals


@dataclass(frozen=True, slots=True)
class Streams:
    """A pair of binary streams. The server reads from `incoming` and writes to `outgoing`.

    `catch_up` waits until what has arrived was read, if the stream can tell.
    """

    incoming: BinaryIO
    outgoing: BinaryIO
    catch_up: Callable[[], None] = lambda: None


def take_stdio() -> Streams:
    """Duplicate stdin and stdout for the protocol and redirect the originals.

    A `print` (in Python or in C) then goes to stderr instead of the protocol. A child process inherits an empty stdin,
    and stderr as its stdout, so it cannot corrupt the protocol's stream. Nor can it keep that stream open after the
    server has died, because children do not inherit descriptors made by `os.dup`.
    """
    streams = _from(FileIO(os.dup(0)), os.fdopen(os.dup(1), "wb"))
    with FileIO(os.devnull, "r+") as null:
        os.dup2(null.fileno(), 0)
        try:
            os.dup2(2, 1)
        except OSError:  # the client started the server without stderr
            os.dup2(null.fileno(), 1)
    sys.stdout = sys.stderr
    return streams


def _from(stdin: FileIO, outgoing: BinaryIO) -> Streams:
    if not CAN_SELECT_PIPES or stdin.fileno() >= arrivals.FIRST_TOO_HIGH:
        return Streams(io.BufferedReader(stdin), outgoing)
    reader = arrivals.ArrivalReader(stdin)
    return Streams(cast("BinaryIO", io.BufferedReader(reader)), outgoing, reader.catch_up)
