"""Navigation over the wire: definitions, references, hierarchies, with unsaved edits and in notebooks."""

from pathlib import Path

import pytest

from tests.protocol.asking import ready
from tests.protocol.conftest import LocalServer
from tests.protocol.wire import AnswerError, Json

LINKS = {
    "textDocument": {
        name: {"linkSupport": True} for name in ("definition", "declaration", "typeDefinition", "implementation")
    }
}

MONEY = "class Rate: ...\ndef tax(x): return x\n"
CART = """from money import tax, Rate
class Special(Rate): ...
class Cart:
    rate: Rate = Rate()
    def total(self):
        '''🦀'''; return tax(1) + tax(2)
"""


class Shop:
    """A server on two files, and positions in them by their text."""

    def __init__(self, server: LocalServer, folder: Path, capabilities: Json = None) -> None:
        self.server, self.folder = server, folder
        self.texts = {"money.py": MONEY, "cart.py": CART}
        for name, text in self.texts.items():
            (folder / name).write_text(text, "utf-8")
        self.capabilities = server.open(folder, capabilities=capabilities)["capabilities"]
        ready(server)

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def at(self, name: str, before: str, word: str, **more: Json) -> Json:
        """The parameters of a request about `word`, which follows the text `before` in a file."""
        text = self.texts[name]
        index = text.index(before + word) + len(before)
        line = text.count("\n", 0, index)
        column = len(text[:index].rpartition("\n")[2].encode("utf-16-le")) // 2
        document = {"uri": self.uri(name)}
        return {"textDocument": document, "position": {"line": line, "character": column}, **more}

    def ask(self, method: str, *where: str, **more: Json) -> Json:
        return self.server.wire.ask(method, self.at(*where, **more))

    def edit(self, name: str, text: str) -> None:
        """Open a file with a text that differs from the disk."""
        self.texts[name] = text
        document = {"uri": self.uri(name), "languageId": "python", "version": 1, "text": text}
        self.server.wire.notify("textDocument/didOpen", {"textDocument": document})

    def readable(self, locations: Json) -> list[str]:
        """Locations as text: file, line from 1, text."""
        return [self._readable(one["uri"], one["range"]) for one in locations]

    def _readable(self, uri: str, span: Json) -> str:
        name = uri.rpartition("/")[2]
        start, end = span["start"], span["end"]
        line = self.texts[name].split("\n")[start["line"]].encode("utf-16-le")
        word = line[2 * start["character"] : 2 * end["character"]].decode("utf-16-le")
        return f"{name}:{start['line'] + 1}:{word}"


@pytest.fixture
def shop(server: LocalServer, tmp_path: Path) -> Shop:
    return Shop(server, tmp_path)


def test_all_features_are_announced(shop: Shop) -> None:
    announced = {name for name, value in shop.capabilities.items() if value is True}
    assert announced >= {
        "definitionProvider",
        "declarationProvider",
        "typeDefinitionProvider",
        "implementationProvider",
        "referencesProvider",
        "documentHighlightProvider",
        "callHierarchyProvider",
        "typeHierarchyProvider",
        "documentSymbolProvider",
        "workspaceSymbolProvider",
    }


def test_a_definition_is_a_location_for_simple_clients(shop: Shop) -> None:
    assert shop.readable(shop.ask("textDocument/definition", "cart.py", "return ", "tax")) == ["money.py:2:tax"]
    assert shop.readable(shop.ask("textDocument/declaration", "cart.py", "+ ", "tax")) == ["money.py:2:tax"]
    assert shop.readable(shop.ask("textDocument/typeDefinition", "cart.py", "    ", "rate")) == ["money.py:1:Rate"]


def test_a_definition_is_a_link_for_clients_that_want_one(server: LocalServer, tmp_path: Path) -> None:
    shop = Shop(server, tmp_path, LINKS)
    [link] = shop.ask("textDocument/definition", "cart.py", "+ ", "tax")
    assert link == {
        "originSelectionRange": {"start": {"line": 5, "character": 34}, "end": {"line": 5, "character": 37}},
        "targetUri": shop.uri("money.py"),
        "targetRange": {"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 20}},
        "targetSelectionRange": {"start": {"line": 1, "character": 4}, "end": {"line": 1, "character": 7}},
    }
    [link] = shop.ask("textDocument/implementation", "money.py", "class ", "Rate")
    assert link["targetUri"] == shop.uri("cart.py")


@pytest.mark.parametrize(
    "method",
    [f"textDocument/{name}" for name in ("definition", "typeDefinition", "implementation", "documentHighlight")]
    + ["textDocument/prepareCallHierarchy", "textDocument/prepareTypeHierarchy"],
)
def test_where_nothing_is_meant_the_answer_is_null(shop: Shop, method: str) -> None:
    assert shop.ask(method, "cart.py", "", "return") is None
    elsewhere = {"uri": "file:///no/such/file.py"}
    assert shop.server.wire.ask(method, {"textDocument": elsewhere, "position": {"line": 0, "character": 0}}) is None


def test_references_with_and_without_the_declaration(shop: Shop) -> None:
    used = ["cart.py:1:tax", "cart.py:6:tax", "cart.py:6:tax"]
    for declared, expected in ((False, used), (True, [*used, "money.py:2:tax"])):
        context = {"includeDeclaration": declared}
        found = shop.ask("textDocument/references", "money.py", "def ", "tax", context=context)
        assert shop.readable(found) == expected


def test_answers_are_about_the_text_in_the_editor(shop: Shop) -> None:
    shop.edit("cart.py", "\n\nfrom money import tax\ndef fresh(): return tax(3)\n")
    found = shop.ask("textDocument/references", "money.py", "def ", "tax", context={"includeDeclaration": False})
    assert shop.readable(found) == ["cart.py:3:tax", "cart.py:4:tax"]
    shop.edit("money.py", "# moved\n\n\ndef tax(x): return x\n")
    assert shop.readable(shop.ask("textDocument/definition", "cart.py", "return ", "tax")) == ["money.py:4:tax"]
    [item] = shop.ask("textDocument/prepareCallHierarchy", "money.py", "def ", "tax")
    [call] = shop.server.wire.ask("callHierarchy/incomingCalls", {"item": item})
    assert call["from"]["name"] == "fresh"


def test_highlights_tell_the_definition_from_its_uses(shop: Shop) -> None:
    read, write = 2, 3
    found = shop.ask("textDocument/documentHighlight", "cart.py", "import ", "tax")
    assert [one["kind"] for one in found] == [read, read, read]
    [own] = shop.ask("textDocument/documentHighlight", "money.py", "def ", "tax")
    assert own["kind"] == write


def test_calls_in_both_directions(shop: Shop) -> None:
    [item] = shop.ask("textDocument/prepareCallHierarchy", "cart.py", "return ", "tax")
    assert (item["name"], item["detail"], item["uri"]) == ("tax", "money.py", shop.uri("money.py"))
    [call] = shop.server.wire.ask("callHierarchy/incomingCalls", {"item": item})
    assert (call["from"]["name"], call["from"]["detail"]) == ("total", "Cart")
    ranges = [{"uri": shop.uri("cart.py"), "range": span} for span in call["fromRanges"]]
    assert shop.readable(ranges) == ["cart.py:6:tax", "cart.py:6:tax"]
    [back] = shop.server.wire.ask("callHierarchy/outgoingCalls", {"item": call["from"]})
    assert back["to"] == item
    assert back["fromRanges"] == call["fromRanges"]


def test_types_in_both_directions(shop: Shop) -> None:
    [item] = shop.ask("textDocument/prepareTypeHierarchy", "cart.py", "Special(", "Rate")
    [below] = shop.server.wire.ask("typeHierarchy/subtypes", {"item": item})
    assert (below["name"], below["uri"]) == ("Special", shop.uri("cart.py"))
    assert shop.server.wire.ask("typeHierarchy/supertypes", {"item": below}) == [item]
    assert shop.server.wire.ask("typeHierarchy/subtypes", {"item": below}) == []


def test_a_foreign_item_is_rejected_and_a_deleted_one_is_empty(shop: Shop) -> None:
    [item] = shop.ask("textDocument/prepareCallHierarchy", "money.py", "def ", "tax")
    shop.edit("money.py", "")
    for method in ("callHierarchy/incomingCalls", "callHierarchy/outgoingCalls", "typeHierarchy/subtypes"):
        assert shop.server.wire.ask(method, {"item": item}) == []
        with pytest.raises(AnswerError, match=r"item\.data must come"):
            shop.server.wire.ask(method, {"item": {**item, "data": None}})


def test_the_outline_has_signatures_and_deprecation_marks(server: LocalServer, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("class A:\n    @deprecated\n    def f(self, x): ...\n")
    tree = {"textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": True}}}
    server.open(tmp_path, capabilities=tree)
    ready(server)
    document = {"textDocument": {"uri": (tmp_path / "a.py").as_uri()}}
    [outer] = server.wire.ask("textDocument/documentSymbol", document)
    [inner] = outer["children"]
    assert ("tags" in outer, inner["tags"], inner["detail"]) == (False, [1], "def f(self, x)")
    assert inner["range"]["start"] == {"line": 1, "character": 4}
    assert inner["selectionRange"]["start"] == {"line": 2, "character": 8}
    [listed] = [one for one in server.wire.ask("workspace/symbol", {"query": "f"}) if one["name"] == "f"]
    assert (listed["tags"], listed["containerName"]) == ([1], "A")


def test_a_question_in_words_finds_symbols_with_other_names(server: LocalServer, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text('def seal(letter):\n    """Close the envelope with wax."""\n\n\ndef other(): ...\n')
    server.open(tmp_path)
    ready(server)
    found = server.wire.ask("workspace/symbol", {"query": "close an envelope"})
    assert found[0]["name"] == "seal"
    assert found[0]["location"]["uri"] == (tmp_path / "a.py").as_uri()


def test_names_lead_from_cell_to_cell(server: LocalServer, tmp_path: Path) -> None:
    server.open(tmp_path)
    uri = (tmp_path / "book.ipynb").as_uri()
    texts = ["def helper():\n    return 1", "x = helper()\nhelper()"]
    cells = [
        {"uri": f"{uri}#{number}", "languageId": "python", "version": 1, "text": text}
        for number, text in enumerate(texts)
    ]
    opened = [{"kind": 2, "document": cell["uri"]} for cell in cells]
    book = {"uri": uri, "notebookType": "jupyter-notebook", "version": 1, "cells": opened}
    server.wire.notify("notebookDocument/didOpen", {"notebookDocument": book, "cellTextDocuments": cells})
    where = {"textDocument": {"uri": f"{uri}#1"}, "position": {"line": 0, "character": 5}}
    [found] = server.wire.ask("textDocument/definition", where)
    assert found == {
        "uri": f"{uri}#0",
        "range": {"start": {"line": 0, "character": 4}, "end": {"line": 0, "character": 10}},
    }
    used = server.wire.ask("textDocument/references", {**where, "context": {"includeDeclaration": False}})
    assert [(one["uri"], one["range"]["start"]["line"]) for one in used] == [(f"{uri}#1", 0), (f"{uri}#1", 1)]
    highlights = server.wire.ask("textDocument/documentHighlight", where)
    assert [one["range"]["start"] for one in highlights] == [
        {"line": 0, "character": 4},
        {"line": 1, "character": 0},
    ], "the definition is in another cell"
