"""Workspace folders: links, spellings, nesting, duplicates, changes; ignore and settings files in them."""

from pathlib import Path

import pytest

from tests.protocol.asking import found, ready, until_found
from tests.protocol.conftest import NO_MODEL, LocalServer
from tests.protocol.wire import Json, until

CREATED, CHANGED, DELETED = 1, 2, 3
HERE = "def here():\n    return 1\n"


def start(server: LocalServer, *uris: str, options: Json = None) -> None:
    """Initialize with folders whose URIs are spelt as given."""
    params = {
        "processId": None,
        "workspaceFolders": [{"uri": uri, "name": "x"} for uri in uris],
        "capabilities": {},
        "initializationOptions": NO_MODEL if options is None else options,
    }
    server.wire.ask("initialize", params)
    server.wire.notify("initialized", {})
    ready(server)


def change_folders(server: LocalServer, added: tuple[str, ...] = (), removed: tuple[str, ...] = ()) -> None:
    event = {
        name: [{"uri": uri, "name": "x"} for uri in uris] for name, uris in (("added", added), ("removed", removed))
    }
    server.wire.notify("workspace/didChangeWorkspaceFolders", {"event": event})


def open_text(server: LocalServer, uri: str, text: str) -> None:
    document = {"uri": uri, "languageId": "python", "version": 1, "text": text}
    server.wire.notify("textDocument/didOpen", {"textDocument": document})


def outline(server: LocalServer, uri: str) -> list[str]:
    symbols = server.wire.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    return [symbol["name"] for symbol in symbols]


@pytest.fixture
def linked(tmp_path: Path) -> Path:
    """A folder with `real`, which has `a.py`, and `link`, a link to it."""
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a.py").write_text(HERE)
    (tmp_path / "link").symlink_to("real")
    return tmp_path


@pytest.mark.parametrize("root", ["link", "real"])
@pytest.mark.parametrize("opened", ["link", "real"])
def test_a_root_and_its_documents_may_go_by_different_names(
    server: LocalServer, linked: Path, root: str, opened: str
) -> None:
    start(server, (linked / root).as_uri())
    named, other = (linked / root / "a.py").as_uri(), (linked / opened / "a.py").as_uri()
    assert (found(server, "here"), outline(server, other)) == ([named], ["here"])
    open_text(server, other, "def typed(): ...\n")
    assert (found(server, "typed"), found(server, "here")) == ([other], []), "by the name that it was opened by"
    assert outline(server, named) == outline(server, other) == ["typed"]
    server.wire.notify("textDocument/didClose", {"textDocument": {"uri": other}})
    assert found(server, "here") == [named]
    (linked / "real" / "b.py").write_text("def new(): ...\n")
    event = {"uri": (linked / opened / "b.py").as_uri(), "type": CREATED}
    server.wire.notify("workspace/didChangeWatchedFiles", {"changes": [event]})
    assert found(server, "new") == [(linked / root / "b.py").as_uri()]


@pytest.mark.parametrize(
    ("root", "below"),
    [
        ("file://localhost{0}/a%20b%2b/", "file://localhost{0}/a%20b%2b/c%C3%A9.py"),
        ("file://{0}/a b+", "file://{0}/a b+/c%C3%A9.py"),
        ("file://{0}/x/../%61%20b%2B//", "file://{0}/x/../%61%20b%2B/c%C3%A9.py"),
    ],
)
def test_answers_spell_files_as_the_client_spells_their_folder(
    server: LocalServer, tmp_path: Path, root: str, below: str
) -> None:
    (tmp_path / "a b+").mkdir()
    (tmp_path / "a b+" / "cé.py").write_text(HERE)
    start(server, root.format(tmp_path))
    assert found(server, "here") == [below.format(tmp_path)]
    assert outline(server, (tmp_path / "a b+" / "cé.py").as_uri()) == ["here"]


def test_composed_and_decomposed_names_are_two_files_here(server: LocalServer, tmp_path: Path) -> None:
    (tmp_path / "\u00e9.py").write_text("def composed(): ...\n")
    (tmp_path / "e\u0301.py").write_text("def decomposed(): ...\n")
    start(server, tmp_path.as_uri())
    assert found(server, "composed") == [(tmp_path / "\u00e9.py").as_uri()]
    assert found(server, "decomposed") == [(tmp_path / "e\u0301.py").as_uri()]
    open_text(server, (tmp_path / "\u00e9.py").as_uri(), "def typed(): ...\n")
    assert (found(server, "composed"), len(found(server, "decomposed"))) == ([], 1)


def test_one_folder_by_two_names_is_one_root(server: LocalServer, linked: Path) -> None:
    real, link = (linked / "real").as_uri(), (linked / "link").as_uri()
    start(server, real, link, f"{real}/", real.replace("real", "%72eal"))
    assert (found(server, "here"), ready(server)["counts"]["files"]) == ([f"{real}/a.py"], 1)
    change_folders(server, added=(real,))
    change_folders(server, removed=(real,))
    until_found(server, "here", [f"{link}/a.py"])
    change_folders(server, removed=(link,))
    until_found(server, "here", [])


@pytest.mark.parametrize("outer_first", [True, False])
def test_a_root_inside_another_owns_its_files(server: LocalServer, linked: Path, outer_first: bool) -> None:
    outer, inner = linked.as_uri(), (linked / "link").as_uri()
    (linked / "top.py").write_text("def top(): ...\n")
    start(server, *[outer, inner][:: 1 if outer_first else -1])
    assert (found(server, "here"), found(server, "top")) == ([f"{inner}/a.py"], [f"{outer}/top.py"])
    assert ready(server)["counts"]["files"] == 2
    open_text(server, f"{outer}/real/a.py", "def typed(): ...\n")
    assert (found(server, "typed"), found(server, "here")) == ([f"{outer}/real/a.py"], [])
    change_folders(server, removed=(inner,))
    until(lambda: ready(server)["counts"]["files"] == 2)
    assert found(server, "typed") == [f"{outer}/real/a.py"]
    server.wire.notify("textDocument/didClose", {"textDocument": {"uri": f"{outer}/real/a.py"}})
    assert found(server, "here") == [f"{outer}/real/a.py"]
    change_folders(server, added=(inner,), removed=(outer,))
    until_found(server, "here", [f"{inner}/a.py"])
    until_found(server, "top", [])


def test_a_folder_event_without_changes_causes_no_work(server: LocalServer, linked: Path) -> None:
    start(server, linked.as_uri())
    revision = ready(server)["revision"]
    change_folders(server, added=(linked.as_uri(),), removed=((linked / "no").as_uri(), "git:/x"))
    change_folders(server, added=("vscode-vfs://github/x",))
    assert ready(server)["revision"] == revision


def test_the_last_folder_goes_and_one_comes(server: LocalServer, linked: Path) -> None:
    real = (linked / "real").as_uri()
    start(server, real)
    change_folders(server, removed=(real,))
    until_found(server, "here", [])
    assert ready(server)["counts"]["files"] == 0
    change_folders(server, added=(real,))
    until_found(server, "here", [f"{real}/a.py"])


@pytest.mark.parametrize("is_open", [True, False])
def test_ignore_rules_count_when_they_are_saved(server: LocalServer, tmp_path: Path, is_open: bool) -> None:
    (tmp_path / "deep").mkdir()
    for name in ("a.py", "deep/b.py"):
        (tmp_path / name).write_text(f"def {Path(name).stem}(): ...\n")
    start(server, tmp_path.as_uri())
    rules = tmp_path / ".gitignore"
    if is_open:
        open_text(server, rules.as_uri(), "deep/\n")
    assert found(server, "b") != []
    rules.write_text("deep/\n")
    if is_open:
        server.wire.notify("textDocument/didSave", {"textDocument": {"uri": rules.as_uri()}})
    else:
        server.wire.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": rules.as_uri(), "type": CREATED}]})
    until_found(server, "b", [])
    assert ready(server)["skipped"] == {"ignored": 1}
    rules.unlink()
    server.wire.notify("workspace/didDeleteFiles", {"files": [{"uri": rules.as_uri()}]})
    until_found(server, "b", [(tmp_path / "deep" / "b.py").as_uri()])
    assert ready(server)["skipped"] == {}


def test_the_settings_file_counts_as_it_comes_changes_and_goes(server: LocalServer, linked: Path) -> None:
    start(server, (linked / "link").as_uri())
    here, file = (linked / "link" / "a.py").as_uri(), linked / "link" / "ctx-lsp.toml"
    open_text(server, file.as_uri(), '[index]\nexclude = ["*"]\n')
    assert found(server, "here") == [here], "what is not saved does not count"
    file.write_text('[index]\nexclude = ["a.py"]\n')
    server.wire.notify("textDocument/didSave", {"textDocument": {"uri": file.as_uri()}})
    until_found(server, "here", [])
    file.write_text('[index]\nexclude = ["b.py"]\n[search]\nlimit = "many"\n')
    event = {"uri": (linked / "real" / "ctx-lsp.toml").as_uri(), "type": CHANGED}
    server.wire.notify("workspace/didChangeWatchedFiles", {"changes": [event]})
    until_found(server, "here", [here])
    assert len(ready(server)["settings"]["problems"]) == 1
    file.write_text('[index]\nexclude = ["a.py"]\n')
    server.wire.notify("workspace/didCreateFiles", {"files": [{"uri": file.as_uri()}]})
    until_found(server, "here", [])
    file.unlink()
    server.wire.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": file.as_uri(), "type": DELETED}]})
    until_found(server, "here", [here])


def test_files_of_folders_with_one_name_are_pinned_and_excluded_by_their_uris(
    server: LocalServer, tmp_path: Path
) -> None:
    roots = [tmp_path / "r1" / "app", tmp_path / "r2" / "app"]
    for number, root in enumerate(roots):
        root.mkdir(parents=True)
        (root / "main.py").write_text(f"def begin_{number}():\n    return {number}\n")
    server.open(*roots)
    ready(server)
    options = {"pin": [(roots[1] / "main.py").as_uri()], "exclude": [roots[0].as_uri() + "/main.py"]}
    text = server.wire.command("ctx-lsp.query", {"query": "begin_0", "options": options})["text"]
    assert "def begin_1" in text
    assert "def begin_0" not in text
