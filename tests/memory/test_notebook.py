"""Notes in a snapshot: verdicts on their anchors, age, replacement, and the notes about a symbol."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from textwrap import indent

import pytest

from ctx_lsp.base.cancel import Cancelled, CancelToken
from ctx_lsp.base.profiling import profiled
from ctx_lsp.memory import (
    Anchor,
    JudgedAnchor,
    JudgedNote,
    Note,
    NoteType,
    anchor_of,
    anchors,
    note_beginnings,
    notebook,
    notes_about,
    notes_in,
    write_note,
)
from ctx_lsp.memory.anchors import MAX_NAMESAKES
from ctx_lsp.memory.decay import EPOCH, strength
from ctx_lsp.memory.note_text import FOLDER
from ctx_lsp.memory.quoting import NoteIndex
from ctx_lsp.memory.superseding import superseding
from ctx_lsp.settings import CacheSettings, ModelSettings, Settings
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import Workspace
from tests.workspace.opening import opened

SETTINGS = Settings(model=ModelSettings("none"), cache=CacheSettings(enabled=False))
WRITTEN = date(2026, 1, 1)
TODAY = (WRITTEN - EPOCH).days
CODE = """\
class Cart:
    def total(self, prices):
        return sum(prices)


def rate(kind):
    return 2
"""
TOTAL = "shop/cart.py::Cart.total"


@contextmanager
def shop(folder: Path, files: Mapping[str, str]) -> Iterator[Workspace]:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    with opened(folder, SETTINGS) as workspace:
        yield workspace


def nowhere(_: str) -> bool:
    return False


def snapshot_of(workspace: Workspace) -> Snapshot:
    return workspace.analysis().result().snapshot


def anchored(snapshot: Snapshot, symbol: str) -> Anchor:
    definition = snapshot.definition(symbol)
    assert definition is not None
    return anchor_of(snapshot, definition)


def only(snapshot: Snapshot, day: int = TODAY) -> JudgedNote:
    (note,), problems = notes_in(snapshot, day, nowhere)
    assert not problems
    return note


@pytest.mark.parametrize(
    ("changed", "verdict", "now"),
    [
        ({"shop/cart.py": CODE}, "fresh", TOTAL),
        ({"shop/cart.py": "import os\n\n\n" + CODE}, "fresh", TOTAL),
        ({"shop/cart.py": CODE.replace("sum(prices)", "round(sum(prices))")}, "drifted", TOTAL),
        ({"shop/cart.py": "", "shop/basket.py": CODE}, "moved", "shop/basket.py::Cart.total"),
        (
            {"shop/cart.py": CODE.replace("        return", "    \n            # all\n            return")},
            "fresh",
            TOTAL,
        ),
        ({"shop/cart.py": f"class Shop:\n{indent(CODE, '    ')}"}, "moved", "shop/cart.py::Shop.Cart.total"),
        ({"shop/cart.py": "", "shop/basket.py": CODE.replace("sum", "max")}, "orphaned", ""),  # only a namesake
        ({"shop/cart.py": "", "shop/a.py": CODE, "shop/b.py": CODE}, "orphaned", ""),  # which of the two?
        ({"shop/cart.py": ""}, "orphaned", ""),
        ({"shop/cart.py": CODE.replace("Cart", "ShopCart")}, "moved", "shop/cart.py::ShopCart.total"),
        ({"shop/cart.py": CODE.replace("Cart", "Order")}, "orphaned", ""),  # an unrelated type
        (
            {"shop/cart.py": CODE.replace("Cart", "CartA") + CODE.replace("Cart", "CartB")},
            "orphaned",
            "",
        ),  # which of the two?
        (
            {"shop/cart.py": CODE.replace("Cart", "OldCart") + CODE.replace("Cart", "B")},
            "moved",
            "shop/cart.py::OldCart.total",
        ),
        ({"shop/cart.py": "class Cart:\n    pass\n" + CODE.replace("Cart", "B")}, "orphaned", ""),  # its type is there
    ],
)
def test_an_anchor_follows_its_code(tmp_path: Path, changed: Mapping[str, str], verdict: str, now: str) -> None:
    with shop(tmp_path, {"shop/cart.py": CODE}) as workspace:
        note = Note("gotcha", "Round late", "", WRITTEN, anchors=(anchored(snapshot_of(workspace), TOTAL),))
        texts = {".ctx-lsp/memory/round.md": write_note(note), **changed}
        for path, text in texts.items():  # unsaved
            workspace.set_document(path, SourceText(text.encode(), "markdown" if path.endswith(".md") else "python"))
        found = only(snapshot_of(workspace))
    assert [(one.verdict, one.now) for one in found.anchors] == [(verdict, now)]
    assert found.verdict == verdict
    assert found.is_current == (verdict != "orphaned")


LONG = """\
class Cart:
    def total(self, prices, rate):
        found = 0
        for one in prices:
            found += round(one * rate, 2)
        return found
"""


@pytest.mark.parametrize(
    ("now", "verdict", "target"),
    [
        ({"shop/cart.py": LONG.replace("total", "amount")}, "moved", "shop/cart.py::Cart.amount"),
        ({"shop/cart.py": LONG.replace("Cart", "Basket")}, "moved", "shop/cart.py::Basket.total"),
        ({"shop/cart.py": "", "shop/sum.py": LONG}, "moved", "shop/sum.py::Cart.total"),
        ({"shop/cart.py": LONG.replace("total", "amount") * 2}, "orphaned", ""),  # which of the two?
        ({"shop/cart.py": None, "shop/basket.py": LONG.replace("2)", "3)")}, "orphaned", ""),
        ({"shop/cart.py": "", "shop/basket.py": LONG.replace("2)", "3)")}, "orphaned", ""),  # its file is still there
    ],
)
def test_renamed_code_is_followed(tmp_path: Path, now: Mapping[str, str | None], verdict: str, target: str) -> None:
    with shop(tmp_path, {"shop/cart.py": LONG}) as workspace:
        note = Note("gotcha", "Round late", "", WRITTEN, anchors=(anchored(snapshot_of(workspace), TOTAL),))
        (tmp_path / ".ctx-lsp/memory").mkdir(parents=True)
        (tmp_path / ".ctx-lsp/memory/round.md").write_text(write_note(note))
        for path, text in now.items():
            if text is None:
                (tmp_path / path).unlink()
            else:
                (tmp_path / path).write_text(text)
        workspace.files_changed([*now, ".ctx-lsp/memory/round.md"])
        found = only(snapshot_of(workspace))
    assert [(one.verdict, one.now) for one in found.anchors] == [(verdict, target)]


def test_a_member_of_a_type_with_a_namesake_is_followed(tmp_path: Path) -> None:
    with shop(tmp_path, {"shop/cart.py": CODE + LONG}) as workspace:
        second = "shop/cart.py::Cart#2.total"
        note = Note("gotcha", "Round late", "", WRITTEN, anchors=(anchored(snapshot_of(workspace), second),))
        now = {".ctx-lsp/memory/round.md": write_note(note), "shop/cart.py": CODE, "shop/sum.py": LONG}
        for path, text in now.items():
            workspace.set_document(path, SourceText(text.encode(), "markdown" if path.endswith(".md") else "python"))
        found = only(snapshot_of(workspace))
    assert [(one.verdict, one.now) for one in found.anchors] == [("moved", "shop/sum.py::Cart.total")]


@pytest.mark.parametrize(
    "now",
    [
        {"shop/copy.py": LONG, "shop/cart.py": LONG.replace("2)", "3)")},  # the copy has another author
        {"shop/cart.py": LONG.replace("2)", "3)") + LONG.replace("Cart", "Basket").replace("total", "amount")},
    ],
)
def test_a_changed_symbol_does_not_move_to_a_copy(tmp_path: Path, now: Mapping[str, str]) -> None:
    with shop(tmp_path, {"shop/cart.py": LONG}) as workspace:
        note = Note("gotcha", "Round late", "", WRITTEN, anchors=(anchored(snapshot_of(workspace), TOTAL),))
        for path, text in {".ctx-lsp/memory/round.md": write_note(note), **now}.items():
            workspace.set_document(path, SourceText(text.encode(), "markdown" if path.endswith(".md") else "python"))
        found = only(snapshot_of(workspace))
    assert [(one.verdict, one.now) for one in found.anchors] == [("drifted", TOTAL)]


def test_work_for_a_note_does_not_grow_with_namesakes(tmp_path: Path) -> None:
    others = {f"shop/part{number}.py": LONG.replace("2)", f"{number})") for number in range(MAX_NAMESAKES + 10)}
    with shop(tmp_path, {"shop/cart.py": LONG, **others}) as workspace:
        note = Note("gotcha", "Round late", "", WRITTEN, anchors=(anchored(snapshot_of(workspace), TOTAL),))
        workspace.set_document("shop/cart.py", SourceText(b"", "python"))
        workspace.set_document(".ctx-lsp/memory/round.md", SourceText(write_note(note).encode(), "markdown"))
        with profiled() as profile:
            found = only(snapshot_of(workspace))
    assert found.verdict == "orphaned"
    assert profile.counts["digests"] == 0


def test_notes_are_judged_once_for_a_snapshot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    judged = []

    def judge_symbol(snapshot: Snapshot, anchor: Anchor, root: str, token: CancelToken) -> JudgedAnchor:
        judged.append(anchor)
        return anchors.judge_symbol(snapshot, anchor, root, token)

    monkeypatch.setattr(notebook, "judge_symbol", judge_symbol)
    note = Note("gotcha", "Round late", "", WRITTEN, anchors=(Anchor(TOTAL), Anchor("logo.png")))
    with shop(tmp_path, {"shop/cart.py": CODE, ".ctx-lsp/memory/round.md": write_note(note)}) as workspace:
        snapshot = snapshot_of(workspace)
        assert only(snapshot).verdict == "orphaned"
        (found,), _ = notes_in(snapshot, TODAY, lambda path: path == "logo.png")  # files may appear meanwhile
        assert found.verdict == "fresh"
        assert NoteIndex().lines(snapshot, [TOTAL])
        assert len(judged) == 1
        workspace.set_document("shop/cart.py", SourceText(b"", "python"))
        assert only(snapshot_of(workspace)).anchors[0].verdict == "orphaned"


def test_judging_notes_can_be_cancelled(tmp_path: Path) -> None:
    note = Note("gotcha", "Round late", "", WRITTEN, anchors=(Anchor(TOTAL),))
    token = CancelToken()
    token.cancel()
    with shop(tmp_path, {"shop/cart.py": CODE, ".ctx-lsp/memory/round.md": write_note(note)}) as workspace:
        with pytest.raises(Cancelled):
            notes_in(snapshot_of(workspace), TODAY, nowhere, token)
        assert only(snapshot_of(workspace)).verdict == "fresh"


def test_a_statement_that_moves_into_a_loop_changes_the_code(tmp_path: Path) -> None:
    loop = "def last(items):\n    for item in items:\n        found = item\n    return found\n"
    with shop(tmp_path, {"shop/loop.py": loop}) as workspace:
        note = Note("gotcha", "Last", "", WRITTEN, anchors=(anchored(snapshot_of(workspace), "shop/loop.py::last"),))
        changed = loop.replace("    return", "        return")
        for path, text in ((".ctx-lsp/memory/last.md", write_note(note)), ("shop/loop.py", changed)):
            workspace.set_document(path, SourceText(text.encode(), "markdown" if path.endswith(".md") else "python"))
        assert only(snapshot_of(workspace)).verdict == "drifted"


def test_notes_lie_directly_in_a_folder_of_notes_at_any_depth(tmp_path: Path) -> None:
    text = write_note(Note("gotcha", "Here", "", WRITTEN, anchors=(Anchor("cart.py"),)))
    files = {"shop/cart.py": CODE, "shop/.ctx-lsp/memory/a.md": text, ".ctx-lsp/memory/deeper/b.md": text}
    with shop(tmp_path, files) as workspace:
        snapshot = snapshot_of(workspace)
        (found,), problems = notes_in(snapshot, TODAY, nowhere)
        withheld = NoteIndex().withheld(snapshot, nowhere)
    assert (found.path, found.verdict, found.anchors[0].now) == ("shop/.ctx-lsp/memory/a.md", "fresh", "shop/cart.py")
    assert [one.path for one in problems] == [".ctx-lsp/memory/deeper/b.md"]
    assert withheld == {".ctx-lsp/memory/deeper/b.md"}


@pytest.mark.parametrize("name", ["A.MD", "deeper/b.md", "broken.md"])
def test_a_file_in_a_folder_of_notes_that_is_not_read_is_reported_and_withheld(tmp_path: Path, name: str) -> None:
    text = "# No front matter\n" if name == "broken.md" else write_note(Note("gotcha", "Here", "", WRITTEN))
    with shop(tmp_path, {f".ctx-lsp/memory/{name}": text}) as workspace:
        snapshot = snapshot_of(workspace)
        notes, (problem,) = notes_in(snapshot, TODAY, nowhere)
        assert (notes, problem.path, problem.is_valid) == ((), f".ctx-lsp/memory/{name}", False)
        assert NoteIndex().withheld(snapshot, nowhere) == {problem.path}


def test_notes_past_the_limit_are_one_problem_and_are_withheld(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook, "MAX_NOTES", 2)
    text = write_note(Note("gotcha", "Here", "", WRITTEN))
    with shop(tmp_path, {f".ctx-lsp/memory/{name}.md": text for name in "abcd"}) as workspace:
        snapshot = snapshot_of(workspace)
        notes, (problem,) = notes_in(snapshot, TODAY, nowhere)
        assert [one.id for one in notes] == ["a", "b"]
        assert (problem.path, problem.message) == (
            ".ctx-lsp/memory/c.md",
            "only 2 notes are read, in the order of their paths, and none from this one on",
        )
        assert NoteIndex().withheld(snapshot, nowhere) == {".ctx-lsp/memory/c.md", ".ctx-lsp/memory/d.md"}


@pytest.mark.parametrize(
    ("written", "superseded_by", "faults"),
    [
        ("round-early", "new", []),
        ("round-early.md", "new", []),
        (".ctx-lsp/memory/round-early.md", "new", []),
        ("round-erly", "", ["supersedes names no note: there is no round-erly; nearest: round-early"]),
        ("deleted-long-ago", "", []),
    ],
)
def test_a_replaced_note_may_be_named_by_id_or_path_and_a_misspelt_one_is_reported(
    tmp_path: Path, written: str, superseded_by: str, faults: list[str]
) -> None:
    files = {
        ".ctx-lsp/memory/round-early.md": write_note(Note("gotcha", "Early", "", WRITTEN)),
        ".ctx-lsp/memory/new.md": write_note(Note("gotcha", "New", "", WRITTEN, supersedes=(written,))),
    }
    with shop(tmp_path, files) as workspace:
        notes, problems = notes_in(snapshot_of(workspace), TODAY, nowhere)
    assert {one.id: one.superseded_by for one in notes} == {"round-early": superseded_by, "new": ""}
    assert [one.message for one in problems] == faults
    assert all(one.is_valid for one in problems)


@pytest.mark.parametrize(
    ("before", "after", "symbol", "now"),
    [
        ("def area(w, h):\n    return w * h\n", "def surface(w, h):\n    return w * h\n", "area", "surface"),
        (
            "class Box:\n    def size(self):\n        return self._sides\n",
            "class Box:\n    def count(self):\n        return self._sides\n",
            "Box.size",
            "Box.count",
        ),
        (
            "def f(a: int):\n    return a + 1\n\ndef f(b: str):\n    return b + '1'\n",
            "def f(x: bytes):\n    return x\n\ndef f(a: int):\n    return a + 1\n\n"
            "def f(b: str):\n    return b + '1'\n",
            "f#2",
            "f#3",
        ),
    ],
)
def test_short_code_is_followed_in_its_place(tmp_path: Path, before: str, after: str, symbol: str, now: str) -> None:
    with shop(tmp_path, {"shop/a.py": before}) as workspace:
        anchor = anchored(snapshot_of(workspace), f"shop/a.py::{symbol}")
        text = write_note(Note("gotcha", "T", "", WRITTEN, anchors=(anchor,)))
        workspace.set_document(".ctx-lsp/memory/t.md", SourceText(text.encode(), "markdown"))
        workspace.set_document("shop/a.py", SourceText(after.encode(), "python"))
        (judged,) = only(snapshot_of(workspace)).anchors
    assert (judged.verdict, judged.now) == ("moved", f"shop/a.py::{now}")


def test_equal_declarations_without_a_body_are_not_taken_for_each_other(tmp_path: Path) -> None:
    header = "void window_size(Window *window, int *w, int *h);\nvoid pixel_size(Window *window, int *w, int *h);\n"
    with shop(tmp_path, {"app/sdl.h": header}) as workspace:
        anchor = anchored(snapshot_of(workspace), "app/sdl.h::pixel_size")
        text = write_note(Note("gotcha", "T", "", WRITTEN, anchors=(anchor,)))
        workspace.set_document(".ctx-lsp/memory/t.md", SourceText(text.encode(), "markdown"))
        workspace.set_document("app/sdl.h", SourceText(header.partition("\n")[0].encode(), "c"))
        assert only(snapshot_of(workspace)).verdict == "orphaned"


PYTHON, JAVA, GO = "class A:\n{}\n{}\n", "class A {{\n{}\n{}\n}}\n", "package a\n\ntype A struct{{}}\n\n{}\n\n{}\n"


@pytest.mark.parametrize(
    ("path", "holder", "stub", "names"),
    [
        ("a.py", PYTHON, "    def {}(self, event):\n        raise NotImplementedError\n", ("start", "stop")),
        ("a.py", PYTHON, "    def {}(self, event, more):\n        return None\n", ("on_open", "on_close")),
        ("A.java", JAVA, "  int {}(int a) {{ throw new Unsupported(); }}", ("start", "stop")),
        ("a.go", GO, "func (a *A) {}(n int) error {{ return nil }}", ("Open", "Close")),
    ],
)
def test_stubs_are_not_taken_for_each_other(
    tmp_path: Path, path: str, holder: str, stub: str, names: tuple[str, str]
) -> None:
    first, second = map(stub.format, names)
    with shop(tmp_path, {path: holder.format(first, second)}) as workspace:
        anchor = anchored(snapshot_of(workspace), f"{path}::A.{names[1]}")
        text = write_note(Note("gotcha", "T", "", WRITTEN, anchors=(anchor,)))
        workspace.set_document(".ctx-lsp/memory/t.md", SourceText(text.encode(), "markdown"))
        language = snapshot_of(workspace).files[path].language
        workspace.set_document(path, SourceText(holder.format(first, "").encode(), language))
        assert only(snapshot_of(workspace)).verdict == "orphaned"


def test_a_note_is_not_said_to_misspell_itself_or_a_file_that_is_there(tmp_path: Path) -> None:
    files = {
        ".ctx-lsp/memory/retry-limit-2.md": write_note(Note("gotcha", "A", "", WRITTEN, supersedes=("retry-limit",))),
        ".ctx-lsp/memory/broken-one.md": "# No front matter\n",
        ".ctx-lsp/memory/broken-two.md": write_note(Note("gotcha", "B", "", WRITTEN, supersedes=("broken-one",))),
    }
    with shop(tmp_path, files) as workspace:
        _, problems = notes_in(snapshot_of(workspace), TODAY, nowhere)
    assert [one.path for one in problems] == [".ctx-lsp/memory/broken-one.md"]


def test_many_notes_that_replace_each_other_are_read_soon() -> None:
    ids = [f"note-{number}" for number in range(300)]
    notes = [(f"{FOLDER}{one}.md", Note("gotcha", one, "", WRITTEN, supersedes=tuple(ids))) for one in ids]
    found = superseding(notes, [path for path, _ in notes])  # each search of a list of pairs would take minutes
    assert (len(found.circular), found.replaced, found.misspelt) == (300, {}, {})


def test_one_of_several_definitions_with_one_name_that_is_gone_leaves_the_note_in_force(tmp_path: Path) -> None:
    code = "class A:\n    @property\n    def v(self):\n        return self.n\n"
    setter = "\n    @v.setter\n    def v(self, n):\n        self.n = n\n"
    with shop(tmp_path, {"shop/a.py": code + setter}) as workspace:
        both = tuple(anchored(snapshot_of(workspace), f"shop/a.py::A.v{number}") for number in ("", "#2"))
        text = write_note(Note("gotcha", "T", "", WRITTEN, anchors=both))
        workspace.set_document(".ctx-lsp/memory/t.md", SourceText(text.encode(), "markdown"))
        workspace.set_document("shop/a.py", SourceText(code.encode(), "python"))
        found = only(snapshot_of(workspace))
    assert [one.verdict for one in found.anchors] == ["fresh", "drifted"]
    assert found.is_current


def test_methods_follow_the_type_that_their_code_names(tmp_path: Path) -> None:
    code = "package uuid\n\ntype Gen struct{ n int }\n\nfunc (g *Gen) next() int {\n\tg.n++\n\treturn g.n\n}\n"
    with shop(tmp_path, {"uuid/gen.go": code}) as workspace:
        anchor = anchored(snapshot_of(workspace), "uuid/gen.go::Gen.next")
        text = write_note(Note("gotcha", "T", "", WRITTEN, anchors=(anchor,)))
        workspace.set_document(".ctx-lsp/memory/t.md", SourceText(text.encode(), "markdown"))
        renamed = code.replace("Gen", "IdGen").encode()
        workspace.set_document("uuid/gen.go", SourceText(renamed, "go"))
        (judged,) = only(snapshot_of(workspace)).anchors
    assert (judged.verdict, judged.now) == ("moved", "uuid/gen.go::IdGen.next")


def test_a_note_cannot_replace_itself(tmp_path: Path) -> None:
    files = {".ctx-lsp/memory/a.md": write_note(Note("gotcha", "A", "", WRITTEN, supersedes=("a",)))}
    with shop(tmp_path, files) as workspace:
        assert only(snapshot_of(workspace)).superseded_by == ""


@pytest.mark.parametrize("circle", [("a", "b"), ("a", "b", "c")])
def test_notes_that_replace_each_other_stay_and_are_named(tmp_path: Path, circle: tuple[str, ...]) -> None:
    def note(*supersedes: str) -> str:
        return write_note(Note("gotcha", "A", "", WRITTEN, supersedes=supersedes))

    replaced = {old: note(*((new,) if new else ())) for new, old in zip((*circle[1:], circle[0]), circle, strict=True)}
    replaced |= {"old": note(), "z": note("old", circle[0])}
    with shop(tmp_path, {f".ctx-lsp/memory/{name}.md": text for name, text in replaced.items()}) as workspace:
        notes, problems = notes_in(snapshot_of(workspace), TODAY, nowhere)
    assert {one.id: one.superseded_by for one in notes if one.id in circle[1:]} == dict.fromkeys(circle[1:], "")
    assert {one.id: one.superseded_by for one in notes}["old"] == "z"
    assert {one.id: one.superseded_by for one in notes}[circle[0]] == "z", "a note outside the circle still replaces it"
    assert [one.path for one in problems] == [f".ctx-lsp/memory/{name}.md" for name in circle]
    line = replaced["a"].split("\n")[problems[0].line]
    assert line.startswith("supersedes:")
    assert problems[0].text.startswith(".ctx-lsp/memory/a.md: supersedes is circular"), "it is a valid note"


@pytest.mark.parametrize("kind", ["decision", "gotcha"])
def test_a_note_that_only_asks_the_question_of_its_template_is_not_in_force(tmp_path: Path, kind: NoteType) -> None:
    title, _, question = note_beginnings("Cart.total")[kind].partition("\n\n")
    bodies = {
        "as-it-was": question,
        "wrapped": question.replace(", and", ",\nand"),
        "answered": f"{question}\n\nCents.",
        "replaced": "It loses cents.",
        "empty": "",
    }
    files = {
        f".ctx-lsp/memory/{name}.md": write_note(Note(kind, title, body, WRITTEN, reason=question))
        for name, body in bodies.items()
    }
    with shop(tmp_path, files) as workspace:
        notes, problems = notes_in(snapshot_of(workspace), TODAY, nowhere)
    assert {one.id for one in notes if not one.is_current} == {"as-it-was", "wrapped"}
    first, second = problems
    for one in problems:
        assert one.text == f"{one.path}: its text is still the question of its template: answer it, or delete the note"
        assert files[one.path].split("\n")[one.line].startswith(question.partition(",")[0])
    assert [first.path, second.path] == [f".ctx-lsp/memory/{name}.md" for name in ("as-it-was", "wrapped")]


def test_a_note_between_two_circles_is_on_neither(tmp_path: Path) -> None:
    replaced = {"a": ("b",), "b": ("a", "m"), "m": ("x",), "x": ("y",), "y": ("x",)}
    files = {
        f".ctx-lsp/memory/{name}.md": write_note(Note("gotcha", name, "", WRITTEN, supersedes=old))
        for name, old in replaced.items()
    }
    with shop(tmp_path, files) as workspace:
        notes, problems = notes_in(snapshot_of(workspace), TODAY, nowhere)
    assert {one.id: one.superseded_by for one in notes} == {"a": "", "b": "", "m": "b", "x": "m", "y": ""}
    names = {one.path.rpartition("/")[2]: one.message for one in problems}
    assert sorted(names) == ["a.md", "b.md", "x.md", "y.md"]
    assert "replaces a, which replaces this note" in names["b.md"], "m is not on the circle"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("---\ndate: 2026-01-31\ntype: gotch\n---\n# T\n", 2),
        ("---\ntype: gotcha\ndate: soon\n---\n# T\n", 2),
        ("---\ntype: gotcha\ncolour: red\ndate: 2026-01-31\n---\n# T\n", 2),
        ("---\ntype: gotcha\ndate: 2026-01-31\nanchors: {a: b}\n---\n# T\n", 3),
        ("---\ntype: gotcha\ndate: 2026-01-31\nscope: 'x\n---\n# T\n", 3),
        ("---\ntype: gotcha\ndate: 2026-01-31\n---\n", 0),
    ],
)
def test_a_problem_names_its_line(tmp_path: Path, text: str, line: int) -> None:
    with shop(tmp_path, {".ctx-lsp/memory/a.md": text}) as workspace:
        _, [problem] = notes_in(snapshot_of(workspace), TODAY, nowhere)
    assert problem.line == line


def test_a_file_is_an_anchor_as_long_as_it_exists(tmp_path: Path) -> None:
    notes = {
        f".ctx-lsp/memory/{name}.md": write_note(Note("decision", name, "", WRITTEN, anchors=(Anchor(target),)))
        for name, target in (("a", "shop/cart.py"), ("b", "shop/gone.py"), ("c", "logo.png"))
    }
    with shop(tmp_path, {"shop/cart.py": CODE, **notes}) as workspace:
        found, _ = notes_in(snapshot_of(workspace), TODAY, lambda path: path == "logo.png")
    assert [one.verdict for one in found] == ["fresh", "orphaned", "fresh"]


def test_age_follows_half_lives() -> None:
    assert strength("convention", WRITTEN, TODAY + 5_000) == 1.0
    assert strength("decision", WRITTEN, TODAY + 180) == pytest.approx(0.5)
    assert strength("gotcha", WRITTEN, TODAY + 45) == pytest.approx(0.7071, abs=0.0001)
    assert strength("failure", WRITTEN, TODAY + 270) == pytest.approx(0.125)
    assert strength("gotcha", WRITTEN, TODAY - 10) == 1.0


def test_a_weak_note_is_stale_and_still_there(tmp_path: Path) -> None:
    with shop(tmp_path, {".ctx-lsp/memory/a.md": write_note(Note("gotcha", "Old", "", WRITTEN))}) as workspace:
        assert not only(snapshot_of(workspace), TODAY + 150).is_stale
        assert only(snapshot_of(workspace), TODAY + 160).is_stale


def test_an_accepted_note_replaces_another(tmp_path: Path) -> None:
    files = {
        ".ctx-lsp/memory/old.md": write_note(Note("decision", "Old", "", WRITTEN)),
        ".ctx-lsp/memory/new.md": write_note(Note("decision", "New", "", WRITTEN, supersedes=("old",))),
        ".ctx-lsp/memory/idea.md": write_note(
            Note("decision", "Idea", "", WRITTEN, supersedes=("new",), source="agent", state="proposed")
        ),
    }
    with shop(tmp_path, files) as workspace:
        found = {one.id: one for one in notes_in(snapshot_of(workspace), TODAY, nowhere)[0]}
    assert {name: one.superseded_by for name, one in found.items()} == {"idea": "", "new": "", "old": "new"}
    assert [name for name, one in found.items() if one.is_current] == ["new"]


def test_notes_about_a_symbol_come_before_notes_whose_scope_covers_it(tmp_path: Path) -> None:
    def note(title: str, *targets: str, scope: tuple[str, ...] = ()) -> str:
        return write_note(Note("convention", title, "", WRITTEN, anchors=tuple(map(Anchor, targets)), scope=scope))

    files = {
        "shop/cart.py": CODE,
        ".ctx-lsp/memory/a-scope.md": note("scope", scope=("shop/**",)),
        ".ctx-lsp/memory/b-method.md": note("method", TOTAL),
        ".ctx-lsp/memory/c-class.md": note("class", "shop/cart.py::Cart"),
        ".ctx-lsp/memory/d-other.md": note("other", "shop/cart.py::rate"),
        ".ctx-lsp/memory/e-far.md": note("far", scope=("web/",)),
    }
    with shop(tmp_path, files) as workspace:
        notes, _ = notes_in(snapshot_of(workspace), TODAY, nowhere)
    assert [one.note.title for one in notes_about(notes, TOTAL)] == ["method", "class", "scope"]
    assert [one.note.title for one in notes_about(notes, "shop/cart.py")] == ["method", "class", "other", "scope"]


def test_a_file_that_is_no_note_is_named_with_the_reason(tmp_path: Path) -> None:
    with shop(tmp_path, {".ctx-lsp/memory/a.md": "# Only a heading\n"}) as workspace:
        notes, problems = notes_in(snapshot_of(workspace), TODAY, nowhere)
    assert notes == ()
    assert [(one.path, one.message.split(" between")[0]) for one in problems] == [
        (".ctx-lsp/memory/a.md", "a note begins with front matter")
    ]
