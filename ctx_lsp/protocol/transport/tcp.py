"""TCP connection to a single client on the loopback interface, protected by a token.

Any program on the machine can connect, including a browser on behalf of any web page. The first message must therefore
be an `initialize` request whose options contain the token. A client that sends anything else is disconnected, and the
server waits for the next one.
"""

import io
import json
import logging
import os
import socket
from hmac import compare_digest
from secrets import token_urlsafe

from ctx_lsp.protocol.transport.framing import BrokenStreamError, frame, read_frames
from ctx_lsp.protocol.transport.streams import Streams

LOOPBACK = "127.0.0.1"  # the only interface, so that nothing leaves the machine
TOKEN_VARIABLE = "CTX_LSP_TCP_TOKEN"  # noqa: S105  # the variable's name, not a secret
TOKEN_OPTION = "token"  # noqa: S105  # the option's name in `initializationOptions`
FIRST_MESSAGE_SECONDS = 10.0  # for a client to send its token; other clients wait meanwhile
_FIRST_LINE = (b"content-length:", b"content-type:")
_LONGEST_LINE = 1_024

log = logging.getLogger(__name__)


def accept_tcp(port: int) -> Streams:
    """Wait for a client that knows the token and return its connection. Port 0 picks a free port.

    The token is read from the environment variable `CTX_LSP_TCP_TOKEN`. If the variable is empty, a random token is
    generated and written to stderr.
    """
    given = os.environ.pop(TOKEN_VARIABLE, "")  # child processes do not need the token
    token = given or token_urlsafe(24)
    with socket.create_server((LOOPBACK, port)) as listener:
        log.warning("listening on %s:%d", LOOPBACK, listener.getsockname()[1])
        if not given:
            log.warning("clients need the token %s in initializationOptions.%s", token, TOKEN_OPTION)
        while True:
            connection, _ = listener.accept()
            with connection:  # the streams keep the socket open beyond this block
                streams = _admitted(connection, token)
            if streams is not None:
                return streams
            log.warning("refused a connection that did not begin with the token")


def _admitted(connection: socket.socket, token: str) -> Streams | None:
    """Return the streams of a client if its first message contains the token, otherwise None.

    The message, without the token, can still be read from the streams.
    """
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.settimeout(FIRST_MESSAGE_SECONDS)
    incoming = connection.makefile("rb")
    line = incoming.readline(_LONGEST_LINE) if _begins(incoming) else b""
    if line.lower().startswith(_FIRST_LINE):  # an HTTP request does not start like this
        rest = io.BufferedReader(_Replayed(line, incoming))
        try:
            body = _without_token(next(read_frames(rest), b""), token)
        except (BrokenStreamError, OSError, ValueError, RecursionError):
            body = None
        if body is not None:
            connection.settimeout(None)
            return Streams(io.BufferedReader(_Replayed(frame(body), rest)), connection.makefile("wb"))
    incoming.close()
    return None


def _begins(incoming: io.BufferedReader) -> bool:
    try:
        return bool(incoming.peek(1))
    except OSError:
        return False


def _without_token(body: bytes, token: str) -> bytes | None:
    """Return the `initialize` message without its token, or None if the token is missing or wrong."""
    message = json.loads(body)
    options = message["params"]["initializationOptions"] if _is_initialize(message) else {}
    if not isinstance(options, dict) or not compare_digest(str(options.pop(TOKEN_OPTION, "")).encode(), token.encode()):
        return None
    return json.dumps(message).encode()


def _is_initialize(message: object) -> bool:
    params = message.get("params") if isinstance(message, dict) and message.get("method") == "initialize" else None
    return isinstance(params, dict) and "initializationOptions" in params


class _Replayed(io.RawIOBase):
    """A stream that prepends the bytes `first` to another stream."""

    def __init__(self, first: bytes, stream: io.BufferedIOBase) -> None:
        self._first = first
        self._stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # what the reader hands over
        data, self._first = self._first[: len(buffer)], self._first[len(buffer) :]
        data = data or self._stream.read1(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def fileno(self) -> int:
        return self._stream.fileno()

    def close(self) -> None:
        self._stream.close()
        super().close()
