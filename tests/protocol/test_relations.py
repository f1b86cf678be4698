"""The commands for dependencies: graph, impact, testScope, cycles."""

import subprocess
from pathlib import Path

import pytest

from tests.protocol.asking import ready
from tests.protocol.conftest import LocalServer
from tests.protocol.wire import AnswerError, Json

FILES = {
    "money.py": "import cart\n\ndef tax(x): return x\n",
    "cart.py": "from money import tax\ndef total():\n    return tax(1)\n",
    "test_cart.py": "from cart import total\ndef test_total(): assert total()\n",
}


@pytest.fixture
def shop(server: LocalServer, tmp_path: Path) -> LocalServer:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    server.open(tmp_path)
    ready(server)
    return server


def refusal(server: LocalServer, command: str, argument: Json) -> str:
    with pytest.raises(AnswerError) as refused:
        server.wire.command(command, argument)
    invalid_params = -32602
    assert refused.value.code == invalid_params
    return refused.value.message


def test_the_graph_around_a_symbol(shop: LocalServer, tmp_path: Path) -> None:
    answer = shop.wire.command("ctx-lsp.graph", {"symbol": "total", "direction": "out", "kinds": ["calls"]})
    assert (answer["root"], answer["warnings"]) == ("cart.py::total", [])
    assert answer["edges"] == [
        {
            "source": "cart.py::total",
            "target": "money.py::tax",
            "kind": "calls",
            "confidence": 0.95,
            "through": None,
        }
    ]
    assert answer["nodes"][1] == {
        "symbol": "money.py::tax",
        "uri": (tmp_path / "money.py").as_uri(),
        "range": {"start": {"line": 2, "character": 0}, "end": {"line": 2, "character": 20}},
        "kind": "Function",
        "signature": "def tax(x)",
        "role": "source",
        "distance": 1,
    }


def test_the_graph_at_a_position_and_of_a_document(shop: LocalServer, tmp_path: Path) -> None:
    document = {"uri": (tmp_path / "cart.py").as_uri()}
    at = {"textDocument": document, "position": {"line": 2, "character": 12}}
    assert shop.wire.command("ctx-lsp.graph", at)["root"] == "money.py::tax"
    whole = shop.wire.command("ctx-lsp.graph", {"textDocument": document, "direction": "out", "kinds": ["contains"]})
    assert [node["symbol"] for node in whole["nodes"]] == ["cart.py", "cart.py::total"]


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        ({}, "either symbol, or textDocument with position, is required"),
        ({"symbol": "nothing"}, "no symbol named 'nothing'"),
        ({"symbol": "tax", "direction": "up"}, 'direction must be "both" or "in" or "out", not'),
        ({"symbol": "tax", "kinds": ["likes"]}, "unknown kind of edge 'likes'; known: contains, "),
        ({"symbol": "tax", "kinds": "calls"}, "kinds must be a list or null, not text"),
        ({"symbol": "tax", "depth": 0}, "depth must be a whole number of at least 1"),
        ({"symbol": "tax", "depth": 11}, "depth must be a whole number of at most 10"),
    ],
)
def test_a_graph_that_cannot_be_drawn_is_refused(shop: LocalServer, argument: Json, message: str) -> None:
    assert refusal(shop, "ctx-lsp.graph", argument).startswith(message)


def test_impact_of_a_symbol_and_of_files(shop: LocalServer, tmp_path: Path) -> None:
    answer = shop.wire.command("ctx-lsp.impact", {"symbol": "tax"})
    told = [(one["distance"], one["relation"], one["symbol"]) for one in answer["dependants"]]
    assert told == [
        (1, "importer", "cart.py"),
        (1, "caller", "cart.py::total"),
        (2, "test", "test_cart.py"),
        (2, "test", "test_cart.py::test_total"),
    ]
    assert (answer["symbol"], answer["files"]) == ("money.py::tax", [])
    uri = (tmp_path / "cart.py").as_uri()
    answer = shop.wire.command("ctx-lsp.impact", {"files": [uri], "depth": 1})
    assert (answer["symbol"], answer["files"]) == (None, [uri])
    assert [one["symbol"] for one in answer["dependants"]] == ["money.py", "test_cart.py", "test_cart.py::test_total"]
    assert refusal(shop, "ctx-lsp.impact", {"files": [uri, "git:x"]}).startswith("git:x is not in a workspace folder")
    assert refusal(shop, "ctx-lsp.impact", {"files": []}).startswith("files must not be empty")
    assert refusal(shop, "ctx-lsp.impact", {"files": [uri], "symbol": "tax"}).startswith(
        "files cannot be used together"
    )


def test_the_tests_that_reach_files(shop: LocalServer, tmp_path: Path) -> None:
    uri, test_uri = ((tmp_path / name).as_uri() for name in ("money.py", "test_cart.py"))
    answer = shop.wire.command("ctx-lsp.testScope", {"files": [uri]})
    [test] = [one for one in answer["tests"] if one["symbol"] == "test_cart.py::test_total"]
    assert test["way"] == [
        {"symbol": "test_cart.py::test_total", "kind": "calls", "through": None},
        {"symbol": "cart.py::total", "kind": "calls", "through": None},
        {"symbol": "money.py::tax", "kind": None, "through": None},
    ]
    assert (test["uri"], test["range"]["start"]) == (test_uri, {"line": 1, "character": 4})
    assert (answer["files"], answer["changed"], answer["warnings"]) == ([test_uri], [], [])


def test_the_tests_that_reach_the_differences_from_a_revision(shop: LocalServer, tmp_path: Path) -> None:
    name = ["-c", "user.name=Nobody", "-c", "user.email=nobody@example.org"]
    for arguments in (["init", "--quiet"], ["add", "--all"], [*name, "commit", "--quiet", "--message", "x"]):
        subprocess.run(["git", *arguments], cwd=tmp_path, check=True)  # noqa: S607 - the git that is there
    assert shop.wire.command("ctx-lsp.testScope", {"base": "HEAD"})["tests"] == []
    uri = (tmp_path / "money.py").as_uri()
    text = FILES["money.py"].replace("return x", "return -x")
    document = {"uri": uri, "languageId": "python", "version": 1, "text": text}
    shop.wire.notify("textDocument/didOpen", {"textDocument": document})
    answer = shop.wire.command("ctx-lsp.testScope", {"base": "HEAD"})
    span = {"start": {"line": 2, "character": 4}, "end": {"line": 2, "character": 7}}
    assert answer["changed"] == [{"symbol": "money.py::tax", "change": "changed", "uri": uri, "range": span}]
    assert "test_cart.py::test_total" in {one["symbol"] for one in answer["tests"]}


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        ({}, "either files or base"),
        ({"files": ["file:///a"], "base": "HEAD"}, "either files or base"),
        ({"base": "HEAD"}, "is not a Git repository, so there are no changes to show"),
        ({"base": ""}, "base must not be empty"),
    ],
)
def test_a_change_that_cannot_be_found_is_rejected(shop: LocalServer, argument: Json, message: str) -> None:
    assert message in refusal(shop, "ctx-lsp.testScope", argument)


def test_import_cycles(shop: LocalServer, tmp_path: Path) -> None:
    cart, money = ((tmp_path / name).as_uri() for name in ("cart.py", "money.py"))
    answer = shop.wire.command("ctx-lsp.cycles")
    assert answer["cycles"] == [{"files": [cart, money], "way": [cart, money, cart]}]
    assert answer["warnings"] == []


def test_impact_of_an_external_module(server: LocalServer, tmp_path: Path) -> None:
    (tmp_path / "fetch.ts").write_text('import axios from "axios"\nexport function get() { return axios.get("/") }\n')
    server.open(tmp_path)
    ready(server)
    answer = server.wire.command("ctx-lsp.impact", {"symbol": "axios"})
    assert (answer["symbol"], answer["external"]) == (None, "axios")
    named = [(one["symbol"], one["relation"], one["uri"]) for one in answer["dependants"]]
    uri = (tmp_path / "fetch.ts").as_uri()
    assert named == [("fetch.ts", "importer", uri), ("fetch.ts::get", "caller", uri)]
    message = "no symbol or imported module named 'ky'"
    assert refusal(server, "ctx-lsp.impact", {"symbol": "ky"}) == message
