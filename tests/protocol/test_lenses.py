"""Lenses above definitions, their figures, and the settings for lenses and hover cards."""

from pathlib import Path

import pytest

from ctx_lsp.protocol.handlers.lenses import MAX_LENSED
from tests.protocol.asking import ready
from tests.protocol.conftest import NO_MODEL, LocalServer
from tests.protocol.wire import AnswerError, Json

FILES = {
    "money.py": "RATE = 2\n\n\ndef tax(x): return x * RATE\n\n\nclass Till:\n    def close(self): return tax(1)\n",
    "cart.py": "from money import tax\ndef total():\n    return tax(1)\n",
    "test_money.py": "from money import tax\ndef test_tax(): assert tax(0) == 0\n",
}
REFRESHING = {"workspace": {"codeLens": {"refreshSupport": True}}}


def write(folder: Path) -> None:
    for name, text in FILES.items():
        (folder / name).write_text(text)


def lenses(server: LocalServer, file: Path) -> Json:
    return server.wire.ask("textDocument/codeLens", {"textDocument": {"uri": file.as_uri()}})


def resolved(server: LocalServer, lens: Json) -> Json:
    return server.wire.ask("codeLens/resolve", lens)["command"]


@pytest.fixture
def shop(server: LocalServer, tmp_path: Path) -> LocalServer:
    write(tmp_path)
    server.open(tmp_path)
    ready(server)
    return server


def test_each_definition_has_lenses_whose_figures_are_still_to_come(shop: LocalServer, tmp_path: Path) -> None:
    listed = lenses(shop, tmp_path / "money.py")
    assert [(lens["range"]["start"]["line"], lens["data"]["figure"]) for lens in listed] == [
        (line, figure) for line in (3, 6, 7) for figure in ("callers", "tests", "context")
    ]
    assert not any("command" in lens for lens in listed)


def test_a_figure_matches_the_answer_of_its_command(shop: LocalServer, tmp_path: Path) -> None:
    callers, tests, context = [resolved(shop, lens) for lens in lenses(shop, tmp_path / "money.py")[:3]]
    assert (callers["title"], tests["title"]) == ("3 callers", "2 tests")  # of tests: one by name, and its file
    for lens, count in ((callers, 3), (tests, 2)):
        answer = shop.wire.command(lens["command"], *lens["arguments"])
        assert len(answer["nodes"]) - 1 == count
    pack = shop.wire.command(context["command"], *context["arguments"])
    assert pack["completeness"]["score"] == 1.0
    assert context["title"] == f"{pack['tokens']['used']} tokens"
    assert [item["symbol"] for item in pack["items"] if item["role"] == "primary"] == ["money.py::tax"]


def test_lens_and_hover_show_the_cost_of_a_pack_with_default_options(server: LocalServer, tmp_path: Path) -> None:
    write(tmp_path)
    server.open(tmp_path, options=NO_MODEL | {"pack": {"format": "xml", "dependencyDepth": 0}})
    ready(server)
    file = tmp_path / "money.py"
    context = resolved(server, lenses(server, file)[2])
    pack = server.wire.command(context["command"], *context["arguments"])
    where = {"textDocument": {"uri": file.as_uri()}, "position": {"line": 3, "character": 5}}
    card = server.wire.ask("textDocument/hover", where)["contents"]["value"]
    assert pack["text"].startswith("<")
    assert context["title"].startswith(f"{pack['tokens']['used']} tokens")
    assert f"symbol, {pack['tokens']['used']} tokens" in card


def test_a_lens_says_how_complete_a_pack_is_only_where_something_is_missing(
    server: LocalServer, tmp_path: Path
) -> None:
    write(tmp_path)
    server.open(tmp_path, options=NO_MODEL | {"pack": {"dependencyDepth": 0}})
    ready(server)
    context = resolved(server, lenses(server, tmp_path / "money.py")[2])
    pack = server.wire.command(context["command"], *context["arguments"])
    assert pack["completeness"]["score"] < 1.0
    assert context["title"].endswith(f" tokens, {pack['completeness']['score']:.0%} complete")


def test_a_lens_of_a_deleted_symbol_is_empty(shop: LocalServer, tmp_path: Path) -> None:
    lens = lenses(shop, tmp_path / "cart.py")[0]
    (tmp_path / "cart.py").write_text("")
    shop.wire.command("ctx-lsp.reindex", {"files": [(tmp_path / "cart.py").as_uri()]})
    assert resolved(shop, lens) == {"title": "–", "command": ""}


@pytest.mark.parametrize("data", [None, "tax", {"symbol": "money.py::tax"}, {"symbol": 1, "figure": "tests"}])
def test_a_lens_of_another_server_is_rejected(shop: LocalServer, tmp_path: Path, data: Json) -> None:
    lens = lenses(shop, tmp_path / "cart.py")[0]
    with pytest.raises(AnswerError, match="data must come from a lens"):
        resolved(shop, lens | {"data": data})


def test_lenses_stand_above_decorators(server: LocalServer, tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text("import functools\n\n\n@functools.cache\n@print\ndef tax(x):\n    return x\n")
    (tmp_path / "shop.ts").write_text("@sealed\nexport class Till {\n  @log\n  close() {}\n}\n")
    server.open(tmp_path)
    ready(server)
    assert [lens["range"]["start"]["line"] for lens in lenses(server, tmp_path / "shop.py")] == [3, 3, 3]
    assert [lens["range"]["start"]["line"] for lens in lenses(server, tmp_path / "shop.ts")[::3]] == [0, 2]


def test_a_very_long_file_has_a_note_instead(server: LocalServer, tmp_path: Path) -> None:
    (tmp_path / "long.py").write_text("".join(f"def f{number}(): ...\n" for number in range(MAX_LENSED + 1)))
    (tmp_path / "short.py").write_text("".join(f"def f{number}(): ...\n" for number in range(MAX_LENSED)))
    server.open(tmp_path)
    ready(server)
    (note,) = lenses(server, tmp_path / "long.py")
    assert note["command"] == {"title": "No code lenses: 401 definitions, the limit is 400", "command": ""}
    assert note["range"]["start"] == {"line": 0, "character": 0}
    assert len(lenses(server, tmp_path / "short.py")) == 3 * MAX_LENSED


def test_a_file_that_is_not_indexed_has_none(shop: LocalServer, tmp_path: Path) -> None:
    assert lenses(shop, tmp_path / "nothing.py") == []


def test_hover_and_lenses_can_be_switched_off(server: LocalServer, tmp_path: Path) -> None:
    write(tmp_path)
    server.open(tmp_path, options=NO_MODEL | {"editor": {"hover": False, "codeLens": False}})
    ready(server)
    file = tmp_path / "money.py"
    where = {"textDocument": {"uri": file.as_uri()}, "position": {"line": 3, "character": 5}}
    assert server.wire.ask("textDocument/hover", where) is None
    assert lenses(server, file) == []
    server.wire.notify("workspace/didChangeConfiguration", {"settings": {"editor": {"hover": True, "codeLens": True}}})
    assert "def tax(x)" in server.wire.ask("textDocument/hover", where)["contents"]["value"]
    assert lenses(server, file)


def test_a_client_that_can_refresh_is_asked_to(server: LocalServer, tmp_path: Path) -> None:
    write(tmp_path)
    server.open(tmp_path, capabilities=REFRESHING)
    ready(server)

    def asked() -> int:
        return len(server.wire.received("workspace/codeLens/refresh"))

    server.wire.wait(asked)
    before = asked()
    server.wire.notify("workspace/didChangeConfiguration", {"settings": {"editor": {"codeLens": False}}})
    server.wire.wait(lambda: asked() > before)


def test_a_client_that_cannot_is_left_alone(shop: LocalServer) -> None:
    shop.wire.notify("workspace/didChangeConfiguration", {"settings": {"editor": {"codeLens": False}}})
    shop.wire.command("ctx-lsp.status")
    assert shop.wire.received("workspace/codeLens/refresh") == []


def test_passed_functions_are_used_and_overrides_have_callers_through_the_base(
    server: LocalServer, tmp_path: Path
) -> None:
    (tmp_path / "shop.py").write_text(
        "class Base:\n    def run(self): ...\n\n\nclass Own(Base):\n    def run(self): ...\n\n\n"
        "def go(base: Base): return base.run()\n\n\ndef key(x): return x\n\n\n"
        "def order(xs): return sorted(xs, key=key)\n\n\ndef least(xs): return min(xs, key=key)\n\n\n"
        "def nobody(): ...\n"
    )
    server.open(tmp_path)
    ready(server)
    listed = [lens for lens in lenses(server, tmp_path / "shop.py") if lens["data"]["figure"] == "callers"]
    commands = {lens["data"]["symbol"].rpartition("::")[2]: resolved(server, lens) for lens in listed}
    titles = {name: command["title"] for name, command in commands.items()}
    assert titles == {
        "Base": "used 2×",
        "Base.run": "1 caller",
        "Own": "0 callers",
        "Own.run": "1 caller, 1 indirect",
        "go": "0 callers",
        "key": "used 2×",
        "order": "0 callers",
        "least": "0 callers",
        "nobody": "0 callers",
    }
    for name, count in (("Own.run", 1), ("key", 2)):
        answer = server.wire.command(commands[name]["command"], *commands[name]["arguments"])
        assert len(answer["nodes"]) - 1 == count, "a click opens what was counted"
    where = {"textDocument": {"uri": (tmp_path / "shop.py").as_uri()}, "position": {"line": 11, "character": 5}}
    assert "used 2× · 0 callees" in server.wire.ask("textDocument/hover", where)["contents"]["value"]
