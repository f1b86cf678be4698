r"""Named pipes of Windows, which take the place of Unix sockets there.

The calls are those of `multiprocessing.connection` in the standard library. Its own listener would let other users read
the pipe, and accept clients from other computers, so pipes are created here.

A pipe is `\\.\pipe\ctx-lsp-USER-NAME`. Only its user has access, whom Windows checks when a client opens the pipe, and
only from this computer. In return, a client checks that the pipe belongs to the same user, because any user can create
a pipe of any name; nor can a server act in the name of its clients.
"""

import sys

assert sys.platform == "win32"

import _winapi
import os
import time
from collections.abc import Callable
from io import BufferedReader, BufferedWriter, RawIOBase
from pathlib import Path
from threading import Lock
from typing import Any, BinaryIO, Literal

from ctx_lsp.base.windows.users import owner_of, private_access, user_sid

_Buffer = Any  # a memoryview; the type of all that have its interface is new in Python 3.12

BUFFER_BYTES = 65_536
_REJECT_REMOTE_CLIENTS = 0x8
_SQOS_PRESENT, _SQOS_IDENTIFICATION = 0x100000, 0x10000  # the server may ask who the client is, but not act as it
_ERROR_FILE_NOT_FOUND, _ERROR_INVALID_HANDLE = 2, 6


class PipeConnection:
    """One end of a pipe, with those methods of a socket that are needed. Thread-safe.

    One thread can read while another one writes, and a third one can close the pipe, which ends both calls.
    """

    def __init__(self, handle: int) -> None:
        """Take over an open `handle`, made for overlapped calls."""
        self._handle = handle
        self._lock = Lock()  # guards the attributes below
        self._running: list[_winapi.Overlapped] = []
        self._is_closed = False

    def makefile(self, mode: Literal["rb", "wb"]) -> BinaryIO:
        """Return a stream that reads or writes this pipe. Closing the stream leaves the pipe open."""
        raw = _PipeStream(self)
        return BufferedReader(raw, BUFFER_BYTES) if mode == "rb" else BufferedWriter(raw, BUFFER_BYTES)

    def connect(self) -> None:
        """Wait, in a server's end, for a client. Raises OSError if this end is closed."""
        try:
            self._run(lambda: _winapi.ConnectNamedPipe(self._handle, overlapped=True))
        except OSError as error:
            if error.winerror != _winapi.ERROR_NO_DATA:  # the client has connected and left; reading tells the end
                raise

    def read(self, size: int) -> bytes:
        """Read up to `size` bytes, at least one. At the end of the stream, or if this end is closed, return b""."""
        try:
            return self._run(lambda: _winapi.ReadFile(self._handle, size, overlapped=True)[0]).getbuffer() or b""
        except OSError as error:
            if self._is_closed or error.winerror == _winapi.ERROR_BROKEN_PIPE:
                return b""
            raise

    def write(self, data: bytes) -> int:
        """Write all of `data`, and return its size. Raises OSError if either end is closed."""
        self._run(lambda: _winapi.WriteFile(self._handle, data, overlapped=True)[0])
        return len(data)

    def is_same_user(self) -> bool:
        """Return whether the server's end belongs to the user of this process."""
        return owner_of(self._handle) == user_sid()

    def close(self) -> None:
        """Close this end, and end the calls that wait for the other one. Closing it again has no effect."""
        with self._lock:
            if self._is_closed:
                return
            self._is_closed = True
            for running in self._running:
                running.cancel()
            self._close_unused()

    def _run(self, start: Callable[[], _winapi.Overlapped]) -> _winapi.Overlapped:
        """Start a call and wait for its end. Raises OSError if it fails, or if this end is closed before."""
        with self._lock:
            if self._is_closed:
                raise _closed_pipe()
            running = start()
            self._running.append(running)
        try:
            _, problem = running.GetOverlappedResult(True)
        finally:
            with self._lock:
                self._running.remove(running)
                self._close_unused()
        if problem == _winapi.ERROR_OPERATION_ABORTED:
            raise _closed_pipe()
        return running

    def _close_unused(self) -> None:
        """Close the handle of a closed end once no call uses it, because Windows gives its number to another object."""
        if self._is_closed and not self._running:
            _winapi.CloseHandle(self._handle)


class _PipeStream(RawIOBase):
    """An unbuffered stream that reads or writes a connection."""

    def __init__(self, connection: PipeConnection) -> None:
        self._connection = connection

    def readable(self) -> bool:
        return True

    def writable(self) -> bool:
        return True

    def readinto(self, buffer: _Buffer) -> int:
        data = self._connection.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def write(self, data: _Buffer) -> int:
        return self._connection.write(bytes(data))  # the buffer may change as soon as this returns


class PipeListener:
    """A pipe that accepts clients, each through an instance of its own. A file tells that it exists."""

    def __init__(self, file: Path) -> None:
        """Create the pipe, then `file`. Raises OSError if there is a pipe of this name."""
        self._name = pipe_name(file)
        self._lock = Lock()  # guards the attributes below
        self._is_closed = False
        self._waiting = _instance(self._name, _winapi.FILE_FLAG_FIRST_PIPE_INSTANCE)
        try:
            # Windows deletes the file with this descriptor, however the process ends.
            self._file = os.open(file, os.O_CREAT | os.O_RDWR | os.O_TEMPORARY | os.O_NOINHERIT)
        except OSError:
            self._waiting.close()
            raise

    def accept(self) -> tuple[PipeConnection, str]:
        """Wait for a client; return the connection and the pipe's name. Raises OSError if the listener is closed."""
        accepted = self._waiting
        accepted.connect()
        try:
            with self._lock:
                if self._is_closed:
                    raise _closed_pipe()
                self._waiting = _instance(self._name)
        except OSError:
            accepted.close()
            raise
        return accepted, self._name

    def close(self) -> None:
        """Delete the file, accept no more clients, and end the call that waits for one. Works more than once."""
        with self._lock:
            if self._is_closed:
                return
            self._is_closed = True
            os.close(self._file)
            self._waiting.close()

    def __enter__(self) -> "PipeListener":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def pipe_name(file: Path) -> str:
    """Return the name of the pipe of which `file` tells."""
    return rf"\\.\pipe\ctx-lsp-{user_sid()}-{file.stem}"


def connect_to_pipe(name: str, seconds: float) -> PipeConnection:
    """Connect to a pipe, whose instances may all be in use for up to `seconds`.

    Raises ConnectionRefusedError if there is no such pipe, or another OSError.
    """
    access = _winapi.GENERIC_READ | _winapi.GENERIC_WRITE
    flags = _winapi.FILE_FLAG_OVERLAPPED | _SQOS_PRESENT | _SQOS_IDENTIFICATION
    end = time.monotonic() + seconds
    while True:
        try:
            handle = _winapi.CreateFile(name, access, 0, _winapi.NULL, _winapi.OPEN_EXISTING, flags, _winapi.NULL)
            return PipeConnection(handle)
        except OSError as error:
            if error.winerror == _ERROR_FILE_NOT_FOUND:
                raise ConnectionRefusedError(error.errno, error.strerror, name) from error
            left = end - time.monotonic()
            if error.winerror != _winapi.ERROR_PIPE_BUSY or left <= 0:
                raise
            _wait_for_instance(name, left)


def _wait_for_instance(name: str, seconds: float) -> None:
    """Wait until a client can connect to a pipe; if that takes too long, or the pipe ends, the next attempt fails."""
    try:
        _winapi.WaitNamedPipe(name, max(1, int(seconds * 1000)))
    except OSError as error:
        if error.winerror not in (_winapi.ERROR_SEM_TIMEOUT, _ERROR_FILE_NOT_FOUND):
            raise


def _instance(name: str, flags: int = 0) -> PipeConnection:
    """Create an instance of a pipe for one client. With FILE_FLAG_FIRST_PIPE_INSTANCE, the pipe must be new."""
    mode = _winapi.PIPE_ACCESS_DUPLEX | _winapi.FILE_FLAG_OVERLAPPED | flags
    instances = _winapi.PIPE_UNLIMITED_INSTANCES
    handle = _winapi.CreateNamedPipe(
        name, mode, _REJECT_REMOTE_CLIENTS, instances, BUFFER_BYTES, BUFFER_BYTES, 0, private_access()
    )
    return PipeConnection(handle)


def _closed_pipe() -> OSError:
    return OSError(None, "the pipe is closed", None, _ERROR_INVALID_HANDLE)
