"""Packs over the wire: requested, opened as documents, compared."""

from pathlib import Path

import pytest

from ctx_lsp.protocol.table import TABLE
from tests.protocol.asking import ready
from tests.protocol.conftest import NO_MODEL, LocalServer, Start
from tests.protocol.wire import AnswerError, Json

TEXT = '''\
def total(lines):
    """The sum."""
    return sum(taxed(line) for line in lines)


def taxed(price):
    """With the tax."""
    return price * 1.19
'''


@pytest.fixture
def opened(server: LocalServer, tmp_path: Path) -> LocalServer:
    """A server on a folder with one file."""
    (tmp_path / "shop.py").write_text(TEXT)
    server.open(tmp_path)
    ready(server)
    return server


def context(server: LocalServer, tmp_path: Path, **options: Json) -> Json:
    """The pack for the first function."""
    document = {"uri": (tmp_path / "shop.py").as_uri()}
    where = {"textDocument": document, "position": {"line": 0, "character": 5}}
    return server.wire.command("ctx-lsp.contextAt", {**where, "options": options})


def edit(server: LocalServer, tmp_path: Path, text: str) -> None:
    """Open the file with another text."""
    uri = (tmp_path / "shop.py").as_uri()
    document = {"uri": uri, "languageId": "python", "version": 1, "text": text}
    server.wire.notify("textDocument/didOpen", {"textDocument": document})


def test_a_pack_is_a_document_of_a_scheme_that_is_announced(opened: LocalServer, tmp_path: Path) -> None:
    pack = context(opened, tmp_path)
    uri = f"ctx-lsp-pack:/{pack['packId']}.md"
    assert opened.wire.ask("workspace/textDocumentContent", {"uri": uri}) == {"text": pack["text"]}
    (answer,) = (one["result"] for one in opened.wire.messages if "capabilities" in (one.get("result") or {}))
    assert answer["capabilities"]["workspace"]["textDocumentContent"] == {"schemes": ["ctx-lsp-pack"]}
    told = opened.wire.command("ctx-lsp.packText", {"packId": pack["packId"]})
    assert (told["uri"], told["text"], told["outdated"], told["changed"]) == (uri, pack["text"], False, [])
    assert told["tokens"] == pack["tokens"]["used"]


def test_a_symbol_is_asked_about_by_name_as_by_place(opened: LocalServer, tmp_path: Path) -> None:
    by_place = context(opened, tmp_path)
    by_name = opened.wire.command("ctx-lsp.contextAt", {"symbol": "total"})
    assert (by_name["packId"], by_name["text"]) == (by_place["packId"], by_place["text"])
    with pytest.raises(AnswerError, match="no symbol named 'totl'; nearest: total"):
        opened.wire.command("ctx-lsp.contextAt", {"symbol": "totl"})
    with pytest.raises(AnswerError, match="either symbol, or textDocument with position, is required"):
        opened.wire.command("ctx-lsp.contextAt", {})


def test_an_unsaved_edit_makes_a_pack_outdated_and_enters_its_diff(opened: LocalServer, tmp_path: Path) -> None:
    pack = context(opened, tmp_path)
    edit(opened, tmp_path, "RATE = 1.19\n\n\n" + TEXT.replace("* 1.19", "* RATE"))
    told = opened.wire.command("ctx-lsp.packText", {"packId": pack["packId"]})
    assert (told["outdated"], told["changed"]) == (True, ["shop.py::taxed"])
    assert told["text"].startswith("> Outdated: 1 of 2 items have changed since (`shop.py::taxed`).")

    diff = opened.wire.command("ctx-lsp.packDiff", {"packId": pack["packId"]})
    assert diff["before"] == pack["packId"] != diff["packId"]
    assert [(one["symbol"], one["role"]) for one in diff["entered"]] == [("shop.py::RATE", "dependency")]
    assert diff["left"] == []
    (changed,) = diff["changed"]
    assert (changed["symbol"], changed["levelBefore"], changed["level"], changed["textChanged"]) == (
        "shop.py::taxed", "full", "full", True
    )  # fmt: skip
    assert changed["range"]["start"] == {"line": 8, "character": 0}
    assert changed["uri"] == (tmp_path / "shop.py").as_uri()
    back = opened.wire.command("ctx-lsp.packDiff", {"packId": diff["packId"], "against": pack["packId"]})
    assert [one["symbol"] for one in back["left"]] == ["shop.py::RATE"]


@pytest.mark.parametrize(
    ("method", "params", "complaint"),
    [
        ("ctx-lsp.packText", {"packId": "0" * 32}, "no pack '000"),
        ("ctx-lsp.packDiff", {"packId": "0" * 32}, "no pack '000"),
        ("ctx-lsp.packText", {}, "packId"),
    ],
)
def test_an_unknown_pack_is_refused(opened: LocalServer, method: str, params: Json, complaint: str) -> None:
    with pytest.raises(AnswerError, match=complaint):
        opened.wire.command(method, params)


@pytest.mark.parametrize(
    ("command", "argument", "reason"),
    [
        ("ctx-lsp.packText", {"packId": "0" * 32}, "unknownPack"),
        ("ctx-lsp.impact", {"symbol": "no_such_name"}, "unknownSymbol"),
        ("ctx-lsp.graph", {"symbol": "no_such_name"}, "unknownSymbol"),
    ],
)
def test_an_error_has_a_reason_for_clients(opened: LocalServer, command: str, argument: Json, reason: str) -> None:
    with pytest.raises(AnswerError) as caught:
        opened.wire.command(command, argument)
    assert caught.value.data == {"reason": reason}


def test_an_error_names_the_nearest_candidates(opened: LocalServer) -> None:
    with pytest.raises(AnswerError) as caught:
        opened.wire.command("ctx-lsp.impact", {"symbol": "taxd"})
    assert caught.value.data is not None
    assert caught.value.data["names"] == ["taxed"]


@pytest.mark.parametrize("uri", ["ctx-lsp-pack:/nothing.md", "file:///shop.py", "ctx-lsp-pack:/a/b.md"])
def test_a_document_that_is_not_a_pack_is_rejected(opened: LocalServer, uri: str) -> None:
    with pytest.raises(AnswerError, match=r"no pack 'nothing'|uri must be ctx-lsp-pack:/ID\.md"):
        opened.wire.ask("workspace/textDocumentContent", {"uri": uri})


def test_savings_are_added_up_and_kept(start_server: Start, tmp_path: Path) -> None:
    root, cache = tmp_path / "shop", tmp_path / "cache"
    root.mkdir()
    (root / "shop.py").write_text(TEXT + "\n\ndef unrelated():\n    return 'this'\n" * 20)
    options = {"model": {"embedding": "none"}, "cache": {"directory": str(cache)}}

    def started() -> LocalServer:
        server = start_server(TABLE)
        server.open(root, options=options)
        ready(server)
        return server

    server = started()
    assert server.wire.command("ctx-lsp.savings") == {
        "days": [], "weeks": [], "commands": [],
        "packs": 0, "used": 0, "baseline": 0, "savings": 0.0, "kept": True,
    }  # fmt: skip
    pack = context(server, root)
    context(server, root, maxTokens=2000)  # the same in another size, as by a slider
    server.wire.command("ctx-lsp.packDiff", {"packId": pack["packId"]})
    server.wire.command("ctx-lsp.query", {"query": "unrelated", "options": {"maxTokens": 200}})
    context(server, root)
    told = server.wire.command("ctx-lsp.savings", {"days": 1})
    (today,) = told["days"]
    tokens = pack["tokens"]
    assert today["packs"] == told["packs"] == 3
    assert 2 * tokens["used"] < today["used"] <= 2 * tokens["used"] + 200
    assert [(one["command"], one["packs"]) for one in told["commands"]] == [
        ("ctx-lsp.contextAt", 2),
        ("ctx-lsp.query", 1),
    ]
    assert [one["packs"] for one in told["weeks"]] == [3]
    assert today["savings"] == told["savings"] == pytest.approx(1 - today["used"] / today["baseline"])
    server.stop()
    assert started().wire.command("ctx-lsp.savings", {"days": 400}) == told


def test_savings_are_asked_for_by_days(opened: LocalServer, tmp_path: Path) -> None:
    with pytest.raises(AnswerError, match="days"):
        opened.wire.command("ctx-lsp.savings", {"days": 0})
    context(opened, tmp_path)
    told = opened.wire.command("ctx-lsp.savings")
    assert (told["packs"], told["kept"]) == (1, False), "without a cache they last as long as the session"


QUESTION = {"query": "what is the sum with the tax"}


def parts(server: LocalServer, symbol: str) -> Json:
    """The parts of a symbol's score."""
    return server.wire.command("ctx-lsp.explain", {**QUESTION, "symbol": symbol})["parts"]


def test_explain_speaks_of_the_pack_that_the_settings_make(server: LocalServer, tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text(TEXT)
    server.open(tmp_path, options=NO_MODEL | {"pack": {"maxTokens": 100}})
    ready(server)
    packed = {one["symbol"]: one["level"] for one in server.wire.command("ctx-lsp.query", QUESTION)["items"]}
    symbols = ("shop.py::total", "shop.py::taxed")
    explained = [server.wire.command("ctx-lsp.explain", {**QUESTION, "symbol": one})["level"] for one in symbols]
    assert explained == [packed.get(one, "") for one in symbols] != ["full", "full"]


def test_explain_speaks_of_the_pack_that_is_named(opened: LocalServer) -> None:
    full = opened.wire.command("ctx-lsp.query", QUESTION)
    without = opened.wire.command("ctx-lsp.query", {**QUESTION, "options": {"exclude": ["shop.py::taxed"]}})
    about = {**QUESTION, "symbol": "shop.py::taxed"}
    roles = [
        opened.wire.command("ctx-lsp.explain", about | ({"packId": pack["packId"]} if pack else {}))["role"]
        for pack in (None, full, without)
    ]
    assert roles == ["primary", "primary", ""]


def test_feedback_is_felt_explained_and_cleared(opened: LocalServer) -> None:
    pack = opened.wire.command("ctx-lsp.query", QUESTION)
    verdict = {"packId": pack["packId"], "symbol": "taxed", "verdict": "useful"}
    told = opened.wire.command("ctx-lsp.feedback", verdict)
    assert (told["symbol"], told["nearby"], told["cleared"]) == ("shop.py::taxed", ["shop.py::total"], 0)
    assert [(one["symbol"], one["kind"]) for one in told["inForce"]] == [("shop.py::taxed", "useful")]
    assert parts(opened, "taxed")["feedback"] > parts(opened, "total")["feedback"] > 0
    assert opened.wire.command("ctx-lsp.query", QUESTION)["packId"] != pack["packId"]
    (item, *_) = opened.wire.command("ctx-lsp.search", QUESTION)["items"]
    assert "feedback" not in item["scores"]
    assert opened.wire.command("ctx-lsp.feedback", {"clear": True})["cleared"] == 1
    assert "feedback" not in parts(opened, "taxed")
    assert opened.wire.command("ctx-lsp.query", QUESTION)["packId"] == pack["packId"]


def test_edits_after_a_pack_count_unless_feedback_is_off(opened: LocalServer, tmp_path: Path) -> None:
    edit(opened, tmp_path, TEXT)
    opened.wire.command("ctx-lsp.query", QUESTION)
    document = {"uri": (tmp_path / "shop.py").as_uri(), "version": 2}
    text = TEXT.replace("1.19", "1.07")
    opened.wire.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})
    opened.wire.command("ctx-lsp.query", QUESTION)
    (used,) = opened.wire.command("ctx-lsp.feedback", {"clear": True, "symbol": "total"})["inForce"]
    assert (used["symbol"], used["kind"]) == ("shop.py::taxed", "edited")
    assert "feedback" in parts(opened, "taxed")
    settings = {"ctx-lsp": {"pack": {"feedback": False}}}
    opened.wire.notify("workspace/didChangeConfiguration", {"settings": settings})
    assert "feedback" not in parts(opened, "taxed")


@pytest.mark.parametrize(
    ("argument", "complaint"),
    [
        ({}, "packId, symbol and verdict are required"),
        ({"packId": "0" * 32, "symbol": "taxed", "verdict": "useful"}, "no pack '000"),
        ({"packId": "0" * 32, "symbol": "taxed", "verdict": "fine"}, 'verdict must be "missing" or "not" or "useful"'),
        ({"clear": True, "symbol": "nothing"}, "no symbol named 'nothing'"),
    ],
)
def test_feedback_that_makes_no_sense_is_refused(opened: LocalServer, argument: Json, complaint: str) -> None:
    with pytest.raises(AnswerError) as caught:
        opened.wire.command("ctx-lsp.feedback", argument)
    assert complaint in caught.value.message


def test_a_session_requests_only_new_code(opened: LocalServer, tmp_path: Path) -> None:
    pack = opened.wire.command("ctx-lsp.query", {**QUESTION, "options": {"maxTokens": 1000}})
    assert {one["symbol"] for one in pack["items"]} == {"shop.py::total", "shop.py::taxed"}
    again = context(opened, tmp_path, since=pack["packId"])
    assert again["items"] == []
    assert again["completeness"] == context(opened, tmp_path)["completeness"], "what was sent counts"
    edit(opened, tmp_path, TEXT.replace("1.19", "1.07"))
    changed = context(opened, tmp_path, since=pack["packId"])
    assert [one["symbol"] for one in changed["items"]] == ["shop.py::taxed"]
    assert "Sent before: `total`" in changed["text"]
    with pytest.raises(AnswerError, match=r"no pack"):
        context(opened, tmp_path, since="0" * 32)


@pytest.mark.parametrize("given", [".", ".ctx-lsp", ".ctx-lsp/memory"])
def test_a_pack_for_a_folder_leaves_out_notes_that_are_not_in_force(
    server: LocalServer, tmp_path: Path, given: str
) -> None:
    notes = tmp_path / ".ctx-lsp" / "memory"
    notes.mkdir(parents=True)
    (tmp_path / "shop.py").write_text(TEXT)
    for name, title in (
        ("held", "`total` rounds late"),
        ("idea", "Proposed alone"),
        ("false", "`taxed` calls `total`."),
    ):
        state = "state: proposed\n" if name == "idea" else ""
        (notes / f"{name}.md").write_text(f"---\ntype: gotcha\ndate: 2026-11-01\n{state}---\n# {title}\n\nBody.\n")
    server.open(tmp_path)
    ready(server)
    packed = server.wire.command("ctx-lsp.contextForFiles", {"files": [(tmp_path / given).as_uri()]})
    shown = {one["uri"].rpartition("/")[2] for one in packed["items"]} - {"shop.py"}
    assert shown == {"held.md"}
    named = server.wire.command("ctx-lsp.contextForFiles", {"files": [(notes / "idea.md").as_uri()]})
    assert {one["uri"].rpartition("/")[2] for one in named["items"]} == {"idea.md"}


def test_a_pack_for_a_folder_of_notes_that_are_not_in_force_says_so(server: LocalServer, tmp_path: Path) -> None:
    notes = tmp_path / ".ctx-lsp" / "memory"
    notes.mkdir(parents=True)
    (tmp_path / "shop.py").write_text(TEXT)
    (notes / "idea.md").write_text("---\ntype: gotcha\ndate: 2026-11-01\nstate: proposed\n---\n# Idea\n")
    server.open(tmp_path)
    ready(server)
    with pytest.raises(AnswerError, match="nothing but notes that are not in force"):
        server.wire.command("ctx-lsp.contextForFiles", {"files": [notes.as_uri()]})
    both = server.wire.command("ctx-lsp.contextForFiles", {"files": [notes.as_uri(), (tmp_path / "shop.py").as_uri()]})
    assert not any("not in the index" in one for one in both["warnings"])
