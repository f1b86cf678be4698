"""Facts of edited texts: after any edit, they equal the facts of the text read from scratch."""

import gc
import importlib
import os
import pkgutil
import sysconfig
from pathlib import Path

import pytest

import tests.syntax.languages
from ctx_lsp.base.profiling import profiled
from ctx_lsp.base.system import resident_bytes
from ctx_lsp.languages.table import all_languages
from ctx_lsp.syntax.facts import file_facts
from ctx_lsp.syntax.incremental.edits import Edit, find_edit
from ctx_lsp.syntax.incremental.facts import KEPT_FILES, IncrementalFacts
from ctx_lsp.text.source import SourceText
from tests.syntax.editing import session

ACTIONS = int(os.environ.get("EDIT_ACTIONS", "6"))  # of a session; `make fuzz` has long ones
ALLOWED_BYTES = 6_000_000  # noise; trees that stayed would come to a hundred times as much


def fixtures() -> dict[str, str]:
    """The longest source in the tests of each language, by its name."""
    found: dict[str, str] = {}
    names = {row.name for row in all_languages()}
    for module in pkgutil.iter_modules(tests.syntax.languages.__path__):
        language = module.name.removeprefix("test_").removeprefix("more_")
        values = vars(importlib.import_module(f"tests.syntax.languages.{module.name}")).values()
        texts = [value for value in values if isinstance(value, str) and value.startswith("\n")]
        if texts and language in names:
            found[language] = max([found.get(language, ""), *texts], key=len)
    return found


FIXTURES = fixtures()


def package_file(name: str) -> str:
    return (Path(sysconfig.get_path("purelib")) / name).read_text("utf-8")


def assert_same_facts(path: str, text: str, seed: int, actions: int, language: str = "") -> None:
    memo = IncrementalFacts()
    for number, step in enumerate(session(text, seed, actions)):
        source = SourceText(step.encode(), language)
        assert memo.facts(path, source) == file_facts(path, source), (path, seed, number)


@pytest.mark.parametrize("language", FIXTURES)
@pytest.mark.parametrize("seed", range(2))
def test_facts_of_edited_texts_are_those_of_reading_them_from_nothing(language: str, seed: int) -> None:
    assert_same_facts("a", FIXTURES[language], seed, ACTIONS, language)


@pytest.mark.parametrize("language", FIXTURES)
def test_so_are_those_of_texts_in_which_definitions_get_other_names(language: str) -> None:
    memo = IncrementalFacts()
    data = FIXTURES[language].encode()
    for number in range(8):
        spans = memo.facts("a", SourceText(data, language)).spans
        if not spans:  # the new names left nothing that parses
            assert number
            break
        one, other = (spans[(number * step) % len(spans)] for step in (7, 11))
        name = data[other.name_start : other.name_end] if number % 2 else data[one.name_start : one.name_end] + b"x"
        data = data[: one.name_start] + name + data[one.name_end :]
        source = SourceText(data, language)
        assert memo.facts("a", source) == file_facts("a", source), (number, name)


@pytest.mark.parametrize("name", ["structlog/stdlib.py", "rich/table.py"])
def test_so_are_those_of_longer_files(name: str) -> None:
    assert_same_facts("a.py", package_file(name), 3, 2)


MEMBERS = "".join(f"  v{number}.w({number}),\n" for number in range(60))
METHODS = "".join(f"void f{number}() {{ g{number}(); }}\n" for number in range(300))
CALLS = "".join(f"    other_{number}(1);\n" for number in range(400))
BOUND_TWICE = f"def f():\n    x = A()\n    x = B()\n{CALLS}    x.run()\n"
LISTED = f"f(a < b,\n{MEMBERS}  (x) => {{\n    x.run();\n  }});\n{CALLS}"
TUPLE = f"const pair: Pair = [\n\n\n  (a) => {{\n{CALLS}    a.run();\n{CALLS}  }},\n  (b) => {{ b.run(); }},\n];\n"
CHAINED = f"class C {{ void f(A a, B b) {{\n a\n.b()\n.c(\n{MEMBERS}  x -> {{\n    x.run(); }});\n}}\n{METHODS}}}\n"


@pytest.mark.parametrize(
    ("path", "text", "old", "new"),
    [
        ("a.py", BOUND_TWICE, "x = A()\n    x = B()\n", "x = B()\n    x = A()\n"),
        ("a.ts", LISTED, "a < b,\n", "a < b,\n  c,\n"),
        ("a.ts", TUPLE, "[\n", "[\n  null,"),
        ("a.ts", TUPLE, "[\n", "[\n  ...others,"),
        ("a.java", CHAINED, " a\n", " b\n"),
    ],
)
def test_rows_far_from_the_edit_are_kept(path: str, text: str, old: str, new: str) -> None:
    memo = IncrementalFacts()
    before = memo.facts(path, SourceText(text.encode()))
    edited = SourceText(text.replace(old, new).encode())
    after = memo.facts(path, edited)
    receivers = [[one.receiver for one in facts.references if one.name == "run"] for facts in (before, after)]
    assert receivers[0] != receivers[1]
    assert after == file_facts(path, edited)


@pytest.mark.parametrize("broken", ["g7(); h(x, y)", "g7(); h(x", "g7(); h x y;", "g7()"])
def test_a_text_without_errors_is_parsed_like_the_latest_such_text(broken: str) -> None:
    text, between, typed = (
        SourceText(METHODS.replace("g7();", body).join(("class C {\n", "}\n")).encode())
        for body in ("g7();", broken, "g7(); h(x, y);")
    )
    memo = IncrementalFacts()
    memo.facts("a.java", text)
    memo.facts("a.java", between)
    with profiled() as profile:
        found = memo.facts("a.java", typed)
    assert found == file_facts("a.java", typed)
    assert (profile.counts["parses"], profile.counts["whole parses"]) == (1, 0)


@pytest.mark.parametrize("typed", ["import a.bc", "import a.b#c"])
def test_a_definition_without_a_body_moves_with_the_text_before_it(typed: str) -> None:
    """It is the first node after the difference, and tree-sitter does not match it if it sees no more of the text."""
    memo = IncrementalFacts()
    text = "import a.b\n\ntrait Foo\n\n" + "".join(f"class C{number} {{ def f() = 1 }}\n" for number in range(9))
    memo.facts("a.scala", SourceText(text.encode()))
    source = SourceText(text.replace("import a.b", typed).encode())
    assert memo.facts("a.scala", source) == file_facts("a.scala", source)


def test_every_outlined_language_is_edited() -> None:
    assert len(FIXTURES) >= 60
    assert all(file_facts("a", SourceText(text.encode(), name)).outline.symbols for name, text in FIXTURES.items())


def test_the_language_of_a_path_may_change_from_text_to_text() -> None:
    memo = IncrementalFacts()
    for language in ("python", "ruby", "", "python", "markdown"):
        source = SourceText(f"def a(b):\n  c(b)\n# {language}\n".encode(), language)
        assert memo.facts("a", source) == file_facts("a", source)


def test_other_texts_come_and_go() -> None:
    memo = IncrementalFacts()
    for text in ("def a(): b()\n", "(" * 5_000, "", "def a(): c()\n", "def a(): cd()\n"):
        source = SourceText(text.encode())
        assert memo.facts("a.py", source) == file_facts("a.py", source)


@pytest.mark.parametrize(
    ("old", "new", "edit"),
    [
        ("", "", (0, 0, 0)),
        ("abc", "abc", (3, 3, 3)),
        ("", "ab", (0, 0, 2)),
        ("ab", "", (0, 2, 0)),
        ("abc", "axc", (1, 2, 2)),
        ("aa", "aaa", (2, 2, 3)),
        ("aaa", "aa", (2, 3, 2)),
        ("abcdef", "abXYef", (2, 4, 4)),
        ("left", "right", (0, 3, 4)),
    ],
)
def test_an_edit_is_the_part_between_equal_starts_and_ends(old: str, new: str, edit: tuple[int, ...]) -> None:
    assert find_edit(old.encode(), new.encode()) == Edit(*edit)


def test_little_is_kept() -> None:
    memo = IncrementalFacts()
    for number in range(2 * KEPT_FILES):
        memo.facts(f"{number}.py", SourceText(b"a = 1\n"))
    assert memo.kept == [f"{number}.py" for number in range(KEPT_FILES, 2 * KEPT_FILES)]


def test_long_texts_are_kept_as_far_as_there_is_room() -> None:
    memo = IncrementalFacts(kept_bytes=200)
    for path, size in (("a.py", 60), ("b.py", 90), ("c.py", 40), ("d.py", 100), ("e.py", 300)):
        memo.facts(path, SourceText(b"a = 1\n".ljust(size)))
        if path == "d.py":
            assert memo.kept == ["c.py", "d.py"]
    assert memo.kept == []


def test_a_long_text_with_an_error_is_kept_without_the_one_before() -> None:
    memo = IncrementalFacts(kept_bytes=100)
    for text in (b"a = 1\n".ljust(60), b"a = = 1\n".ljust(60)):
        memo.facts("a.py", SourceText(text))
        assert memo.kept == ["a.py"]


def test_typing_all_day_keeps_no_memory() -> None:
    memo = IncrementalFacts()
    text = package_file("structlog/stdlib.py")
    at = text.index("def ")

    def typed(rounds: int) -> None:
        for number in range(rounds):
            memo.facts("a.py", SourceText((text[:at] + "x" * (number % 9) + text[at:]).encode()))

    typed(20)
    gc.collect()
    before = resident_bytes()
    typed(100)
    gc.collect()
    assert resident_bytes() - before < ALLOWED_BYTES
