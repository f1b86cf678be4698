"""Agents as the editor's user sees them: who is attached, what they fetched, and what the user's choices change."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ctx_lsp.protocol.attach.activity import AgentActivity, AgentWishes
from tests.agents.conftest import SHOP, StartEditor, agent_in, until_source
from tests.e2e.conftest import ServerProcess
from tests.protocol.wire import AnswerError, Json, until

BODY = "return price * RATE"


async def until_attached(editor: ServerProcess, count: int) -> Json:
    """The activity of agents, once `count` of them are attached."""
    for _ in range(400):
        told = editor.wire.command("ctx-lsp.agents")
        if len(told["attached"]) == count:
            return told
        await asyncio.sleep(0.05)
    raise AssertionError(told["attached"])


async def test_attached_agents_are_counted_and_named(shop: Path, start_editor: StartEditor) -> None:
    editor = start_editor(shop)
    assert editor.wire.command("ctx-lsp.agents") == {
        "serving": True, "reason": "", "attached": [], "packs": [], "pin": [], "exclude": []
    }  # fmt: skip
    async with agent_in(shop, name="first") as one:
        assert await one.source() == "editor"
        async with agent_in(shop, name="second") as other:
            assert await other.source() == "editor"
            told = await until_attached(editor, 2)
            assert [agent["name"] for agent in told["attached"]] == ["first 1.2", "second 1.2"]
            assert editor.wire.command("ctx-lsp.status")["agents"] == 2
        await until_attached(editor, 1)
    await until_attached(editor, 0)
    counts = [params["attached"] for params in editor.wire.received("$/ctx-lsp/agents")]
    assert (counts[-1], max(counts)) == (0, 2)


async def test_the_user_opens_the_pack_that_the_agent_read(shop: Path, start_editor: StartEditor) -> None:
    editor = start_editor(shop)
    async with agent_in(shop) as agent:
        await agent.data("search", question="total")  # no pack
        asked = await agent.data("context", question="the sum of an order")
        read = await agent.data("read_symbol", symbol="taxed", since="none")
        latest, earlier = (await until_attached(editor, 1))["packs"]
    assert (earlier["question"], latest["question"]) == ("the sum of an order", "shop.py::taxed")
    for pack, data in ((earlier, asked), (latest, read)):
        assert (pack["packId"], pack["tokens"]) == (data["packId"], data["tokens"]["used"])
        assert editor.wire.command("ctx-lsp.packText", {"packId": pack["packId"]})["text"] == data["text"]
    assert "shop.py::total" in [piece["symbol"] for piece in earlier["pieces"]]
    assert latest["pieces"][0]["uri"] == (shop / "shop.py").as_uri()


async def test_a_note_of_an_agent_waits_for_the_user(shop: Path, start_editor: StartEditor) -> None:
    editor = start_editor(shop)
    text = "Tax each line\n\n`total` calls `taxed`."
    note = {"text": text, "note": "decision", "about": ["taxed"]}
    async with agent_in(shop, name="helper") as agent:
        false = await agent.data("check", **note | {"text": "Tax late\n\n`taxed` calls `total`."})
        assert (false["offered"], len(false["contradictions"])) == (False, 1)
        for _ in range(2):
            assert (await agent.data("check", **note))["offered"]
        assert "the user of the editor can accept it" in await agent.text("check", **note)
    [proposal] = editor.wire.command("ctx-lsp.propose", {"commits": 0})["proposals"]
    until(lambda: editor.wire.received("$/ctx-lsp/proposed"))  # notifications may come after answers
    assert editor.wire.received("$/ctx-lsp/proposed") == [{"agent": "helper 1.2", "title": "Tax each line"}]
    assert (proposal["type"], proposal["text"], proposal["source"]) == ("decision", text, "agent helper 1.2")
    accepted = {name: proposal[name] for name in ("type", "text", "about", "source")}
    made = editor.wire.command("ctx-lsp.remember", {**accepted, "apply": False})
    assert "source: agent helper 1.2" in made["text"]
    assert "proposed" not in made["text"]
    assert editor.wire.command("ctx-lsp.propose", {"commits": 0})["proposals"] == []
    assert not (shop / ".ctx-lsp").exists()


async def test_pins_and_exclusions_shape_the_next_answers(shop: Path, start_editor: StartEditor) -> None:
    editor = start_editor(shop)
    ask = {"question": "the sum of an order", "since": "none"}
    async with agent_in(shop) as agent:
        assert BODY in (await agent.data("context", **ask))["text"]
        told = editor.wire.command("ctx-lsp.agents", {"exclude": ["taxed"]})
        assert told["exclude"] == ["shop.py::taxed"]
        shaped = await agent.data("context", **ask)
        assert BODY not in shaped["text"]
        assert "return sum(" in shaped["text"], "the rest stays"
        assert "The user of the editor has excluded: shop.py::taxed" in shaped["warnings"]
        assert BODY in editor.wire.command("ctx-lsp.query", {"query": ask["question"]})["text"], "the user's own"
        told = editor.wire.command("ctx-lsp.agents", {"exclude": [], "pin": ["test_total"]})
        assert (told["pin"], told["exclude"]) == (["test_shop.py::test_total"], [])
        assert "assert total([1]) == 1.19" in (await agent.data("context", symbol="taxed", since="none"))["text"]
        with pytest.raises(AnswerError, match="both pinned and excluded"):
            editor.wire.command("ctx-lsp.agents", {"exclude": ["test_total"]})
        (shop / "test_shop.py").unlink()
        editor.wire.command("ctx-lsp.reindex")
        assert BODY in (await agent.data("context", **ask))["text"], "a pinned symbol that is gone does no harm"
        assert editor.wire.command("ctx-lsp.agents")["pin"] == ["test_shop.py::test_total"]


async def test_one_command_stops_serving_agents(shop: Path, start_editor: StartEditor) -> None:
    editor = start_editor(shop)
    document = {"uri": (shop / "shop.py").as_uri(), "languageId": "python", "version": 1}
    editor.wire.notify("textDocument/didOpen", {"textDocument": document | {"text": SHOP.replace("RATE\n", "2\n", 1)}})
    async with agent_in(shop) as one, agent_in(shop) as other:
        for agent in (one, other):
            assert "return price * 2" in await agent.text("read_symbol", symbol="taxed", since="none")
        told = editor.wire.command("ctx-lsp.agents", {"serve": False})
        assert (told["serving"], told["reason"], told["attached"]) == (False, "serving agents was stopped", [])
        for agent in (one, other):
            text = await agent.text("read_symbol", symbol="taxed", since="none")
            assert BODY in text, "what is saved"
            assert "Answers come from the files on disk from now on, without unsaved text." in text
            assert "from now on" not in await agent.text("read_symbol", symbol="taxed", since="none"), "said once"
        told = editor.wire.command("ctx-lsp.agents", {"serve": True})
        assert told["serving"]
        await until_source(one, "editor")


async def test_rejected_wishes_do_not_start_serving(shop: Path, start_editor: StartEditor) -> None:
    editor = start_editor(shop)
    editor.wire.command("ctx-lsp.agents", {"serve": False})
    with pytest.raises(AnswerError, match="no_such_name"):
        editor.wire.command("ctx-lsp.agents", {"serve": True, "exclude": ["no_such_name"]})
    assert not editor.wire.command("ctx-lsp.agents")["serving"]
    told = editor.wire.command("ctx-lsp.agents", {"serve": True, "exclude": ["taxed"]})
    assert (told["serving"], told["exclude"]) == (True, ["shop.py::taxed"])


def test_no_change_of_the_wishes_is_lost() -> None:
    activity = AgentActivity(lambda: None)

    def add(number: int) -> None:
        def added(before: AgentWishes) -> AgentWishes:
            time.sleep(0.001)  # another thread can run between reading and writing
            return AgentWishes(exclude=(*before.exclude, str(number)))

        activity.change_wishes(added)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(add, range(40)))
    assert set(activity.wishes.exclude) == set(map(str, range(40)))


async def test_the_setting_is_stronger_than_the_command(shop: Path, start_editor: StartEditor) -> None:
    editor = start_editor(shop, options={"agents": {"attach": False}, "model": {"embedding": "none"}})
    told = editor.wire.command("ctx-lsp.agents")
    assert (told["serving"], told["reason"]) == (False, "agents.attach is off in the settings")
    with pytest.raises(AnswerError, match=r"agents\.attach is off in the settings"):
        editor.wire.command("ctx-lsp.agents", {"serve": True})
    async with agent_in(shop) as agent:
        assert await agent.source() == "disk"


async def test_the_reason_is_told_where_several_folders_are_open(tmp_path: Path, start_editor: StartEditor) -> None:
    roots = [tmp_path / name for name in ("one", "two")]
    for root in roots:
        root.mkdir()
    told = start_editor(*roots).wire.command("ctx-lsp.agents")
    assert (told["serving"], told["reason"]) == (False, "agents are served only if exactly one folder is open")
