"""The server process, which connects streams, event loop and dispatcher and exits without waiting for running work.

The loop thread runs only short handlers. One thread reads messages, another sends them, and workers compute all answers
that take longer.
"""

import asyncio
import logging
import signal
from collections.abc import Callable
from contextlib import suppress

import ctx_lsp
from ctx_lsp.base.system import share_heaps
from ctx_lsp.protocol.attach.listener import AgentListener
from ctx_lsp.protocol.dispatch import Dispatcher
from ctx_lsp.protocol.handlers.lifecycle import ABRUPT_EXIT, CLEAN_EXIT, SERVER_NAME
from ctx_lsp.protocol.logs import ClientLog
from ctx_lsp.protocol.session import Session
from ctx_lsp.protocol.stderr_log import log_to_stderr
from ctx_lsp.protocol.table import TABLE, RouteTable
from ctx_lsp.protocol.transport.inbox import Inbox, on_loop
from ctx_lsp.protocol.transport.lifeline import Lifeline, exit_at_latest
from ctx_lsp.protocol.transport.outbox import Outbox
from ctx_lsp.protocol.transport.rpc import Client
from ctx_lsp.protocol.transport.streams import Streams, take_stdio
from ctx_lsp.protocol.transport.tcp import accept_tcp

SIGNAL_EXIT = 128  # added to the signal's number to give the exit code that shells expect


def serve(port: int | None = None, table: RouteTable = TABLE) -> int:
    """Serve one client until it disconnects. Return the exit code of the process.

    The client is connected over stdio or, if `port` is given, over TCP on the loopback interface. Soon after the client
    has disconnected, `exit_at_latest` ends the process, even if work is still running.
    """
    log_to_stderr()
    share_heaps()
    streams = take_stdio() if port is None else accept_tcp(port)

    lifeline = Lifeline(streams.incoming.fileno())

    async def run() -> int:
        return await Connection(streams, table, exit_at_latest, lifeline).run()

    try:
        return asyncio.run(run())
    finally:
        lifeline.close()


class Connection:
    """The connection to one client. Create it on the loop thread."""

    def __init__(
        self,
        streams: Streams,
        table: RouteTable = TABLE,
        on_leaving: Callable[[int], None] = lambda _: None,
        lifeline: Lifeline | None = None,
    ) -> None:
        """Create the session and its dispatcher.

        `on_leaving` is called with the exit code when the connection ends, before anything is stopped.
        """
        self._streams = streams
        self._on_leaving = on_leaving
        self._loop = asyncio.get_running_loop()
        self._left: asyncio.Future[int] = self._loop.create_future()
        self._client = Client(SERVER_NAME, ctx_lsp.__version__)
        self.session = Session(self._client, self._loop, tuple(table.commands), self._leave, lifeline or Lifeline())
        self._rpc = self._client.protocol
        self.dispatcher = self._rpc.receiver = Dispatcher(self.session, self._rpc, table)
        self._agents = AgentListener(self.session, streams.catch_up)
        self.session.offer_to_agents = self._agents.refresh

    async def run(self) -> int:
        """Serve until the client leaves or disappears. Returns the exit code."""
        outbox = Outbox(self._streams.outgoing, on_lost=lambda: self._leave(ABRUPT_EXIT))
        self._rpc.set_writer(outbox)
        client_log = ClientLog(self._client)
        logging.getLogger(ctx_lsp.__name__).addHandler(client_log)
        self._leave_on_signals()
        Inbox(self._streams.incoming, self._loop, self._rpc.receive, self._gone)
        code = await self._left
        self._on_leaving(code)
        logging.getLogger(ctx_lsp.__name__).removeHandler(client_log)
        self._agents.close()
        self.dispatcher.close()
        outbox.close()
        self.session.close()
        return code

    def _gone(self) -> None:
        self._leave(CLEAN_EXIT if self.session.phase == "ended" else ABRUPT_EXIT)

    def _leave(self, code: int) -> None:
        """End the connection with an exit code, unless it is already ending. May be called from any thread."""

        def end() -> None:
            if not self._left.done():
                self._left.set_result(code)

        on_loop(self._loop, end)

    def _leave_on_signals(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            # Windows has no such handlers, and only the main thread may set them.
            with suppress(NotImplementedError, RuntimeError, ValueError):
                self._loop.add_signal_handler(number, self._leave, SIGNAL_EXIT + number)
