"""Requirements over real stdio: from a comment to the requirement and back, before and after an unsaved edit."""

from pathlib import Path

from tests.e2e.conftest import ServerProcess
from tests.protocol.wire import Json

SPEC = "# Requirements\n\n- **REQ-12**: The system must lock an account.\n- **REQ-13**: It should send a mail.\n"
CODE = "def lock(name):\n    return name  # implements REQ-12\n"
TEST = 'from accounts import lock\n\n\ndef test_lock():\n    """REQ-12"""\n    assert lock("a")\n'


def at(file: Path, line: int, character: int, **more: Json) -> Json:
    place = {"line": line, "character": character}
    return {"textDocument": {"uri": file.as_uri()}, "position": place, **more}


def places(locations: Json) -> list[str]:
    """Locations as `file:line`, from 1, sorted."""
    return sorted(f"{one['uri'].rpartition('/')[2]}:{one['range']['start']['line'] + 1}" for one in locations)


def test_a_requirement_is_a_symbol_with_definition_references_and_pack(server: ServerProcess, tmp_path: Path) -> None:
    files = {"spec.md": SPEC, "accounts.py": CODE, "test_accounts.py": TEST}
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    spec, code = tmp_path / "spec.md", tmp_path / "accounts.py"
    tree = {"textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": True}}}
    server.open(tmp_path, capabilities=tree)
    server.ready()

    [root] = server.wire.ask("textDocument/documentSymbol", {"textDocument": {"uri": spec.as_uri()}})
    assert [(one["name"], one["kind"]) for one in root["children"]] == [("REQ-12", 11), ("REQ-13", 11)]
    assert root["children"][0]["detail"] == "REQ-12: The system must lock an account. (must)"

    wire = server.wire
    assert places(wire.ask("textDocument/definition", at(code, 1, 35))) == ["spec.md:3"]
    asked = at(spec, 2, 5, context={"includeDeclaration": True})
    assert places(wire.ask("textDocument/references", asked)) == ["accounts.py:2", "spec.md:3", "test_accounts.py:5"]
    [found] = wire.ask("workspace/symbol", {"query": "REQ-13"})
    assert found["name"] == "REQ-13"

    results = wire.command("ctx-lsp.search", {"query": "lock an account", "filter": {"kinds": ["Requirement"]}})
    assert results["items"][0]["symbol"] == "spec.md::Requirements.REQ-12"
    pack = wire.command("ctx-lsp.contextAt", {"symbol": "REQ-12", "maxTokens": 2_000})
    shown = {one["uri"].rpartition("/")[2] for one in pack["items"]}
    assert shown >= {"spec.md", "accounts.py", "test_accounts.py"}

    pack = wire.command("ctx-lsp.contextAt", {"symbol": "accounts.py::lock", "maxTokens": 2_000})
    assert "spec.md" in {one["uri"].rpartition("/")[2] for one in pack["items"]}

    edited = CODE.replace("REQ-12", "REQ-13")
    document = {"uri": code.as_uri(), "languageId": "python", "version": 1, "text": edited}
    wire.notify("textDocument/didOpen", {"textDocument": document})
    assert places(wire.ask("textDocument/definition", at(code, 1, 35))) == ["spec.md:4"]
    asked = at(spec, 2, 5, context={"includeDeclaration": False})
    assert places(wire.ask("textDocument/references", asked)) == ["test_accounts.py:5"]
    assert server.leave() == 0
