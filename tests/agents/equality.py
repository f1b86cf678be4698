"""Random calls of tools, compared with the answers of the commands behind them."""

import random
from pathlib import Path

from ctx_lsp.agents.tools import MAX_LISTED, TOOLS
from tests.agents.conftest import Agent
from tests.protocol.wire import AnswerError, Json, Wire


async def compare_calls(wire: Wire, agent: Agent, root: Path, calls: int, seed: int) -> tuple[int, int]:
    """Make random calls about a package; return how many answers, and how many errors, equal those of the command.

    Fails if one differs.
    """
    names = [item["name"] for item in wire.ask("workspace/symbol", {"query": "log"})]
    paths = sorted(str(path) for path in root.glob("*/*.py"))
    rng = random.Random(seed)  # noqa: S311  # repeatable
    equal, refused = 0, 0
    for _ in range(calls):
        tool, arguments, command, argument = random_call(rng, names, paths)
        answer = await agent.client.call_tool(tool, arguments)
        if answer.is_error:
            [content] = answer.content
            assert error_of(wire, command, argument) in getattr(content, "text", "")
            refused += 1
            continue
        whole = TOOLS[tool].arranged(wire.command(command, argument))
        data = answer.structured_content
        assert data["engine"]["source"] == "editor"
        assert data["engine"]["revision"] == whole.get("revision", data["engine"]["revision"])
        for name, value in data.items():
            if name not in ("engine", "omitted"):
                assert is_part(value, whole[name]), (tool, arguments, name)
        assert set(data) - {"omitted"} == {*TOOLS[tool].answer_schema, "engine"} & {*whole, "engine"}
        equal += 1
    return equal, refused


def random_call(rng: random.Random, names: list[str], paths: list[str]) -> tuple[str, Json, str, Json]:
    """A tool with arguments, and the command it should become."""
    name, path, words = rng.choice(names), rng.choice(paths), " ".join(rng.sample(names, 2))
    uri, budget = Path(path).as_uri(), rng.choice((300, 1_000, 3_000))
    fresh = {"budget": budget, "since": "none"}
    options = {"options": {"maxTokens": budget}}
    reading = {"options": {"maxTokens": budget, "dependencyDepth": 1, "includeTests": False}}
    calls: list[tuple[str, Json, str, Json]] = [
        ("search", {"question": words, "limit": 5}, "ctx-lsp.search", {"query": words, "limit": 5}),
        ("search", {"question": words, "kinds": ["Note"]}, "ctx-lsp.recall", {"query": words}),
        ("context", {"question": words, **fresh}, "ctx-lsp.query", {"query": words, **options}),
        ("context", {"symbol": name, **fresh}, "ctx-lsp.contextAt", {"symbol": name, **options}),
        ("context", {"files": [path], **fresh}, "ctx-lsp.contextForFiles", {"files": [uri], **options}),
        ("read_symbol", {"symbol": name, **fresh}, "ctx-lsp.contextAt", {"symbol": name, **reading}),
        ("explain", {"question": words, "symbol": name}, "ctx-lsp.explain", {"query": words, "symbol": name}),
        ("impact", {"symbol": name}, "ctx-lsp.impact", {"symbol": name}),
        ("impact", {"files": [path], "depth": 1}, "ctx-lsp.impact", {"files": [uri], "depth": 1}),
        ("tests_for_change", {"files": [path]}, "ctx-lsp.testScope", {"files": [uri]}),
    ]
    return rng.choice(calls)


def error_of(wire: Wire, command: str, argument: Json) -> str:
    """The message with which the server refuses a command."""
    try:
        wire.command(command, argument)
    except AnswerError as error:
        return error.message
    raise AssertionError(f"{command} is not refused: {argument}")


def is_part(part: Json, whole: Json) -> bool:
    """Whether a value is a cut of an answer: objects with some members, lists with the first entries."""
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(name in whole and is_part(value, whole[name]) for name, value in part.items())
    if isinstance(part, list) and isinstance(whole, list):
        pairs = zip(part, whole, strict=False)
        return len(part) == min(len(whole), MAX_LISTED) and all(is_part(one, other) for one, other in pairs)
    return bool(part == whole)
