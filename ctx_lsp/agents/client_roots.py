"""The folders in which an agent works, as announced through MCP roots, in protocol versions that have roots."""

import asyncio
from pathlib import Path
from typing import Any

from mcp import types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError

from ctx_lsp.agents.folders import ServedFolders
from ctx_lsp.protocol.documents.uris import uri_to_path

LAST_VERSION = "2025-11-25"  # of the protocol with roots; versions are dates
ROOTS_SECONDS = 2.0  # for which a call waits for the agent's answer; a late answer is used by later calls


class AgentRoots:
    """An updater that keeps the served folders equal to the connected agent's roots."""

    def __init__(self, folders: ServedFolders) -> None:
        self._folders = folders
        self._can_ask = True
        self._asking: asyncio.Task[types.ListRootsResult] | None = None  # the request that has no answer yet

    async def follow(self, context: ServerRequestContext[Any, Any]) -> None:
        """Ask the agent for its roots, and serve them.

        If the agent has no roots, the served folders do not change. At most one request to the agent is pending. The
        call that sends it waits for at most `ROOTS_SECONDS`; other calls continue with the folders known so far.
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
        """Cancel a pending request to the agent."""
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
    """Return the paths, with the current working directory first if it is one of them and still exists."""
    try:
        current = Path.cwd().resolve()
    except OSError:
        return paths
    return sorted(paths, key=lambda path: path.resolve() != current)
