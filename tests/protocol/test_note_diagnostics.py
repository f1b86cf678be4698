"""Diagnostics about notes whose code has changed or is gone, on the note and on the code, with their quick fixes."""

from pathlib import Path

import pytest

from tests.protocol.asking import ready
from tests.protocol.conftest import NO_MODEL, LocalServer
from tests.protocol.test_diagnostics import published
from tests.protocol.wire import Json, until

WORKSPACE: dict[str, object] = {
    "applyEdit": True,
    "workspaceEdit": {"documentChanges": True, "resourceOperations": ["create", "delete"]},
    "diagnostics": {"refreshSupport": True},
}
CAPABILITIES = {"workspace": WORKSPACE, "textDocument": {"diagnostic": {}}}
CODE = "def total(prices):\n    return sum(prices)\n"
LATER = CODE.replace("sum(prices)", "round(sum(prices))")


PUSHED = {"workspace": {"workspaceEdit": {"documentChanges": True}}}


def note_about_total(server: LocalServer, folder: Path, capabilities: Json) -> tuple[str, str]:
    """Start a server for a shop with a note about `total`; return the URIs of the code and of the note, both open."""
    (folder / "shop.py").write_text(CODE)
    server.open(folder, options={**NO_MODEL, "checks": {"diagnostics": True}}, capabilities=capabilities)
    ready(server)
    made = server.wire.command("ctx-lsp.remember", {"type": "gotcha", "text": "Round late", "about": ["total"]})
    code = (folder / "shop.py").as_uri()
    for uri, language, text in ((code, "python", CODE), (made["uri"], "markdown", made["text"])):
        opened = {"uri": uri, "languageId": language, "version": 1, "text": text}
        server.wire.notify("textDocument/didOpen", {"textDocument": opened})
    return code, made["uri"]


@pytest.fixture
def noted(server: LocalServer, tmp_path: Path) -> tuple[str, str]:
    """A server for a client that pulls diagnostics, and the URIs of `note_about_total`."""
    return note_about_total(server, tmp_path, CAPABILITIES)


def diagnosed(server: LocalServer, uri: str) -> list[Json]:
    found = server.wire.ask("textDocument/diagnostic", {"textDocument": {"uri": uri}})["items"]
    return [one for one in found if one["code"] == "note"]


def change(server: LocalServer, uri: str, text: str, version: int = 2) -> None:
    changes = {"textDocument": {"uri": uri, "version": version}, "contentChanges": [{"text": text}]}
    server.wire.notify("textDocument/didChange", changes)


def edits_of(edit: Json) -> list[Json]:
    """The text edits of a workspace edit of one document."""
    [document] = edit["documentChanges"]
    return list(document["edits"])


def apply(server: LocalServer, uri: str, edits: list[Json], version: int = 2) -> None:
    """Make the edits as an editor does: from the last one to the first, so that their ranges stay right."""
    ordered = sorted(edits, key=lambda one: tuple(one["range"]["start"].values()), reverse=True)
    changes = [{"range": one["range"], "text": one["newText"]} for one in ordered]
    edited = {"textDocument": {"uri": uri, "version": version}, "contentChanges": changes}
    server.wire.notify("textDocument/didChange", edited)


def fixes(server: LocalServer, uri: str, diagnostic: Json) -> dict[str, Json]:
    asked = {"textDocument": {"uri": uri}, "range": diagnostic["range"], "context": {"diagnostics": [diagnostic]}}
    actions = server.wire.ask("textDocument/codeAction", asked)
    assert all(one["diagnostics"] == [diagnostic] for one in actions)
    return {one["title"]: one["edit"] if "edit" in one else one["command"] for one in actions}


def test_changed_code_is_marked_until_the_note_is_confirmed(server: LocalServer, noted: tuple[str, str]) -> None:
    code, note = noted
    assert diagnosed(server, code) == diagnosed(server, note) == []
    change(server, code, LATER)
    (on_note,) = diagnosed(server, note)
    assert on_note["severity"] == 4
    assert on_note["message"] == "shop.py::total has changed since the note was written: does it still hold?"
    (on_code,) = diagnosed(server, code)
    assert on_code["range"]["start"] == {"line": 0, "character": 4}
    assert on_code["message"].endswith("a gotcha was noted in .ctx-lsp/memory/round-late.md: “Round late”")
    offered = fixes(server, code, on_code)
    assert offered["Delete “Round late”"]["documentChanges"] == [{"kind": "delete", "uri": note}]
    assert fixes(server, note, on_note).keys() == offered.keys()
    apply(server, note, edits_of(offered["Confirm “Round late”"]))
    assert diagnosed(server, code) == diagnosed(server, note) == []


def test_a_confirmation_names_the_version_and_leaves_the_body_alone(
    server: LocalServer, noted: tuple[str, str]
) -> None:
    code, note = noted
    made = server.wire.command("ctx-lsp.remember", {"type": "gotcha", "text": "Round late", "about": ["total"]})
    body = 'password = "hunter2Xk93jdQpw"'  # an answer with the whole text would redact this
    change(server, note, f"{made['text']}\n{body}\n", 7)
    change(server, code, LATER)
    (found,) = diagnosed(server, note)
    edit = fixes(server, note, found)["Confirm “Round late”"]
    assert edit["documentChanges"][0]["textDocument"] == {"uri": note, "version": 7}
    (one,) = edits_of(edit)
    assert one["range"]["start"]["line"] == one["range"]["end"]["line"]
    assert len(one["newText"]) == 16  # a digest


def test_code_that_is_gone_is_a_warning_and_nothing_confirms_it(server: LocalServer, noted: tuple[str, str]) -> None:
    code, note = noted
    change(server, code, "")
    (found,) = diagnosed(server, note)
    assert (found["severity"], found["message"]) == (2, "shop.py::total is gone: update the note, or delete it")
    assert fixes(server, note, found).keys() == {"Update “Round late”", "Delete “Round late”"}


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_each_anchor_of_a_note_is_marked_and_confirmed_by_itself(
    server: LocalServer, noted: tuple[str, str], line_end: str
) -> None:
    code, note = noted
    basket = "\n\nclass Basket:\n    def total(self):\n        return [self.prices, self.rate, self.taxes]\n"
    item = "\n\nclass BasketItem:\n    price = 1\n"
    change(server, code, CODE + basket + item)
    about = ["shop.py::BasketItem", "shop.py::Basket"]
    made = server.wire.command("ctx-lsp.remember", {"type": "gotcha", "text": "Baskets", "about": about})
    escaped = '"shop.py::\\x42asket"'
    text = made["text"].replace("shop.py::Basket\n", f"{escaped}\n") + "\ndate: shop.py::Basket\n"
    change(server, note, text.replace("\n", line_end))
    assert diagnosed(server, note) == []
    change(server, code, CODE + basket.replace("self.taxes", "1") + item, 3)
    (found,) = diagnosed(server, note)
    number = next(number for number, line in enumerate(text.split("\n")) if escaped in line)
    line = {"line": number}
    assert found["range"] == {"start": {**line, "character": 10}, "end": {**line, "character": 10 + len(escaped)}}
    edits = edits_of(fixes(server, note, found)["Confirm “Baskets”"])
    assert [one["range"]["start"]["line"] for one in edits] == [number + 1]
    apply(server, note, edits, 3)
    assert diagnosed(server, note) == []


def test_fixes_for_two_notes_about_one_function_differ(server: LocalServer, noted: tuple[str, str]) -> None:
    code, note = noted
    made = server.wire.command("ctx-lsp.remember", {"type": "gotcha", "text": "Cents", "about": ["total"]})
    opened = {"uri": made["uri"], "languageId": "markdown", "version": 1, "text": made["text"]}
    server.wire.notify("textDocument/didOpen", {"textDocument": opened})
    change(server, code, LATER)
    for found, uri, title in zip(diagnosed(server, code), (made["uri"], note), ("Cents", "Round late"), strict=True):
        asked = {"textDocument": {"uri": code}, "range": found["range"], "context": {"diagnostics": [found]}}
        mending = [one for one in server.wire.ask("textDocument/codeAction", asked) if one["diagnostics"] == [found]]
        titles = [one["title"] for one in mending]
        assert titles == [f"Confirm “{title}”", f"Update “{title}”", f"Delete “{title}”"]
        assert mending[2]["edit"]["documentChanges"] == [{"kind": "delete", "uri": uri}]


def test_marks_on_code_go_once_the_note_is_confirmed_or_gone(server: LocalServer, tmp_path: Path) -> None:
    code, note = note_about_total(server, tmp_path, PUSHED)
    change(server, code, LATER)
    (found,) = published(server, code)["diagnostics"]
    apply(server, note, edits_of(fixes(server, code, found)["Confirm “Round late”"]))
    assert published(server, code)["diagnostics"] == []
    change(server, code, LATER.replace("round", "floor"), 3)
    assert len(published(server, code)["diagnostics"]) == 1
    server.wire.notify("textDocument/didClose", {"textDocument": {"uri": note}})  # it was never saved
    assert published(server, code)["diagnostics"] == []


@pytest.mark.parametrize(("text", "false"), [(LATER, 0), ("", 1)], ids=["changed", "gone"])
def test_the_command_counts_code_that_is_gone_and_not_code_that_changed(
    server: LocalServer, noted: tuple[str, str], text: str, false: int
) -> None:
    code, note = noted
    change(server, code, text)
    for asked in ({"textDocument": {"uri": note}}, {"files": [note]}, {"files": [note, code]}):
        assert server.wire.command("ctx-lsp.check", asked)["summary"]["refuted"] == false


def test_a_user_who_asks_is_offered_a_note_about_the_symbol(server: LocalServer, tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text(CODE)
    server.wire.replies["workspace/applyEdit"] = {"applied": True}
    window = {"window": {"showDocument": {"support": True}}}
    server.open(tmp_path, options={**NO_MODEL, "checks": {"diagnostics": True}}, capabilities=CAPABILITIES | window)
    ready(server)
    code = {"textDocument": {"uri": (tmp_path / "shop.py").as_uri()}}
    at = {"line": 1, "character": 8}

    def offered(trigger: int) -> list[Json]:
        context = {"diagnostics": [], "triggerKind": trigger}
        return list(
            server.wire.ask("textDocument/codeAction", {**code, "range": {"start": at, "end": at}, "context": context})
        )

    assert offered(2) == [], "the editor asks by itself"
    decision, gotcha = offered(1)
    assert [one["title"] for one in (decision, gotcha)] == [
        "Record a decision about total",
        "Record a gotcha about total",
    ]
    server.wire.command(gotcha["command"]["command"], *gotcha["command"]["arguments"])
    until(lambda: server.wire.received("window/showDocument"))
    [edit] = server.wire.received("workspace/applyEdit")
    created, filled = edit["edit"]["documentChanges"]
    assert created["uri"] == server.wire.received("window/showDocument")[0]["uri"]
    assert "target: shop.py::total" in filled["edits"][0]["newText"]
    text = filled["edits"][0]["newText"]
    assert "# Gotcha in total" in text
    opened = {"uri": created["uri"], "languageId": "markdown", "version": 1, "text": text}
    server.wire.notify("textDocument/didOpen", {"textDocument": opened})
    assert [one["range"]["start"]["line"] for one in diagnosed(server, created["uri"])] == [text.count("\n") - 1]
    recalled = server.wire.command("ctx-lsp.recall")
    [problem] = recalled["problems"]
    assert (problem["valid"], recalled["notes"][0]["inForce"]) == (True, False)
    assert recalled["notes"][0]["doubts"] == ["its text is still the question of its template"]
    question = text.rstrip().rpartition("\n")[2]
    change(server, created["uri"], text.replace(question, "It rounds each price."))
    assert diagnosed(server, created["uri"]) == []
    assert server.wire.command("ctx-lsp.recall")["notes"][0]["inForce"]


def test_a_client_that_does_not_name_document_changes_can_delete_a_note(server: LocalServer, tmp_path: Path) -> None:
    editing = {"applyEdit": True, "workspaceEdit": {"resourceOperations": ["create", "delete"]}}
    workspace = WORKSPACE | editing
    code, note = note_about_total(server, tmp_path, CAPABILITIES | {"workspace": workspace})
    change(server, code, LATER)
    (on_note,) = diagnosed(server, note)
    assert "Delete “Round late”" in fixes(server, note, on_note)
    assert not server.wire.received("workspace/applyEdit"), "it would leave an empty file behind"


def test_a_proposed_note_is_accepted_by_an_action_in_its_document(server: LocalServer, tmp_path: Path) -> None:
    memory = tmp_path / ".ctx-lsp" / "memory"
    memory.mkdir(parents=True)
    note = memory / "late.md"
    note.write_text("---\ntype: gotcha\ndate: 2026-11-01\nstate: proposed\n---\n# Round late\n")
    server.open(tmp_path, options=NO_MODEL, capabilities=CAPABILITIES)
    ready(server)
    start = {"line": 0, "character": 0}
    document = {"textDocument": {"uri": note.as_uri()}, "range": {"start": start, "end": start}}
    [action] = server.wire.ask("textDocument/codeAction", {**document, "context": {"diagnostics": []}})
    assert action["title"] == "Accept “Round late”"
    assert "accepted" in [one["newText"] for one in edits_of(action["edit"])]


SHOWN = {**CAPABILITIES, "window": {"showDocument": {"support": True}}}


def updated(server: LocalServer, action: Json) -> tuple[Json, list[Json], Json]:
    """Run the command of an update; return its answer, the edits that the server sends, and where it shows the note."""
    before, sent = len(server.wire.received("window/showDocument")), len(server.wire.received("workspace/applyEdit"))
    server.wire.replies["workspace/applyEdit"] = {"applied": True}
    answer = server.wire.command(action["command"], *action["arguments"])
    until(lambda: len(server.wire.received("window/showDocument")) > before)
    edits = [edit for one in server.wire.received("workspace/applyEdit")[sent:] for edit in edits_of(one["edit"])]
    return answer, edits, server.wire.received("window/showDocument")[-1]


@pytest.mark.parametrize("on_code", [True, False])
def test_an_update_sets_the_digest_and_leaves_the_text_to_the_user(
    server: LocalServer, tmp_path: Path, on_code: bool
) -> None:
    code, note = note_about_total(server, tmp_path, SHOWN)
    change(server, code, LATER)
    marked = code if on_code else note
    (found,) = diagnosed(server, marked)
    answer, edits, shown = updated(server, fixes(server, marked, found)["Update “Round late”"])
    assert (answer["uri"], answer["sent"], answer["nearest"], answer["gone"]) == (note, True, [], [])
    assert [len(one["newText"]) for one in edits] == [16], "a digest"
    heading = {"line": 9, "character": 0}
    assert shown == {"uri": note, "takeFocus": True, "selection": {"start": heading, "end": heading}}
    apply(server, note, edits)
    assert diagnosed(server, code) == diagnosed(server, note) == []


@pytest.mark.parametrize(
    ("later", "nearest"),
    [
        (LATER.replace("total(", "totals("), ["shop.py::totals"]),
        ("class Cart:\n    def total(self):\n        return 0\n", ["shop.py::Cart.total"]),
        ("def unrelated():\n    return 0\n", []),
    ],
    ids=["alike", "named", "nothing"],
)
def test_an_update_looks_for_what_is_most_like_code_that_is_gone(
    server: LocalServer, tmp_path: Path, later: str, nearest: list[str]
) -> None:
    code, note = note_about_total(server, tmp_path, SHOWN)
    change(server, code, later)
    (found,) = diagnosed(server, note)
    answer, edits, shown = updated(server, fixes(server, note, found)["Update “Round late”"])
    assert (answer["nearest"], answer["gone"]) == (nearest, [] if nearest else ["shop.py::total"])
    target = (nearest or ["shop.py::total"])[0]
    line = found["range"]["start"]["line"]
    start = {"line": line, "character": 10}
    quotes = 2 * bool(nearest)
    assert shown["selection"] == {"start": start, "end": {"line": line, "character": 10 + quotes + len(target)}}
    assert [one["newText"].strip("'") for one in edits][:1] == nearest
    if nearest:
        apply(server, note, edits)
        assert [one["severity"] for one in diagnosed(server, note)] == [4], "nobody has looked"


def test_short_code_that_is_renamed_is_no_fault(server: LocalServer, tmp_path: Path) -> None:
    code, note = note_about_total(server, tmp_path, SHOWN)
    change(server, code, CODE.replace("total(", "totals("))
    assert diagnosed(server, note) == []


def test_a_note_is_updated_where_its_text_is_false_and_where_its_code_has_moved(
    server: LocalServer, tmp_path: Path
) -> None:
    code, note = note_about_total(server, tmp_path, SHOWN)
    made = server.wire.ask("textDocument/diagnostic", {"textDocument": {"uri": note}})
    assert made["items"] == []
    text = (
        "---\ntype: gotcha\ndate: 2026-11-01\nanchors:\n- shop.py::total\n---\n# Round late\n\n"
        "It is defined in `till.py`, and `total` calls `fsum`.\n"
    )
    change(server, note, text)
    found = server.wire.ask("textDocument/diagnostic", {"textDocument": {"uri": note}})["items"]
    assert found, "something is false"
    _, edits, shown = updated(server, fixes(server, note, found[0])["Update “Round late”"])
    assert shown["selection"]["start"] == found[0]["range"]["start"]
    assert len(edits) == 1, "the date"
    long = (
        "def {0}(prices, rate, tax):\n    sums = [one * rate for one in prices]\n    return sum(sums) + tax * len(sums)"
    )
    change(server, code, long.format("total"))
    fresh = server.wire.command("ctx-lsp.remember", {"type": "gotcha", "text": "Tax last", "about": ["total"]})
    opened = {"uri": fresh["uri"], "languageId": "markdown", "version": 1, "text": fresh["text"]}
    server.wire.notify("textDocument/didOpen", {"textDocument": opened})
    change(server, code, long.format("amount"), 3)
    start = {"line": 0, "character": 0}
    asked = {"textDocument": {"uri": fresh["uri"]}, "range": {"start": start, "end": start}}
    [action] = server.wire.ask("textDocument/codeAction", {**asked, "context": {"diagnostics": []}})
    assert action["title"] == "Update “Tax last”"
    _, edits, _ = updated(server, action["command"])
    assert [one["newText"] for one in edits] == ["'shop.py::amount'"]


def test_a_client_makes_the_edits_of_an_update_itself_if_it_wants(server: LocalServer, tmp_path: Path) -> None:
    code, note = note_about_total(server, tmp_path, {"textDocument": {"diagnostic": {}}} | PUSHED)
    change(server, code, LATER)
    answer = server.wire.command("ctx-lsp.update", {"note": "round-late"})
    assert (answer["uri"], answer["sent"]) == (note, False)
    apply(server, note, answer["edits"])
    assert server.wire.command("ctx-lsp.update", {"note": "round-late"})["edits"] == []


def test_a_note_with_a_fault_is_marked_at_its_line(server: LocalServer, noted: tuple[str, str]) -> None:
    _, note = noted
    change(server, note, "---\ndate: 2026-01-31\ntype: gotch\n---\n# Round late\n")
    (found,) = diagnosed(server, note)
    assert (found["severity"], found["range"]["start"], found["range"]["end"]["character"]) == (
        2,
        {"line": 2, "character": 0},
        len("type: gotch"),
    )
    assert found["message"].endswith("type must be one of convention, decision, gotcha, failure")


def test_code_is_marked_as_soon_as_a_note_about_it_is_outdated(server: LocalServer, tmp_path: Path) -> None:
    code, note = note_about_total(server, tmp_path, PUSHED)
    change(server, code, LATER)
    (found,) = published(server, code)["diagnostics"]
    confirmed = edits_of(fixes(server, code, found)["Confirm “Round late”"])
    apply(server, note, confirmed)
    assert published(server, code)["diagnostics"] == []
    digest = next(one for one in confirmed if len(one["newText"]) == 16)
    apply(server, note, [{**digest, "newText": "0" * 16}], 3)
    assert [one["code"] for one in published(server, code)["diagnostics"]] == ["note"]


def test_fixes_for_notes_with_one_title_differ(server: LocalServer, noted: tuple[str, str]) -> None:
    code, note = noted
    made = server.wire.command("ctx-lsp.remember", {"type": "decision", "text": "Round late", "about": ["total"]})
    opened = {"uri": note.replace("round-late", "second"), "languageId": "markdown", "version": 1, "text": made["text"]}
    server.wire.notify("textDocument/didOpen", {"textDocument": opened})
    change(server, code, LATER)
    (found, _) = diagnosed(server, code)
    asked = {"textDocument": {"uri": code}, "range": found["range"], "context": {"diagnostics": [found]}}
    titles = [one["title"] for one in server.wire.ask("textDocument/codeAction", asked)]
    assert {one for one in titles if one.startswith("Confirm")} == {
        "Confirm “Round late” (.ctx-lsp/memory/round-late.md)",
        "Confirm “Round late” (.ctx-lsp/memory/second.md)",
    }


def test_code_that_is_gone_is_counted_above_its_file(server: LocalServer, tmp_path: Path) -> None:
    code, _ = note_about_total(server, tmp_path, CAPABILITIES)
    change(server, code, "def other():\n    return 0\n")
    lenses = server.wire.ask("textDocument/codeLens", {"textDocument": {"uri": code}})
    [lens] = [one for one in lenses if (one.get("data") or {}).get("figure") == "notes"]
    assert lens["range"]["start"] == {"line": 0, "character": 0}
    assert server.wire.ask("codeLens/resolve", lens)["command"] == {
        "title": "1 note, 1 on code that is gone",
        "command": "ctx-lsp.recall",
        "arguments": [{"symbol": "shop.py"}],
    }
    assert [one["verdict"] for one in server.wire.command("ctx-lsp.recall", {"symbol": "shop.py"})["notes"]] == [
        "orphaned"
    ]
