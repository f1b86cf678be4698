"""Notes that are not in force are no results, no pieces of packs, and no evidence; notes in force are documents."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.memory import Note
from ctx_lsp.packing.model import (
    ChangeSubject,
    FilesSubject,
    Pack,
    PackOptions,
    PackRequest,
    PackSubject,
    QuestionSubject,
    SymbolSubject,
)
from ctx_lsp.retrieval.model import ResultFilter, SearchRequest
from ctx_lsp.text.roots import Root, Roots
from ctx_lsp.workspace import NoteQuery, Notes
from ctx_lsp.workspace.analysis import Analysis
from ctx_lsp.workspace.checks import Checks
from ctx_lsp.workspace.notes.in_force import contradictions
from tests.workspaces import snapshot_of

FOLDER = ".ctx-lsp/memory/"
CODE = """\
=== shop/cart.py
class Cart:
    def total(self, prices):
        return sum(prices)


def pay(cart):
    return cart


def owe():
    return 1
=== .gitignore
"""
QUESTION = "how are gift cards refunded?"


def note(name: str, title: str, body: str = "", anchor: str = "shop/cart.py::Cart.total", fields: str = "") -> str:
    anchors = f"anchors:\n- {anchor}\n" if anchor else ""
    return f"=== {FOLDER}{name}.md\n---\ntype: decision\ndate: 2026-11-01\n{fields}{anchors}---\n# {title}\n\n{body}\n"


CHEQUE = "Gift cards are refunded by cheque."
OUT = {
    "superseded": note("old", CHEQUE) + note("new", "By wire alone", fields="supersedes: [old]\n"),
    "proposed": note("old", CHEQUE, fields="state: proposed\n"),
    "orphaned": note("old", CHEQUE, anchor="shop/cart.py::Basket.total"),
    "orphaned file": note("old", CHEQUE, anchor="shop/basket.py"),
    "refuted": note("old", CHEQUE, "`pay` calls `owe`."),
    "unanswered": note("old", CHEQUE, "What was decided about `Cart.total`, and why?"),
}
DOUBTS = {
    "superseded": "replaced by new",
    "proposed": "proposed",
    "orphaned": "its code is gone",
    "orphaned file": "its code is gone",
    "refuted": "it says something false",
    "unanswered": "its text is still the question of its template",
}


def analysis_of(*notes: str, roots: Roots | None = None) -> Analysis:
    return Analysis(snapshot_of("".join(notes) + CODE), None, roots or Roots())


def found(analysis: Analysis, question: str, wanted: ResultFilter | None = None) -> list[str]:
    answer = analysis.search(SearchRequest(question, 20, wanted or ResultFilter()), CancelToken())
    return [item.path for item in answer.items]


def pack(analysis: Analysis, subject: PackSubject, budget: int = 2000) -> Pack:
    return analysis.pack(PackRequest(subject, PackOptions(budget)), CancelToken())


def paths(made: Pack) -> set[str]:
    return {one.item.path for one in made.items}


@pytest.mark.parametrize("state", OUT)
def test_a_note_that_is_not_in_force_is_neither_found_nor_shown(state: str) -> None:
    analysis = analysis_of(OUT[state])
    old = f"{FOLDER}old.md"
    assert old in analysis.snapshot.files
    for question in (QUESTION, CHEQUE, "old", "Gift", "change how gift cards are refunded in Cart.total"):
        assert old not in found(analysis, question)
        made = pack(analysis, QuestionSubject(question))
        assert old not in made.text
        shown = made.text.replace('"cheque"', "")  # which is said not to be mentioned
        assert "cheque" not in shown.partition("\n")[2]
    assert old not in found(analysis, CHEQUE, ResultFilter(include=(f"{FOLDER}**",), kinds=("String",)))
    for subject in (SymbolSubject("shop/cart.py::Cart.total"), FilesSubject(("shop/cart.py",))):
        assert old not in pack(analysis, subject).text


@pytest.mark.parametrize("state", OUT)
def test_it_counts_neither_for_confidence_nor_for_scores(state: str) -> None:
    """The question is answered with low confidence, although a note that is withheld has the answer."""
    made = pack(analysis_of(OUT[state]), QuestionSubject(QUESTION))
    assert made.confidence is not None
    assert made.confidence < 0.5
    assert not made.readiness.ready
    in_force = pack(analysis_of(note("old", CHEQUE)), QuestionSubject(QUESTION))
    assert in_force.confidence is not None
    assert in_force.confidence > made.confidence


@pytest.mark.parametrize("state", ["proposed", "orphaned", "orphaned file"])
@pytest.mark.parametrize("question", [QUESTION, CHEQUE, "how is a cart paid?", "which gift does the cart hold?"])
def test_a_pack_is_the_same_as_if_a_withheld_note_did_not_exist(state: str, question: str) -> None:
    made, expected = (pack(analysis_of(one), QuestionSubject(question)) for one in (OUT[state], ""))
    assert (made.text, made.confidence) == (expected.text, expected.confidence)


@pytest.mark.parametrize("question", ["what is JavaScript?", "what is REQ-7?", "where is PaymntGatway used?"])
def test_names_in_a_withheld_note_are_not_names_of_the_workspace(question: str) -> None:
    code = "=== pay.py\nclass PaymentGateway:\n    def pay(self):\n        return 1\n"
    proposed = note("idea", "Use JavaScript and REQ-7 for PaymntGatway", fields="state: proposed\n")
    made, expected = (pack(analysis_of(one + code), QuestionSubject(question)) for one in (proposed, ""))
    assert made.text == expected.text


def test_a_note_in_force_is_found_as_a_document() -> None:
    analysis = analysis_of(note("old", CHEQUE, "`pay` returns the cart."))
    assert found(analysis, QUESTION)[0] == f"{FOLDER}old.md"
    assert f"{FOLDER}old.md" in paths(pack(analysis, QuestionSubject(QUESTION)))


@pytest.mark.parametrize("name", ["old.md", "team/old.md", "OLD.MD"])
def test_a_file_that_is_no_valid_note_is_withheld_as_well(name: str) -> None:
    kind = "gotch" if name == "old.md" else "gotcha"
    analysis = analysis_of(
        f"=== {FOLDER}{name}\n---\ntype: {kind}\ndate: 2026-01-31\nstate: proposed\n---\n# {CHEQUE}\n"
    )
    assert found(analysis, QUESTION) == []
    assert paths(pack(analysis, QuestionSubject(QUESTION))) == set()


def test_anchored_files_outside_the_index_are_looked_up_on_disk(tmp_path: Path) -> None:
    roots = Roots((Root(tmp_path, ""),))
    analysis = analysis_of(note("old", CHEQUE, anchor="logo.png"), roots=roots)
    assert f"{FOLDER}old.md" not in found(analysis, QUESTION)
    (tmp_path / "logo.png").write_bytes(b"\x89PNG")
    assert f"{FOLDER}old.md" in found(analysis, QUESTION)


@pytest.mark.parametrize("state", OUT)
def test_recall_still_lists_it_with_its_verdict(state: str) -> None:
    recalled = Notes(analysis_of(OUT[state])).recall(NoteQuery(QUESTION, replaced=True), CancelToken())
    (one,) = [one for one in recalled.notes if one.judged.id == "old"]
    assert not one.is_in_force
    assert one.doubts == (DOUBTS[state],)
    assert not any(other.doubts for other in recalled.notes if other != one)


@pytest.mark.parametrize("state", OUT)
def test_a_pack_shows_a_note_that_the_user_names(state: str) -> None:
    analysis = analysis_of(OUT[state])
    path = f"{FOLDER}old.md"
    assert path in paths(pack(analysis, FilesSubject((path,))))
    lines = analysis.snapshot.files[path].source.data.decode().splitlines()
    last = next(number for number, line in enumerate(lines, 1) if line.startswith("# "))
    hunk = f"@@ -{last} +{last} @@\n-# Before\n+{lines[last - 1]}\n"
    diff = f"diff --git a/{path} b/{path}\n--- a/{path}\n+++ b/{path}\n{hunk}"
    assert path in paths(pack(analysis, ChangeSubject(diff=diff)))


def test_many_refuted_notes_are_all_left_out() -> None:
    false = "".join(note(f"n{number}", f"{CHEQUE} {number}", "`pay` calls `owe`.") for number in range(30))
    analysis = analysis_of(false, note("true", "Gift cards are refunded by wire"))
    answer = analysis.search(SearchRequest(QUESTION, 3), CancelToken())
    assert [item.path for item in answer.items if item.path.startswith(FOLDER)] == [f"{FOLDER}true.md"]


def test_an_edit_of_the_code_is_seen() -> None:
    """A note is refuted by one snapshot and not by the next, and the same caches serve both."""
    first = analysis_of(OUT["refuted"])
    assert f"{FOLDER}old.md" not in found(first, QUESTION)
    text = (OUT["refuted"] + CODE).replace("    return cart\n", "    return owe()\n")
    second = Analysis(snapshot_of(text), None, packs=first.packs)
    assert f"{FOLDER}old.md" in found(second, QUESTION)
    assert f"{FOLDER}old.md" not in found(first, QUESTION)


def test_packs_do_not_quote_refuted_notes() -> None:
    notes = [note(f"n{number}", f"False {number}", "`pay` calls `owe`.") for number in range(4)]
    analysis = analysis_of(*notes, note("true", "Sum the prices once"))
    made = pack(analysis, QuestionSubject("add a limit to Cart.total"))
    assert [one.text for one in made.document.summary.advice if one.kind == "note"] == [
        f"decision noted in {FOLDER}true.md: “Sum the prices once”"
    ]


def test_a_workspace_without_such_notes_restricts_no_search() -> None:
    """Without withheld files, channels do not have to test paths."""
    analysis = analysis_of(note("old", CHEQUE))
    assert analysis.packs.notes.without_withheld(analysis, ResultFilter()) == ResultFilter()


def test_the_id_of_a_pack_does_not_depend_on_withheld_notes() -> None:
    without = pack(analysis_of(), SymbolSubject("shop/cart.py::Cart.total"))
    assert pack(analysis_of(OUT["proposed"]), SymbolSubject("shop/cart.py::Cart.total")).pack_id == without.pack_id


NAMING = "See `Cart.total` in `shop/cart.py`."


@pytest.mark.parametrize("state", OUT)
def test_it_is_no_dependant_and_no_node_of_the_graph(state: str) -> None:
    """A note in force that names the same code is one, and so is the note itself if the request is about it."""
    out = OUT[state] if state == "unanswered" else OUT[state].replace(CHEQUE, f"{CHEQUE}\n\n{NAMING}", 1)
    invalid = note("bad", "Not a note", NAMING, fields="state: new\n")
    relations, token = analysis_of(out, invalid, note("true", "In force", NAMING)).relations, CancelToken()
    for depth in (1, 3):
        for found in (
            relations.impact("Cart.total", depth, token),
            relations.files_impact(["shop/cart.py"], depth, token),
        ):
            assert notes_of(one.symbol for one in found.dependants) == {"true"}
        around = relations.graph("Cart.total", "both", None, depth, token)
        assert notes_of(one.symbol for one in around.nodes) == {"true"}
        assert notes_of(end for edge in around.edges for end in (edge.source, edge.target)) == {"true"}
    own = relations.graph(f"{FOLDER}old.md", "out", ["contains", "documents"], 2, token)
    assert "shop/cart.py::Cart.total" in {one.symbol for one in own.nodes}


def test_only_notes_that_would_be_listed_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[str] = []

    def counted(checks: Checks, one: Note, root: str, token: CancelToken) -> tuple[str, ...]:
        checked.append(one.title)
        return contradictions(checks, one, root, token)

    monkeypatch.setattr("ctx_lsp.workspace.notes.in_force.contradictions", counted)
    analysis = analysis_of(note("one", "Near", NAMING), note("two", "Far", "See `owe`.", anchor="shop/cart.py::owe"))
    analysis.relations.impact("Cart.total", 2, CancelToken())
    assert checked == ["Near"]


def notes_of(symbols: Iterable[str]) -> set[str]:
    return {one.partition("::")[0].removeprefix(FOLDER).removesuffix(".md") for one in symbols if FOLDER in one}


@pytest.mark.parametrize("verb", ["change", "fix", "rename", "modify", "edit", "rewrite"])
def test_a_short_request_for_an_edit_gets_notes(verb: str) -> None:
    analysis = analysis_of(note("n", "Owe in cents", anchor="shop/cart.py::owe"))
    made = pack(analysis, QuestionSubject(f"{verb} owe"))
    assert [one.kind for one in made.document.summary.advice] == ["note"]
    assert not made.query.unmentioned
    for other in ("owe", f"owe {verb}", "pay owe"):
        assert not pack(analysis, QuestionSubject(other)).document.summary.advice
