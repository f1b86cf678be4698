"""The MCP resources: the map of each repository, and earlier packs."""

from urllib.parse import unquote

from ctx_lsp.agents.agent_session import AgentSession
from ctx_lsp.agents.engine_choice import Report
from ctx_lsp.agents.link import EngineError

MAP_URI = "ctx-lsp://map"
_MAP_PREFIX = MAP_URI + "/"
MAP_TEMPLATE = _MAP_PREFIX + "{folder}"
_PACK_PREFIX = "ctx-lsp://pack/"
PACK_TEMPLATE = _PACK_PREFIX + "{id}"


async def read(session: AgentSession, uri: str, report: Report) -> str:
    """Return the text of the resource at `uri`.

    Raises `EngineError` if there is no such resource, and `LinkLost` if the engine is lost.
    """
    folders = session.folders
    if uri == MAP_URI or uri.startswith(_MAP_PREFIX):
        folder = folders.find(unquote(uri.removeprefix(_MAP_PREFIX)) if uri != MAP_URI else None)
        answer = await session.command("ctx-lsp.map", None, folder, report)
    elif uri.startswith(_PACK_PREFIX):
        folder = session.folder_of_pack(uri.removeprefix(_PACK_PREFIX))
        answer = await session.command("ctx-lsp.packText", {"packId": uri.removeprefix(_PACK_PREFIX)}, folder, report)
    else:
        raise EngineError(f"unknown resource {uri}; known: {MAP_URI}, {MAP_TEMPLATE}, {PACK_TEMPLATE}")
    text: str = answer["text"]
    return text
