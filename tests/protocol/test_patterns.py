"""The command for patterns, and patterns in `explain` and the hover card."""

from pathlib import Path

import pytest

from tests.protocol.asking import ready
from tests.protocol.conftest import LocalServer
from tests.protocol.wire import AnswerError

TEXT = """\
from contextlib import contextmanager

@contextmanager
def opened():
    yield 1

def use():
    with opened():
        pass
"""


@pytest.fixture
def shop(server: LocalServer, tmp_path: Path) -> LocalServer:
    (tmp_path / "locks.py").write_text(TEXT)
    server.open(tmp_path)
    ready(server)
    return server


def test_all_patterns_have_their_symbols_with_places(shop: LocalServer, tmp_path: Path) -> None:
    answer = shop.wire.command("ctx-lsp.patterns", {})
    uri = (tmp_path / "locks.py").as_uri()
    assert (answer["symbol"], answer["warnings"]) == (None, [])
    (one,) = answer["patterns"]
    assert (one["pattern"], one["role"], one["symbol"]) == ("context manager", "manager", "locks.py::opened")
    assert one["range"]["start"] == {"line": 3, "character": 4}
    assert "contextmanager" in one["reason"]
    assert one["partners"] == [
        {
            "symbol": "locks.py::use",
            "relation": "user",
            "uri": uri,
            "range": {"start": {"line": 6, "character": 4}, "end": {"line": 6, "character": 7}},
        }
    ]


def test_the_patterns_of_one_symbol_by_name_and_by_place(shop: LocalServer, tmp_path: Path) -> None:
    by_name = shop.wire.command("ctx-lsp.patterns", {"symbol": "use"})
    assert [(one["symbol"], one["role"]) for one in by_name["patterns"]] == [("locks.py::use", "user")]
    document = {"uri": (tmp_path / "locks.py").as_uri()}
    at = {"textDocument": document, "position": {"line": 6, "character": 5}}
    assert shop.wire.command("ctx-lsp.patterns", at) == by_name


def test_patterns_can_be_asked_for_by_kind(shop: LocalServer) -> None:
    assert shop.wire.command("ctx-lsp.patterns", {"kinds": ["strategy"]})["patterns"] == []
    with pytest.raises(AnswerError, match=r"unknown kind of pattern .*; known: strategy, "):
        shop.wire.command("ctx-lsp.patterns", {"kinds": ["singleton"]})


def test_what_the_team_does_can_be_asked_for_alone(server: LocalServer, tmp_path: Path) -> None:
    (tmp_path / "locks.py").write_text(TEXT)
    for number in range(5):
        text = "import requests\n\n\ndef load(url):\n    return requests.get(url)\n"
        (tmp_path / f"client_{number}.py").write_text(text)
    server.open(tmp_path)
    ready(server)
    everything = server.wire.command("ctx-lsp.patterns", {})
    habits = server.wire.command("ctx-lsp.patterns", {"kinds": []})
    assert habits["patterns"] == []
    assert everything["patterns"]
    assert habits["adoption"] == everything["adoption"] != []
    assert server.wire.command("ctx-lsp.patterns", {"symbol": "use", "kinds": []})["adoption"] == []


def test_half_of_a_place_is_refused(shop: LocalServer, tmp_path: Path) -> None:
    document = {"uri": (tmp_path / "locks.py").as_uri()}
    for half in ({"textDocument": document}, {"position": {"line": 0, "character": 0}}):
        with pytest.raises(AnswerError, match="either symbol, or textDocument"):
            shop.wire.command("ctx-lsp.patterns", half)


def test_a_pack_for_an_edit_has_the_team_s_patterns_with_places(server: LocalServer, tmp_path: Path) -> None:
    for name in ("price", "rate", "title", "total", "weight"):
        (tmp_path / f"{name}.py").write_text(f"import httpx\n\ndef {name}():\n    return httpx.get('/{name}')\n")
    server.open(tmp_path)
    ready(server)
    pack = server.wire.command("ctx-lsp.query", {"query": "add a limit to the price"})
    (one,) = [one for one in pack["advice"] if one["text"].startswith("http: ")]
    assert one["kind"] == "pattern"
    assert one["text"] in pack["text"]
    assert one["text"].endswith(" (5 of 5 files)") == (one["uri"] is None)  # or it names an example
    assert one["uri"] is None or one["text"].endswith(f", as in {one['uri'].rpartition('/')[2]}")
    assert server.wire.command("ctx-lsp.query", {"query": "where is the price fetched?"})["advice"] == []


def test_explain_and_hover_name_the_patterns(shop: LocalServer, tmp_path: Path) -> None:
    explained = shop.wire.command("ctx-lsp.explain", {"query": "open", "symbol": "opened"})
    (one,) = explained["patterns"]
    assert (one["pattern"], one["role"]) == ("context manager", "manager")
    assert one["partners"] == [{"symbol": "locks.py::use", "relation": "user"}]
    document = {"uri": (tmp_path / "locks.py").as_uri()}
    card = shop.wire.ask("textDocument/hover", {"textDocument": document, "position": {"line": 3, "character": 5}})
    assert "Context manager: manager" in card["contents"]["value"]
