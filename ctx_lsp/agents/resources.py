"""The MCP resources: the map of the repository, and earlier packs."""

from ctx_lsp.agents.agent_session import AgentSession
from ctx_lsp.agents.engine_choice import Report
from ctx_lsp.agents.link import EngineError

MAP_URI = "ctx-lsp://map"
_PACK_PREFIX = "ctx-lsp://pack/"
PACK_TEMPLATE = _PACK_PREFIX + "{id}"


async def read(session: AgentSession, uri: str, report: Report) -> str:
    """Return the text of the resource at `uri`. Raises `EngineError` if there is none, and `LinkLost`."""
    if uri == MAP_URI:
        answer = await session.command("ctx-lsp.map", None, report)
    elif uri.startswith(_PACK_PREFIX):
        answer = await session.command("ctx-lsp.packText", {"packId": uri.removeprefix(_PACK_PREFIX)}, report)
    else:
        raise EngineError(f"unknown resource {uri}; known: {MAP_URI}, {PACK_TEMPLATE}")
    text: str = answer["text"]
    return text
