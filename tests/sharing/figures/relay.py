"""A TCP relay to the socket of a PostgreSQL server, which can be told to swallow all bytes."""

import socket
import socketserver
import threading
from contextlib import suppress
from functools import partial
from pathlib import Path

CHUNK_BYTES = 1 << 16
END_SECONDS = 0.05  # between looks whether the server is to end


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    block_on_close = False


class Relay:
    """Passes connections to `port` on to `target`. While `is_silent`, it accepts them, and passes nothing on."""

    def __init__(self, target: Path) -> None:
        """Listen on a free port."""
        self._target = target
        self.is_silent = False
        self.port = 0
        self._server: _Server | None = None
        self.listen()

    def listen(self) -> None:
        """Accept connections, on the port of the first time."""
        self._server = _Server(("127.0.0.1", self.port), partial(_Connection, self))
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, args=(END_SECONDS,), daemon=True).start()

    def refuse(self) -> None:
        """Refuse further connections, as a computer does on which no server runs."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def connected(self) -> socket.socket:
        """A connection to the target. Raises OSError."""
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(str(self._target))
        return connection


class _Connection(socketserver.BaseRequestHandler):
    """One connection, in both directions."""

    def __init__(self, relay: Relay, *connected: object) -> None:
        self._relay = relay
        super().__init__(*connected)  # type: ignore[arg-type]  # what the server passes

    def handle(self) -> None:
        """Pass bytes on until one end closes its connection."""
        with suppress(OSError), self._relay.connected() as target:
            threading.Thread(target=self._pass, args=(target, self.request), daemon=True).start()
            self._pass(self.request, target)

    def _pass(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(CHUNK_BYTES):
                if not self._relay.is_silent:
                    target.sendall(data)
            target.shutdown(socket.SHUT_RDWR)
