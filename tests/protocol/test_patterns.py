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


def test_half_of_a_place_is_refused(shop: LocalServer, tmp_path: Path) -> None:
    document = {"uri": (tmp_path / "locks.py").as_uri()}
    for half in ({"textDocument": document}, {"position": {"line": 0, "character": 0}}):
        with pytest.raises(AnswerError, match="either symbol, or textDocument"):
            shop.wire.command("ctx-lsp.patterns", half)


def test_explain_and_hover_name_the_patterns(shop: LocalServer, tmp_path: Path) -> None:
    explained = shop.wire.command("ctx-lsp.explain", {"query": "open", "symbol": "opened"})
    (one,) = explained["patterns"]
    assert (one["pattern"], one["role"]) == ("context manager", "manager")
    assert one["partners"] == [{"symbol": "locks.py::use", "relation": "user"}]
    document = {"uri": (tmp_path / "locks.py").as_uri()}
    card = shop.wire.ask("textDocument/hover", {"textDocument": document, "position": {"line": 3, "character": 5}})
    assert "Context manager: manager" in card["contents"]["value"]
