"""Hints on uncommitted lines that use a rare alternative, pushed and pulled, with the action that hides them."""

from pathlib import Path

import pytest

from ctx_lsp.protocol import live_checks
from tests.evaluation.repositories import Repository
from tests.protocol.asking import ready
from tests.protocol.conftest import NO_MODEL, LocalServer
from tests.protocol.test_diagnostics import PULLING, opened, published, pulled, refreshes, rename
from tests.protocol.wire import Json, until

PATTERNS = {**NO_MODEL, "checks": {"patterns": True}}
OLD = "import requests\n\n\ndef old():\n    return requests.get('/')\n"
NEW = "import httpx\n\n\ndef new():\n    return httpx.get('/')\n"
RARE = NEW.replace("httpx", "requests")
MESSAGE = "http: requests is unusual here; 30 of 31 files use httpx. See app/m0.py."


@pytest.fixture
def shop(tmp_path: Path) -> Repository:
    """Thirty files with httpx, one with requests that is committed, and one with neither."""
    repository = Repository(tmp_path / "shop")
    files = {f"app/m{number}.py": NEW for number in range(30)}
    repository.commit("Begin", {**files, "app/old.py": OLD, "app/none.py": "x = 1\n"})
    return repository


def begin(server: LocalServer, repository: Repository, options: Json = PATTERNS, capabilities: Json = None) -> None:
    server.open(repository.folder, options=options, capabilities=capabilities or {})
    ready(server)


def hints(server: LocalServer, uri: str) -> list[Json]:
    return list(pulled(server, uri).get("items", ()))


def commit(server: LocalServer, repository: Repository, files: dict[str, str]) -> None:
    """Commit files, and say so as an editor that watches does."""
    repository.commit("Change", files)
    changed = [{"uri": (repository.folder / path).as_uri(), "type": 2} for path in files]
    server.wire.notify("workspace/didChangeWatchedFiles", {"changes": changed})


def test_a_rare_import_is_a_hint_until_it_is_taken_back(server: LocalServer, shop: Repository) -> None:
    begin(server, shop)
    uri = opened(server, shop.folder / "app/none.py", "x = 1\n")
    rename(server, uri, 2, "x = 1\nif x:\n    import requests\n")
    found = published(server, uri)
    [one] = found["diagnostics"]
    assert found["version"] == 2
    assert (one["source"], one["severity"], one["code"], one["message"]) == ("ctx-lsp", 4, "pattern", MESSAGE)
    assert one["range"] == {"start": {"line": 2, "character": 11}, "end": {"line": 2, "character": 19}}
    rename(server, uri, 3, "x = 1\n")
    assert published(server, uri)["diagnostics"] == []


def test_committed_lines_have_no_hint(server: LocalServer, shop: Repository) -> None:
    begin(server, shop, capabilities=PULLING)
    uri = opened(server, shop.folder / "app/old.py", OLD)
    rename(server, uri, 2, "# More\n" + OLD.replace("old()", "older()"))
    fresh = opened(server, shop.folder / "app/new.py", RARE)
    until(lambda: [one["message"] for one in hints(server, fresh)] == [MESSAGE])
    assert hints(server, uri) == []
    rename(server, uri, 3, OLD.replace("import requests\n", "import requests  # again\n"))
    assert [one["range"]["start"]["line"] for one in hints(server, uri)] == [0]


def test_a_commit_ends_the_hints(server: LocalServer, shop: Repository) -> None:
    begin(server, shop)
    uri = opened(server, shop.folder / "app/none.py", RARE)
    assert published(server, uri)["diagnostics"]
    opened(server, shop.folder / "app/m1.py", NEW)  # so that the hint is not in the last text that changed
    commit(server, shop, {"app/none.py": RARE})
    assert published(server, uri)["diagnostics"] == []


def test_a_renamed_file_is_no_new_one(server: LocalServer, shop: Repository) -> None:
    (shop.folder / "app/old.py").rename(shop.folder / "app/renamed.py")
    begin(server, shop, capabilities=PULLING)
    fresh = opened(server, shop.folder / "app/new.py", "import requests\n")
    until(lambda: hints(server, fresh))
    uri = opened(server, shop.folder / "app/renamed.py", OLD)
    assert hints(server, uri) == []


@pytest.mark.parametrize("checks", [{}, {"patterns": True, "exclude": ["app"]}, {"diagnostics": True}])
def test_there_are_none_unless_the_settings_ask(server: LocalServer, shop: Repository, checks: Json) -> None:
    begin(server, shop, {**NO_MODEL, "checks": checks}, PULLING)
    text = RARE + "# Ask `Cart.totl` for it.\n"
    uri = opened(server, shop.folder / "app/none.py", text)
    assert all(one["code"] != "pattern" for one in hints(server, uri))
    before = refreshes(server)
    asked = {**NO_MODEL, "checks": {"patterns": True, "exclude": [], "diagnostics": False}}
    server.wire.notify("workspace/didChangeConfiguration", {"settings": asked})
    until(lambda: refreshes(server) > before)
    until(lambda: [one["code"] for one in hints(server, uri)] == ["pattern"])


def test_the_user_can_hide_an_alternative_in_a_file(server: LocalServer, shop: Repository) -> None:
    begin(server, shop, capabilities=PULLING)
    uri = opened(server, shop.folder / "app/none.py", RARE)
    until(lambda: hints(server, uri))
    [one] = hints(server, uri)
    asked = {"textDocument": {"uri": uri}, "range": one["range"], "context": {"diagnostics": [one]}}
    [action] = server.wire.ask("textDocument/codeAction", asked)
    assert (action["title"], action["kind"]) == ("Not this time: requests in this file", "quickfix")
    assert action["diagnostics"] == [one]
    before = refreshes(server)
    answer = server.wire.command(action["command"]["command"], *action["command"]["arguments"])
    assert answer == {"category": "http", "alternative": "requests"}
    until(lambda: refreshes(server) > before)
    assert hints(server, uri) == []
    assert server.wire.ask("textDocument/codeAction", asked) == []
    other = opened(server, shop.folder / "app/other.py", RARE)
    assert hints(server, other), "it is hidden in one file only"


def test_statements_and_patterns_are_shown_together(server: LocalServer, shop: Repository) -> None:
    begin(server, shop, {**NO_MODEL, "checks": {"patterns": True, "diagnostics": True}})
    uri = opened(server, shop.folder / "app/none.py", "# Ask `new.totl` for it.\n" + RARE)
    found = {one["code"] for one in published(server, uri)["diagnostics"]}
    while "pattern" not in found:  # the history may be read a moment later
        found = {one["code"] for one in published(server, uri)["diagnostics"]}
    assert found >= {"pattern"}


def test_hints_come_later_if_git_fails_at_first(
    server: LocalServer, shop: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_checks, "RETRY_PAUSES", (0.5,) * 100)
    begin(server, shop, capabilities=PULLING)
    uri = opened(server, shop.folder / "app/none.py", RARE)
    until(lambda: hints(server, uri))  # now the history has been read
    objects, aside = shop.folder / ".git/objects", tmp_path / "objects"
    objects.rename(aside)
    fresh = opened(server, shop.folder / "app/one.py", RARE)
    assert hints(server, fresh) == []
    aside.rename(objects)
    before = refreshes(server)
    until(lambda: refreshes(server) > before)
    until(lambda: [one["code"] for one in hints(server, fresh)] == ["pattern"])


def test_a_file_of_a_submodule_has_no_hints(server: LocalServer, shop: Repository, tmp_path: Path) -> None:
    inner = Repository(tmp_path / "inner")
    inner.commit("Begin", {"one.py": RARE})
    shop.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner.folder), "app/inner")
    shop.git("commit", "--quiet", "--message", "Add a submodule")
    begin(server, shop, capabilities=PULLING)
    fresh = opened(server, shop.folder / "app/new.py", RARE)
    until(lambda: hints(server, fresh))
    uri = opened(server, shop.folder / "app/inner/one.py", RARE)
    assert hints(server, uri) == []
