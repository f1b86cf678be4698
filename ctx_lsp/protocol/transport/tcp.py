"""One client over TCP: on the loopback interface alone, and only one that knows the token.

Every program of the machine can connect, a browser on behalf of any page included. So the first message must be an
`initialize` whose options hold the token; whoever sends anything else is disconnected, and the next one may try.
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

LOOPBACK = "127.0.0.1"  # never another interface: nothing leaves the machine
TOKEN_VARIABLE = "CTX_LSP_TCP_TOKEN"  # noqa: S105  # the name of one
TOKEN_OPTION = "token"  # noqa: S105  # the same, in `initializationOptions`
FIRST_MESSAGE_SECONDS = 10.0  # for a client to say who it is; others wait meanwhile
_FIRST_LINE = (b"content-length:", b"content-type:")
_LONGEST_LINE = 1_024

log = logging.getLogger(__name__)


def accept_tcp(port: int) -> Streams:
    """Wait for the client that knows the token and return its connection; `port` 0 picks a free one.

    The token is that of the environment variable `CTX_LSP_TCP_TOKEN`; without one it is made up and written to stderr.
    """
    given = os.environ.pop(TOKEN_VARIABLE, "")  # children need not know it
    token = given or token_urlsafe(24)
    with socket.create_server((LOOPBACK, port)) as listener:
        log.warning("listening on %s:%d", LOOPBACK, listener.getsockname()[1])
        if not given:
            log.warning("clients need the token %s in initializationOptions.%s", token, TOKEN_OPTION)
        while True:
            connection, _ = listener.accept()
            with connection:  # the files that a client gets keep the socket open
                streams = _admitted(connection, token)
            if streams is not None:
                return streams
            log.warning("refused a connection that did not begin with the token")


def _admitted(connection: socket.socket, token: str) -> Streams | None:
    """The streams of a client whose first message holds the token, that message still to be read."""
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.settimeout(FIRST_MESSAGE_SECONDS)
    incoming = connection.makefile("rb")
    line = incoming.readline(_LONGEST_LINE) if _begins(incoming) else b""
    if line.lower().startswith(_FIRST_LINE):  # a line of HTTP does not
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
    """The message without the token, which is no setting; None where it is no `initialize` that has it."""
    message = json.loads(body)
    options = message["params"]["initializationOptions"] if _is_initialize(message) else {}
    if not isinstance(options, dict) or not compare_digest(str(options.pop(TOKEN_OPTION, "")).encode(), token.encode()):
        return None
    return json.dumps(message).encode()


def _is_initialize(message: object) -> bool:
    params = message.get("params") if isinstance(message, dict) and message.get("method") == "initialize" else None
    return isinstance(params, dict) and "initializationOptions" in params


class _Replayed(io.RawIOBase):
    """Some bytes, then a stream."""

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
