"""The Model Context Protocol server over streamable HTTP, for agents that do not start the server themselves.

The server listens on the loopback interface only. Any program on the machine can connect, including a browser on behalf
of any web page, so each request must have the token and the expected `Host`, and must not have an `Origin`. Code
already sent is remembered for each MCP session. A request outside a session is answered in full. `mcp_server` defines
the tools, resources and prompts.
"""

import logging
import os
import signal
import socket
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from hmac import compare_digest
from pathlib import Path
from secrets import token_urlsafe
from typing import Any

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings

from ctx_lsp.agents.agent_session import AgentSession
from ctx_lsp.agents.call_log import CallLog, log_folder
from ctx_lsp.agents.folders import ServedFolders
from ctx_lsp.agents.mcp_server import RequestContext, make_server
from ctx_lsp.base.lru import Lru

LOOPBACK = "127.0.0.1"  # the only interface, so that nothing leaves the machine
PATH = "/mcp"
TOKEN_VARIABLE = "CTX_LSP_MCP_TOKEN"  # noqa: S105  # the variable's name
MAX_SESSIONS = 64  # remembered sessions; the least recently used is forgotten

_Message = MutableMapping[str, Any]
_Send = Callable[[_Message], Awaitable[None]]
_App = Callable[[_Message, Callable[[], Awaitable[_Message]], _Send], Awaitable[None]]


class PortError(Exception):
    """An error for a port on which the server cannot listen."""


log = logging.getLogger(__name__)


async def serve_http(paths: Sequence[Path], port: int) -> None:
    """Serve agents that work in the folders `paths` until a signal stops the process. Port 0 picks a free port.

    The token is read from the environment variable `CTX_LSP_MCP_TOKEN`. If the variable is empty, a random token is
    generated and written to stderr. Raises `PortError` if the server cannot listen on the port.
    """
    given = os.environ.pop(TOKEN_VARIABLE, "")  # child processes do not need the token
    token = given or token_urlsafe(24)
    try:
        listener = socket.create_server((LOOPBACK, port))
    except OSError as error:
        raise PortError(f"port {port} cannot be used: {error}") from error
    with listener:
        # Otherwise a response waits some 40 ms for the client. asyncio sets it only for sockets that name a protocol.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        port = listener.getsockname()[1]
        host = f"{LOOPBACK}:{port}"
        log.warning("listening on http://%s%s", host, PATH)
        if not given:
            log.warning("agents need the header Authorization: Bearer %s", token)
        async with ServedFolders(paths) as folders:
            await folders.choice(folders.find(None))
            server = make_server(_sessions(folders))
            security = TransportSecuritySettings(allowed_hosts=[host, f"localhost:{port}"], allowed_origins=[])
            app = server.streamable_http_app(streamable_http_path=PATH, transport_security=security)
            config = uvicorn.Config(_guarded(app, token), log_config=None, access_log=False, server_header=False)
            await _serve(uvicorn.Server(config), listener)


async def _serve(server: uvicorn.Server, listener: socket.socket) -> None:
    """Serve until SIGTERM or SIGINT.

    uvicorn raises the signal again when it ends. The handlers set here ignore the signal, so that the cleanup code
    runs.
    """
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: None)
    await server.serve([listener])


def _sessions(folders: ServedFolders) -> Callable[[RequestContext], Awaitable[AgentSession]]:
    """Return a function that finds or creates the session to which a request belongs."""
    known: Lru[str, AgentSession] = Lru(MAX_SESSIONS)
    call_log = CallLog(log_folder())

    async def session_of(context: RequestContext) -> AgentSession:
        name = context.request.headers.get("mcp-session-id") if context.request else None
        if name is None:
            return AgentSession(folders, call_log)
        session = known.get(name)
        return known.put(name, AgentSession(folders, call_log)) if session is None else session

    return session_of


def _guarded(app: _App, token: str) -> _App:
    """Wrap `app` so that requests without the token are answered with status 401."""
    expected = f"Bearer {token}".encode()

    async def guard(scope: _Message, receive: Callable[[], Awaitable[_Message]], send: _Send) -> None:
        given = dict(scope.get("headers", ())).get(b"authorization", b"")
        if scope["type"] == "lifespan" or compare_digest(given, expected):
            await app(scope, receive, send)
            return
        headers = [(b"www-authenticate", b"Bearer"), (b"content-length", b"0")]
        await send({"type": "http.response.start", "status": 401, "headers": headers})
        await send({"type": "http.response.body"})

    return guard
