"""The watchdog: a process of its own that notices the client's end, and kills a server that cannot follow.

Inside the server every exit needs the interpreter, and one call into C that does not return keeps it for good. This
program waits in the kernel for three descriptors: the client's stream, the client's process, and a socket to the
server. It tells the server of the client's end, so that it can leave in good order, and kills it `GRACE_SECONDS` later.
`lifeline` starts it as a script, without the package, so that it is there at once and stays small.
"""

import os
import select
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress

GONE = b"!"  # what the server is told
GRACE_SECONDS = 6.0  # twice what an orderly exit takes at most
POLL_SECONDS = 1.0  # only where the system has no process descriptors


def watch(server: int, client_stream: int, to_server: socket.socket) -> None:
    """Return when the server, by its process id, has ended; kill it where it outlives its client.

    The server sends the client's process id, on a line, once it knows it.
    """
    if sys.platform == "win32":  # it has neither the call nor inherited descriptors
        return
    poll = select.poll()
    # What is in the stream belongs to the server. The end of a pipe is reported unasked, that of a connection is not.
    poll.register(client_stream, getattr(select, "POLLRDHUP", 0))
    poll.register(to_server, select.POLLIN)
    polled_id = 0  # the client's process id, where it has no descriptor
    while not polled_id or _alive(polled_id):
        ready = [descriptor for descriptor, _ in poll.poll(POLL_SECONDS * 1000 if polled_id else None)]
        if to_server.fileno() in ready:
            line = to_server.recv(64)
            if not line:
                return
            polled_id = _follow(int(line), poll.register)
        elif ready:
            break
    _end(server, to_server)


def _follow(process_id: int, register: Callable[[int, int], None]) -> int:
    """Have a process's end reported through `register`, that of a poll. Returns its id where it must be polled instead.

    A process that cannot be seen is not followed: the client may live outside our container.
    """
    if not _alive(process_id):
        return 0
    if sys.platform == "linux":
        with suppress(AttributeError, OSError):  # a build without the call, or no descriptors left
            register(os.pidfd_open(process_id), select.POLLIN)
            return 0
    return process_id


def _end(server: int, to_server: socket.socket) -> None:
    if sys.platform == "win32":
        return
    with suppress(OSError):
        to_server.send(GONE)
    ended = select.poll()
    ended.register(to_server, 0)
    if not ended.poll(GRACE_SECONDS * 1000) and os.getppid() == server:  # else the id may be another process's by now
        with suppress(ProcessLookupError):
            os.kill(server, signal.SIGKILL)


def _alive(process_id: int) -> bool:
    if process_id <= 0:  # to the system, a group of processes
        return False
    try:
        os.kill(process_id, 0)
    except (ProcessLookupError, OverflowError):  # no process has a number that the system has no room for
        return False
    except PermissionError:
        return True
    return True


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in a terminal is meant for the server
    server_id, stream, end = map(int, sys.argv[1:4])
    watch(server_id, stream, socket.socket(fileno=end))
