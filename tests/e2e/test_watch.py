"""Files changed outside the editor, with a client that cannot watch files: the server notices by itself."""

import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.e2e.conftest import NO_MODEL, SERVER, ServerProcess, StartProcess
from tests.protocol.wire import Json, until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="changes are watched on Linux alone")

TIMEOUT_SECONDS = 30.0


class Editor:
    """A client of a server that watches, in a folder with a few files."""

    def __init__(self, server: ServerProcess, folder: Path) -> None:
        self.server = server
        self.folder = folder

    def write(self, **files: str) -> None:
        for stem, name in files.items():
            file = self.folder / f"{stem.replace('__', '/')}.py"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(f"def {name}():\n    return 1\n")

    def take_folder(self) -> None:
        """Add the folder to the workspace."""
        self._change_folders(added=[self._described()], removed=[])

    def leave_folder(self) -> None:
        """Remove the folder from the workspace."""
        self._change_folders(added=[], removed=[self._described()])

    def _change_folders(self, **event: Json) -> None:
        self.server.wire.notify("workspace/didChangeWorkspaceFolders", {"event": event})

    def _described(self) -> Json:
        return {"uri": self.folder.as_uri(), "name": self.folder.name}

    def names(self, path: str) -> list[str]:
        """The symbols of a file as the server sees it now."""
        uri = (self.folder / path).as_uri()
        return [
            one["name"] for one in self.server.wire.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
        ]

    def status(self) -> Json:
        return self.server.wire.command("ctx-lsp.status")

    def files(self) -> int:
        """The number of files that the server has indexed."""
        return int(self.status()["counts"]["files"])

    def wait(self, condition: Callable[[], object]) -> None:
        """Poll until the server has seen the change."""
        end = time.monotonic() + TIMEOUT_SECONDS
        while not condition():
            assert time.monotonic() < end, self.status()
            time.sleep(0.02)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One server for all tests that only need a folder of their own; it is shut down properly."""
    made = ServerProcess(SERVER, tmp_path_factory.mktemp("server"))
    try:
        made.open()
        yield made
        assert made.leave() == 0
    finally:
        made.stop()


@pytest.fixture
def editor(server: ServerProcess, tmp_path: Path) -> Iterator[Editor]:
    """An editor with a single workspace folder, whose server is ready."""
    made = Editor(server, tmp_path / "workspace")
    made.write(a="first", inner__b="second")
    made.take_folder()
    server.ready()
    assert made.files() == 2
    yield made
    made.leave_folder()


def test_changes_of_files_are_seen(editor: Editor) -> None:
    editor.write(a="changed", new="created")
    editor.wait(lambda: editor.names("a.py") == ["changed"] and editor.names("new.py") == ["created"])
    (editor.folder / "new.py").unlink()
    editor.wait(lambda: editor.files() == 2)


def test_a_file_that_takes_anothers_place_is_seen(editor: Editor) -> None:
    editor.write(other="replaced")
    (editor.folder / "other.py").replace(editor.folder / "a.py")
    editor.wait(lambda: editor.names("a.py") == ["replaced"] and not editor.names("other.py"))


def test_a_renamed_folder_and_later_changes_in_it_are_seen(editor: Editor) -> None:
    (editor.folder / "inner").rename(editor.folder / "outer")
    editor.wait(lambda: editor.names("outer/b.py") == ["second"] and not editor.names("inner/b.py"))
    editor.write(outer__b="third")
    editor.wait(lambda: editor.names("outer/b.py") == ["third"])


def test_folders_made_at_once_are_seen_to_the_last_file(editor: Editor) -> None:
    for number in range(40):
        editor.write(**{f"deep__{number}__{number}__c": f"name{number}"})
    editor.wait(lambda: editor.files() == 42)
    editor.write(deep__7__7__c="changed")
    editor.wait(lambda: editor.names("deep/7/7/c.py") == ["changed"])


def test_a_root_that_is_deleted_and_made_again_is_seen(editor: Editor) -> None:
    shutil.rmtree(editor.folder)
    editor.wait(lambda: editor.files() == 0)
    editor.write(a="again")
    editor.wait(lambda: editor.names("a.py") == ["again"])
    editor.write(a="still")
    editor.wait(lambda: editor.names("a.py") == ["still"])


def test_an_open_buffer_wins_over_its_file_until_it_is_closed(editor: Editor) -> None:
    uri = (editor.folder / "a.py").as_uri()
    document = {"uri": uri, "languageId": "python", "version": 1, "text": "def buffer(): ...\n"}
    editor.server.wire.notify("textDocument/didOpen", {"textDocument": document})
    editor.write(a="outside", sign="sign")
    editor.wait(lambda: editor.names("sign.py"))
    assert editor.names("a.py") == ["buffer"]
    editor.server.wire.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    editor.wait(lambda: editor.names("a.py") == ["outside"])


def test_a_change_of_the_ignore_rules_is_seen_both_ways(editor: Editor) -> None:
    (editor.folder / ".gitignore").write_text("inner/\n")
    editor.wait(lambda: not editor.names("inner/b.py"))
    (editor.folder / ".gitignore").unlink()
    editor.wait(lambda: editor.names("inner/b.py") == ["second"])
    editor.write(inner__b="watched")
    editor.wait(lambda: editor.names("inner/b.py") == ["watched"])


def test_the_settings_file_counts_at_once(editor: Editor) -> None:
    (editor.folder / "ctx-lsp.toml").write_text('[index]\nexclude = ["inner/"]\n')
    editor.wait(lambda: not editor.names("inner/b.py"))


def test_a_thousand_files_arrive_while_questions_are_answered(editor: Editor) -> None:
    for number in range(1000):
        editor.write(**{f"many__{number}": f"name{number}"})
        if number % 50 == 0:
            assert editor.names("a.py") == ["first"]
    editor.wait(lambda: editor.files() == 1002)
    editor.server.ready()
    assert editor.status()["coverage"]["lexical"] == 1.0
    assert editor.names("many/999.py") == ["name999"]


def test_where_the_setting_says_no_nothing_is_watched(start_process: StartProcess) -> None:
    server = start_process(SERVER, forked=True)
    editor = Editor(server, server.folder)
    editor.write(a="first")
    server.open(editor.folder, options={**NO_MODEL, "index": {"watch": False}})
    server.ready()
    assert not watched_folders(server)
    server.wire.notify("workspace/didChangeConfiguration", {"settings": {"ctx-lsp": {"index": {"watch": True}}}})
    editor.wait(lambda: watched_folders(server) == 1)
    editor.write(a="changed")
    editor.wait(lambda: editor.names("a.py") == ["changed"])
    server.wire.notify("workspace/didChangeConfiguration", {"settings": {"ctx-lsp": {"index": {"watch": False}}}})
    editor.wait(lambda: not watched_folders(server))


@pytest.mark.parametrize(("setting", "folders"), [("auto", 0), (True, 1)])
def test_a_client_that_watches_is_left_to_it_unless_the_setting_says_otherwise(
    start_process: StartProcess, setting: Json, folders: int
) -> None:
    server = start_process(SERVER, forked=True)
    watching = {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}}
    server.wire.ask(
        "initialize",
        {
            "processId": None,
            "rootUri": server.folder.as_uri(),
            "capabilities": watching,
            "initializationOptions": {**NO_MODEL, "index": {"watch": setting}},
        },
    )
    server.wire.notify("initialized", {})
    server.ready()
    until(lambda: watched_folders(server) == folders)


def watched_folders(server: ServerProcess) -> int:
    """The number of folders that the server watches, according to the system."""
    described = Path(f"/proc/{server.process.pid}/fdinfo").iterdir()
    return sum(text_if_open(file).count("inotify wd:") for file in described)


def text_if_open(file: Path) -> str:
    """The system's information on an open file; empty if the server has closed it since it was listed."""
    try:
        return file.read_text()
    except FileNotFoundError:
        return ""
