"""The server's side of the watchdog, and a forced exit. Both keep the server from outliving its client."""

import logging
import os
import socket
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Thread

from ctx_lsp.base.system import HAS_WATCHDOG, end_of_process, script_command
from ctx_lsp.protocol.transport import watchdog

LAST_RESORT_SECONDS = 3.0  # a thread inside a native call may block an orderly exit

log = logging.getLogger(__name__)


class Lifeline:
    """Detector that reports when the client has exited or closed its stream.

    Without the descriptor of the client's stream, it reports nothing, and the server stops only when the stream ends.
    """

    def __init__(self, client_stream: int | None = None) -> None:
        """Store the descriptor of the stream from which the client's messages are read."""
        self._client_stream = client_stream
        self._socket: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._client: tuple[int, Callable[[], None]] | None = None  # for `start`: process id and callback

    def watch_client(self, process_id: int, on_death: Callable[[], None]) -> None:
        """Call `on_death` once, from a separate thread, when the client's stream or its process `process_id` ends.

        Call this method while the client is still running. On systems with a watchdog, nothing is detected before
        `start`. On other systems only the process is watched, and a server that hangs is not killed.
        """
        if self._client_stream is None:
            return
        if HAS_WATCHDOG:
            self._client = (process_id, on_death)
        else:
            _run(end_of_process(process_id), on_death)

    def start(self) -> None:
        """Start the watchdog if the system supports one. The watchdog watches the client passed to `watch_client`."""
        client_stream = self._client_stream
        if client_stream is None or not HAS_WATCHDOG:
            return
        self._socket, theirs = socket.socketpair()
        command = [*script_command(watchdog.__name__, watchdog.__file__), str(os.getpid()), str(client_stream)]
        with theirs:
            try:
                self._process = subprocess.Popen(  # noqa: S603 - this program
                    [*command, str(theirs.fileno())],
                    pass_fds=(client_stream, theirs.fileno()),
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )
            except OSError as error:
                log.warning("no watchdog: %s", error)
                return
        if self._client is not None:
            process_id, on_death = self._client
            with suppress(OSError):  # the watchdog was killed
                self._socket.send(f"{process_id}\n".encode())
            _run(partial(_is_notified, self._socket), on_death)

    def close(self) -> None:
        """Stop the watchdog."""
        if self._socket is not None:
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)
            self._socket.close()
        if self._process is not None:
            self._process.wait()


def _run(ended: Callable[[], bool], on_death: Callable[[], None]) -> None:
    def wait() -> None:
        if ended():
            log.info("the client has ended")
            on_death()

    Thread(target=wait, name="ctx-lsp-lifeline", daemon=True).start()


def _is_notified(watched: socket.socket) -> bool:
    """Wait for the watchdog. Return True if it reports that the client is gone, False if the watchdog has stopped."""
    with suppress(OSError):
        return watched.recv(1) == watchdog.GONE
    return False


def exit_at_latest(code: int) -> None:
    """Ensure that the process exits with `code` within `LAST_RESORT_SECONDS`, even if threads are still running."""

    def leave() -> None:
        time.sleep(LAST_RESORT_SECONDS)
        log.warning("some work did not stop within %.0f s; exiting anyway", LAST_RESORT_SECONDS)
        os._exit(code)

    Thread(target=leave, name="ctx-lsp-last-resort", daemon=True).start()
