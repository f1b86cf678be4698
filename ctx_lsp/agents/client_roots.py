"""The folders in which an agent says that it works: MCP's roots, in versions of the protocol that have them."""

import asyncio
from pathlib import Path
from typing import Any

from mcp import types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError

from ctx_lsp.agents.folders import ServedFolders
from ctx_lsp.protocol.documents.uris import uri_to_path

LAST_VERSION = "2025-11-25"  # of the protocol with roots; versions are dates
ROOTS_SECONDS = 2.0  # that a call waits for an answer; a later answer counts for later calls


class AgentRoots:
    """Keeps the served folders equal to the roots of the connected agent."""

    def __init__(self, folders: ServedFolders) -> None:
        self._folders = folders
        self._can_ask = True
        self._asking: asyncio.Task[types.ListRootsResult] | None = None  # the request that has no answer yet

    async def follow(self, context: ServerRequestContext[Any, Any]) -> None:
        """Ask the agent for its roots and serve them.

        If the agent has no roots, the served folders stay as they are. At most one request is open. Only the call that
        sends it waits for the answer; calls after a slow answer go on at once with the folders known so far.
        """
        session = context.session
        declared = session.client_capabilities
        has_roots = declared is not None and declared.roots is not None
        if not self._can_ask or not has_roots or session.protocol_version > LAST_VERSION:
            return
        wait = 0.0
        if self._asking is None:
            request = session.send_request(types.ListRootsRequest(), types.ListRootsResult)
            self._asking, wait = asyncio.ensure_future(request), ROOTS_SECONDS
        asking = self._asking
        await asyncio.wait([asking], timeout=wait)
        if asking.done() and asking is self._asking:
            self._asking = None
            await self._serve(asking)

    def close(self) -> None:
        """Stop waiting for an answer."""
        if self._asking is not None:
            self._asking.cancel()

    async def _serve(self, answered: "asyncio.Task[types.ListRootsResult]") -> None:
        try:
            roots = answered.result().roots
        except MCPError:
            self._can_ask = False
            return
        paths = [path for root in roots if (path := uri_to_path(str(root.uri))) is not None and path.is_dir()]
        if paths:
            self._folders.serve(_sorted(paths))
            await self._folders.release()


def _sorted(paths: list[Path]) -> list[Path]:
    """Return the paths with the folder of this process first, if it is one of them."""
    return sorted(paths, key=lambda path: path.resolve() != Path.cwd().resolve())
