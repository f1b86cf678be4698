"""The Model Context Protocol server: its tools, resources and prompts, and its connection over stdio.

`agent_session` provides the answers; `http_server` serves over HTTP.
"""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from mcp import types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

import ctx_lsp
from ctx_lsp.agents import prompts, resources
from ctx_lsp.agents.agent_session import AgentSession
from ctx_lsp.agents.engine_choice import EngineChoice, Report
from ctx_lsp.agents.link import EngineError, LinkLost
from ctx_lsp.agents.tools import TOOLS
from ctx_lsp.protocol.errors import RequestError

SERVER_NAME = "ctx-lsp"
INSTRUCTIONS = """\
Ask `context` before you read files or grep: one call returns the code that matters, with its dependencies. `search` \
gives names and places only. Paths are relative to the root. Each answer says in `engine` whether it comes from the \
editor (unsaved text included) or from disk, and how much is indexed. Code that you were sent in this session is not \
sent again; pass `since: "none"` if you no longer have it."""

_READS = types.ToolAnnotations(read_only_hint=True, open_world_hint=False)
_MARKDOWN = "text/markdown"
_REFUSED = (EngineError, RequestError, LinkLost)

RequestContext = ServerRequestContext[Any, Any]


async def serve(start: Path) -> None:
    """Serve an agent that works in the folder `start`, over stdio, until it disconnects."""
    async with stdio_server() as (incoming, outgoing), EngineChoice(start) as choice:
        session = AgentSession(choice, start)
        server = make_server(lambda _: session)
        await server.run(incoming, outgoing, server.create_initialization_options())


def make_server(session_of: Callable[[RequestContext], AgentSession]) -> "Server[Any]":
    """Build the server. `session_of` returns the session to which a request belongs."""

    async def call_tool(context: RequestContext, params: types.CallToolRequestParams) -> types.CallToolResult:
        if params.name not in TOOLS:
            raise MCPError(types.INVALID_PARAMS, f"unknown tool {params.name}; known: {', '.join(TOOLS)}")
        try:
            answer = await session_of(context).call(params.name, params.arguments or {}, _reporter(context))
        except _REFUSED as error:
            return types.CallToolResult(content=[_text(_sentence(error))], is_error=True)
        return types.CallToolResult(content=[_text(answer.text)], structured_content=answer.data)

    async def read_resource(
        context: RequestContext, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        text = await _or_error(resources.read(session_of(context), params.uri, _reporter(context)))
        content = types.TextResourceContents(uri=params.uri, mime_type=_MARKDOWN, text=text)
        return types.ReadResourceResult(contents=[content])

    async def get_prompt(context: RequestContext, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        text = await _or_error(
            prompts.prompt_text(session_of(context), params.name, params.arguments or {}, _reporter(context))
        )
        return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=_text(text))])

    return Server(
        SERVER_NAME,
        version=ctx_lsp.__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=_list_tools,
        on_call_tool=call_tool,
        on_list_resources=_list_resources,
        on_list_resource_templates=_list_templates,
        on_read_resource=read_resource,
        on_list_prompts=_list_prompts,
        on_get_prompt=get_prompt,
    )


async def _list_tools(_: RequestContext, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
    tools = [
        types.Tool(
            name=row.name,
            description=row.description,
            input_schema=row.input_schema,
            output_schema=row.output_schema,
            annotations=_READS,
        )
        for row in TOOLS.values()
    ]
    return types.ListToolsResult(tools=tools)


async def _list_resources(_: RequestContext, __: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
    description = "The repository at a glance: folders and their central definitions"
    listed = types.Resource(name="map", uri=resources.MAP_URI, description=description, mime_type=_MARKDOWN)
    return types.ListResourcesResult(resources=[listed])


async def _list_templates(
    _: RequestContext, __: types.PaginatedRequestParams | None
) -> types.ListResourceTemplatesResult:
    description = "An earlier pack of context, with a note if its code has changed since"
    template = types.ResourceTemplate(
        name="pack", uri_template=resources.PACK_TEMPLATE, description=description, mime_type=_MARKDOWN
    )
    return types.ListResourceTemplatesResult(resource_templates=[template])


async def _list_prompts(_: RequestContext, __: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
    listed = [
        types.Prompt(
            name=row.name,
            description=row.description,
            arguments=[types.PromptArgument(name=row.argument, description=row.about, required=row.default is None)],
        )
        for row in prompts.PROMPTS.values()
    ]
    return types.ListPromptsResult(prompts=listed)


def _reporter(context: RequestContext) -> Report:
    """Return a function that reports progress to the agent. Only increasing values are sent."""
    furthest = -1.0

    async def report(share: float, message: str) -> None:
        nonlocal furthest
        if share > furthest:
            furthest = share
            await context.session.report_progress(share, 1.0, message)

    return report


async def _or_error(text: Awaitable[str]) -> str:
    try:
        return await text
    except _REFUSED as error:
        raise MCPError(types.INVALID_PARAMS, _sentence(error)) from None


def _sentence(error: Exception) -> str:
    return error.message if isinstance(error, RequestError) else str(error)


def _text(text: str) -> types.TextContent:
    return types.TextContent(type="text", text=text)
