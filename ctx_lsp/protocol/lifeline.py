"""Not outliving the client: the server's side of the watchdog, and leaving for good when asked to. No protocol here."""

import logging
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Thread

from ctx_lsp.protocol import watchdog

LAST_RESORT_SECONDS = 3.0  # a thread deep inside a native call may hold up an orderly exit; a zombie server is worse

log = logging.getLogger(__name__)


class Lifeline:
    """Tells of the client's end. Without `start` it tells nothing, and the end of the stream has to do."""

    def __init__(self) -> None:
        self._socket: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, client_stream: int) -> None:
        """Start the watchdog on the descriptor that the client's messages come from.

        Not on Windows, which has other calls for all that it does.
        """
        if sys.platform == "win32":
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

    def watch_client(self, process_id: int, on_death: Callable[[], None]) -> None:
        """Call `on_death` once, from a thread of its own, when the client's stream or its process `process_id` ends."""
        if self._process is None or self._socket is None:
            return
        with suppress(OSError):  # somebody has ended the watchdog
            self._socket.send(f"{process_id}\n".encode())
        Thread(target=self._wait, args=(self._socket, on_death), name="ctx-lsp-lifeline", daemon=True).start()

    def close(self) -> None:
        """End the watchdog."""
        if self._socket is not None:
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)
            self._socket.close()
        if self._process is not None:
            self._process.wait()

    def _wait(self, told: socket.socket, on_death: Callable[[], None]) -> None:
        with suppress(OSError):
            if told.recv(1) == watchdog.GONE:
                log.info("the client has ended")
                on_death()


def exit_at_latest(code: int) -> None:
    """End the process with `code` within `LAST_RESORT_SECONDS`, whatever its threads are doing."""

    def leave() -> None:
        time.sleep(LAST_RESORT_SECONDS)
        log.warning("some work did not stop in %.0f s; leaving it", LAST_RESORT_SECONDS)
        os._exit(code)

    Thread(target=leave, name="ctx-lsp-last-resort", daemon=True).start()
