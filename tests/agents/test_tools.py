"""The tools over real stdio, with the official MCP client: their schemas, answers and errors."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ctx_lsp.agents import render
from ctx_lsp.agents.paths import AgentPaths
from ctx_lsp.agents.tools import MAX_LISTED, TOOLS
from ctx_lsp.packing.formats.tokens import count_tokens
from tests.agents.conftest import SHOP, StartEditor, agent_in, make_shop
from tests.agents.equality import compare_calls
from tests.evaluation.repositories import Repository
from tests.protocol.wire import Json

MAX_TOKENS = 2_000
SAME_CALLS = 150  # `tests.agents.figures` makes 500


@pytest.mark.parametrize("folders", [1, 2])
async def test_the_list_of_tools_is_short_and_says_all_that_clients_ask_for(tmp_path: Path, folders: int) -> None:
    shops = [make_shop(tmp_path / f"shop-{number}") for number in range(folders)]
    async with agent_in(shops[0], *shops) as agent:
        listed = await agent.client.list_tools()
    text = listed.model_dump_json(by_alias=True, exclude_none=True)
    assert count_tokens(text, "o200k_base") <= MAX_TOKENS
    assert len(listed.tools) <= 8
    for tool in listed.tools:
        assert tool.description
        assert tool.input_schema["type"] == "object"
        assert ("folder" in tool.input_schema["properties"]) == (folders > 1)
        assert tool.output_schema is not None
        assert tool.output_schema["required"]
        assert tool.annotations is not None
        assert tool.annotations.read_only_hint


async def test_an_agent_without_an_editor_is_answered_from_disk(shop: Path) -> None:
    async with agent_in(shop) as agent:
        found = await agent.data("search", question="sum of an order")
        assert found["items"][0]["symbol"] == "shop.py::total"
        engine = found["engine"]
        assert (engine["source"], engine["root"], engine["coverage"]["lexical"]) == ("disk", str(shop), 1.0)
        text = await agent.text("search", question="sum of an order")
        assert "shop.py:1-3 function total" in text
        assert f"from the files on disk: {shop}, revision" in text
        assert "return price * RATE" in await agent.text("read_symbol", symbol="total")
        affected = await agent.data("tests_for_change", files=["shop.py"])
        assert [test["symbol"] for test in affected["tests"]] == ["test_shop.py::test_total", "test_shop.py"]


async def test_many_files_that_change_at_once_are_read_before_the_answer(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "app")
    for version in "old", "new":
        texts = {f"m{number}.py": f"def f{number}():\n    return '{version}'\n" for number in range(400)}
        tip = repository.commit(version, texts)
    async with agent_in(repository.folder) as agent:
        assert "return 'new'" in await agent.text("read_symbol", symbol="f399")
        for revision, version in ("HEAD~1", "old"), (tip, "new"):
            repository.git("checkout", "-q", revision)
            assert f"return '{version}'" in await agent.text("read_symbol", symbol="f399", since="none")
        repository.git("checkout", "-q", "HEAD~1")
        assert "return 'old'" in await agent.text("read_symbol", symbol="f398"), "and is sent, as it was not before"


async def test_null_stands_for_an_argument_left_out(shop: Path) -> None:
    async with agent_in(shop) as agent:
        pack = await agent.data("context", question="sum of an order", symbol=None, files=None, budget=None)
        assert "return price * RATE" in pack["text"]
        assert "question" in await agent.text("search", question=None), "it is not optional"


async def test_a_pack_is_made_again_after_a_restart(shop: Path) -> None:
    async with agent_in(shop) as agent:
        pack = await agent.data("context", question="sum of an order")
    async with agent_in(shop) as agent:
        read = await agent.client.read_resource(f"ctx-lsp://pack/{pack['packId']}")
        assert "return price * RATE" in getattr(read.contents[0], "text", "")
        again = await agent.data("context", question="sum of an order", since=pack["packId"])
        assert "return price * RATE" not in again["text"], "the agent says that it still has it"


async def test_an_agent_recalls_notes_and_gets_the_file_of_a_new_one(shop: Path) -> None:
    folder = shop / ".ctx-lsp" / "memory"
    folder.mkdir(parents=True)
    (folder / "late.md").write_text(
        "---\ntype: gotcha\ndate: 2026-11-01\nanchors: shop.py::total\n---\n# Round late\n\nCents are lost.\n"
    )
    (folder / "early.md").write_text("---\ntype: gotcha\ndate: 2026-11-01\nstate: proposed\n---\n# Round early\n")
    draft = {"text": "Tax each line\n\n`total` calls `taxed`.", "note": "decision", "about": ["taxed"]}
    async with agent_in(shop) as agent:
        found = await agent.data("search", question="rounding of the sum", kinds=["Note"])
        assert [(one["title"], one["verdict"], one["inForce"]) for one in found["notes"]] == [
            ("Round late", "fresh", True),
            ("Round early", "fresh", False),
        ]
        text = await agent.text("search", question="rounding of the sum", kinds=["Note"])
        assert ".ctx-lsp/memory/late.md fresh\n> Round late\n> Cents are lost." in text
        assert ".ctx-lsp/memory/early.md fresh, not in force: proposed\n> Round early" in text
        made = await agent.data("check", **draft)
        assert (made["offered"], made["contradictions"]) == (False, [])
        assert "state: proposed" in made["text"]
        assert "source: agent agent 1.2\n" in made["text"], "the name of the agent, as with an editor"
        assert "write .ctx-lsp/memory/" in await agent.text("check", **draft)
        false = await agent.text("check", **draft | {"text": "Tax late\n\n`taxed` calls `total`."})
        assert "Not proposed, because it says something false:\n" in false
    assert sorted(file.name for file in folder.iterdir()) == ["early.md", "late.md"], "nothing is written"


async def test_an_error_names_the_next_step_and_its_source(shop: Path) -> None:
    (shop / "logo.bin").write_bytes(b"\0\1")
    (shop / "build").mkdir()
    (shop / "build" / "made.py").write_text("x = 1\n")
    (shop / ".gitignore").write_text("build/\n")
    async with agent_in(shop) as agent:
        for tool, arguments, message in (
            ("read_symbol", {"symbol": "totl"}, "no symbol named 'totl'; nearest: total. Call search"),
            ("search", {"query": "x"}, "query is unknown; known: question, limit, kinds"),
            ("explain", {"question": "x"}, "symbol is required"),
            ("search", {"question": "x", "limt": 3}, "limt is unknown; did you mean limit?"),
            ("context", {}, "exactly one of question, symbol, files, base or diff, not none"),
            ("context", {"files": ["nosuch.py"]}, "nosuch.py is not in the index, because it does not exist"),
            (
                "impact",
                {"files": ["shp.py:1-3"]},
                "because it does not exist; nearest: shop.py",
            ),
            ("context", {"files": ["nosuch.py"]}, "does not exist. Call search with words to find the file."),
            ("read_symbol", {"symbol": "test_shop.py"}, 'a symbol. Call context with files ["test_shop.py"].'),
            ("impact", {"symbol": "shop.py"}, 'Call impact with files ["shop.py"].'),
            ("context", {"symbol": "`./shop.py`"}, 'a symbol. Call context with files ["shop.py"].'),
            ("tests_for_change", {"files": ["logo.bin"]}, "logo.bin is not in the index, because it is not text"),
            ("check", {"files": ["build"]}, "build is not in the index, because an ignore file (such as .gitignore)"),
            ("context", {"files": ["/etc/passwd"]}, f"Served: {shop}."),
            ("context", {"question": ""}, "question must not be empty"),
            ("explain", {"question": " ", "symbol": "total"}, "question must not be empty"),
            ("context", {"question": "x", "since": ""}, "since must not be empty"),
            ("search", {"question": "x", "changed_since": ""}, "changed_since must not be empty"),
            ("status", {"x": 1}, "x is unknown; nothing is expected here"),
            ("context", {"files": ["../../etc/passwd"]}, "is not in a workspace folder"),
            ("context", {"files": ["a\0b"]}, "is not a path"),
            ("impact", {"files": ["/a\0b"]}, "is not a path"),
            ("check", {"files": ["a" * 5_000]}, "is not a path"),
            ("context", {"question": "x", "since": "nosuch"}, "no pack 'nosuch'"),
            ("context", {"base": "HEAD"}, "Git"),
            ("search", {"question": "x", "kinds": ["Note", "Class"]}, "Note can only be combined with question"),
            ("check", {"note": "gotcha"}, "a note needs text"),
            ("context", {"symbol": "total", "hypothetical": "x"}, "hypothetical needs a question"),
            ("context", {"files": ["http://x/y.py"]}, "http://x/y.py is no file: use a path or a file: URI"),
            ("check", {"note": "gotcha", "text": "x", "about": ["totl"]}, "no symbol named 'totl'"),
        ):
            answer = await agent.client.call_tool(tool, arguments)
            [content] = answer.content
            first, _, last = str(getattr(content, "text", "")).rpartition("\n")
            assert answer.is_error, tool
            assert message in first, tool
            assert last.startswith(f"— from the files on disk: {shop}, revision "), tool


@pytest.mark.parametrize("tool", ["context", "impact", "tests_for_change", "check"])
async def test_files_are_paths_uris_places_and_folders(shop: Path, tool: str) -> None:
    (shop / "src").mkdir()
    (shop / "src" / "rates.py").write_text("def rate():\n    return 2\n")
    (shop / "use.py").write_text("from src.rates import rate\n\n\ndef use():\n    return rate()\n")
    file = shop / "src" / "rates.py"
    written = (
        "src/rates.py",
        str(file),
        file.as_uri(),
        "src/rates.py:1-2",
        "src/rates.py#L1",
        f"{file.as_uri()}#L1-L2",
    )
    fresh = {"since": "none"} if tool == "context" else {}
    async with agent_in(shop) as agent:
        answers = [await agent.text(tool, files=[one], **fresh) for one in (*written, "src", "src/")]
    shown = {"context": "return 2", "impact": "use.py::use", "tests_for_change": "No test", "check": "0 statements"}
    assert all(shown[tool] in answer for answer in answers), answers


async def test_search_patterns_are_relative_or_absolute(shop: Path) -> None:
    (shop / "src").mkdir()
    (shop / "src" / "sums.py").write_text("def order_sum():\n    return 2\n")
    async with agent_in(shop) as agent:
        for pattern in ("src/", "./src", str(shop / "src"), f"{shop}/src/", (shop / "src").as_uri()):
            found = await agent.data("search", question="sum of an order", paths=[pattern])
            assert [item["symbol"] for item in found["items"]] == ["src/sums.py::order_sum"], pattern
        assert (await agent.data("search", question="total", paths=[str(shop)]))["items"]
        text = await agent.text("search", question="sum of an order", paths=["nosuch/", "/etc"])
    assert "No matching code found.\nwarning: No indexed file matches nosuch/, /etc.\n" in text


async def test_search_takes_paths_with_the_characters_of_patterns(shop: Path) -> None:
    pages = shop / "app" / "[id]"
    pages.mkdir(parents=True)
    for name in ("page.py", "second.py", "a*b.py"):
        (pages / name).write_text(f"def {name.partition('.')[0].replace('*', '_')}():\n    return 2\n")
    async with agent_in(pages, shop) as agent:
        for paths, names in (
            ([str(pages / "page.py")], {"page"}),
            (["app/[id]/page.py"], {"page"}),
            ([str(pages)], {"page", "second", "a_b"}),
            ([f"{pages}/"], {"page", "second", "a_b"}),
            ([str(pages / "a*b.py")], {"a_b"}),
            ([str(pages / "s*.py")], {"second"}),
        ):
            found = await agent.data("search", question="page second a_b", paths=paths, limit=50)
            assert {item["symbol"].partition("::")[2] for item in found["items"]} == names, paths


def test_a_pattern_begins_in_the_folder_in_which_the_agent_works(shop: Path) -> None:
    start = shop / "app" / "[id]"
    start.mkdir(parents=True)
    (start / "page.py").write_text("x = 1\n")
    agent_paths = AgentPaths(shop, shop, start)
    assert agent_paths.pattern("./page.py") == r"/app/\[id\]/page.py"
    assert agent_paths.pattern("./*.py") == r"/app/\[id\]/*.py"
    assert agent_paths.pattern("./") == r"/app/\[id\]/"
    assert AgentPaths(shop, shop, shop).pattern("./") == "*"
    assert agent_paths.pattern("a" * 5_000 + "*") == "a" * 5_000 + "*"


async def test_a_symbol_may_have_an_absolute_path_of_the_root_only(shop: Path) -> None:
    async with agent_in(shop) as agent:
        for symbol in (f"{shop}/shop.py::total", f"`{shop}/shop.py::total()`", f"{(shop / 'shop.py').as_uri()}::total"):
            assert "return sum(" in await agent.text("read_symbol", symbol=symbol, since="none"), symbol
            assert "test_shop.py::test_total" in await agent.text("impact", symbol=symbol), symbol
        for tool in ("read_symbol", "impact", "context"):
            text = await agent.text(tool, symbol="/other/place/shop.py::total")
            assert text.startswith(f"/other/place/shop.py is not in the folder {shop}. Served: {shop}."), text


async def test_symbols_are_named_as_agents_write_them(shop: Path) -> None:
    async with agent_in(shop) as agent:
        for symbol in ("total()", "shop.total", "shop.py::total()", "`total`"):
            assert "return sum(" in await agent.text("read_symbol", symbol=symbol, since="none"), symbol
            assert "return sum(" in await agent.text("context", symbol=symbol, since="none"), symbol
            assert "test_shop.py::test_total" in await agent.text("impact", symbol=symbol), symbol
            explained = await agent.data("explain", question="sum of an order", symbol=symbol)
            assert explained["symbol"] == "shop.py::total", symbol


NO_TESTS = "No test reaches the change, as far as the graph tells."


async def test_without_a_change_there_is_nothing_to_test(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "shop")
    repository.commit("Begin", {"shop.py": SHOP})
    async with agent_in(repository.folder) as agent:
        text = await agent.text("tests_for_change")
        (repository.folder / "shop.py").write_text(SHOP_AFTER)
        for _ in range(200):
            changed = await agent.text("tests_for_change")
            if "changed: shop.py::total" in changed:
                break
    assert text.startswith("warning: Nothing has changed since HEAD.\n— from")
    reworded = {"changed": [], "tests": [], "warnings": ["HEAD is what is there."], "unchanged": True}
    agent_paths = AgentPaths(tmp_path, tmp_path, tmp_path)
    assert render.tests(reworded, agent_paths) == "warning: HEAD is what is there."
    assert render.tests(reworded | {"unchanged": False}, agent_paths).startswith(NO_TESTS)
    assert NO_TESTS in changed
    assert "Nothing has changed" not in changed


def test_files_are_counted_if_only_they_are_known(tmp_path: Path) -> None:
    groups = [{"path": f"t{number}.go", "tests": 0, "run": None} for number in range(34)]
    answer = {
        "changed": [],
        "tests": [{"symbol": one["path"], "distance": 1, "run": None} for one in groups],
        "groups": groups,
        "warnings": [],
    }
    *_, rest, total = render.tests(answer, AgentPaths(tmp_path, tmp_path, tmp_path)).splitlines()
    assert rest == "… and 4 more test files"
    assert total.startswith("34 test files, nearest first. ")


async def test_many_tests_are_counted_per_file(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text(SHOP)
    for number in range(40):
        count = 1 if number == 7 else 60
        tests = (f"def test_{one}():\n    assert total(2, {one})\n" for one in range(count))
        (tmp_path / f"test_{number:02}.py").write_text("from shop import total\n" + "".join(tests))
    async with agent_in(tmp_path) as agent:
        text = await agent.text("tests_for_change", files=["shop.py"])
        data = await agent.data("tests_for_change", files=["shop.py"])
    *lines, _ = text.splitlines()
    assert len(lines) == 32
    assert lines[0] == "60 tests: test_00.py — pytest test_00.py"
    assert "test: test_07.py::test_0 — pytest test_07.py::test_0" not in lines, "the listed tests are of other files"
    assert "1 test: test_07.py — pytest test_07.py" in lines
    assert lines[-2] == "… and 600 tests in 10 more files"
    assert lines[-1].startswith("2,341 tests in 40 files, nearest first. ")
    assert (len(data["tests"]), data["omitted"]) == (50, 2341 + 40 - 50)


async def test_a_deleted_folder_is_said_to_be_gone(shop: Path) -> None:
    gone = f"The folder {shop} no longer exists."
    async with agent_in(shop.parent, shop) as agent:
        assert "return sum(" in await agent.text("read_symbol", symbol="total")
        assert gone not in await agent.text("status")
        shutil.rmtree(shop)
        for tool, arguments in (
            ("search", {"question": "total"}),
            ("read_symbol", {"symbol": "total"}),
            ("impact", {}),
        ):
            answer = await agent.client.call_tool(tool, arguments)
            assert answer.is_error
            assert f"{gone} Restore it, or name another folder" in str(answer.content)
        assert f"warning: {gone}" in await agent.text("status")
        shop.mkdir()
        assert gone not in await agent.text("search", question="total")


async def test_false_statements_are_listed_with_their_places_before_all_others(shop: Path) -> None:
    true, false = "See `shop.py:1`.\n\n", "See `shop.py:99`.\n"
    (shop / "README.md").write_text("Nothing is said here.\n\n" + false)
    async with agent_in(shop) as agent:
        assert "README.md:3-3 shop.py:99: " in await agent.text("check", files=["README.md"])
        text = await agent.text("check", text=true * MAX_LISTED + false)
        assert f"line {2 * MAX_LISTED + 1} shop.py:99: " in text
        assert ", 1 false" in text
        assert "more" not in text, "what was left out is true"
        data = await agent.data("check", text=true * MAX_LISTED + false)
        assert [claim["verdict"] for claim in data["claims"]] == ["refuted", *["confirmed"] * (MAX_LISTED - 1)]
        assert data["claims"][0]["range"]["start"]["line"] == 2 * MAX_LISTED
        assert data["omitted"] == 1


async def test_statements_that_may_be_false_are_named(shop: Path) -> None:
    async with agent_in(shop) as agent:
        text = await agent.text("check", text="`taxed` is called. See `nosuch/tax.py`.")
    assert "not settled: line 1 nosuch/tax.py: nosuch/tax.py does not exist" in text


async def test_answers_are_those_of_the_commands(
    tmp_path: Path, structlog_root: Path, start_editor: StartEditor
) -> None:
    root = tmp_path / "structlog"
    root.symlink_to(structlog_root, target_is_directory=True)
    editor = start_editor(root)
    async with agent_in(root) as agent:
        equal, refused = await compare_calls(editor.wire, agent, root, SAME_CALLS, 7)
    assert equal + refused == SAME_CALLS
    assert equal > 0.8 * SAME_CALLS


async def test_sent_code_costs_names_and_no_bodies(shop: Path) -> None:
    async with agent_in(shop) as agent:
        first = await agent.data("read_symbol", symbol="total")
        again = await agent.data("read_symbol", symbol="total")
        body = "return sum(taxed(line) for line in lines)"
        assert body in first["text"]
        assert body not in again["text"]
        assert "total" in again["text"].partition("Sent before")[2]
        assert again["tokens"]["used"] < first["tokens"]["used"]
        assert body not in await agent.text("context", symbol="total"), "the session counts, not the tool"
        whole = await agent.data("read_symbol", symbol="total", since="none")
        assert body in whole["text"]
        (shop / "shop.py").write_text(SHOP_AFTER)
        assert "sum(map(taxed, lines))" in await until_text(agent, "sum(map(taxed, lines))")


async def test_code_that_is_changed_back_is_sent_again(tmp_path: Path) -> None:
    first, second = (f"def total(price):\n    return price * {rate}\n" for rate in (2, 3))
    repository = Repository(tmp_path / "app")
    repository.commit("first", {"app.py": first})
    async with agent_in(repository.folder) as agent:
        for text in first, second, first, second:
            (repository.folder / "app.py").write_text(text)
            assert text.splitlines()[1] in await agent.text("read_symbol", symbol="total")
        assert "return" not in await agent.text("read_symbol", symbol="total")


async def test_an_answer_that_is_asked_for_again_costs_little(tmp_path: Path) -> None:
    bodies = "".join(f"def load_{n}(path):\n    return open_{n}(path, load_{n + 1}(path))\n\n\n" for n in range(300))
    repository = Repository(tmp_path / "app")
    repository.commit("first", {"app.py": bodies})
    about: list[dict[str, Json]] = [{"question": "how is a path loaded?"}, {"files": ["app.py"]}, {"symbol": "load_7"}]
    async with agent_in(repository.folder) as agent:
        for subject in about:
            whole = await agent.data("context", **subject, budget=1_000, since="none")
            again = await agent.data("context", **subject, budget=1_000)
            assert any("All results were sent before." in one for one in again["warnings"]), again
            assert again["tokens"]["used"] < min(200, whole["tokens"]["used"])
        more = await agent.data("context", files=["app.py"], budget=3_000)
        assert more["tokens"]["used"] > 1_000, "a larger budget shows what was not sent"


async def test_what_changed_since_a_revision(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "shop")
    repository.commit("Begin", {"shop.py": SHOP})
    name = repository.commit(
        "Sum in one go", {"shop.py": SHOP.replace("taxed(line) for line in lines", "map(taxed, lines)")}
    )
    guide = "Each parcel goes by its weight.\n\n" * 200
    repository.commit("Guide", {"guide.txt": guide})
    labelled = repository.commit("Explain labels", {"guide.txt": guide + "A parcel needs a label.\n"})
    async with agent_in(repository.folder) as agent:
        about: Json = {"question": "which label does a parcel need?", "changed_since": "HEAD~1"}
        assert f"{labelled[:9]} Explain labels" in await agent.text("search", **about), "passages have commits, too"
        about = {"question": "sum of an order", "changed_since": "HEAD~3"}
        found = await agent.data("search", **about)
        assert [item["symbol"] for item in found["items"] if item["symbol"]] == ["shop.py::total"]
        assert [one["commit"] for one in found["commits"]["shop.py::total"]] == [name]
        assert f"{name[:9]} Sum in one go" in await agent.text("search", **about)
        assert "sum(map(taxed, lines))" in await agent.text("context", **about)
        refused = await agent.client.call_tool("context", {"symbol": "total", "changed_since": "HEAD~1"})
        assert refused.is_error
        assert "changed_since needs a question" in str(refused.content)


async def test_a_scope_is_a_word_or_names(shop: Path) -> None:
    warnings = {}
    async with agent_in(shop) as agent:
        for name in ("workspace", "everywhere", "parcels"):
            warnings[name] = await agent.text("context", question="sum of an order", scope=[name], since="none")
    assert "ot searched" not in warnings["workspace"]
    assert "Published repositories were not searched: sharing.repositories is not set." in warnings["everywhere"]
    assert "Not searched: parcels." in warnings["parcels"]


async def test_impact_and_the_pack_of_a_change_name_what_usually_changes_too(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "shop")
    for number in range(6):
        rate = f"RATE = {number}\n"
        shop = SHOP.replace("def total(lines):", f"def total(lines, step={number}):")
        rates = f"def rate():\n    return {number}\n"
        repository.commit(f"Set {number}", {"shop.py": shop + rate, "rates.py": rates})
    (repository.folder / "shop.py").write_text(SHOP)
    said = "rates.py changed with shop.py 6 of 6 times"
    async with agent_in(repository.folder) as agent:
        for _ in range(200):  # until the history has been read
            text = await agent.text("impact", symbol="total")
            if said in text:
                break
        assert said in text
        assert "history: rates.py::rate changed with it 5 of the last 5 times" in text
        pack = await agent.text("context", base="HEAD")
    assert "warning: rates.py changed in 6 of the 6 commits to shop.py, and is not part of this change" in pack


async def test_impact_does_not_repeat_its_subject(shop: Path) -> None:
    async with agent_in(shop) as agent:
        lines = (await agent.text("impact", symbol="taxed")).splitlines()
    assert lines[0] == "1 caller shop.py::total"
    assert "(via shop.py::total)" in lines[1]


SHOP_AFTER = "def total(lines):\n    return sum(map(taxed, lines))\n\n\ndef taxed(price):\n    return price\n"


async def until_text(agent: Json, wanted: str) -> str:
    """The pack for `total`, after the index has seen the change of its file."""
    for _ in range(200):
        text: str = await agent.text("read_symbol", symbol="total")
        if wanted in text:
            return text
    return text


async def test_resources_and_prompts(shop: Path) -> None:
    async with agent_in(shop) as agent:
        pack = await agent.data("context", question="the sum of an order")
        read = await agent.client.read_resource(f"ctx-lsp://pack/{pack['packId']}")
        assert getattr(read.contents[0], "text", "") == pack["text"]
        listed = await agent.client.list_prompts()
        assert [prompt.name for prompt in listed.prompts] == ["explain_with_context", "review_my_change"]
        prompt = await agent.client.get_prompt("explain_with_context", {"question": "How is the sum taxed?"})
        [message] = prompt.messages
        text = getattr(message.content, "text", "")
        assert text.startswith("How is the sum taxed?\n")
        assert "return price * RATE" in text


async def test_a_review_without_a_change_asks_for_nothing(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "shop")
    repository.commit("a shop", {"shop.py": SHOP})
    async with agent_in(repository.folder) as agent:
        prompts = []
        for text in SHOP, SHOP.replace("RATE\n", "RATE + 1\n", 1):
            (repository.folder / "shop.py").write_text(text)
            [message] = (await agent.client.get_prompt("review_my_change", {})).messages
            prompts.append(getattr(message.content, "text", ""))
    assert prompts[0] == "Nothing has changed since HEAD, so there is nothing to review."
    assert prompts[1].startswith("Review my changes since HEAD.")
    assert "return price * RATE + 1" in prompts[1]
    assert "shop.py::taxed" in prompts[1]


async def test_an_empty_folder_is_said_to_be_empty(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    async with agent_in(tmp_path / "empty") as agent:
        pack = await agent.data("context", question="how does it start?")
        assert (pack["ready"], pack["reason"]) == (False, "no file of this folder is in the index")
        assert pack["text"].count("no file") == 1
        for tool, arguments in (
            ("context", {"question": "how does it start?"}),
            ("search", {"question": "start"}),
            ("read_symbol", {"symbol": "start"}),
        ):
            assert "warning: No file of this folder is in the index." in await agent.text(tool, **arguments)


SDK = ("mcp", "pydantic", "starlette")


def test_the_server_never_loads_the_sdk() -> None:
    names = ran(f"import sys, ctx_lsp.protocol.server; print([name for name in {SDK} if name in sys.modules])")
    assert names.stdout == "[]\n"


def test_the_agents_process_never_loads_the_engine() -> None:
    names = ran("import sys, ctx_lsp.agents.mcp_server; print('ctx_lsp.workspace' in sys.modules)")
    assert names.stdout == "False\n"


def test_without_the_extra_the_command_says_how_to_get_it() -> None:
    ended = ran(
        "import sys; sys.modules['mcp'] = None; sys.argv = ['ctx-lsp', 'mcp']; "
        "from ctx_lsp.cli.main import main; main()"
    )
    assert ended.returncode == 1
    assert ended.stderr == "Error: this command needs the extra mcp: pip install 'ctx-lsp[mcp]'\n"


def ran(code: str) -> "subprocess.CompletedProcess[str]":
    """Run a Python program to its end."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


async def test_progress_is_reported_while_the_index_is_made(structlog_root: Path) -> None:
    reported: list[tuple[float, str | None]] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        assert total == 1.0
        reported.append((progress, message))

    async with agent_in(structlog_root) as agent:
        answer = await agent.client.call_tool("search", {"question": "bind a value"}, progress_callback=note)
    assert not answer.is_error
    assert answer.structured_content["engine"]["coverage"]["lexical"] == 1.0
    shares = [share for share, _ in reported]
    assert shares
    assert shares == sorted(set(shares)), "progress grows"
    assert all(message and message.startswith("indexing: ") for _, message in reported)


async def test_the_map_is_a_resource(structlog_root: Path) -> None:
    async with agent_in(structlog_root) as agent:
        listed = await agent.client.list_resources()
        assert [one.uri for one in listed.resources] == ["ctx-lsp://map"]
        read = await agent.client.read_resource("ctx-lsp://map")
    text = str(getattr(read.contents[0], "text", ""))
    assert 1_000 <= count_tokens(text, "o200k_base") <= MAX_TOKENS
    assert "class BoundLoggerBase" in text
    assert "- structlog: " in text


async def test_no_answer_holds_a_secret(shop: Path) -> None:
    secret = "correct-horse-9battery"  # noqa: S105  # made up
    text = f'db_password = "{secret}"\n\n\ndef connect(db_password="{secret}"):\n    return db_password\n'
    (shop / "settings.py").write_text(text)
    (shop / "user.py").write_text("from settings import connect\n\n\ndef use():\n    return connect()\n")
    calls: list[tuple[str, Json]] = [
        ("search", {"question": "db_password connect"}),
        ("context", {"question": "where is db_password?"}),
        ("context", {"files": ["settings.py"], "since": "none"}),
        ("read_symbol", {"symbol": "connect", "since": "none"}),
        ("explain", {"question": secret, "symbol": "connect"}),
        ("impact", {"symbol": "connect"}),
        ("check", {"text": f"`connect` is {secret}, and `settings.conect` is not."}),
        ("tests_for_change", {"files": ["settings.py"]}),
        ("status", {}),
    ]
    assert {tool for tool, _ in calls} == set(TOOLS)
    async with agent_in(shop) as agent:
        answers = [str(await agent.client.call_tool(tool, arguments)) for tool, arguments in calls]
        answers.append(str(await agent.client.read_resource("ctx-lsp://map")))
    assert not any(secret in answer for answer in answers)
    assert sum("connect" in answer for answer in answers) >= 5, "there was something to hide"


async def test_search_says_which_words_of_a_question_nothing_mentions(shop: Path) -> None:
    said = 'Nothing here mentions "refrigerator".'
    async with agent_in(shop) as agent:
        assert said in (await agent.data("search", question="where is the tax of a refrigerator set?"))["warnings"]
        assert f"warning: {said}" in await agent.text("search", question="where is the tax of a refrigerator set?")
        assert (await agent.data("search", question="where is the sum of an order taken?"))["warnings"] == []


async def test_search_says_how_it_reads_misspelt_words(shop: Path) -> None:
    async with agent_in(shop) as agent:
        answer = await agent.data("search", question="where is the ordre summed up?")
        assert answer["warnings"][0] == "Read as: ordre → order."
        assert "warning: Read as: ordre → order." in await agent.text(
            "search", question="where is the ordre summed up?"
        )


async def test_impact_lists_code_before_tests_and_more_with_a_higher_limit(shop: Path) -> None:
    (shop / "test_many.py").write_text(
        "from shop import taxed\n" + "".join(f"\n\ndef test_a{n}():\n    taxed({n})\n" for n in range(MAX_LISTED))
    )
    (shop / "zone.py").write_text("from shop import taxed\n\n\ndef last():\n    return taxed(1)\n")
    async with agent_in(shop) as agent:
        cut = await agent.data("impact", symbol="taxed", depth=1)
        lines = (await agent.text("impact", symbol="taxed", depth=1)).splitlines()
        whole = await agent.data("impact", symbol="taxed", depth=1, limit=MAX_LISTED + cut["omitted"])
    assert len(cut["dependants"]) == MAX_LISTED
    code = ["shop.py::total", "zone.py::last"]
    assert [one["symbol"] for one in cut["dependants"] if one["relation"] == "caller"] == code
    assert cut["omitted"]
    [tests] = [place for place, line in enumerate(lines) if line.startswith("1 test test_many.py::test_a0, test_a1, ")]
    assert all(lines.index(f"1 caller {one}") < tests for one in code)
    assert f"… and {cut['omitted']} more in tests: a higher limit lists them" in lines
    assert "omitted" not in whole
    assert {f"test_many.py::test_a{n}" for n in range(MAX_LISTED)} <= {one["symbol"] for one in whole["dependants"]}
