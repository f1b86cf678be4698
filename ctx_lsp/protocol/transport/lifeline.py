"""Not outliving the client: the server's side of the watchdog, and leaving for good when asked to. No protocol here."""

import logging
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Thread

from ctx_lsp.base.system import HAS_WATCHDOG, end_of_process
from ctx_lsp.protocol.transport import watchdog

LAST_RESORT_SECONDS = 3.0  # a thread deep inside a native call may hold up an orderly exit; a zombie server is worse

log = logging.getLogger(__name__)


class Lifeline:
    """Tells of the client's end. Without a descriptor it tells nothing, and the end of the stream has to do."""

    def __init__(self, client_stream: int | None = None) -> None:
        """`client_stream` is the descriptor that the client's messages come from."""
        self._client_stream = client_stream
        self._socket: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._client: tuple[int, Callable[[], None]] | None = None  # for the watchdog: its process, and what to call

    def watch_client(self, process_id: int, on_death: Callable[[], None]) -> None:
        """Call `on_death` once, from a thread of its own, when the client's stream or its process `process_id` ends.

        The client should be known to run. On systems with a watchdog, nothing is noticed before `start`; on others,
        the process alone counts, and nothing ends a server that cannot follow.
        """
        if self._client_stream is None:
            return
        if HAS_WATCHDOG:
            self._client = (process_id, on_death)
        else:
            _run(end_of_process(process_id), on_death)

    def start(self) -> None:
        """Start the watchdog, where the system can run it; with the process that `watch_client` named, if any."""
        client_stream = self._client_stream
        if client_stream is None or not HAS_WATCHDOG:
            return
        self._socket, theirs = socket.socketpair()
        command = [sys.executable, "-I", "-S", watchdog.__file__, str(os.getpid()), str(client_stream)]
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
            with suppress(OSError):  # somebody has ended the watchdog
                self._socket.send(f"{process_id}\n".encode())
            _run(partial(_is_told, self._socket), on_death)

    def close(self) -> None:
        """End the watchdog."""
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


def _is_told(watched: socket.socket) -> bool:
    """Whether the watchdog, rather than the end of the server, is what ends the wait."""
    with suppress(OSError):
        return watched.recv(1) == watchdog.GONE
    return False


def exit_at_latest(code: int) -> None:
    """End the process with `code` within `LAST_RESORT_SECONDS`, whatever its threads are doing."""

    def leave() -> None:
        time.sleep(LAST_RESORT_SECONDS)
        log.warning("some work did not stop in %.0f s; leaving it", LAST_RESORT_SECONDS)
        os._exit(code)

    Thread(target=leave, name="ctx-lsp-last-resort", daemon=True).start()
