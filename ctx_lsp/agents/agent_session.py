"""A session with one agent, which answers tool calls and records the code already sent. `mcp_server` implements MCP."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil
from pathlib import Path

from ctx_lsp.agents import render
from ctx_lsp.agents.arguments import FOLDER, folder_given, paths_written
from ctx_lsp.agents.call_log import CallLog, LoggedCall
from ctx_lsp.agents.engine_choice import EngineChoice, Report
from ctx_lsp.agents.engines import AgentEngine, Source
from ctx_lsp.agents.errors import described, files_named, steps_for_files, steps_for_symbol
from ctx_lsp.agents.folders import ServedFolders
from ctx_lsp.agents.link import EngineError, Json, LinkLost
from ctx_lsp.agents.paths import AgentPaths
from ctx_lsp.agents.tools import STATUS, TOOLS, ToolRow
from ctx_lsp.base.lru import Lru
from ctx_lsp.base.timestamps import now
from ctx_lsp.protocol.attach.sockets import MAX_NAME, PROPOSING_COMMAND, agent_source, editors_of
from ctx_lsp.protocol.errors import RequestError
from ctx_lsp.protocol.validation import command_params

MAX_PACKS = 256  # as many as a server keeps
PIECES = ("items", "dependants", "tests")  # the lists of an answer whose entries the log counts
TOKEN_CHARACTERS = 3.5  # of one token, on average, in the texts of answers that are no packs
NOTHING_SENT = "none"  # the value of `since` from an agent that no longer has any earlier pack


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """A tool's answer, as text and as structured data. `is_unchanged`: it is about a change that is empty."""

    text: str
    data: dict[str, Json]
    is_unchanged: bool = False


class ToolError(EngineError):
    """The error raised if a tool call is rejected. `answer` has the error as text and as structured data.

    The message is the text: the error with the next step, warnings about what may have caused it, and the source.
    """

    def __init__(
        self,
        error: EngineError | RequestError,
        message: str,
        warnings: Sequence[str] = (),
        about: Json = None,
        source_line: str = "",
    ) -> None:
        text = "\n".join([message, *render.warnings(warnings), *([source_line] if source_line else [])])
        super().__init__(text, error.reason, error.names, warnings=warnings)
        described_error: dict[str, Json] = {"message": message}
        if error.reason:
            described_error["reason"] = error.reason
        if error.names:
            described_error["names"] = list(error.names)
        self.answer = ToolAnswer(text, {"error": described_error, "warnings": list(warnings), "engine": about or {}})


class _PartialIndexError(Exception):
    """An error for an answer from an index in which files are missing or outdated."""


@dataclass(slots=True)
class _Memory:
    """State that an agent's session keeps for one folder.

    `sent` holds the engine that built the latest pack, and the pack's id. `source` is the source of the latest answer.
    """

    sent: tuple[AgentEngine, str] | None = None
    source: Source | None = None


class AgentSession:
    """The session of one agent that works in the served folders."""

    def __init__(self, folders: ServedFolders, call_log: CallLog) -> None:
        self.folders = folders
        self._log = call_log
        self._memories: dict[Path, _Memory] = {}
        self._folders_of_packs: Lru[str, Path] = Lru(MAX_PACKS)
        self.client = ""  # the agent's name and version, once they are known

    async def call(self, name: str, arguments: Mapping[str, Json], report: Report) -> ToolAnswer:
        """Call the tool `name`, which must be a key of `TOOLS`, and return its answer.

        While the call waits for the index, `report` receives the progress of indexing. Raises `ToolError`
        if the call is rejected, and `LinkLost` if the engine is lost.
        """
        tool = TOOLS[name]
        # Some agents send null for each argument that they leave out.
        own = {key: value for key, value in arguments.items() if key != FOLDER and value is not None}
        folder: Path | None = None
        try:
            folder = self.folders.find(folder_given(arguments), paths_written(arguments))
            given = command_params([own], tool.arguments_type)
            choice = await self.folders.choice(folder)
            answer = partial(self._answer, folder=folder, tool=tool, given=given)
            if tool.name == STATUS:
                return await choice.ask(lambda one: one.unless_silent(answer(one)), report, needs_index=False)
            whole_answer = partial(self._whole_answer, answer, choice, folder)
            try:
                return await choice.ask(whole_answer, report)
            except _PartialIndexError:  # many files have changed, as at a checkout of another branch
                return await choice.ask(whole_answer, report)
        except (EngineError, RequestError) as error:
            raise await self._tool_error(error, folder, name, arguments) from None

    async def command(self, name: str, argument: Json, folder: Path, report: Report) -> Json:
        """Run a command of the server for `folder`, log the call, and return the full answer.

        Raises `EngineError` if the command is rejected, and `LinkLost` if the engine is lost.
        """
        choice = await self.folders.choice(folder)

        async def ask(engine: AgentEngine) -> Json:
            _check_root(engine)
            engine = await engine.known_as(self.client)
            answer = await engine.link.command(name, argument)
            self._note(engine, name.removeprefix("ctx-lsp."), answer, answer["text"])
            return answer

        return await choice.ask(ask, report)

    def folder_of_pack(self, pack_id: str) -> Path:
        """Return the folder for which a pack of this session was built, or the default folder for any other pack."""
        return self._folders_of_packs.get(pack_id) or self.folders.find(None)

    async def _whole_answer(
        self,
        answer: Callable[[AgentEngine], Awaitable[ToolAnswer]],
        choice: EngineChoice,
        folder: Path,
        engine: AgentEngine,
    ) -> ToolAnswer:
        """Return the answer. Raises `_PartialIndexError` if files that have just changed are still to be read."""
        memory = self._memories.setdefault(folder, _Memory())
        sent = memory.sent

        def check(*, is_whole: bool) -> None:
            if is_whole:
                choice.note_whole(engine)
            elif choice.waits_again(engine):
                memory.sent = sent
                raise _PartialIndexError

        try:
            answered = await answer(engine)
        except EngineError as error:  # it may come from files that were still to be read, even if they are read now
            check(is_whole=not error.is_partial and _is_whole(await _about(engine, {})))
            raise
        check(is_whole=_is_whole(answered.data["engine"]))
        return answered

    async def _answer(self, engine: AgentEngine, folder: Path, tool: ToolRow, given: object) -> ToolAnswer:
        if tool.name != STATUS:
            _check_root(engine)
        engine = await engine.known_as(self.client)
        memory = self._memories.setdefault(folder, _Memory())
        agent_paths = AgentPaths(engine.root, engine.named, folder)
        command, argument = tool.command(given, agent_paths)
        if command == PROPOSING_COMMAND:  # an editor's server writes the same
            argument |= {"source": agent_source(self.client)}
        asked = _pack(engine, memory, command, argument) if tool.is_pack else engine.link.command(command, argument)
        answer = await asked
        if tool.is_pack:
            self._folders_of_packs.put(answer["packId"], folder)
        chosen = tool.selected(answer, given)
        about = await _about(engine, answer)
        if tool.name == STATUS and len(self.folders.served) > 1:
            chosen["folders"] = await asyncio.gather(*(self._folder_status(one) for one in self.folders.served))
        if tool.name == STATUS and not engine.root.is_dir():
            chosen["warnings"] = [_gone(engine), *chosen["warnings"]]
        if "warnings" in chosen:
            chosen["warnings"] = [*chosen["warnings"], *self._other_editors(engine, folder)]
        text = f"{tool.text(answer | chosen, agent_paths)}\n{_source_line(about, memory)}"
        self._note(engine, tool.name, answer, text)
        return ToolAnswer(text, chosen | {"engine": about}, bool(answer.get("unchanged")))

    async def _tool_error(
        self, error: EngineError | RequestError, folder: Path | None, tool: str, arguments: Mapping[str, Json]
    ) -> "ToolError":
        """Return an error with the next step and, if an engine runs for `folder`, with warnings and its source."""
        engine = self.folders.running(folder) if folder is not None else None
        if engine is None or folder is None:
            return ToolError(error, described(error))
        agent_paths = AgentPaths(engine.root, engine.named, folder)
        steps = steps_for_files(agent_paths, self.folders.served, paths_written(arguments), error)
        symbol = str(arguments.get("symbol", ""))
        if error.reason == "unknownSymbol" and not files_named(error, symbol):
            running = {one: self.folders.running(one) for one in self.folders.served if one != folder}
            others = {one: engine for one, engine in running.items() if engine is not None}
            steps += await steps_for_symbol(symbol, others)
        message = described(error, steps, symbol, tool)
        warnings = [*error.warnings, *self._other_editors(engine, folder)]
        try:
            about = await engine.unless_silent(_about(engine, {}))
        except (EngineError, LinkLost):
            return ToolError(error, message, warnings)
        memory = self._memories.setdefault(folder, _Memory())
        return ToolError(error, message, warnings, about, _source_line(about, memory))

    async def _folder_status(self, folder: Path) -> Json:
        """Return the state of a served folder's engine, or the reason why none is running. Starts no engine."""
        engine = self.folders.running(folder)
        if engine is None:
            return {"folder": str(folder), "problem": "not started"}
        try:
            return {"folder": str(folder), **await engine.unless_silent(_about(engine, {}))}
        except (EngineError, LinkLost) as error:
            return {"folder": str(folder), "problem": str(error)}

    def _other_editors(self, engine: AgentEngine, folder: Path) -> Iterator[str]:
        """Yield a warning if other editors than that of `engine` have the folder open, whose unsaved text it lacks."""
        if engine.source == "disk":
            if self.folders.has_hung_editor(folder):
                yield (
                    "An editor has this folder open, but its language server does not answer. This answer lacks "
                    "unsaved text."
                )
            return
        editors = editors_of(engine.root)
        if editors > 1:
            yield (
                f"{editors} editors have this folder open. This answer has the unsaved text of only one of them: save "
                "the files in the others."
            )

    def _note(self, engine: AgentEngine, tool: str, answer: Json, text: str) -> None:
        """Add an answered call to the log."""
        tokens = answer.get("tokens", {})
        exact = tokens.get("used") if isinstance(tokens, dict) else tokens
        self._log.add(
            LoggedCall(
                at=now(),
                agent=self.client[:MAX_NAME],
                tool=tool,
                root=str(engine.root),
                source=engine.source,
                pieces=sum(len(answer[name]) for name in PIECES if name in answer),
                tokens=ceil(len(text) / TOKEN_CHARACTERS) if exact is None else exact,
                characters=len(text),
                estimated=exact is None,
            )
        )


def _is_whole(about: Json) -> bool:
    """Return whether the index of a described engine covers all files."""
    return bool(about["coverage"]["lexical"] == 1.0)


def _check_root(engine: AgentEngine) -> None:
    """Raise `EngineError` if the folder of the engine has been deleted."""
    if not engine.root.is_dir():
        raise EngineError(f"{_gone(engine)} Restore it, or name another folder")


def _gone(engine: AgentEngine) -> str:
    return f"The folder {engine.root} no longer exists."


def _source_line(about: Json, memory: _Memory) -> str:
    """Return the last line of an answer, and remember the source for the next one."""
    left, memory.source = memory.source, about["source"]
    return render.source(about, left)


async def _pack(engine: AgentEngine, memory: _Memory, command: str, argument: Json) -> Json:
    """Run the pack command `command` and return its answer. By default, the pack leaves out code already sent.

    The option `since` of `argument` overrides this: it names another earlier pack, or is `NOTHING_SENT` for a full
    pack. If `since` is unset and the server no longer has the latest pack of this session, request a full pack.
    """
    options = dict(argument["options"])
    since_id = options.get("since")
    if since_id == NOTHING_SENT:
        del options["since"]
    elif since_id is None and memory.sent is not None and memory.sent[0] is engine:
        options["since"] = memory.sent[1]
    try:
        answer = await engine.link.command(command, argument | {"options": options})
    except EngineError as error:
        if error.reason != "unknownPack" or since_id is not None:
            raise
        del options["since"]
        answer = await engine.link.command(command, argument | {"options": options})
    memory.sent = (engine, answer["packId"])
    return answer


async def _about(engine: AgentEngine, answer: Json) -> Json:
    """Describe the engine that gave `answer`: its source, its folder, and the revision and coverage of its index.

    If `answer` lacks the revision or the coverage, ask the engine for its status. Raises `EngineError`, `LinkLost`.
    """
    known = {name: answer[name] for name in ("revision", "coverage") if name in answer}
    if len(known) < len(("revision", "coverage")):
        status = await engine.link.command("ctx-lsp.status")
        known = {"revision": status["revision"], "coverage": status["coverage"]} | known
    return {"source": engine.source, "root": str(engine.root), **known}
