"""The text of a note: reading, writing, and what is refused."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctx_lsp.memory.model import NOTE_TYPES, Anchor, Note, NoteError
from ctx_lsp.memory.note_text import MAX_BODY, note_path, one_line, read_note, write_note
from ctx_lsp.memory.notebook import is_note

NOTE = Note(
    type="gotcha",
    title="Round totals only at the end",
    body="Rounding each price loses cents.\n\n- Round the sum.",
    date=date(2026, 11, 1),
    reason="totals were: one cent off",
    category="money",
    scope=("shop/**",),
    anchors=(Anchor("shop/a.py::total", "0123456789012345"), Anchor("shop/b.py")),
    supersedes=("round-early",),
    source="agent",
    state="proposed",
)

lines = st.text(st.characters(codec="utf-8"), max_size=40).map(one_line)
words = lines.filter(bool)
notes = st.builds(
    Note,
    type=st.sampled_from(NOTE_TYPES),
    title=words.map(lambda text: text.lstrip("# ") or "Title"),
    body=lines,
    date=st.dates(),
    reason=lines,
    category=lines,
    scope=st.lists(words.filter(lambda text: text.count("*") < 5), max_size=3).map(tuple),
    anchors=st.lists(st.builds(Anchor, words, lines), max_size=3).map(tuple),
    supersedes=st.lists(words, max_size=2).map(tuple),
    source=words,
    state=st.sampled_from(["accepted", "proposed"]),
)


def test_a_note_is_read_as_it_was_written() -> None:
    assert read_note(write_note(NOTE)) == NOTE


@settings(max_examples=50)
@given(notes)
def test_any_note_is_read_as_it_was_written(note: Note) -> None:
    assert read_note(write_note(note)) == note


def test_a_note_written_by_hand_needs_little() -> None:
    text = "---\r\ntype: decision\r\ndate: 2026-01-31\r\nanchors: a.py::total\r\n---\r\n\r\n## Use cents\r\nInts.\r\n"
    assert read_note(text) == Note(
        "decision", "Use cents", "Ints.", date(2026, 1, 31), anchors=(Anchor("a.py::total"),)
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a note begins with front matter"),
        ("---\ntype: decision\n", "no closing line"),
        ("---\n- a\n---\n# T", "must consist of fields"),
        ("---\ntype: [\n---\n# T", "not valid YAML"),
        (f"---\na: {'[' * 5_000}\n---\n# T", "at most 200 brackets"),
        ("---\na: &a [x]\nb: *a\n---\n# T", "aliases are not allowed"),
        ('---\ntype: decision\nanchors: ["c.py::\\ud800"]\n---\n# T', "half a character"),
        ("---\ntype: !!python/object:os.system x\n---\n# T", "type must be one of"),
        ("---\ntype: decision\ndate: !!timestamp x\n---\n# T", "date must be a day"),
        ("---\ntype: decision\ndate: 2026-01-01\nreason: !!set {a, b}\n---\n# T", "reason must be text"),
        (f"---\ntype: decision\ndate: 2026-01-01\nscope: [{', '.join(['a'] * 21)}]\n---\n# T", "at most 20 patterns"),
        ("---\ntype: decision\ndate: 2026-01-01\nscope: '*a*a*a*a*'\n---\n# T", "at most 4 wildcards"),
        (f"---\ntype: decision\ndate: 2026-01-01\n---\n# {'T' * 201}", "at most 200 characters"),
        (f"---\ntype: decision\ndate: 2026-01-01\n---\n# T\n{'x' * 20_001}", "at most 20,000 characters"),
        (f"---\n{'x' * 9_000}\n---\n# T", "at most 8,000 characters"),
        ("---\ntipe: decision\n---\n# T", "unknown field 'tipe'"),
        ("---\ntype: rule\ndate: 2026-01-01\n---\n# T", "type must be one of convention, decision"),
        ("---\ntype: decision\n---\n# T", "date must be a day"),
        ("---\ntype: decision\ndate: 2026-13-01\n---\n# T", "date must be a day"),
        ("---\ntype: decision\ndate: 2026-01-01\nanchors: [[1]]\n---\n# T", "each of the anchors"),
        ("---\ntype: decision\ndate: 2026-01-01\nscope: [[1]]\n---\n# T", "scope must be a list of texts"),
        ("---\ntype: decision\ndate: 2026-01-01\nreason: [a]\n---\n# T", "reason must be text"),
        ("---\ntype: decision\ndate: 2026-01-01\nstate: new\n---\n# T", "state must be one of accepted, proposed"),
        ("---\ntype: decision\ndate: 2026-01-01\n---\n\n\n", "needs a heading"),
    ],
)
def test_what_is_not_a_note_is_refused_with_the_reason(text: str, message: str) -> None:
    with pytest.raises(NoteError, match=message):
        read_note(text)


@pytest.mark.parametrize("text", ["!!bool x", "!!int 7", "0x" + "f" * 7_000, "1:59:59", "~", "yes", "2026-01-01"])
def test_values_are_texts_as_they_are_written(text: str) -> None:
    note = read_note(f"---\ntype: decision\ndate: 2026-01-01\nreason: {text}\n---\n# T")
    assert note.reason == text.rsplit(maxsplit=1)[-1]


@pytest.mark.parametrize(
    "note",
    [
        Note("decision", "T", "x" * (MAX_BODY + 1), date(2026, 1, 1)),
        Note("decision", "T" * 300, "", date(2026, 1, 1)),
        Note("decision", "T", "", date(2026, 1, 1), supersedes=("a" * 90,) * 100),
    ],
)
def test_what_could_not_be_read_is_not_written(note: Note) -> None:
    with pytest.raises(NoteError, match="at most"):
        write_note(note)


def test_paths_are_made_of_titles_and_never_taken_twice() -> None:
    first = note_path("Über-Größe: don't §!", ())
    assert first == ".ctx-lsp/memory/uber-grosse-don-t.md"
    assert note_path("Über-Größe: don't §!", {first}) == ".ctx-lsp/memory/uber-grosse-don-t-2.md"


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("見出し", "見出し"),
        ("Округлять: Й, ё", "округлять-й-ё"),
        ("हिन्दी नियम", "हिन्दी-नियम"),
        ("ﬁx İstanbul Ⅳ", "fix-istanbul-iv"),
        ("a/b\\c..d\x00e\u202ef_g", "a-b-c-d-e-f-g"),
        ("🎉 …", "note"),
        ("\u0301", "note"),
    ],
)
def test_letters_of_any_script_are_kept_in_paths(title: str, name: str) -> None:
    assert note_path(title, ()) == f".ctx-lsp/memory/{name}.md"


@given(st.text(max_size=300))
def test_a_path_is_one_short_file_name(title: str) -> None:
    folder, _, name = note_path(title, ()).rpartition("/")
    assert folder == ".ctx-lsp/memory"
    assert len(name.encode()) <= 255 - len("-1000")
    assert name.count(".") == 1
    assert name.isprintable()
    assert is_note(f"{folder}/{name}")


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ("type: decision\ndate: 2026-01-01\ntype: gotcha", 3),
        ("type: decision\ndate: 2026-01-01\n'date': 2026-01-02", 3),
        ("type: decision\ndate: 2026-01-01\nanchors:\n- target: a.py\n  target: b.py", 5),
    ],
)
def test_a_field_that_occurs_twice_is_refused_at_its_line(fields: str, line: int) -> None:
    with pytest.raises(NoteError, match="occurs twice") as refused:
        read_note(f"---\n{fields}\n---\n# T")
    assert refused.value.line == line
