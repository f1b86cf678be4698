"""Open notebooks: added, removed, moved and edited cells, positions in them, and the same notebook on disk."""

import json
from pathlib import Path

import pytest

from ctx_lsp.protocol.errors import ErrorCode
from tests.protocol.asking import found, ready, warnings
from tests.protocol.conftest import NO_MODEL, LocalServer
from tests.protocol.wire import AnswerError, Json

MARKDOWN, CODE = 1, 2
SYMBOL_TREE = {"textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": True}}}
KERNEL = {"metadata": {"kernelspec": {"language": "python", "name": "python3"}}}


class OpenNotebook:
    """A notebook as VS Code keeps it open: each cell has its own URI and version."""

    def __init__(self, server: LocalServer, file: Path, *cells: tuple[int, str, str], metadata: Json = KERNEL) -> None:
        self.server, self.uri = server, file.as_uri()
        self.version = 1
        self._made = 0
        made = [self.cell(*cell) for cell in cells]
        notebook = {"uri": self.uri, "notebookType": "jupyter-notebook", "version": 1, "metadata": metadata}
        self.notify(
            "didOpen",
            notebookDocument=notebook | {"cells": [cell for cell, _ in made]},
            cellTextDocuments=[text for _, text in made],
        )

    def cell(self, kind: int, language: str, text: str) -> tuple[Json, Json]:
        """A new cell and its text document."""
        uri = self.uri_of(self._made)
        self._made += 1
        return {"kind": kind, "document": uri}, {"uri": uri, "languageId": language, "version": 1, "text": text}

    def uri_of(self, number: int) -> str:
        """The URI of the cell that was created as number `number`."""
        return f"vscode-notebook-cell:{self.uri.removeprefix('file://')}#W{number}sZmlsZQ%3D%3D"

    def notify(self, what: str, **params: Json) -> None:
        self.server.wire.notify(f"notebookDocument/{what}", params)

    def change(self, change: Json) -> None:
        self.version += 1
        self.notify("didChange", notebookDocument={"uri": self.uri, "version": self.version}, change=change)

    def splice(self, start: int, gone: int, *cells: tuple[Json, Json], closed: tuple[int, ...] = ()) -> None:
        """Replace cells with others."""
        array = {"start": start, "deleteCount": gone, "cells": [cell for cell, _ in cells]}
        structure = {
            "array": array,
            "didOpen": [text for _, text in cells if text],
            "didClose": [{"uri": self.uri_of(number)} for number in closed],
        }
        self.change({"cells": {"structure": structure}})

    def edit(self, number: int, *changes: Json) -> None:
        document = {"uri": self.uri_of(number), "version": self.version + 1}
        self.change({"cells": {"textContent": [{"document": document, "changes": list(changes)}]}})

    def save(self) -> None:
        self.notify("didSave", notebookDocument={"uri": self.uri})

    def close(self) -> None:
        gone = [{"uri": self.uri_of(number)} for number in range(self._made)]
        self.notify("didClose", notebookDocument={"uri": self.uri}, cellTextDocuments=gone)

    def hover(self, number: int, line: int, character: int) -> str:
        where = {"textDocument": {"uri": self.uri_of(number)}, "position": {"line": line, "character": character}}
        answer = self.server.wire.ask("textDocument/hover", where)
        return answer["contents"]["value"] if answer else ""


def span(line: int, start: int, end: int, end_line: int | None = None) -> Json:
    last = line if end_line is None else end_line
    return {"start": {"line": line, "character": start}, "end": {"line": last, "character": end}}


def write(file: Path, *cells: tuple[str, str]) -> None:
    """Write a notebook to disk."""
    made = [{"cell_type": kind, "source": text.splitlines(keepends=True), "metadata": {}} for kind, text in cells]
    file.write_text(json.dumps({"nbformat": 4, "nbformat_minor": 5, "cells": made, **KERNEL}, indent=1))


def test_notebooks_are_announced(server: LocalServer, tmp_path: Path) -> None:
    sync = server.open(tmp_path)["capabilities"]["notebookDocumentSync"]
    notebooks = [selector["notebook"] for selector in sync["notebookSelector"]]
    assert notebooks == [{"notebookType": "jupyter-notebook"}, {"pattern": "**/*.ipynb"}]
    assert all("cells" not in selector for selector in sync["notebookSelector"]), "Markdown cells too"
    assert sync["save"] is True


def test_a_notebook_on_disk_is_searched_by_its_cells(server: LocalServer, tmp_path: Path) -> None:
    write(tmp_path / "a.ipynb", ("markdown", "# Zebra crossings"), ("code", "def cross():\n    return 'zebra'"))
    (tmp_path / "broken.ipynb").write_text('{"cells": [')
    server.open(tmp_path)
    assert ready(server)["languages"] == {"python": 1, "json": 1}
    file = (tmp_path / "a.ipynb").as_uri()
    assert found(server, "cross") == [file]
    [best, *_] = server.wire.command("ctx-lsp.search", {"query": "zebra crossings"})["items"]
    assert (best["uri"], best["language"]) == (file, "python")
    assert best["range"] == span(0, 0, 0), "lines of the cells are not lines of the file"
    pack = server.wire.command("ctx-lsp.query", {"query": "cross"})
    assert "def cross():\n    return 'zebra'" in pack["text"]
    assert server.wire.ask("textDocument/documentSymbol", {"textDocument": {"uri": file}}) == []
    where = {"textDocument": {"uri": file}, "position": {"line": 1, "character": 0}}
    with pytest.raises(AnswerError, match="use one of its cells") as caught:
        server.wire.command("ctx-lsp.contextAt", where)
    assert caught.value.code == ErrorCode.INVALID_PARAMS


def test_cells_that_are_open_count_until_the_notebook_is_closed(server: LocalServer, tmp_path: Path) -> None:
    write(tmp_path / "a.ipynb", ("code", "def saved(): ..."))
    server.open(tmp_path)
    notebook = OpenNotebook(server, tmp_path / "a.ipynb", (CODE, "python", "def typed(): ..."))
    assert (found(server, "typed"), found(server, "saved")) == ([notebook.uri_of(0)], [])
    notebook.save()
    assert found(server, "typed") == [notebook.uri_of(0)], "what is on disk is not looked at"
    notebook.close()
    assert (found(server, "typed"), found(server, "saved")) == ([], [notebook.uri])


def test_a_notebook_whose_change_is_refused_counts_as_on_disk_until_it_is_opened_again(
    server: LocalServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    write(tmp_path / "a.ipynb", ("code", "def saved(): ..."))
    server.open(tmp_path)
    notebook = OpenNotebook(server, tmp_path / "a.ipynb", (CODE, "python", "def typed(): ..."))
    assert found(server, "typed") == [notebook.uri_of(0)]
    notebook.edit(0, {"range": span(0, 4, 9), "text": 5})
    notebook.edit(0, {"range": span(0, 4, 9), "text": "later"})
    assert (found(server, "typed"), found(server, "later")) == ([], [])
    assert found(server, "saved") == [notebook.uri]
    told = [one.getMessage() for one in caplog.records if one.levelname == "WARNING"]
    assert sum("until it is opened again" in one for one in told) == 1
    assert not any("not open" in one for one in told), told
    notebook.close()
    again = OpenNotebook(server, tmp_path / "a.ipynb", (CODE, "python", "def again(): ..."))
    again.edit(0, {"range": span(0, 4, 9), "text": "later"})
    assert found(server, "later") == [again.uri_of(0)]


def test_an_unchanged_notebook_is_derived_once(server: LocalServer, tmp_path: Path) -> None:
    write(tmp_path / "a.ipynb", ("markdown", "# Title\n"), ("code", "def f():\n    return 1\n"), ("raw", "x"))
    server.open(tmp_path)
    revision = ready(server)["revision"]
    cells = ((MARKDOWN, "markdown", "# Title\n"), (CODE, "python", "def f():\n    return 1\n"), (CODE, "raw", "x"))
    notebook = OpenNotebook(server, tmp_path / "a.ipynb", *cells)
    assert found(server, "f") == [notebook.uri_of(1)]
    notebook.close()
    assert server.wire.command("ctx-lsp.status")["revision"] == revision


def test_places_are_those_of_the_cell(server: LocalServer, tmp_path: Path) -> None:
    server.open(tmp_path, capabilities=SYMBOL_TREE)
    notebook = OpenNotebook(
        server,
        tmp_path / "a.ipynb",
        (MARKDOWN, "markdown", "About `helper`\nand more"),
        (CODE, "python", "def helper():\n    return 1"),
        (CODE, "python", "crab = '🦀'; other = 2\nclass Box:\n    def get(self):\n        return helper()\n"),
    )
    symbols = {
        name: server.wire.ask("workspace/symbol", {"query": name})[0]["location"] for name in ("helper", "other", "Box")
    }
    assert symbols["helper"] == {"uri": notebook.uri_of(1), "range": span(0, 0, 12, end_line=1)}
    assert symbols["other"] == {"uri": notebook.uri_of(2), "range": span(0, 13, 22)}
    assert symbols["Box"]["range"] == span(1, 0, 23, end_line=3)
    assert "def helper()" in notebook.hover(2, 3, 18)
    assert "class Box" in notebook.hover(2, 1, 7)
    assert notebook.hover(0, 0, 8) == ""
    outlines = [
        server.wire.ask("textDocument/documentSymbol", {"textDocument": {"uri": notebook.uri_of(number)}})
        for number in range(3)
    ]
    assert [[symbol["name"] for symbol in outline] for outline in outlines] == [
        [],
        ["helper"],
        ["crab", "other", "Box"],
    ]
    assert outlines[2][2]["children"][0]["selectionRange"] == span(2, 8, 11)
    where = {"textDocument": {"uri": notebook.uri_of(2)}, "position": {"line": 2, "character": 9}}
    pack = server.wire.command("ctx-lsp.contextAt", where)
    shown = {item["symbol"].partition("::")[2]: (item["uri"], item["range"]["start"]["line"]) for item in pack["items"]}
    assert shown["Box.get"] == (notebook.uri_of(2), 2)
    assert shown["helper"] == (notebook.uri_of(1), 0)
    selection = {"textDocument": {"uri": notebook.uri_of(1)}, "selection": span(0, 0, 99, end_line=99)}
    pack = server.wire.command("ctx-lsp.query", {"query": "what is this?", **selection})
    assert pack["shown"] == {"main": 1, "of": 1}
    assert "a.ipynb::helper" in {item["symbol"] for item in pack["items"] if item["role"] == "primary"}


def test_a_text_found_in_markdown_is_in_its_cell(server: LocalServer, tmp_path: Path) -> None:
    server.open(tmp_path)
    text = "# Zebra\n\nStripes of the zebra."
    notebook = OpenNotebook(server, tmp_path / "a.ipynb", (MARKDOWN, "markdown", text), (CODE, "python", "print()"))
    [item, *_] = server.wire.command("ctx-lsp.search", {"query": "zebra stripes"})["items"]
    assert (item["uri"], item["range"]["start"]) == (notebook.uri_of(0), {"line": 0, "character": 0})
    end = item["range"]["end"]
    assert (end["line"], end["character"]) <= (2, len("Stripes of the zebra."))


def test_cells_are_added_edited_moved_and_removed(server: LocalServer, tmp_path: Path) -> None:
    server.open(tmp_path)
    notebook = OpenNotebook(server, tmp_path / "a.ipynb", (CODE, "python", "def a(): ..."), (CODE, "python", ""))

    def order() -> list[tuple[str, str]]:
        symbols = [(name, found(server, name)) for name in ("a", "ab", "c", "d")]
        return [(name, uri[0]) for name, uri in symbols if uri]

    notebook.edit(0, {"range": span(0, 5, 5), "text": "b"})
    assert order() == [("ab", notebook.uri_of(0))]
    notebook.splice(1, 0, notebook.cell(CODE, "python", "def c(): ..."), notebook.cell(CODE, "python", "def d(): ..."))
    assert order() == [("ab", notebook.uri_of(0)), ("c", notebook.uri_of(2)), ("d", notebook.uri_of(3))]
    moved = ({"kind": CODE, "document": notebook.uri_of(0)}, None)
    notebook.splice(0, 1)
    notebook.splice(3, 0, moved)
    assert order() == [("ab", notebook.uri_of(0)), ("c", notebook.uri_of(2)), ("d", notebook.uri_of(3))]
    assert notebook.hover(0, 0, 5) != ""
    notebook.edit(0, {"text": "x = 1\n\ndef a(): ..."})
    [location] = [s["location"] for s in server.wire.ask("workspace/symbol", {"query": "a"}) if s["name"] == "a"]
    assert location == {"uri": notebook.uri_of(0), "range": span(2, 0, 12)}
    notebook.splice(0, 1, closed=(2,))
    assert order() == [("a", notebook.uri_of(0)), ("d", notebook.uri_of(3))]
    notebook.change({"cells": {"data": [{"kind": MARKDOWN, "document": notebook.uri_of(3)}]}})
    assert order() == [("a", notebook.uri_of(0))]
    notebook.splice(0, 99, closed=(0, 1, 3))
    assert order() == []
    assert warnings(server) == []


def test_the_language_of_a_notebook(server: LocalServer, tmp_path: Path) -> None:
    server.open(tmp_path)
    cells = ((CODE, "javascript", "function f() { return 1; }"), (CODE, "html", "<b>x</b>"))
    other = {"language_info": {"name": "python"}}
    OpenNotebook(server, tmp_path / "a.ipynb", *cells, metadata={"kernelspec": {"language": "javascript"}})
    OpenNotebook(server, tmp_path / "b.ipynb", cells[0], metadata=other)
    OpenNotebook(server, tmp_path / "c.ipynb", metadata=None)
    assert server.wire.command("ctx-lsp.status")["languages"] == {"javascript": 2, "python": 1}


def test_a_new_notebook_and_those_of_read_only_schemes(server: LocalServer, tmp_path: Path) -> None:
    server.open(tmp_path)
    fresh, old = "untitled:Untitled-1.ipynb?jupyter-notebook", f"git:{tmp_path}/a.ipynb?ref"
    for uri in (fresh, old):
        cell = {"uri": f"{uri}#1", "languageId": "python", "version": 1, "text": "def typed(): ..."}
        notebook = {"uri": uri, "notebookType": "jupyter-notebook", "version": 1}
        cells = [{"kind": CODE, "document": cell["uri"]}]
        params = {"notebookDocument": notebook | {"cells": cells}, "cellTextDocuments": [cell]}
        server.wire.notify("notebookDocument/didOpen", params)
    assert found(server, "typed") == [f"{fresh}#1"]
    where = {"textDocument": {"uri": f"{old}#1"}, "position": {"line": 0, "character": 5}}
    assert server.wire.ask("textDocument/hover", where) is None
    for uri in (fresh, old):
        server.wire.notify("notebookDocument/didClose", {"notebookDocument": {"uri": uri}, "cellTextDocuments": []})
    assert found(server, "typed") == []
    assert warnings(server) == []


def test_a_notebook_open_as_json_has_its_cells_in_the_index(server: LocalServer, tmp_path: Path) -> None:
    file = tmp_path / "a.ipynb"
    write(file, ("code", "def saved(): ..."))
    server.open(tmp_path)
    text = file.read_text().replace("saved", "typed")
    document = {"uri": file.as_uri(), "languageId": "json", "version": 1, "text": text}
    server.wire.notify("textDocument/didOpen", {"textDocument": document})
    assert (found(server, "typed"), found(server, "saved")) == ([file.as_uri()], [])
    where = {"textDocument": {"uri": file.as_uri()}, "position": {"line": 1, "character": 5}}
    assert server.wire.ask("textDocument/hover", where) is None
    cells = OpenNotebook(server, file, (CODE, "python", "def cell(): ..."))
    assert (found(server, "cell"), found(server, "typed")) == ([cells.uri_of(0)], [])
    cells.close()
    assert found(server, "typed") == [file.as_uri()]


def test_cells_that_do_not_count_have_no_places(server: LocalServer, tmp_path: Path) -> None:
    file, other = tmp_path / "root" / "a.ipynb", tmp_path / "other"
    for folder in (file.parent, other):
        folder.mkdir()
    server.open(file.parent)
    cells = OpenNotebook(server, file, (CODE, "python", "def cell(): ..."))
    assert "cell" in cells.hover(0, 0, 5)
    write(file, ("code", "def longer(): ..."))
    document = {"uri": file.as_uri(), "languageId": "json", "version": 1, "text": file.read_text()}
    server.wire.notify("textDocument/didOpen", {"textDocument": document})
    assert (found(server, "longer"), cells.hover(0, 0, 5)) == ([file.as_uri()], "")
    event = {"added": [{"uri": other.as_uri(), "name": "x"}], "removed": []}
    server.wire.notify("workspace/didChangeWorkspaceFolders", {"event": event})
    assert (found(server, "longer"), cells.hover(0, 0, 5)) == ([file.as_uri()], ""), "still touched last"
    server.wire.notify("textDocument/didClose", {"textDocument": {"uri": file.as_uri()}})
    assert "cell" in cells.hover(0, 0, 5)


def test_contradictory_edits_are_reported_and_harmless(server: LocalServer, tmp_path: Path) -> None:
    server.open(tmp_path)
    notebook = OpenNotebook(server, tmp_path / "a.ipynb", (CODE, "python", "def a(): ..."))
    notebook.edit(7, {"text": "def b(): ..."})
    notebook.splice(50, 3, ({"kind": CODE, "document": "cell:unsent"}, None))
    notebook.version = -5
    notebook.edit(0, {"text": "def c(): ..."})
    assert (found(server, "b"), found(server, "c")) == ([], [notebook.uri_of(0)])
    assert len(warnings(server, "didChange for a cell that is not open")) == 1
    assert len(warnings(server, "the change was applied")) == 2, "of the notebook and of the cell"
    OpenNotebook(server, tmp_path / "a.ipynb", (CODE, "python", "def again(): ..."))
    assert found(server, "again") == [notebook.uri_of(0)]
    assert len(warnings(server, "already open")) == 1
    notebook.close()
    notebook.edit(0, {"text": "def b(): ..."})
    assert (found(server, "again"), found(server, "b")) == ([], [])
    assert len(warnings(server, "didChange for a document that is not open")) == 1


def test_a_closed_notebook_over_the_limit_is_left_out_and_its_open_cells_are_not(
    server: LocalServer, tmp_path: Path
) -> None:
    picture = {"cell_type": "code", "source": "def plot(): ...", "outputs": [{"data": {"image/png": "A" * 9_000}}]}
    (tmp_path / "a.ipynb").write_text(json.dumps({"cells": [picture]}))
    server.open(tmp_path, options={**NO_MODEL, "index": {"maxFileBytes": 1000}})
    assert ready(server)["skipped"] == {"too_large": 1}
    notebook = OpenNotebook(server, tmp_path / "a.ipynb", (CODE, "python", "def plot(): ..."))
    assert found(server, "plot") == [notebook.uri_of(0)]
    notebook.close()
    assert ready(server)["skipped"] == {"too_large": 1}
