"""Connections between two processes of one user on one computer: Unix sockets, and named pipes on Windows.

Both sides find each other by the path of a file. On Linux and macOS this is the socket itself. On Windows, the name of
the pipe follows from it, and the file only tells that there is a pipe, because pipes cannot be listed by folder.
"""

import os
import socket
import struct
import sys
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

if sys.platform == "win32":
    from ctx_lsp.base.windows.pipes import PipeConnection, PipeListener, connect_to_pipe, pipe_name

    LocalConnection: TypeAlias = PipeConnection
    LocalListener: TypeAlias = PipeListener
else:
    LocalConnection: TypeAlias = socket.socket
    LocalListener: TypeAlias = socket.socket

HAS_LOCAL_SOCKETS = sys.platform in ("linux", "darwin", "win32")
"""Whether two processes can connect through a file and find out to which user the other process belongs."""

_SOL_LOCAL, _LOCAL_PEERCRED = 0, 1  # of macOS, from <sys/un.h>


def listen_locally(file: Path) -> LocalListener:
    """Listen at the path `file`, which must not exist. Requires `HAS_LOCAL_SOCKETS`.

    The file appears only when the listener accepts connections. A refused connection therefore means that the server
    has stopped. Raises OSError.
    """
    if sys.platform == "win32":
        return PipeListener(file)
    made = file.with_name(f"{file.name}~")  # has no suffix by which other servers look for stale sockets
    made.unlink(missing_ok=True)  # left by an earlier process that had the same id
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        listener.bind(str(made))
        listener.listen()
        made.replace(file)
    except OSError:
        listener.close()
        raise
    return listener


def stop_listening(listener: LocalListener, file: Path) -> None:
    """Delete the file of a listener, accept no more connections, and end the call that waits for one."""
    if sys.platform != "win32":
        file.unlink(missing_ok=True)
        with suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)  # wakes the accepting thread
    listener.close()


def connect_locally(file: Path, seconds: float) -> LocalConnection:
    """Connect to the listener at the path `file` within `seconds`. Raises OSError if no server listens."""
    if sys.platform == "win32":
        return connect_to_pipe(pipe_name(file), seconds)
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        connection.settimeout(seconds)
        connection.connect(str(file))
        connection.settimeout(None)
    except OSError:
        connection.close()
        raise
    return connection


def disconnect(connection: LocalConnection) -> None:
    """Close a connection for both sides, and end the calls that read or write it."""
    if sys.platform != "win32":
        with suppress(OSError):  # the other side has disconnected
            connection.shutdown(socket.SHUT_RDWR)
    connection.close()


def is_same_user(connection: LocalConnection) -> bool:
    """Return whether the process at the other end of a connection belongs to the same user as this process.

    On Windows, this is a client's question about its server. Windows itself lets only the user's processes connect.
    """
    if sys.platform == "linux":
        size = struct.calcsize("3i")  # process, user, group
        _, user, _ = struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size))
        return bool(user == os.getuid())
    if sys.platform == "darwin":
        about = connection.getsockopt(_SOL_LOCAL, _LOCAL_PEERCRED, struct.calcsize("2I"))  # of an `xucred`
        version, user = struct.unpack("2I", about)
        return bool(version == 0 and user == os.getuid())
    if sys.platform == "win32":
        return connection.is_same_user()
    return False
