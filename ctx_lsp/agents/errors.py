"""Errors in the words of the tools: the agent's own argument names, the next step, and the source of the answer."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from ctx_lsp.agents.engines import AgentEngine
from ctx_lsp.agents.link import EngineError, LinkLost
from ctx_lsp.agents.paths import AgentPaths
from ctx_lsp.protocol.errors import RequestError

# Advice on the next step after an error, keyed by the error's reason.
_NEXT_STEPS = {
    "unknownSymbol": "Call search with words to find the name.",
    "ambiguousSymbol": "Call again with one of these names.",
    "unknownPack": 'Call again without since, or with since "none".',
}
_TAKES_FILES = frozenset({"context", "impact"})  # tools that take either a symbol or files
# The tools' names for fields of the server's commands, which begin the messages about invalid values.
_ARGUMENTS: Mapping[str, str] = {
    "query": "question",
    "options.maxTokens": "budget",
    "options.since": "since",
    "options.filter.since": "changed_since",
    "filter.since": "changed_since",
    "filter.kinds": "kinds",
    "filter.languages": "languages",
    "filter.include": "paths",
}
_FIELD = re.compile(rf"^(?:{'|'.join(map(re.escape, sorted(_ARGUMENTS, key=len, reverse=True)))})(?=[ \[])")

_SEPARATORS = re.compile(r"[.#/:]")  # between the parts of a qualified name


def described(error: EngineError | RequestError, steps: Iterable[str] = (), symbol: str = "", tool: str = "") -> str:
    """Return the message of an error in the words of the tools, followed by the next step, if one is known.

    `steps` are further next steps, which depend on the call. `symbol` is the name of the symbol in the call of
    `tool`.
    """
    if isinstance(error, RequestError):  # about the arguments as the agent has named them
        message = error.message
    else:
        message = _FIELD.sub(lambda field: _ARGUMENTS[field[0]], str(error))
    known = _NEXT_STEPS.get(error.reason)
    if files := files_named(error, symbol):
        reader = tool if tool in _TAKES_FILES else "context"
        known = f"Call {reader} with files {json.dumps(files, ensure_ascii=False)}."
    following = [*([known] if known else []), *steps]
    return f"{message}. {' '.join(following)}" if following else message


def files_named(error: EngineError | RequestError, symbol: str) -> list[str]:
    """Return the files that an agent has named in place of a symbol. Their paths are, or end with, what it wrote."""
    written = symbol.strip("` ").removeprefix("./")
    return [one for one in error.names if written and f"/{one}".endswith(f"/{written}") and "::" not in one]


async def steps_for_symbol(written: str, engines: Mapping[Path, AgentEngine]) -> list[str]:
    """Return advice on an unknown symbol that another served folder has. `engines` holds the engines of the others."""
    name = written.strip("` ").rpartition("::")[2]
    for folder, engine in engines.items():
        with suppress(EngineError, LinkLost):
            found = await engine.unless_silent(engine.link.ask("workspace/symbol", {"query": name}))
            if any(_SEPARATORS.split(name)[-1] == one["name"] for one in found or ()):
                return [f'{written} is in another served folder: pass folder "{folder}".']
    return []


def steps_for_files(
    agent_paths: AgentPaths, served: Sequence[Path], files: Iterable[str], error: EngineError | RequestError
) -> list[str]:
    """Return advice on files that do not exist in the folder of `agent_paths`, but in another one of `served`.

    A file outside all served folders is answered with their paths, and one that `error` knows nothing like with a
    search.
    """
    steps: dict[str, None] = {}
    for written in files:
        if agent_paths.exists(written):
            continue
        holders = (folder for folder in served if AgentPaths(folder, folder, folder).exists(written))
        holder = next((folder for folder in holders if folder != agent_paths.start), None)
        if holder is not None:
            steps[f'{written} is in another served folder: pass folder "{holder}".'] = None
        elif agent_paths.is_outside(written):
            steps[f"Served: {', '.join(map(str, served))}."] = None
        elif str(error).endswith(f"{written} is not in the index, because it does not exist"):
            steps["Call search with words to find the file."] = None
    return list(steps)
