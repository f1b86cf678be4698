"""A session with one agent, which answers tool calls and records the code already sent. `mcp_server` implements MCP."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ctx_lsp.agents import render
from ctx_lsp.agents.engine_choice import EngineChoice, Report
from ctx_lsp.agents.engines import AgentEngine
from ctx_lsp.agents.link import EngineError, Json
from ctx_lsp.agents.paths import AgentPaths
from ctx_lsp.agents.tools import TOOLS, ToolRow
from ctx_lsp.protocol.validation import command_params

NOTHING_SENT = "none"  # the value of `since` from an agent that no longer has any earlier pack

# Advice on the next step after an error, keyed by the error's reason.
_NEXT_STEPS = {
    "unknownSymbol": "Call search with words to find the name.",
    "ambiguousSymbol": "Call again with one of these names.",
    "unknownPack": 'Call again without since, or with since "none".',
}


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """A tool's answer, as text and as structured data."""

    text: str
    data: dict[str, Json]


class AgentSession:
    """The session of one agent that works in the folder `start`."""

    def __init__(self, choice: EngineChoice, start: Path) -> None:
        self._choice = choice
        self._start = start
        self._sent: tuple[AgentEngine, str] | None = None  # the latest pack: its engine and its id

    async def call(self, name: str, arguments: Mapping[str, Json], report: Report) -> ToolAnswer:
        """Call a tool. Raises `RequestError` or `EngineError` for a rejected call, and `LinkLost`."""
        tool = TOOLS[name]
        given = command_params([dict(arguments)], tool.arguments_type)
        return await self._choice.ask(lambda engine: self._answer(engine, tool, given), report)

    async def command(self, name: str, argument: Json, report: Report) -> Json:
        """Run a command of the server and return its full answer. Raises `EngineError`, `LinkLost`."""
        return await self._choice.ask(lambda engine: engine.link.command(name, argument), report)

    async def _answer(self, engine: AgentEngine, tool: ToolRow, given: object) -> ToolAnswer:
        agent_paths = AgentPaths(engine.root, engine.named, self._start)
        command, argument = tool.command(given, agent_paths)
        try:
            asked = self._pack(engine, command, argument) if tool.is_pack else engine.link.command(command, argument)
            answer = await asked
        except EngineError as error:
            step = _NEXT_STEPS.get(error.reason)
            raise EngineError(f"{error}. {step}" if step else str(error), error.reason) from None
        chosen = tool.selected(answer)
        about = await self._about(engine, answer)
        return ToolAnswer(f"{tool.text(chosen, agent_paths)}\n{render.source(about)}", chosen | {"engine": about})

    async def _pack(self, engine: AgentEngine, command: str, argument: Json) -> Json:
        """Request a pack that leaves out code already sent in this session.

        If the server no longer has the earlier packs, request a full pack.
        """
        options = dict(argument["options"])
        since_id = options.get("since")
        if since_id == NOTHING_SENT:
            del options["since"]
        elif since_id is None and self._sent is not None and self._sent[0] is engine:
            options["since"] = self._sent[1]
        try:
            answer = await engine.link.command(command, argument | {"options": options})
        except EngineError as error:
            if error.reason != "unknownPack" or since_id is not None:
                raise
            del options["since"]
            answer = await engine.link.command(command, argument | {"options": options})
        self._sent = (engine, answer["packId"])
        return answer

    async def _about(self, engine: AgentEngine, answer: Json) -> Json:
        """Return a description of the engine that answered, and the revision and coverage of its index."""
        known = {name: answer[name] for name in ("revision", "coverage") if name in answer}
        if len(known) < len(("revision", "coverage")):
            now = await engine.link.command("ctx-lsp.status")
            known = {"revision": now["revision"], "coverage": now["coverage"]} | known
        return {"source": engine.source, "root": str(engine.root), **known}
