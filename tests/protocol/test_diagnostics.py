"""False statements in open documents: diagnostics while typing, and their corrections."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from ctx_lsp.base.cancel import Cancelled, CancelToken
from ctx_lsp.cache.blob_store import BlobStore
from ctx_lsp.claims.model import CheckedClaim, Claim, Judgement
from ctx_lsp.history.log import HistoryLog
from ctx_lsp.history.reading import read_history
from ctx_lsp.protocol.diagnostics import PulledDiagnostics
from ctx_lsp.protocol.errors import ErrorCode
from ctx_lsp.protocol.handlers import claims
from ctx_lsp.protocol.live_checks import MAX_CHECKED, PAUSE, CheckedText, LiveChecks
from ctx_lsp.protocol.routes import Call, InBackground
from ctx_lsp.protocol.table import TABLE
from ctx_lsp.settings import Settings
from ctx_lsp.settings.sections import CheckSettings
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import Analysis, Progress
from ctx_lsp.workspace.past import history_reading
from tests.evaluation.repositories import Repository
from tests.protocol.asking import ready
from tests.protocol.conftest import NO_MODEL, LocalServer, Start
from tests.protocol.wire import TIMEOUT_SECONDS, AnswerError, Json, until

PULLING = {"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}}}
CHECKED = {**NO_MODEL, "checks": {"diagnostics": True}}
CODE = "class Cart:\n    def total_price(self): ...\n"
GUIDE = "# Guide\n\nGrößen: `Cart.total_price` sums.\n"


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    (tmp_path / "cart.py").write_text(CODE)
    (tmp_path / "guide.md").write_text(GUIDE, "utf-8")
    return tmp_path


def opened(server: LocalServer, path: Path, text: str) -> str:
    uri = path.as_uri()
    item = {"uri": uri, "languageId": "x", "version": 1, "text": text}
    server.wire.notify("textDocument/didOpen", {"textDocument": item})
    return uri


def published(server: LocalServer, uri: str) -> dict[str, Any]:
    """Wait for the next diagnostics of a document, and return them."""
    found: list[dict[str, Any]] = []

    def has_come() -> bool:
        for message in server.wire.messages:
            if message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == uri:
                found.append(message["params"])
                server.wire.messages.remove(message)
                return True
        return False

    until(has_come)
    return found[0]


def rename(server: LocalServer, uri: str, version: int, text: str) -> None:
    document = {"uri": uri, "version": version}
    server.wire.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})


def test_a_rename_in_an_unsaved_buffer_turns_the_document_red_and_back(server: LocalServer, shop: Path) -> None:
    server.open(shop, options=CHECKED)
    guide = opened(server, shop / "guide.md", GUIDE)
    code = opened(server, shop / "cart.py", CODE)
    rename(server, code, 2, CODE.replace("total_price", "sum_prices"))
    found = published(server, guide)
    [one] = found["diagnostics"]
    assert found["version"] == 1
    assert (one["source"], one["severity"], one["code"]) == ("ctx-lsp", 2, "member")
    assert one["range"] == {"start": {"line": 2, "character": 9}, "end": {"line": 2, "character": 25}}
    assert "total_price" in one["message"]
    rename(server, code, 3, CODE)
    assert published(server, guide)["diagnostics"] == []


def test_the_history_shows_what_is_gone_once_it_is_read(
    server: LocalServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository = Repository(tmp_path / "shop")
    guide = "# Guide\n\nHere `count_everything` counts.\n"
    for month, code in ((1, "def count_everything(): ...\n"), (3, "x = 1\n")):
        monkeypatch.setenv("GIT_COMMITTER_DATE", f"2026-0{month}-01T00:00:00Z")
        repository.commit("Change", {"guide.md": guide, "cart.py": code})
    go_on = threading.Event()

    def read_later(
        folder: Path, known: HistoryLog | None, store: Callable[[], BlobStore], token: CancelToken
    ) -> HistoryLog | None:
        go_on.wait(TIMEOUT_SECONDS)
        return read_history(folder, known, store, token)

    monkeypatch.setattr(history_reading, "read_history", read_later)
    server.open(repository.folder, options=CHECKED)
    uri = opened(server, repository.folder / "guide.md", guide)
    assert server.connection is not None
    checks = server.connection.session.checks
    until(lambda: checks.known_report("guide.md"))
    go_on.set()
    assert [one["code"] for one in published(server, uri)["diagnostics"]] == ["symbol"]


def test_a_slip_has_a_correction(server: LocalServer, shop: Path) -> None:
    server.open(shop, options=CHECKED)
    text = GUIDE.replace("total_price", "totl_price")
    guide = opened(server, shop / "guide.md", text)
    [one] = published(server, guide)["diagnostics"]
    action, removal = server.wire.ask(
        "textDocument/codeAction",
        {"textDocument": {"uri": guide}, "range": one["range"], "context": {"diagnostics": [one]}},
    )
    assert (action["title"], action["kind"]) == ("Rename to Cart.total_price", "quickfix")
    assert removal["title"] == "Remove the sentence"
    assert action["edit"]["changes"][guide] == [{"range": one["range"], "newText": "Cart.total_price"}]


def test_closing_a_document_removes_its_diagnostics(server: LocalServer, shop: Path) -> None:
    server.open(shop, options=CHECKED)
    guide = opened(server, shop / "guide.md", GUIDE.replace("total_price", "totl_price"))
    assert published(server, guide)["diagnostics"]
    server.wire.notify("textDocument/didClose", {"textDocument": {"uri": guide}})
    assert published(server, guide)["diagnostics"] == []


def test_a_file_that_is_not_indexed_makes_a_link_true_once_it_exists(server: LocalServer, shop: Path) -> None:
    server.open(shop, options=CHECKED)
    ready(server)
    guide = opened(server, shop / "guide.md", "See [the plan](plan.md).\n")
    assert published(server, guide)["diagnostics"]
    (shop / "plan.md").write_bytes(b"\0")  # not text
    changed = {"uri": (shop / "plan.md").as_uri(), "type": 1}
    server.wire.notify("workspace/didChangeWatchedFiles", {"changes": [changed]})
    assert published(server, guide)["diagnostics"] == []


def test_kinds_can_be_switched_off(server: LocalServer, shop: Path) -> None:
    server.open(shop, options={**NO_MODEL, "checks": {"diagnostics": True, "off": ["member"]}})
    text = GUIDE.replace("total_price", "totl_price") + "See `shop/cart.pi` and [code](carts.py).\n"
    guide = opened(server, shop / "guide.md", text)
    assert {one["code"] for one in published(server, guide)["diagnostics"]} == {"path"}


def test_switching_them_off_removes_the_diagnostics_of_documents_and_code(server: LocalServer, shop: Path) -> None:
    server.open(shop, options=CHECKED)
    guide = opened(server, shop / "guide.md", GUIDE.replace("total_price", "totl_price"))
    assert published(server, guide)["diagnostics"]
    code = opened(server, shop / "cart.py", "# Ask `Cart.total_prize` for it.\n" + CODE)
    assert published(server, code)["diagnostics"]
    opened(server, shop / "other.md", "Text.\n")  # so that the code is not the last text that changed
    server.wire.notify("workspace/didChangeConfiguration", {"settings": {**NO_MODEL, "checks": {"diagnostics": False}}})
    assert published(server, guide)["diagnostics"] == []
    assert published(server, code)["diagnostics"] == []


@pytest.mark.parametrize(("is_on", "times"), [(False, 0), (True, 1)])
def test_nothing_is_analysed_while_they_are_off(*, is_on: bool, times: int) -> None:
    asked: list[Future[Analysis]] = []

    def analysis() -> "Future[Analysis]":
        asked.append(Future())
        return asked[-1]

    async def edit() -> None:
        text = CheckedText("file:///guide.md", "guide.md", 1, SourceText(GUIDE.encode()))
        display = PulledDiagnostics(lambda: None)
        checks = LiveChecks(asyncio.get_running_loop(), lambda: [text], analysis, display)
        checks.settings = Settings(checks=CheckSettings(diagnostics=is_on))
        checks.listen(Progress("ready", 1, 1))
        checks.changed()
        await asyncio.sleep(PAUSE * 3)
        checks.close()

    asyncio.run(edit())
    assert len(asked) == times


def test_a_request_that_waits_for_a_check_can_be_cancelled() -> None:
    async def wait() -> None:
        checks = LiveChecks(asyncio.get_running_loop(), list, Future, PulledDiagnostics(lambda: None))
        token = CancelToken()
        analysis: Any = None  # nothing is checked
        with checks._checking:
            waiting = asyncio.to_thread(checks.report, analysis, "guide.md", token)
            token.cancel()
            with pytest.raises(Cancelled):
                await waiting
        checks.close()

    asyncio.run(asyncio.wait_for(wait(), TIMEOUT_SECONDS))


def corrections(server: LocalServer, uri: str, line: int) -> list[str]:
    """The titles of the corrections on a line."""
    where = {"start": {"line": line, "character": 0}, "end": {"line": line, "character": 80}}
    asked = {"textDocument": {"uri": uri}, "range": where, "context": {"diagnostics": []}}
    return [one["title"] for one in server.wire.ask("textDocument/codeAction", asked) or ()]


def test_a_comment_has_no_correction_once_its_statement_is_true(server: LocalServer, shop: Path) -> None:
    (shop / "use.py").write_text(text := "# Ask `Cart.total_prize` for it.\nx = 1\n")
    server.open(shop, options=CHECKED)
    use = opened(server, shop / "use.py", text)
    assert published(server, use)["diagnostics"]
    assert corrections(server, use, 0) == ["Rename to Cart.total_price"]
    code = opened(server, shop / "cart.py", CODE)
    rename(server, code, 2, CODE.replace("total_price", "total_prize"))  # `use.py` is not checked again for this
    assert corrections(server, use, 0) == []


def test_switching_off_a_kind_removes_its_diagnostics_from_code(server: LocalServer, shop: Path) -> None:
    server.open(shop, options=CHECKED)
    code = opened(server, shop / "cart.py", "# Ask `Cart.total_prize` for it.\n" + CODE)
    assert published(server, code)["diagnostics"]
    opened(server, shop / "other.md", "Text.\n")  # so that the code is not the last text that changed
    changed = {**NO_MODEL, "checks": {"diagnostics": True, "off": ["member"]}}
    server.wire.notify("workspace/didChangeConfiguration", {"settings": changed})
    assert published(server, code)["diagnostics"] == []
    assert corrections(server, code, 0) == []


def pulled(server: LocalServer, uri: str, previous: str | None = None) -> Json:
    """Ask for the diagnostics of a document."""
    asked = {"textDocument": {"uri": uri}, "previousResultId": previous}
    return server.wire.ask("textDocument/diagnostic", asked)


def refreshes(server: LocalServer) -> int:
    return len(server.wire.received("workspace/diagnostic/refresh"))


def test_a_client_that_asks_gets_diagnostics_by_asking_alone(server: LocalServer, shop: Path) -> None:
    answer = server.open(shop, options=CHECKED, capabilities=PULLING)
    assert answer["capabilities"]["diagnosticProvider"]["interFileDependencies"] is True
    ready(server)
    guide = opened(server, shop / "guide.md", GUIDE)
    code = opened(server, shop / "cart.py", CODE)
    first = pulled(server, guide)
    assert (first["kind"], first["items"]) == ("full", [])
    before = refreshes(server)
    rename(server, code, 2, CODE.replace("total_price", "sum_prices"))
    until(lambda: refreshes(server) > before)
    found = pulled(server, guide, first["resultId"])
    [one] = found["items"]
    assert (one["source"], one["severity"], one["code"]) == ("ctx-lsp", 2, "member")
    assert one["range"] == {"start": {"line": 2, "character": 9}, "end": {"line": 2, "character": 25}}
    again = pulled(server, guide, found["resultId"])
    assert again == {"kind": "unchanged", "resultId": found["resultId"]}
    rename(server, guide, 2, GUIDE + "\nMore.\n")  # an equal list is no reason to keep the marks of another text
    assert pulled(server, guide, found["resultId"])["kind"] == "full"
    assert not server.wire.received("textDocument/publishDiagnostics")


def test_an_answer_that_differs_from_an_older_check_causes_no_refresh() -> None:
    asked: list[None] = []
    display = PulledDiagnostics(lambda: asked.append(None))
    text = CheckedText("file:///guide.md", "guide.md", 1, SourceText(GUIDE.encode()))
    claim = Claim("symbol", 0, 4, "Cart", "Cart")
    false = (CheckedClaim(claim, Judgement("refuted", "no Cart")),)
    display.show(text, ())
    for _ in range(3):
        display.answered(text.uri, text.source, false)
    assert not asked, "the client would get the same answer, and so on without end"
    display.show(text, false)
    assert not asked
    display.show(text, ())
    assert len(asked) == 1


def test_a_document_that_is_closed_is_forgotten(server: LocalServer, shop: Path) -> None:
    server.open(shop, options=CHECKED, capabilities=PULLING)
    ready(server)
    assert server.connection is not None
    answers = server.connection.session.pulled._answered
    guide = opened(server, shop / "guide.md", GUIDE)
    pulled(server, guide)
    until(lambda: guide in answers)
    server.wire.notify("textDocument/didClose", {"textDocument": {"uri": guide}})
    until(lambda: guide not in answers)
    pulled(server, guide)  # which a client may do
    server.wire.command("ctx-lsp.status")
    assert guide not in answers


def test_a_client_that_cannot_be_told_to_ask_again_is_sent_diagnostics(server: LocalServer, shop: Path) -> None:
    answer = server.open(shop, options=CHECKED, capabilities={"textDocument": {"diagnostic": {}}})
    assert "diagnosticProvider" not in answer["capabilities"]
    guide = opened(server, shop / "guide.md", GUIDE.replace("total_price", "totl_price"))
    assert published(server, guide)["diagnostics"]


def test_an_answer_about_an_old_text_is_refused(shop: Path, start_server: Start) -> None:
    release, asked = threading.Event(), threading.Event()

    def compute(call: Call[Analysis], params: types.DocumentDiagnosticParams) -> object:
        asked.set()
        release.wait(TIMEOUT_SECONDS)
        return claims.document_diagnostic(call, params)

    route = InBackground(types.DocumentDiagnosticParams, claims.analysis_if_checked, compute)
    server = start_server(replace(TABLE, requests={**TABLE.requests, types.TEXT_DOCUMENT_DIAGNOSTIC: route}))
    server.open(shop, options=CHECKED, capabilities=PULLING)
    ready(server)
    guide = opened(server, shop / "guide.md", GUIDE)
    number = server.wire.begin("textDocument/diagnostic", {"textDocument": {"uri": guide}})
    until(asked.is_set)
    rename(server, guide, 2, "# New\n" + GUIDE)
    server.wire.command("ctx-lsp.status")  # the change has arrived
    release.set()
    with pytest.raises(AnswerError) as error:
        server.wire.answer(number)
    assert error.value.code == ErrorCode.SERVER_CANCELLED
    assert pulled(server, guide)["kind"] == "full"


@pytest.mark.parametrize("checks", [{"diagnostics": False}, {"diagnostics": True, "exclude": ["guide.md"]}])
def test_switches_apply_to_answers_and_corrections(server: LocalServer, shop: Path, checks: Json) -> None:
    server.open(shop, options=CHECKED, capabilities=PULLING)
    ready(server)
    guide = opened(server, shop / "guide.md", GUIDE.replace("total_price", "totl_price"))
    until(lambda: pulled(server, guide)["items"])
    before = refreshes(server)
    server.wire.notify("workspace/didChangeConfiguration", {"settings": {**NO_MODEL, "checks": checks}})
    until(lambda: refreshes(server) > before)  # the client is to ask again, and gets nothing
    assert pulled(server, guide) == {"kind": "full", "items": []}
    assert corrections(server, guide, 2) == []


def test_a_kind_that_is_off_is_in_no_answer(server: LocalServer, shop: Path) -> None:
    checks = {"diagnostics": True, "off": ["member"]}
    server.open(shop, options={**NO_MODEL, "checks": checks}, capabilities=PULLING)
    ready(server)
    text = GUIDE.replace("total_price", "totl_price") + "See [code](carts.py).\n"
    guide = opened(server, shop / "guide.md", text)
    assert {one["code"] for one in pulled(server, guide)["items"]} == {"path"}
    assert corrections(server, guide, 2) == []


def test_a_sentence_that_says_nothing_but_a_false_statement_can_be_removed(server: LocalServer, shop: Path) -> None:
    server.open(shop, options=CHECKED)
    text = "# Guide\n\n- Größen: `Cart.total_price` sums.\n- `Cart.nothing_like_it` empties it.\n"
    guide = opened(server, shop / "guide.md", text)
    assert published(server, guide)["diagnostics"]
    assert corrections(server, guide, 3) == ["Remove the list item"]
    code = opened(server, shop / "use.py", "# Ask `Cart.nothing_like_it` for it.\n")
    assert published(server, code)["diagnostics"]
    assert corrections(server, code, 0) == []  # comments have marks that belong to no sentence


def lens_titles(server: LocalServer, uri: str) -> list[tuple[int, str]]:
    """The lines and titles of the lenses of a document."""
    listed = server.wire.ask("textDocument/codeLens", {"textDocument": {"uri": uri}})
    assert not any("command" in lens for lens in listed)  # nothing is computed before a lens is seen
    seen = [server.wire.ask("codeLens/resolve", lens) for lens in listed]
    return [(one["range"]["start"]["line"], one["command"]["title"]) for one in seen]


def test_a_document_has_a_lens_with_its_statements(server: LocalServer, shop: Path) -> None:
    server.open(shop, options=CHECKED, capabilities={"workspace": {"codeLens": {"refreshSupport": True}}})
    ready(server)
    text = "Shop\n\n# Guide\n\n`Cart.total_price` calls `Cart`. See `Cart.totl_price`.\n"
    guide = opened(server, shop / "guide.md", text)
    [(line, title)] = lens_titles(server, guide)
    assert (line, title) == (2, "3 statements, 1 false")
    [lens] = server.wire.ask("textDocument/codeLens", {"textDocument": {"uri": guide}})
    command = server.wire.ask("codeLens/resolve", lens)["command"]
    answer = server.wire.command(command["command"], *command["arguments"])
    assert (answer["summary"]["statements"], answer["summary"]["refuted"]) == (3, 1)
    published(server, guide)
    before = len(server.wire.received("workspace/codeLens/refresh"))
    code = opened(server, shop / "cart.py", CODE)
    rename(server, code, 2, CODE.replace("total_price", "totl_price"))
    until(lambda: len(server.wire.received("workspace/codeLens/refresh")) > before)
    plain = opened(server, shop / "plain.md", "# Nothing\n\nOnly words.\n")
    until(lambda: not lens_titles(server, plain))  # once it has been checked


@pytest.mark.parametrize(
    "checks",
    [{}, {"diagnostics": True, "codeLens": False}, {"diagnostics": True, "exclude": ["docs", "guide.md"]}],
)
def test_the_lens_of_a_document_can_be_switched_off(server: LocalServer, shop: Path, checks: Json) -> None:
    server.open(shop, options={**NO_MODEL, "checks": checks})
    ready(server)
    assert lens_titles(server, opened(server, shop / "guide.md", GUIDE)) == []


def test_a_lens_counts_only_kinds_that_are_on(server: LocalServer, shop: Path) -> None:
    server.open(shop, options={**NO_MODEL, "checks": {"diagnostics": True, "off": ["member"]}})
    ready(server)
    guide = opened(server, shop / "guide.md", GUIDE.replace("total_price", "totl_price") + "See `cart.py`.\n")
    assert lens_titles(server, guide) == [(0, "1 statement, none false")]


def test_warnings_stay_while_many_other_files_are_opened(server: LocalServer, shop: Path) -> None:
    server.open(shop, options=CHECKED)
    guide = opened(server, shop / "guide.md", GUIDE.replace("total_price", "totl_price"))
    assert len(published(server, guide)["diagnostics"]) == 1
    for number in range(MAX_CHECKED + 1):
        opened(server, shop / f"data{number}.json", "{}")
    code = opened(server, shop / "cart.py", CODE)
    rename(server, code, 2, CODE.replace("total_price", "totl_price"))
    assert published(server, guide)["diagnostics"] == [], "the document is still checked"
