"""Created, deleted and moved files and folders: reported one by one, in batches, twice, or only for the folder."""

import shutil
from pathlib import Path

import pytest

from tests.protocol.asking import found, ready, until_found
from tests.protocol.conftest import LocalServer
from tests.protocol.wire import Json

CREATED, CHANGED, DELETED = 1, 2, 3


def source(name: str) -> str:
    return f"def {name}():\n    return 1\n"


@pytest.fixture
def root(server: LocalServer, tmp_path: Path) -> Path:
    """The folder of a server that is ready: `pack/one.py` with `one`, `pack/deep/two.py` with `two`."""
    (tmp_path / "pack" / "deep").mkdir(parents=True)
    (tmp_path / "pack" / "one.py").write_text(source("one"))
    (tmp_path / "pack" / "deep" / "two.py").write_text(source("two"))
    server.open(tmp_path)
    ready(server)
    return tmp_path


def tell(server: LocalServer, *events: tuple[Path, int]) -> None:
    changes = [{"uri": path.as_uri(), "type": kind} for path, kind in events]
    server.wire.notify("workspace/didChangeWatchedFiles", {"changes": changes})


def where(server: LocalServer, root: Path) -> dict[str, list[str]]:
    """The files that define `one` and `two`, relative to the root."""
    return {name: [uri.removeprefix(f"{root.as_uri()}/") for uri in found(server, name)] for name in ("one", "two")}


HOME = {"one": ["pack/one.py"], "two": ["pack/deep/two.py"]}


def test_a_file_is_created_changed_and_deleted(server: LocalServer, root: Path) -> None:
    file = root / "new.py"
    file.write_text(source("new"))
    tell(server, (file, CREATED))
    assert found(server, "new") == [file.as_uri()]
    file.write_text(source("newer"))
    tell(server, (file, CHANGED))
    assert (found(server, "new"), found(server, "newer")) == ([], [file.as_uri()])
    file.unlink()
    tell(server, (file, DELETED))
    assert found(server, "newer") == []


@pytest.mark.parametrize("in_one", [True, False])
@pytest.mark.parametrize("order", [1, -1])
def test_a_rename_is_a_deletion_and_a_creation_in_any_order(
    server: LocalServer, root: Path, in_one: bool, order: int
) -> None:
    old, new = root / "pack" / "one.py", root / "moved.py"
    old.rename(new)
    events = [(old, DELETED), (new, CREATED)][::order]
    for batch in [events] if in_one else [[event] for event in events]:
        tell(server, *batch)
    assert where(server, root) == HOME | {"one": ["moved.py"]}


@pytest.mark.parametrize("what", ["didChangeWatchedFiles", "didRenameFiles", "both"])
def test_only_the_event_of_a_renamed_folder_arrives(server: LocalServer, root: Path, what: str) -> None:
    old, new = root / "pack", root / "renamed"
    params = {"files": [{"oldUri": old.as_uri(), "newUri": new.as_uri()}]}
    assert server.wire.ask("workspace/willRenameFiles", params) is None
    old.rename(new)
    if what != "didRenameFiles":
        tell(server, (old, DELETED), (new, CREATED))
    if what != "didChangeWatchedFiles":
        server.wire.notify("workspace/didRenameFiles", params)
    assert where(server, root) == {"one": ["renamed/one.py"], "two": ["renamed/deep/two.py"]}


@pytest.mark.parametrize("what", ["didChangeWatchedFiles", "didDeleteFiles"])
def test_a_folder_is_deleted_and_created_again(server: LocalServer, root: Path, what: str) -> None:
    folder, elsewhere = root / "pack", root.parent / f"{root.name}-elsewhere"
    files = {"files": [{"uri": folder.as_uri()}]}
    shutil.move(folder, elsewhere)
    if what == "didDeleteFiles":
        server.wire.notify("workspace/didDeleteFiles", files)
    else:
        tell(server, (folder, DELETED))
    assert where(server, root) == {"one": [], "two": []}
    shutil.move(elsewhere, folder)
    if what == "didDeleteFiles":
        server.wire.notify("workspace/didCreateFiles", files)
    else:
        tell(server, (folder, CREATED))
    assert where(server, root) == HOME


def test_a_file_becomes_a_folder_and_a_file_again(server: LocalServer, root: Path) -> None:
    path = root / "thing.py"
    for _ in range(2):
        path.write_text(source("thing"))
        tell(server, (path, CHANGED))
        assert found(server, "thing") == [path.as_uri()]
        path.unlink()
        path.mkdir()
        (path / "inner.py").write_text(source("inner"))
        tell(server, (path, CHANGED))
        assert (found(server, "thing"), found(server, "inner")) == ([], [(path / "inner.py").as_uri()])
        shutil.rmtree(path)
        path.write_text(source("thing"))
        tell(server, (path, DELETED), (path, CREATED))
        assert (found(server, "thing"), found(server, "inner")) == ([path.as_uri()], [])
        path.unlink()


def test_the_buffer_of_an_open_document_still_counts(server: LocalServer, root: Path) -> None:
    file = root / "pack" / "one.py"
    document = {"uri": file.as_uri(), "languageId": "python", "version": 1, "text": source("typed")}
    server.wire.notify("textDocument/didOpen", {"textDocument": document})
    file.write_text(source("outside"))
    tell(server, (file, CHANGED))
    assert (found(server, "typed"), found(server, "outside")) == ([file.as_uri()], [])
    shutil.rmtree(root / "pack")
    tell(server, (root / "pack", DELETED))
    assert (found(server, "typed"), found(server, "two")) == ([file.as_uri()], [])
    server.wire.notify("textDocument/didClose", {"textDocument": {"uri": file.as_uri()}})
    assert found(server, "typed") == []


def test_a_folder_is_renamed_with_a_document_open_in_it(server: LocalServer, root: Path) -> None:
    old, new = root / "pack" / "one.py", root / "renamed" / "one.py"
    for file in (old, new):
        if file == new:
            server.wire.notify("textDocument/didClose", {"textDocument": {"uri": old.as_uri()}})
            (root / "pack").rename(root / "renamed")
        document = {"uri": file.as_uri(), "languageId": "python", "version": 1, "text": source("typed")}
        server.wire.notify("textDocument/didOpen", {"textDocument": document})
    names = {"oldUri": (root / "pack").as_uri(), "newUri": (root / "renamed").as_uri()}
    server.wire.notify("workspace/didRenameFiles", {"files": [names]})
    assert found(server, "typed") == [new.as_uri()]
    assert where(server, root) == {"one": [], "two": ["renamed/deep/two.py"]}
    server.wire.notify("textDocument/didClose", {"textDocument": {"uri": new.as_uri()}})
    assert where(server, root) == {"one": ["renamed/one.py"], "two": ["renamed/deep/two.py"]}


def test_events_that_say_nothing_true_change_nothing(server: LocalServer, root: Path, tmp_path: Path) -> None:
    (root.parent / "outside.py").write_text(source("outside"))
    (root / "linked").symlink_to(root / "pack")
    revision = ready(server)["revision"]
    here = root / "pack" / "one.py"
    odd = [root.parent / "outside.py", root.parent, root / "no" / "such.py", root / "linked" / "one.py", root]
    tell(server, *[(here, DELETED)] * 5, *((path, CREATED) for path in odd))
    odd_uris = ["git:/x", "untitled:1", "", "::", f"{root.as_uri()}/../outside.py", "file:///a%00b"]
    changes: Json = [{"uri": uri, "type": CHANGED} for uri in odd_uris]
    server.wire.notify("workspace/didChangeWatchedFiles", {"changes": changes})
    assert where(server, root) == HOME
    assert found(server, "outside") == []
    assert ready(server)["revision"] == revision


def test_a_root_that_goes_and_comes_is_seen_by_its_own_event(server: LocalServer, tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (root / "one.py").write_text(source("one"))
    server.open(root)
    until_found(server, "one", [(root / "one.py").as_uri()])
    root.rename(tmp_path / "away")
    tell(server, (root, DELETED))
    until_found(server, "one", [])
    assert ready(server)["skipped"] == {}
    (tmp_path / "away").rename(root)
    tell(server, (root, CREATED))
    until_found(server, "one", [(root / "one.py").as_uri()])


def test_changed_rules_above_a_root_apply_at_once(server: LocalServer, tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (tmp_path / ".git").mkdir()
    (root / "one.py").write_text(source("one"))
    server.open(root)
    until_found(server, "one", [(root / "one.py").as_uri()])
    (tmp_path / ".gitignore").write_text("one.py\n")
    tell(server, (tmp_path / ".gitignore", CREATED))
    until_found(server, "one", [])
    (tmp_path / ".gitignore").unlink()
    tell(server, (tmp_path / ".gitignore", DELETED))
    until_found(server, "one", [(root / "one.py").as_uri()])


def test_the_file_operations_are_announced_for_files_and_folders(server: LocalServer, tmp_path: Path) -> None:
    announced = server.open(tmp_path)["capabilities"]["workspace"]["fileOperations"]
    assert set(announced) == {"didCreate", "didRename", "willRename", "didDelete"}
    filters = [{"pattern": {"glob": "**", "matches": kind}, "scheme": "file"} for kind in ("file", "folder")]
    assert all(operation == {"filters": filters} for operation in announced.values())


def test_thousands_of_events_in_one_message_do_not_block(server: LocalServer, tmp_path: Path) -> None:
    files = [tmp_path / f"d{number % 50}" / f"m{number}.py" for number in range(1_500)]
    for file in files:
        file.parent.mkdir(exist_ok=True)
        file.write_text(source(file.stem))
    server.open(tmp_path)
    ready(server)
    for file in files:
        file.write_text(source(f"new_{file.stem}") + "x = 1\n" * 20)
    tell(server, *((file, CHANGED) for file in files))
    answer = server.wire.command("ctx-lsp.search", {"query": "new_m1499"})
    assert answer["coverage"]["lexical"] < 1.0, "an answer from before the last of them"
    assert "Still indexing" in answer["warnings"][0]
    until_found(server, "new_m1499", [files[-1].as_uri()])
    ready(server)
    assert server.wire.command("ctx-lsp.search", {"query": "new_m1499"})["coverage"]["lexical"] == 1.0
    assert found(server, "m1499") == []
