"""The watchdog: a separate process that detects that the client has exited, and kills a server that does not exit.

A server that is stuck in a call into C cannot exit by itself, because the call holds the interpreter lock. The watchdog
waits in the kernel on three descriptors: the client's stream, the client's process, and a socket to the server. When
the client exits or closes its stream, the watchdog notifies the server. The server should then exit by itself. If the
server is still running `GRACE_SECONDS` later, the watchdog kills it. `lifeline` starts the watchdog as a script,
without importing the package, so that it starts fast and stays small.
"""

import os
import select
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress

GONE = b"!"  # message to the server
GRACE_SECONDS = 6.0  # twice the longest orderly exit
POLL_SECONDS = 1.0  # only where the system has no process descriptors


def watch(server: int, client_stream: int, to_server: socket.socket) -> None:
    """Wait until the process `server` has ended, and kill that process if it outlives its client.

    `client_stream` is the descriptor from which the server reads the client's messages. The other end of `to_server`
    belongs to the server, which sends the client's process id in one line once it knows that id.
    """
    if sys.platform == "win32":  # has neither `poll` nor inherited descriptors
        return
    poll = select.poll()
    # Only the server reads the stream, so incoming data is not polled for. The end of a pipe is always reported; the
    # end of a connection must be requested.
    poll.register(client_stream, getattr(select, "POLLRDHUP", 0))
    poll.register(to_server, select.POLLIN)
    polled_id = 0  # the client's process id, if there is no descriptor for it
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
    """Watch for the end of a process by calling `register`, a method of a poll object.

    Returns the process id if the end of the process must be polled for instead, otherwise 0. A process that is not
    visible is not watched, because the client may run outside the server's container.
    """
    if not _alive(process_id):
        return 0
    if sys.platform == "linux":
        with suppress(AttributeError, OSError):  # the call does not exist, or no descriptors are left
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
    # If the server is no longer the parent, its id may belong to another process.
    if not ended.poll(GRACE_SECONDS * 1000) and os.getppid() == server:
        with suppress(ProcessLookupError):
            os.kill(server, signal.SIGKILL)


def _alive(process_id: int) -> bool:
    if process_id <= 0:  # such an id means a process group
        return False
    try:
        os.kill(process_id, 0)
    except (ProcessLookupError, OverflowError):  # OverflowError: no process has an id of that size
        return False
    except PermissionError:
        return True
    return True


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in a terminal is meant for the server
    server_id, stream, end = map(int, sys.argv[1:4])
    watch(server_id, stream, socket.socket(fileno=end))
