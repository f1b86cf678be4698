"""Notes of a workspace: by question, symbol and type; false statements; and drafts of new notes."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.memory.decay import EPOCH
from ctx_lsp.memory.note_text import read_note
from ctx_lsp.packing.model import PackOptions, PackRequest, PackSubject, QuestionSubject, SymbolSubject
from ctx_lsp.settings import CacheSettings, ModelSettings, Settings
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import BadRequest, DraftedNote, NewNote, NoteQuery, Notes, ProposalQuery, Recall, Workspace
from ctx_lsp.workspace.notes import book
from tests.workspace.opening import TIMEOUT

SETTINGS = Settings(model=ModelSettings("none"), cache=CacheSettings(enabled=False))
DAY = 20_000
TODAY = EPOCH + timedelta(days=DAY)
CODE = """\
class Cart:
    def total(self, prices):
        \"\"\"The sum of all prices of the basket.\"\"\"
        return sum(prices)


def connect(host):
    return open(host)
"""
BOX = """\
class Box:
    @property
    def size(self):
        return self.n

    @size.setter
    def size(self, n):
        self.n = n
"""
TOTAL = "shop.py::Cart.total"


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    folders = [tmp_path / "first", tmp_path / "second"]
    for folder in folders:
        folder.mkdir()
        (folder / "shop.py").write_text(CODE)
    (folders[0] / "pay.py").write_text("def pay(cart):\n    return cart\n\n\ndef owe():\n    return 1\n")
    opened = Workspace(folders, SETTINGS, day=lambda: DAY)
    opened.start()
    assert opened.wait_ready(TIMEOUT)
    yield opened
    opened.close()


def draft(workspace: Workspace, text: str, *about: str, **fields: object) -> DraftedNote:
    new = NewNote(**{"type": "gotcha", "text": text, "about": about, **fields})  # type: ignore[arg-type]
    return Notes(workspace.analysis().result()).draft(new)


def keep(workspace: Workspace, text: str, *about: str, **fields: object) -> str:
    made = draft(workspace, text, *about, **fields)
    workspace.set_document(made.path, SourceText(made.text.encode(), "markdown"))  # as an editor does, unsaved
    return made.path


def recall(workspace: Workspace, **query: object) -> Recall:
    return Notes(workspace.analysis().result()).recall(NoteQuery(**query), CancelToken())  # type: ignore[arg-type]


def titles(found: Recall) -> list[str]:
    return [one.judged.note.title for one in found.notes]


def test_a_draft_has_a_file_a_date_and_anchors(workspace: Workspace) -> None:
    made = draft(
        workspace, "# Round late\n\nOnly the sum.", TOTAL, "shop.py", reason="a cent\nwas lost", scope=("a/**",)
    )
    note = read_note(made.text)
    assert made.path == ".ctx-lsp/memory/round-late.md"
    assert (note.title, note.body, note.date, note.reason) == ("Round late", "Only the sum.", TODAY, "a cent was lost")
    assert [(one.target, bool(one.digest)) for one in note.anchors] == [(TOTAL, True), ("shop.py", False)]
    assert note.scope == ("a/**",)


@pytest.mark.parametrize(
    ("written", "anchors"),
    [
        ("Box.size", ["box.py::Box.size", "box.py::Box.size#2"]),
        ("size", ["box.py::Box.size", "box.py::Box.size#2"]),
        ("Box.size#2", ["box.py::Box.size#2"]),
        ("box.py::Box.size", ["box.py::Box.size"]),
    ],
)
def test_a_name_means_all_its_definitions_in_a_file_and_an_id_one(
    workspace: Workspace, written: str, anchors: list[str]
) -> None:
    workspace.set_document("box.py", SourceText(BOX.encode(), "python"))
    assert [one.target for one in draft(workspace, "T", written).note.anchors] == anchors


def test_a_note_about_one_of_several_definitions_is_recalled_by_their_name(workspace: Workspace) -> None:
    workspace.set_document("box.py", SourceText(BOX.encode(), "python"))
    keep(workspace, "Setter", "Box.size#2")
    for name in ("size", "Box.size", "Box.size#2"):
        assert titles(recall(workspace, target=name)) == ["Setter"]
    assert titles(recall(workspace, target="box.py::Box.size")) == []


def test_a_draft_past_the_limit_of_notes_warns(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(book, "MAX_NOTES", 1)
    assert draft(workspace, "One").warnings == ()
    keep(workspace, "One")
    (warning,) = draft(workspace, "Two").warnings
    assert "will not be read as a note" in warning


def test_a_note_lies_in_the_folder_of_its_code(workspace: Workspace) -> None:
    path = keep(workspace, "Round late", "second/shop.py::Cart.total")
    assert path == "second/.ctx-lsp/memory/round-late.md"
    (one,) = recall(workspace, target="second/shop.py::Cart.total").notes
    assert [(each.anchor.target, each.verdict) for each in one.judged.anchors] == [(TOTAL, "fresh")]
    assert recall(workspace, target=TOTAL).notes == ()
    with pytest.raises(BadRequest, match="one workspace folder"):
        draft(workspace, "Both", TOTAL, "second/shop.py")


def test_two_notes_with_one_title_have_two_files(workspace: Workspace) -> None:
    assert keep(workspace, "Round late") != keep(workspace, "Round late")


@pytest.mark.parametrize(
    ("text", "about", "fields", "message"),
    [
        ("\n\n", (), {}, "must not be empty"),
        ("#\nbody", (), {}, "must not be empty"),
        ("T\n" + "x" * 20_001, (), {}, "at most 20,000 characters"),
        ("T", ("Cart.totel",), {}, "no symbol named 'Cart.totel'; nearest: .*total"),
        ("T", (), {"supersedes": ("gone",)}, "no note 'gone'"),
        ("T\npassword = 'tr0ub4dor&3xyzzyQ9'", (), {}, "seems to hold"),
    ],
)
def test_bad_notes_are_refused(
    workspace: Workspace, text: str, about: tuple[str, ...], fields: dict[str, object], message: str
) -> None:
    with pytest.raises(BadRequest, match=message):
        draft(workspace, text, *about, **fields)


def test_a_question_finds_notes_by_their_words_and_by_their_code(workspace: Workspace) -> None:
    keep(workspace, "Keep sockets open\n\nA second handshake costs 80 ms.", "shop.py::connect")
    keep(workspace, "Banker's rule\n\nHalf cents go to the even neighbour.", TOTAL)
    assert titles(recall(workspace, question="handshake")) == ["Keep sockets open"]
    assert titles(recall(workspace, question="sum of the prices in a basket"))[0] == "Banker's rule"


def test_types_targets_and_limits_narrow_the_notes(workspace: Workspace) -> None:
    keep(workspace, "One", TOTAL)
    keep(workspace, "Two", "shop.py::connect")
    assert titles(recall(workspace, target="shop.py::connect")) == ["Two"]
    assert titles(recall(workspace, types=("decision",))) == []
    found = recall(workspace, limit=1)
    assert (len(found.notes), found.total) == (1, 2)
    with pytest.raises(BadRequest, match="no symbol named"):
        recall(workspace, target="nothing.py")


def test_replaced_notes_are_left_out_unless_wanted(workspace: Workspace) -> None:
    keep(workspace, "Old")
    keep(workspace, "New", supersedes=("old",))
    assert titles(recall(workspace)) == ["New"]
    assert titles(recall(workspace, replaced=True)) == ["New", "Old"]


def test_a_note_with_a_false_statement_is_refuted_and_last(workspace: Workspace) -> None:
    keep(workspace, "A lie\n\n`pay` calls `owe`.", "pay")
    keep(workspace, "B truth\n\n`pay` returns the cart.", "pay")
    true, false = recall(workspace).notes
    assert (true.judged.note.title, true.verdict, true.is_in_force) == ("B truth", "fresh", True)
    assert (false.judged.note.title, false.verdict, false.is_in_force) == ("A lie", "refuted", False)
    assert "does not call owe" in false.contradictions[0]
    assert titles(recall(workspace, limit=1)) == ["B truth"]


def test_a_note_of_a_further_folder_speaks_of_that_folder(workspace: Workspace) -> None:
    workspace.set_document("second/lend.py", SourceText(b"def lend():\n    return 1\n", "python"))
    keep(workspace, "Lending\n\n`lend.py` defines `lend`.", "second/lend.py")
    assert recall(workspace).notes[0].contradictions == ()


def test_a_question_meets_notes_of_a_rare_type(workspace: Workspace) -> None:
    for number in range(25):
        keep(workspace, f"Handshake {number}\n\nA handshake.", type="decision")
    keep(workspace, "Slow handshake\n\nIt takes 80 ms.")
    assert titles(recall(workspace, question="handshake", types=("gotcha",))) == ["Slow handshake"]


def confirmed(workspace: Workspace, path: str) -> str | None:
    """Return the text of a note with the edits that confirm it."""
    analysis = workspace.analysis().result()
    notes, source = Notes(analysis), analysis.source(path)
    note = notes.find(path)
    assert note is not None
    assert source is not None
    edits = notes.confirmed(note)
    if edits is None:
        return None
    data = source.data
    for one in sorted(edits, key=lambda edit: edit.start, reverse=True):
        data = data[: one.start] + one.text.encode() + data[one.end :]
    return data.decode()


def test_confirming_a_note_changes_its_anchors_and_date_alone(workspace: Workspace) -> None:
    digest = read_note(draft(workspace, "T", TOTAL).text).anchors[0].digest
    before = f"""\
---
type: gotcha
anchors:
- {{target: shop.py::Cart, digest: a}}
- target: shop.py::connect
- target: shop.py::Cart.total
  digest: {digest}
- {{digest: a, target: "shop.py::\\x63onnect"}}
date: 2020-01-31  # a Friday
---
# A date

date: shop.py::Cart a
"""
    path = ".ctx-lsp/memory/odd.md"
    workspace.set_document(path, SourceText(before.encode(), "markdown"))
    text = confirmed(workspace, path)
    assert text is not None
    note = read_note(text)
    assert [one.target for one in note.anchors] == ["shop.py::Cart", "shop.py::connect", TOTAL, "shop.py::connect"]
    digests = [one.digest for one in note.anchors]
    assert digests[1:3] == ["", digest]
    assert note.date == TODAY
    assert [len(one) for one in digests] == [len(digest), 0, len(digest), len(digest)]
    assert text == before.replace("digest: a}", f"digest: {digests[0]}}}").replace(
        "digest: a,", f"digest: {digests[3]},"
    ).replace("2020-01-31", f"'{TODAY}'")
    workspace.set_document(path, SourceText(before.replace("::Cart,", "::Trolley,").encode(), "markdown"))
    assert confirmed(workspace, path) is None


def test_a_broken_note_costs_itself_alone(workspace: Workspace) -> None:
    keep(workspace, "Pay late", "pay.py::pay")
    broken = b"---\ntype: gotcha\ndate: !!bool x\n---\n# T\n"
    workspace.set_document(".ctx-lsp/memory/broken.md", SourceText(broken, "markdown"))
    found = recall(workspace)
    assert titles(found) == ["Pay late"]
    assert [one.path for one in found.problems] == [".ctx-lsp/memory/broken.md"]


def test_packs_for_an_edit_and_hover_cards_quote_current_notes(workspace: Workspace) -> None:
    def pack_text(subject: PackSubject) -> str:
        return workspace.analysis().result().pack(PackRequest(subject), CancelToken()).text

    symbol, change = SymbolSubject("pay.py::pay"), QuestionSubject("Add a limit to how pay handles the cart")
    path = keep(workspace, "Pay late", "pay.py::pay")
    keep(workspace, "Idea", "pay.py::pay", state="proposed")
    keep(workspace, "Elsewhere", "shop.py::connect")
    line = f"- gotcha noted in {path}"
    for subject in (symbol, change):
        assert f"{line}: “Pay late”" in pack_text(subject)
        assert "Idea" not in pack_text(symbol)
        assert "Elsewhere" not in pack_text(symbol)
    assert "Pay late" not in pack_text(QuestionSubject("where is the cart paid?"))
    card = workspace.analysis().result().hover("pay.py", 4, PackOptions(), CancelToken())
    assert card is not None
    assert f"`gotcha noted in {path}: “Pay late”`" in card
    workspace.set_document("pay.py", SourceText(b"def pay(cart):\n    return None\n", "python"))
    assert f"{line}, whose code has changed since: “Pay late”" in pack_text(symbol)
    workspace.set_document(path, SourceText(b"gone\n", "markdown"))
    assert "Pay late" not in pack_text(symbol)


def test_at_most_three_notes_are_quoted(workspace: Workspace) -> None:
    for number in range(5):
        keep(workspace, f"Note {number}", "pay.py::pay")
    pack = workspace.analysis().result().pack(PackRequest(SymbolSubject("pay.py::pay")), CancelToken())
    assert pack.text.count("gotcha noted in") == 3


def test_documents_propose_notes_until_one_names_them(workspace: Workspace) -> None:
    record = (
        "# 1. Count in cents\n\n## Status\n\nAccepted\n\n## Context\n\nFloats lose cents.\n\n## Decision\n\n"
        "`Cart.total` adds whole numbers, e.g. Cents. Prices are whole:\n\n- no float\n- no `Decimal`\n\n"
        "## Consequences\n\nPrices are converted once.\n"
    )
    rejected = record.replace("Accepted", "Rejected").replace("1. Count", "2. Count")
    madr = (
        "---\nstatus: accepted\n---\n# Keep one connection\n\n## Considered Options\n\n* pool\n* one\n\n"
        '## Decision Outcome\n\nChosen option: "one", because `shop.connect` is slow.\n\n'
        "### Consequences\n\n* Good, because calls are fast.\n"
    )
    about_nothing = record.replace("`Cart.total`", "The cart").replace("1. Count", "4. Count")
    template = record.replace("1. Count in cents", "5. Record architecture decisions")
    entry = "`connect` keeps its socket open, because a second handshake costs 80 ms on mobile networks"
    lump = "`pay` is stricter, because carts must be whole:\n    - no empty carts\n    - no negative prices in them"
    plain = "`pay` takes the cart and returns the same cart as before"
    changelog = f"# Changelog\n\n## 1.2.0\n\n- {entry}\n- {plain}\n- {lump}\n"
    for path, text in (
        ("first/docs/adr/0001-cents.md", record),
        ("first/docs/adr/0002-dollars.md", rejected),
        ("first/docs/adr/0003-connection.md", madr),
        ("first/docs/adr/0004-nothing.md", about_nothing),
        ("first/docs/adr/0005-records.md", template),
        ("first/CHANGELOG.md", changelog.replace("`connect`", "`shop.connect`")),
    ):
        workspace.set_document(path.removeprefix("first/"), SourceText(text.encode(), "markdown"))
    notes = Notes(workspace.analysis().result())
    nygard, madr_form, change = notes.proposals(ProposalQuery(), CancelToken()).notes
    assert (nygard.type, nygard.text, nygard.about) == (
        "decision",
        "Count in cents\n\n`Cart.total` adds whole numbers, e.g. Cents. Prices are whole: no float …\n\n"
        "Recorded in `docs/adr/0001-cents.md`.",
        (TOTAL, "docs/adr/0001-cents.md"),
    )
    assert madr_form.text == (
        'Keep one connection\n\nChosen option: "one", because `shop.connect` is slow.\n\n'
        "Recorded in `docs/adr/0003-connection.md`."
    )
    assert change.text.startswith("`shop.connect` keeps its socket open, because")
    assert change.about == ("shop.py::connect",)
    keep(workspace, change.text, *change.about, source=change.source)
    left = Notes(workspace.analysis().result()).proposals(ProposalQuery(), CancelToken())
    assert [one.source for one in left.notes] == [nygard.source, madr_form.source]
    assert len(left.warnings) == len(workspace.analysis().result().roots.all), "they are no repositories"
