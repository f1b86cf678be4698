"""One process for several folders: named by arguments or by the agent, and never mixed, not even as worktrees."""

import asyncio
import random
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import pytest

from ctx_lsp.agents.agent_session import AgentSession
from ctx_lsp.agents.call_log import CallLog
from ctx_lsp.agents.client_roots import ROOTS_SECONDS
from ctx_lsp.agents.engines import AgentEngine
from ctx_lsp.agents.folders import ServedFolders
from tests.agents.conftest import Agent, StartEditor, agent_in, make_shop
from tests.protocol.wire import Json

CALLS = 60  # `tests.agents.worktrees` makes 1,000


@pytest.fixture
def worktrees(tmp_path: Path) -> tuple[Path, Path]:
    """Two worktrees of one repository, one within the other, with the same names and different bodies."""
    return make_worktrees(tmp_path)


def make_worktrees(folder: Path) -> tuple[Path, Path]:
    """Make a repository `one`, and its worktree `two` within it."""
    one, two = folder / "one", folder / "one" / "trees" / "two"
    one.mkdir()
    git = ["git", "-C", str(one), "-c", "user.name=Tests", "-c", "user.email=tests@example.org"]
    for number in range(5):
        (one / f"part{number}.py").write_text(_module(number, "one"))
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "Open"], ["worktree", "add", "-q", str(two)]):
        subprocess.run([*git, *command], check=True)
    for number in range(5):
        (two / f"part{number}.py").write_text(_module(number, "two"))
    (one / ".gitignore").write_text("trees/\n")
    return one, two


def _module(number: int, tree: str) -> str:
    return (
        f'def shared{number}(lines):\n    """Adds up the lines of part {number}."""\n'
        f"    return mark_of_{tree}(lines)\n\n\n"
        f"def mark_of_{tree}(lines):\n    return '{tree}' + str(lines)\n"
    )


async def mixed(agent: Agent, trees: tuple[Path, Path], calls: int, seed: int) -> tuple[int, int]:
    """Make random calls about both trees; return how many showed the mark of their tree, and how many the other."""
    rng = random.Random(seed)  # noqa: S311  # repeatable
    own, foreign = 0, 0
    for _ in range(calls):
        tree = rng.choice(trees)
        other = trees[1 - trees.index(tree)]
        tool, arguments = _random_call(rng, tree)
        answer = await agent.text(tool, **arguments)
        text = re.sub(r"^warning: removed: .*", "", answer, flags=re.MULTILINE)  # what HEAD has, and this tree has not
        own += f"mark_of_{tree.name}" in text
        foreign += f"mark_of_{other.name}" in text or f": {tree}, revision" not in text
    return own, foreign


def _random_call(rng: random.Random, tree: Path) -> tuple[str, Json]:
    number = rng.randrange(5)
    folder = rng.choice((str(tree), tree.name))
    calls: list[tuple[str, Json]] = [
        ("search", {"question": f"adds up the lines of part {number}", "limit": 20}),
        ("search", {"question": "mark"}),
        ("context", {"question": f"how are the lines of part {number} added up?", "since": "none"}),
        ("context", {"symbol": f"shared{number}", "since": rng.choice(("none", ""))}),
        ("context", {"files": [str(tree / f"part{number}.py")]}),
        ("context", {"base": "HEAD"}),
        ("read_symbol", {"symbol": f"shared{number}", "since": "none"}),
        ("impact", {"symbol": f"part{number}.py::mark_of_{tree.name}"}),
        ("explain", {"question": "mark", "symbol": f"shared{number}"}),
        ("tests_for_change", {"files": [f"part{number}.py"]}),
        ("status", {}),
    ]
    tool, arguments = rng.choice(calls)
    return tool, {name: value for name, value in arguments.items() if value != ""} | {"folder": folder}


@pytest.mark.parametrize("has_editor", [False, True])
async def test_worktrees_do_not_mix(worktrees: tuple[Path, Path], start_editor: StartEditor, has_editor: bool) -> None:
    one, two = worktrees
    if has_editor:
        start_editor(one)
    async with agent_in(one, one, two) as agent:
        own, foreign = await mixed(agent, worktrees, CALLS, 5)
        data = await agent.data("status")
    assert foreign == 0
    assert own > 0.5 * CALLS, "answers had marks to mix up"
    sources = [(folder["folder"], folder["source"], folder["root"]) for folder in data["folders"]]
    assert sources == [(str(one), "editor" if has_editor else "disk", str(one)), (str(two), "disk", str(two))]
    assert all(folder["coverage"]["lexical"] == 1.0 and folder["revision"] > 0 for folder in data["folders"])


@pytest.mark.usefixtures("forked_engines")
async def test_the_status_starts_no_engine_and_survives_one_that_ends(worktrees: tuple[Path, Path]) -> None:
    one, two = worktrees
    async with ServedFolders([one, two]) as folders:
        session = AgentSession(folders, CallLog(one.parent / "log"))
        answer = await session.call("status", {}, _silent)
        assert answer.data["folders"][1] == {"folder": str(two), "problem": "not started"}
        assert f"served: {two}\n  not started" in answer.text
        assert folders.running(two) is None
        await session.call("search", {"question": "mark", "folder": str(two)}, _silent)
        engine = folders.running(two)
        assert engine is not None
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(folders, "running", lambda _: engine)  # it ends between the look and the question
            engine.link.close()
            answer = await session.call("status", {}, _silent)
        assert answer.data["folders"][1]["folder"] == str(two)
        assert answer.data["folders"][1]["problem"]


async def _silent(_: float, __: str) -> None:
    """Reports nothing."""


async def test_the_folder_is_found_by_the_files_of_a_call(worktrees: tuple[Path, Path]) -> None:
    one, two = worktrees
    async with agent_in(one, one, two) as agent:
        in_two = await agent.data("context", files=[str(two / "part1.py")], since="none")
        in_one = await agent.data("context", files=["part1.py"], since="none")
        wrong = await agent.text("search", question="mark", folder="three")
        odd = await agent.text("search", question="mark", folder=3)
        tools = {tool.name: tool for tool in (await agent.client.list_tools()).tools}
        read = [await agent.client.read_resource(f"ctx-lsp://pack/{data['packId']}") for data in (in_two, in_one)]
        shown = await agent.client.read_resource("ctx-lsp://map/two")
    assert (in_two["engine"]["root"], in_one["engine"]["root"]) == (str(two), str(one))
    assert wrong == f"the folder three is not served; served: {one}, {two}"
    assert odd == "folder must be text"
    assert all("folder" in tool.input_schema["properties"] for tool in tools.values())
    texts = [str(getattr(one.contents[0], "text", "")) for one in (*read, shown)]
    assert [("mark_of_one" in text, "mark_of_two" in text) for text in texts] == [
        (False, True), (True, False), (False, True)
    ]  # fmt: skip


async def test_the_folder_is_found_by_paths_and_symbols_of_a_call(worktrees: tuple[Path, Path]) -> None:
    one, two = worktrees
    async with agent_in(one, one, two) as agent:
        found = await agent.data("search", question="mark", paths=[str(two / "part1.py")])
        read = await agent.data("read_symbol", symbol=f"{two}/part1.py::shared1")
    assert found["engine"]["root"] == read["engine"]["root"] == str(two)
    assert {item["symbol"].partition("::")[0] for item in found["items"]} == {"part1.py"}
    assert "mark_of_two" in read["text"]


async def test_a_file_of_another_folder_is_said_to_be_there(worktrees: tuple[Path, Path]) -> None:
    one, two = worktrees
    (two / "only.py").write_text("x = 1\n")
    async with agent_in(one, one, two) as agent:
        for file in ("only.py", "only.py:1"):
            text = await agent.text("impact", files=[file])
            assert "only.py is not in the index, because it does not exist" in text
            assert f'{file} is in another served folder: pass folder "{two}".' in text
        assert "Nothing depends on it." in await agent.text("impact", files=["only.py"], folder=str(two))
        assert "Nothing depends on it." in await agent.text("impact", files=[(two / "only.py").as_uri()])


async def test_a_symbol_of_another_folder_is_said_to_be_there(worktrees: tuple[Path, Path]) -> None:
    one, two = worktrees
    (two / "only.py").write_text("class Only:\n    def there(self): ...\n")
    async with agent_in(one, one, two) as agent:
        await agent.text("search", question="there", folder=str(two))
        for symbol in ("there", "Only.there", "only.py::Only.there"):
            text = await agent.text("read_symbol", symbol=symbol)
            assert f'{symbol} is in another served folder: pass folder "{two}".' in text
        assert "another served folder" not in await agent.text("read_symbol", symbol="nowhere_at_all")


async def test_the_folders_are_those_that_the_agent_names(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "private.py").write_text("def private(): ...\n")
    roots = [make_shop(tmp_path / "first"), make_shop(tmp_path / "second")]
    (roots[1] / "shop.py").write_text("def second_total(lines): ...\n")
    async with agent_in(home, roots=roots) as agent:
        data = await agent.data("search", question="private total", limit=20)
        assert data["engine"]["root"] == str(roots[0])
        assert "private" not in str(data["items"])
        found = await agent.data("search", question="total", folder="second")
        assert "shop.py::second_total" in [item["symbol"] for item in found["items"]]
        del roots[0]
        data = await agent.data("search", question="total")
        assert data["engine"]["root"] == str(roots[0]), "the only one now"


async def test_a_slow_answer_about_the_roots_counts_for_later_calls(tmp_path: Path) -> None:
    home, root = make_shop(tmp_path / "home"), make_shop(tmp_path / "root")
    (home / "private.py").write_text("def private(): ...\n")
    async with agent_in(home, roots=[root], pauses=[ROOTS_SECONDS + 1.0]) as agent:
        first = await agent.data("search", question="total")
        assert first["engine"]["root"] == str(home), "the call has not waited for the answer"
        while (found := await agent.data("search", question="total"))["engine"]["root"] == str(home):
            await asyncio.sleep(0.1)
        assert found["engine"]["root"] == str(root)


@pytest.mark.usefixtures("forked_engines")
async def test_engines_of_former_folders_end_when_they_have_answered(tmp_path: Path) -> None:
    one, two = make_shop(tmp_path / "one"), make_shop(tmp_path / "two")
    async with ServedFolders([one, two]) as folders:
        engines = [await (await folders.choice(folder)).current() for folder in (one, two)]
        asked, answer = asyncio.Event(), asyncio.Event()

        async def question(engine: AgentEngine) -> AgentEngine:
            asked.set()
            await answer.wait()
            return engine

        busy = asyncio.create_task((await folders.choice(two)).ask(question, _silent))
        await asked.wait()
        third = make_shop(tmp_path / "three")
        folders.serve([third])
        await folders.release()
        assert [engine.link.lost.is_set() for engine in engines] == [True, False]
        answer.set()
        assert await busy is engines[1]
        await folders.release()
        assert engines[1].link.lost.is_set()
        assert folders.running(one) is folders.running(two) is None


async def test_maps_and_prompts_are_about_the_named_folder(tmp_path: Path) -> None:
    one, two = make_shop(tmp_path / "one"), make_shop(tmp_path / "100% new shop")
    (two / "shop.py").write_text("def fresh_total(lines):\n    return sum(lines)\n")
    async with agent_in(one, one, two) as agent:
        names = ["100%25%20new%20shop", quote(str(two), safe="")]
        texts = [await agent.client.read_resource(f"ctx-lsp://map/{name}") for name in names]
        assert all("fresh_total" in str(getattr(one.contents[0], "text", "")) for one in texts)
        asked = {"question": "How is the total made?", "folder": two.name}
        [message] = (await agent.client.get_prompt("explain_with_context", asked)).messages
        assert "fresh_total" in str(getattr(message.content, "text", ""))
        listed = (await agent.client.list_prompts()).prompts
        assert [[argument.name for argument in prompt.arguments or ()] for prompt in listed] == [
            ["question", "folder"], ["base", "folder"]
        ]  # fmt: skip


async def test_one_folder_needs_no_argument_and_no_tokens(shop: Path) -> None:
    async with agent_in(shop) as agent:
        tools = (await agent.client.list_tools()).tools
        assert not any("folder" in tool.input_schema["properties"] for tool in tools)
        assert "folders" not in await agent.data("status")


async def test_the_current_folder_may_vanish(shop: Path, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    async with agent_in(gone, roots=[shop]) as agent:
        gone.rmdir()
        assert "shop.py" in await agent.text("search", question="total")
    gone.mkdir()
    start = f"cd '{gone}' && rmdir '{gone}' && exec '{sys.executable}' -P -m ctx_lsp mcp"
    ran = subprocess.run(["/bin/sh", "-c", start], capture_output=True, text=True, timeout=60, check=False)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == "Error: the current folder no longer exists; name a folder, or start in one\n"


@pytest.mark.parametrize("below", ["", "me"])
async def test_a_home_folder_is_indexed_only_if_it_is_a_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, below: str
) -> None:
    home = tmp_path / below
    home.mkdir(exist_ok=True)
    monkeypatch.setenv("HOME", str(home))
    (tmp_path / "diary.py").write_text("def mine():\n    return 1\n")
    async with agent_in(tmp_path) as agent:
        assert "ctx-lsp mcp FOLDER" in await agent.text("search", question="mine")
    (tmp_path / "ctx-lsp.toml").touch()
    async with agent_in(tmp_path) as agent:
        assert "diary.py" in await agent.text("search", question="mine")
