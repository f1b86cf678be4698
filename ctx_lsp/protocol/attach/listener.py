"""Listener that serves agents through a local socket. `agent_table` lists the requests that agents may send."""

import asyncio
import errno
import itertools
import logging
import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import ctx_lsp
from ctx_lsp.base.local_sockets import (
    HAS_LOCAL_SOCKETS,
    LocalConnection,
    LocalListener,
    disconnect,
    is_same_user,
    listen_locally,
    stop_listening,
)
from ctx_lsp.protocol.attach.agent_table import agent_table
from ctx_lsp.protocol.attach.pending_edits import PendingEdits
from ctx_lsp.protocol.attach.sockets import own_socket, remove_stale_sockets
from ctx_lsp.protocol.dispatch import Dispatcher, Workers, make_workers, stop_workers
from ctx_lsp.protocol.session import Session
from ctx_lsp.protocol.transport.inbox import Inbox, on_loop
from ctx_lsp.protocol.transport.outbox import Outbox
from ctx_lsp.protocol.transport.rpc import Client

MAX_AGENTS = 32  # connected at once; each takes two threads, and all share the workers
AGENT_WORKERS = 2  # for long requests of all agents; fewer than the editor's, whose requests have priority

PAUSE_SECONDS = 1.0  # before the next attempt to accept an agent
_PASSING = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM, errno.ECONNABORTED)

_numbers = itertools.count(1)  # numbers of connections; an `id()` could be reused after a connection has closed
log = logging.getLogger(__name__)


class AgentListener:
    """Listener for agents. It is open while the session has exactly one folder, and agents are allowed and supported.

    A session with several folders has no socket, because an agent could otherwise get answers about another folder. Use
    the listener on the loop thread only.
    """

    def __init__(self, session: Session, catch_up: Callable[[], None]) -> None:
        """Start closed. `catch_up` waits until the editor's messages that have arrived were passed on."""
        self._session = session
        self._edits = PendingEdits(session, catch_up)
        self._root: Path | None = None
        self._file: Path | None = None
        self._listener: LocalListener | None = None
        self._agents: set[AgentConnection] = set()
        self._workers: Workers = {}  # of all agents together, because each idle thread costs memory

    def refresh(self) -> None:
        """Open or close the socket to match the session's folders and settings."""
        refusal = self._refusal()
        root = None if refusal else self._session.roots.folders[0]
        if root != self._root:
            self.close()
            if root is not None:
                refusal = self._open(root)
        self._session.agents.refusal = refusal

    def _refusal(self) -> str:
        """Return the reason why agents must not be served, or "" if serving them is allowed."""
        if not self._session.configuration.settings.agents.attach:
            return "agents.attach is off in the settings"
        if self._session.agents.is_stopped:
            return "serving agents was stopped"
        if not HAS_LOCAL_SOCKETS:
            return "agents run their own engines on this system"
        if len(self._session.roots.folders) != 1:
            return "agents are served only if exactly one folder is open"
        return ""

    def close(self) -> None:
        """Stop accepting agents, and disconnect the current ones."""
        self._root = None
        if self._listener is not None and self._file is not None:
            stop_listening(self._listener, self._file)
            self._listener = None
        for agent in list(self._agents):
            agent.close()
        stop_workers(self._workers)

    def _open(self, root: Path) -> str:
        """Listen on the socket of `root`. Return "", or the reason why this failed."""
        try:
            file = own_socket(root)
            remove_stale_sockets()
            listener = listen_locally(file)
        except OSError as error:
            log.warning("agents cannot attach: %s", error)
            return f"the socket cannot be opened: {error}"
        self._root, self._file, self._listener = root, file, listener
        self._workers = make_workers("ctx-lsp-agents", AGENT_WORKERS)
        loop = self._session.loop
        Thread(target=_accept, args=(listener, loop, self._admit), name="ctx-lsp-agents", daemon=True).start()
        return ""

    def _admit(self, connection: LocalConnection) -> None:
        if self._root is None or len(self._agents) >= MAX_AGENTS or not is_same_user(connection):
            log.warning("refused an agent: %s", "too many, or another user's process" if self._root else "closing")
            connection.close()
            return
        agents = self._agents
        agents.add(AgentConnection(connection, self._session, self._root, self._workers, agents.discard, self._edits))


class AgentConnection:
    """A connection to one agent, with its own dispatcher.

    All agents share the workspace of the session, and one set of workers.
    """

    def __init__(
        self,
        connection: LocalConnection,
        session: Session,
        root: Path,
        workers: Workers,
        ended: "Callable[[AgentConnection], None]",
        edits: PendingEdits,
    ) -> None:
        self._connection = connection
        self._number = next(_numbers)
        self._activity = session.agents
        self._ended = ended
        self._loop = session.loop
        self._incoming, outgoing = connection.makefile("rb"), connection.makefile("wb")
        self._outbox = Outbox(outgoing, on_lost=self._lost)
        client = Client(ctx_lsp.__name__, ctx_lsp.__version__)
        rpc = client.protocol
        rpc.set_writer(self._outbox)
        table, number = agent_table(root, self._number), self._number
        self._dispatcher = rpc.receiver = Dispatcher(
            session, rpc, table, workers, lambda: session.agents.name_of(number)
        )
        Inbox(self._incoming, session.loop, rpc.receive, self.close, before=edits.wait)

    def close(self) -> None:
        """Cancel running requests, send finished answers, and disconnect.

        Call this method on the loop thread only. Further calls have no effect.
        """
        self._ended(self)
        self._activity.detach(self._number)
        self._dispatcher.close()
        self._outbox.close(0)
        disconnect(self._connection)

    def _lost(self) -> None:
        on_loop(self._loop, self.close)


def _accept(listener: LocalListener, loop: asyncio.AbstractEventLoop, admit: Callable[[LocalConnection], None]) -> None:
    """Accept connections until the listener is closed, and pass each to `admit` on the loop.

    This function blocks, so it has its own thread.
    """
    while True:
        try:
            connection, _ = listener.accept()
        except OSError as error:
            if error.errno not in _PASSING:
                return
            log.warning("cannot accept an agent now: %s", error)
            time.sleep(PAUSE_SECONDS)
            continue
        on_loop(loop, admit, connection)
