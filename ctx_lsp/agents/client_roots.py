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
ROOTS_SECONDS = 2.0  # for an answer; an agent that does not answer is not asked again


class AgentRoots:
    """Keeps the served folders equal to the roots of the connected agent."""

    def __init__(self, folders: ServedFolders) -> None:
        self._folders = folders
        self._can_ask = True

    async def follow(self, context: ServerRequestContext[Any, Any]) -> None:
        """Ask the agent for its roots and serve them.

        If the agent has no roots, the served folders stay as they are.
        """
        session = context.session
        declared = session.client_capabilities
        has_roots = declared is not None and declared.roots is not None
        if not self._can_ask or not has_roots or session.protocol_version > LAST_VERSION:
            return
        try:
            async with asyncio.timeout(ROOTS_SECONDS):
                answer = await session.send_request(types.ListRootsRequest(), types.ListRootsResult)
        except (TimeoutError, MCPError):
            self._can_ask = False
            return
        paths = [path for root in answer.roots if (path := uri_to_path(str(root.uri))) is not None and path.is_dir()]
        if paths:
            self._folders.serve(_sorted(paths))


def _sorted(paths: list[Path]) -> list[Path]:
    """Return the paths with the folder of this process first, if it is one of them."""
    return sorted(paths, key=lambda path: path.resolve() != Path.cwd().resolve())
