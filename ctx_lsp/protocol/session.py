"""What one connection knows: its phase, the client, the workspace and the open documents. Handlers get it passed in."""

import asyncio
from collections.abc import Callable
from typing import Literal

from lsprotocol import types

from ctx_lsp.analysis import Workspace
from ctx_lsp.protocol.capabilities import ClientSupport
from ctx_lsp.protocol.configuration import Configuration
from ctx_lsp.protocol.convert import Columns, path_to_uri, uri_to_path
from ctx_lsp.protocol.documents import Documents
from ctx_lsp.protocol.errors import invalid_params
from ctx_lsp.protocol.latency import Latencies
from ctx_lsp.protocol.progress import IndexProgress
from ctx_lsp.protocol.roots import Roots
from ctx_lsp.protocol.rpc import Client

Phase = Literal["starting", "running", "ended"]


class Session:
    """The state of a connection. Only the loop thread changes it; workers read what is fixed by `initialize`.

    `workspace`, `documents` and `configuration` are there from `initialize` on; no request is admitted before.
    """

    workspace: Workspace
    documents: Documents
    configuration: Configuration

    def __init__(
        self,
        client: Client,
        loop: asyncio.AbstractEventLoop,
        commands: tuple[str, ...],
        leave: Callable[[int], None],
    ) -> None:
        """`commands` are announced to the client; `leave` ends the connection with an exit code, from any thread."""
        self.client = client
        self.loop = loop
        self.commands = commands
        self.leave = leave
        self.phase: Phase = "starting"
        self.support = ClientSupport()
        self.roots = Roots()
        self.latencies = Latencies()
        self.progress = IndexProgress(client, loop)
        self.trace_value = types.TraceValue.Off

    @property
    def columns(self) -> Columns:
        """Conversions for the negotiated position encoding."""
        return Columns(self.support.encoding)

    def path_of(self, uri: str, field: str) -> str:
        """The workspace path of a URI. Raises `RequestError` naming `field` where it lies outside every root."""
        file = uri_to_path(uri)
        path = self.workspace.workspace_path(file) if file else None
        if path is None:
            raise invalid_params(field, "the file: URI of a file in a workspace folder")
        return path

    def uri_of(self, path: str) -> str:
        """The URI of a workspace path."""
        return path_to_uri(self.workspace.absolute_path(path))

    def trace(self, message: str) -> None:
        """Tell the client's trace what the server does, if it wants to know."""
        if self.trace_value != types.TraceValue.Off:
            self.client.protocol.notify(types.LOG_TRACE, types.LogTraceParams(message))

    def close(self) -> None:
        """Stop the workspace's work, promptly; may be called again."""
        if hasattr(self, "workspace"):
            self.workspace.close()
