"""Client that sends commands to a language server over one connection. `engine_choice` chooses the server."""

import asyncio
import json
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

from ctx_lsp.agents.pulse import Pulse
from ctx_lsp.protocol.attach.sockets import PING
from ctx_lsp.protocol.errors import ErrorCode
from ctx_lsp.protocol.transport.framing import frame
from ctx_lsp.protocol.transport.inbox import Inbox, on_loop
from ctx_lsp.protocol.transport.outbox import Outbox
from ctx_lsp.protocol.transport.streams import Streams

Json = Any

# Both codes mean that the server is shutting down, because every request is well formed and no answer is awaited after
# the agent has cancelled a request.
_SESSION_ENDED = frozenset({ErrorCode.REQUEST_CANCELLED, ErrorCode.INVALID_REQUEST})


class LinkLost(ConnectionError):
    """The error raised if the connection is lost before the answer arrives, or no sign of life comes for too long."""


class EngineError(Exception):
    """The error raised if a request is invalid or the server rejects it.

    The message is one sentence for the agent; `reason` is a code for programs, and `names` lists what may have been
    meant. `is_partial` says that the server was still reading files; `warnings` say what else may be the cause.
    """

    def __init__(
        self,
        message: str,
        reason: str = "",
        names: Sequence[str] = (),
        *,
        is_partial: bool = False,
        warnings: Sequence[str] = (),
    ) -> None:
        super().__init__(message)
        self.reason = reason
        self.names = tuple(names)
        self.is_partial = is_partial
        self.warnings = tuple(warnings)


class Link:
    """A client of one server. Create and use it on the event loop's thread only."""

    def __init__(self, streams: Streams, hang_up: Callable[[], None]) -> None:
        """Start reading and writing `streams`. `hang_up` closes the underlying connection and is called once."""
        self._loop = asyncio.get_running_loop()
        self._hang_up = hang_up
        self._ids = count(1)
        self._pending: dict[int, asyncio.Future[Json]] = {}
        self.lost = asyncio.Event()
        self.is_silent = False  # the connection was closed because the server gave no sign of life
        self.pulse = Pulse(self._ping, lambda: bool(self._pending), self._give_up)
        self._outbox = Outbox(streams.outgoing, on_lost=lambda: on_loop(self._loop, self.close))
        Inbox(streams.incoming, self._loop, self._receive, self.close)

    async def command(self, name: str, argument: Json = None) -> Json:
        """Execute a command of the server. Cancelling the call cancels the command.

        Raises `EngineError` if the server answers with an error, and `LinkLost` if the connection is lost.
        """
        arguments = [] if argument is None else [argument]
        return await self.ask("workspace/executeCommand", {"command": name, "arguments": arguments})

    async def ask(self, method: str, params: Json) -> Json:
        """Send a request and return its result. Cancellation and errors are handled as in `command`."""
        if self.lost.is_set():
            raise LinkLost(self._cause)
        number, answer = next(self._ids), self._loop.create_future()
        self._pending[number] = answer
        self._send({"id": number, "method": method, "params": params})
        self.pulse.watch()
        try:
            return await answer
        except asyncio.CancelledError:
            self.notify("$/cancelRequest", {"id": number})
            raise
        finally:
            del self._pending[number]

    def notify(self, method: str, params: Json) -> None:
        """Send a notification."""
        self._send({"method": method, "params": params})

    def close(self) -> None:
        """Close the connection. Pending requests fail with `LinkLost`. Closing it again has no effect."""
        if self.lost.is_set():
            return
        self.lost.set()
        self.pulse.close()
        for answer in self._pending.values():
            if not answer.done():
                answer.set_exception(LinkLost(self._cause))
        self._outbox.close(0)
        self._hang_up()

    @property
    def _cause(self) -> str:
        return "the language server does not answer" if self.is_silent else "the connection to the server was lost"

    def _give_up(self) -> None:
        self.is_silent = True
        self.close()

    def _ping(self) -> None:
        self._send({"id": next(self._ids), "method": PING})

    def _send(self, message: Json) -> None:
        self._outbox.write(frame(json.dumps({"jsonrpc": "2.0", **message}).encode()))

    def _receive(self, body: bytes) -> None:
        self.pulse.heard()
        message = json.loads(body)
        if "method" not in message:
            self._answered(message)
        elif "id" in message:  # a request from the server, such as one for a progress bar
            self._send({"id": message["id"], "result": None})

    def _answered(self, message: Json) -> None:
        answer = self._pending.get(message.get("id"))
        if answer is None or answer.done():
            return
        error = message.get("error")
        if error is None:
            answer.set_result(message.get("result"))
        elif error["code"] in _SESSION_ENDED:
            answer.set_exception(LinkLost(error["message"]))
            self.close()  # a server that is shutting down may stay connected for a while
        else:
            data = error.get("data") or {}
            refusal = EngineError(
                error["message"],
                data.get("reason", ""),
                data.get("names", ()),
                is_partial=bool(data.get("partial")),
                warnings=data.get("warnings", ()),
            )
            answer.set_exception(refusal)
