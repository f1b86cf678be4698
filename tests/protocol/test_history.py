"""What the editor shows of the history: the hint after a save, and if asked for, a lens and the commit of a line.

The hint names the file that usually changes too: with actions, once, and only if it was not touched.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from time import sleep

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cache.blob_store import BlobStore
from ctx_lsp.history.log import HistoryLog
from ctx_lsp.history.reading import read_history
from ctx_lsp.protocol.handlers.lenses import MAX_LENSED
from ctx_lsp.workspace.past import history_reading, queries
from tests.evaluation.repositories import Repository
from tests.protocol.asking import ready
from tests.protocol.conftest import NO_MODEL, LocalServer
from tests.protocol.wire import Json, until

HINTS = {"window": {"showMessage": {"messageActionItem": {}}, "showDocument": {"support": True}}}
SHOW, OPEN = "window/showMessageRequest", "window/showDocument"
REFRESH = "workspace/codeLens/refresh"
QUIET = 0.5  # seconds in which a hint would have come
COMMITS = 8


@pytest.fixture
def shop(tmp_path: Path) -> Repository:
    repository = Repository(tmp_path / "shop")
    for number in range(COMMITS):
        repository.commit(f"Change {number}", {"price.py": f"P = {number}\n", "tax.py": f"T = {number}\n"})
    for number in range(4):
        repository.commit(f"Change other {number}", {"other.py": f"O = {number}\n"})
    return repository


def save(server: LocalServer, file: Path, text: str) -> None:
    file.write_text(text)
    document = {"uri": file.as_uri()}
    opened = {**document, "languageId": "python", "version": 1, "text": text}
    server.wire.notify("textDocument/didOpen", {"textDocument": opened})
    server.wire.notify("textDocument/didSave", {"textDocument": document})
    server.wire.notify("textDocument/didClose", {"textDocument": document})


def begin(server: LocalServer, folder: Path, capabilities: Json = HINTS, history: Json = None) -> None:
    server.open(folder, options={**NO_MODEL, "history": history or {}}, capabilities=capabilities)
    ready(server)
    if history is None or history.get("enabled", True):
        until(lambda: partners(server, folder / "price.py"))


def partners(server: LocalServer, file: Path) -> list[str]:
    answer = server.wire.command("ctx-lsp.impact", {"files": [file.as_uri()]})
    return [one["path"] for one in answer["partners"]]


def hints(server: LocalServer) -> list[str]:
    return [one["message"] for one in server.wire.received(SHOW)]


def test_a_missing_partner_is_named_once_and_can_be_opened(server: LocalServer, shop: Repository) -> None:
    server.wire.replies[SHOW] = {"title": "Open"}
    begin(server, shop.folder)
    save(server, shop.folder / "price.py", "P = 99\n")
    until(lambda: server.wire.received(OPEN))
    habit = f"tax.py usually changes with price.py ({COMMITS} of {COMMITS} times)"
    assert hints(server) == [f"{habit}, but has not been changed"]
    [asked] = server.wire.received(SHOW)
    assert [one["title"] for one in asked["actions"]] == ["Open", "Not this time"]
    assert server.wire.received(OPEN)[0]["uri"] == (shop.folder / "tax.py").as_uri()
    save(server, shop.folder / "price.py", "P = 100\n")
    sleep(QUIET)
    assert len(hints(server)) == 1


def test_not_this_time_holds_until_the_file_is_committed(server: LocalServer, shop: Repository) -> None:
    server.wire.replies[SHOW] = {"title": "Not this time"}
    begin(server, shop.folder, history={"lens": True})
    price, other = shop.folder / "price.py", shop.folder / "other.py"

    def has_read(file: Path, commits: int) -> bool:
        changes = [{"uri": (shop.folder / name).as_uri(), "type": 2} for name in ("other.py", "tax.py")]
        server.wire.notify("workspace/didChangeWatchedFiles", {"changes": changes})  # as Git has written them
        lens, *_ = server.wire.ask("textDocument/codeLens", {"textDocument": {"uri": file.as_uri()}})
        title = server.wire.ask("codeLens/resolve", lens)["command"]["title"]
        return bool(title.startswith(f"file changed {commits} ×"))

    def hints_after(text: str, at_least: int = 0) -> int:
        save(server, price, text)
        until(lambda: len(hints(server)) >= at_least)
        sleep(QUIET)
        return len(hints(server))

    assert hints_after("P = 99\n", at_least=1) == 1
    other.write_text("O = 99\n")
    shop.git("commit", "-q", "-m", "Change another file", "other.py")
    until(lambda: has_read(other, 5))
    assert hints_after("P = 100\n") == 1, "it is the same change"
    shop.git("commit", "-q", "--amend", "-m", "Change another file, amended")
    shop.git("switch", "-q", "-c", "branch", "HEAD~1")
    until(lambda: has_read(other, 4))
    assert hints_after("P = 101\n") == 1
    shop.commit("Change the price", {"tax.py": "T = 101\n"})
    for number in range(3):  # or the next change may belong to that of the taxes
        shop.commit(f"Change other {number}", {"other.py": f"O = {number}\n"})
    until(lambda: has_read(price, COMMITS + 1) and has_read(other, 7))
    assert hints_after("P = 102\n", at_least=2) == 2, "it is another change"
    assert hints_after("P = 103\n") == 2
    assert server.wire.received(OPEN) == []


def test_nothing_is_said_without_a_reason(server: LocalServer, shop: Repository) -> None:
    begin(server, shop.folder)
    save(server, shop.folder / "other.py", "O = 99\n")  # has no partner
    save(server, shop.folder / "tax.py", (shop.folder / "tax.py").read_text())  # has not changed
    (shop.folder / "tax.py").write_text("T = 99\n")
    changes = [{"uri": (shop.folder / "tax.py").as_uri(), "type": 2}]
    server.wire.notify("workspace/didChangeWatchedFiles", {"changes": changes})
    save(server, shop.folder / "price.py", "P = 99\n")  # its partner was touched too
    sleep(QUIET)
    assert hints(server) == []


@pytest.mark.parametrize(("capabilities", "history"), [({}, {}), (HINTS, {"hint": False}), (HINTS, {"enabled": False})])
def test_hints_can_be_switched_off(server: LocalServer, shop: Repository, capabilities: Json, history: Json) -> None:
    begin(server, shop.folder, capabilities, history)
    save(server, shop.folder / "price.py", "P = 99\n")
    sleep(QUIET)
    assert hints(server) == []


def test_a_lens_and_the_hover_card_tell_of_the_past_if_asked_for(server: LocalServer, shop: Repository) -> None:
    shop.commit("Make it a function", {"price.py": "def price():\n    return 1\n\n\n# The end\n"})
    begin(server, shop.folder, {}, {"lens": True, "hover": True})
    document = {"textDocument": {"uri": (shop.folder / "price.py").as_uri()}}
    lens, *others = server.wire.ask("textDocument/codeLens", document)
    title = server.wire.ask("codeLens/resolve", lens)["command"]["title"]
    assert title == f"file changed {COMMITS + 1} × in 90 days · last by Nobody"
    [of_price] = [one for one in others if one.get("data") == {"symbol": "price.py::price", "figure": "history"}]
    assert of_price["range"]["start"] == {"line": 0, "character": 0}
    own = server.wire.ask("codeLens/resolve", of_price)["command"]["title"]
    assert own == "changed 1 × in 90 days · last by Nobody", "the file changed more often"
    card = server.wire.ask("textDocument/hover", {**document, "position": {"line": 0, "character": 5}})
    assert "Last changed: Make it a function (Nobody, " in card["contents"]["value"]
    assert "`price`: changed 1 × in 90 days; last on " in card["contents"]["value"]
    line = server.wire.ask("textDocument/hover", {**document, "position": {"line": 4, "character": 3}})
    assert line["contents"]["value"].startswith("Last changed: Make it a function (Nobody, "), "there is no symbol"
    assert server.wire.ask("textDocument/hover", {**document, "position": {"line": 3, "character": 0}}) is None


def test_subjects_are_shown_as_they_are(server: LocalServer, shop: Repository) -> None:
    shop.commit("Read [it](http://there) & `a_b` <b>", {"other.py": "O = 7\n"})
    begin(server, shop.folder, {}, {"hover": True})
    document = {"textDocument": {"uri": (shop.folder / "other.py").as_uri()}}
    card = server.wire.ask("textDocument/hover", {**document, "position": {"line": 0, "character": 2}})
    assert r"Last changed: Read \[it](http://there) & `a_b` \<b> (Nobody, " in card["contents"]["value"]


def test_what_is_not_committed_has_no_lens_or_says_so(server: LocalServer, shop: Repository) -> None:
    begin(server, shop.folder, {}, {"lens": True})
    (shop.folder / "new.py").write_text("def new(): ...\n")
    (shop.folder / "other.py").write_text("def new(): ...\n")
    for name in ("new.py", "other.py"):
        save(server, shop.folder / name, "def new(): ...\n")

    def titles(name: str) -> list[str]:
        document = {"textDocument": {"uri": (shop.folder / name).as_uri()}}
        found = [
            one for one in server.wire.ask("textDocument/codeLens", document) if one["data"]["figure"] == "history"
        ]
        return [server.wire.ask("codeLens/resolve", one)["command"]["title"] for one in found]

    assert titles("new.py") == []
    assert titles("other.py") == ["file changed 4 × in 90 days · last by Nobody", "not committed yet"]


def test_the_lens_of_a_file_that_rests(server: LocalServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"):
        monkeypatch.setenv(name, "2020-01-01T00:00:00+0000")
    old = Repository(tmp_path / "old")
    old.commit("Begin", {"a.py": "A = 1\n"})
    server.open(old.folder, options={**NO_MODEL, "history": {"lens": True}})
    ready(server)
    lens = {"textDocument": {"uri": (old.folder / "a.py").as_uri()}}

    def title() -> str:
        first, *_ = server.wire.ask("textDocument/codeLens", lens) or [None]
        return str(server.wire.ask("codeLens/resolve", first)["command"]["title"]) if first else ""

    until(lambda: title() == "file not changed in 90 days · last by Nobody")


def test_every_file_has_the_lens(server: LocalServer, shop: Repository) -> None:
    many = "".join(f"def f{number}(): ...\n" for number in range(MAX_LENSED + 1))
    shop.commit("Add more", {"many.py": many, "notes.md": "# Notes\n\n`price.py` exists.\n"})
    options = {**NO_MODEL, "history": {"lens": True}, "checks": {"diagnostics": True}}
    server.open(shop.folder, options=options)
    ready(server)

    def figures(name: str) -> list[str | None]:
        document = {"textDocument": {"uri": (shop.folder / name).as_uri()}}
        lenses = server.wire.ask("textDocument/codeLens", document)
        return [one["data"]["figure"] if "data" in one else one["command"]["title"][:14] for one in lenses]

    until(lambda: figures("notes.md") == ["history", "statements"])
    assert figures("many.py") == ["history", "No code lenses"]
    off = {**options, "editor": {"codeLens": False}}
    server.wire.notify("workspace/didChangeConfiguration", {"settings": {"ctx-lsp": off}})
    until(lambda: figures("many.py") == ["history"])


@pytest.fixture
def go_on(monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """No history is read until this event is set."""
    event = Event()

    def read(
        folder: Path, known: HistoryLog | None, store: Callable[[], BlobStore], token: CancelToken
    ) -> HistoryLog | None:
        event.wait()
        return read_history(folder, known, store, token)

    monkeypatch.setattr(history_reading, "read_history", read)
    yield event
    event.set()


def test_answers_say_that_the_history_is_still_being_read(server: LocalServer, shop: Repository, go_on: Event) -> None:
    server.open(shop.folder)
    ready(server)
    (shop.folder / "price.py").write_text("P = 99\n")
    change = {"uri": (shop.folder / "price.py").as_uri(), "type": 2}
    server.wire.notify("workspace/didChangeWatchedFiles", {"changes": [change]})
    questions: list[tuple[str, Json]] = [
        ("ctx-lsp.impact", {"files": [change["uri"]]}),
        ("ctx-lsp.impact", {"symbol": "price.py::P"}),
        ("ctx-lsp.contextForDiff", {}),
    ]

    def warnings() -> list[bool]:
        return [queries.UNREAD_HISTORY in server.wire.command(*one)["warnings"] for one in questions]

    assert warnings() == [True, True, True]
    go_on.set()
    until(lambda: partners(server, shop.folder / "price.py"))
    assert warnings() == [False, False, False]


def test_answers_about_other_folders_do_not_wait_for_the_history_of_a_new_one(
    server: LocalServer, shop: Repository, tmp_path: Path, go_on: Event
) -> None:
    go_on.set()
    begin(server, shop.folder)
    (tmp_path / "plain").mkdir()
    (tmp_path / "plain" / "alone.py").write_text("A = 1\n")
    late = Repository(tmp_path / "late")
    late.commit("Begin", {"late.py": "L = 1\n"})
    files = [shop.folder / "price.py", late.folder / "late.py", tmp_path / "plain" / "alone.py"]

    def waiting() -> list[str]:
        answers = [(one.name, server.wire.command("ctx-lsp.impact", {"files": [one.as_uri()]})) for one in files]
        return [name for name, answer in answers if queries.UNREAD_HISTORY in answer["warnings"]]

    go_on.clear()
    added = [{"uri": one.parent.as_uri(), "name": one.parent.name} for one in files[1:]]
    server.wire.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": added, "removed": []}})
    until(lambda: ready(server)["counts"]["files"] == 5)
    assert waiting() == ["late.py", "alone.py"]
    go_on.set()
    until(lambda: waiting() == [])


def test_nothing_is_still_being_read_if_history_is_off(server: LocalServer, shop: Repository) -> None:
    server.open(shop.folder, options={**NO_MODEL, "history": {"enabled": False}})
    ready(server)
    assert server.wire.command("ctx-lsp.impact", {"files": [(shop.folder / "price.py").as_uri()]})["warnings"] == []


def test_lenses_are_asked_for_again_when_the_history_has_been_read(
    server: LocalServer, shop: Repository, go_on: Event
) -> None:
    capabilities = {"workspace": {"codeLens": {"refreshSupport": True}}}
    server.open(shop.folder, options={**NO_MODEL, "history": {"lens": True}}, capabilities=capabilities)
    ready(server)
    sleep(QUIET)
    before = len(server.wire.received(REFRESH))
    go_on.set()
    until(lambda: len(server.wire.received(REFRESH)) > before)


def test_a_failure_of_a_hint_is_logged(
    server: LocalServer, shop: Repository, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(queries, "hint_after_save", fail)
    begin(server, shop.folder)
    save(server, shop.folder / "price.py", "P = 99\n")
    until(lambda: "looking for a hint failed" in caplog.text)
