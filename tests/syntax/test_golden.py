"""Real source of well-known packages in the full-depth languages and one more: its outline is the one that was kept.

The texts stand in `golden/<language>/`, with `.txt` behind their names so that no tool takes them for code of this
project; `golden/NOTICE.md` says where they are from. After a change that is meant, write the outlines anew with

    python -m tests.syntax.test_golden
"""

from pathlib import Path

import pytest

from ctx_lsp.snapshot.host import Host
from ctx_lsp.syntax.detection import language_of
from ctx_lsp.syntax.facts import file_facts
from ctx_lsp.text.source import SourceText
from tests.syntax.invariants import assert_sound
from tests.syntax.languages.outlines import imports, symbols

GOLDEN = Path(__file__).parent / "golden"
FILES = sorted(GOLDEN.glob("*/*.txt"))
LANGUAGES = (
    "python", "javascript", "typescript", "tsx", "java", "go", "rust", "c", "cpp", "csharp", "ruby", "php", "kotlin",
    "swift", "scala", "thrift",
)  # fmt: skip


def outline_of(file: Path) -> str:
    """The symbols of `file`, an empty line, and its imports."""
    text = file.read_text("utf-8")
    return f"{symbols(file.stem, text)}\n\n{imports(file.stem, text)}\n"


def kept(file: Path) -> Path:
    """Where the outline of `file` is kept."""
    return file.with_suffix(".outline")


def test_each_language_has_a_text_that_names_say_to_be_in_it() -> None:
    assert {file.parent.name for file in FILES} == set(LANGUAGES)
    for file in FILES:
        assert language_of(file.stem, SourceText(file.read_bytes())) == file.parent.name


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.name)
def test_the_outline_is_the_one_that_was_read(file: Path) -> None:
    assert outline_of(file) == kept(file).read_text("utf-8"), "see above how to write it anew, and read the difference"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.name)
def test_the_facts_are_sound(file: Path) -> None:
    source = SourceText(file.read_bytes())
    assert_sound(file_facts(file.stem, source), source)


def test_each_text_has_its_origin_and_licence() -> None:
    notice = (GOLDEN / "NOTICE.md").read_text("utf-8")
    assert [file.name for file in FILES if f"| `{file.parent.name}/{file.name}` |" not in notice] == []


def test_references_of_all_of_them_are_resolved_together() -> None:
    """One workspace of all languages: each file has edges, and none is into a language that it cannot name."""
    host = Host()
    files = {f"{file.parent.name}/{file.stem}": SourceText(file.read_bytes()) for file in FILES}
    host.apply(files)
    assert set(host.resolve()) == set(files)


if __name__ == "__main__":
    for each in FILES:
        kept(each).write_text(outline_of(each), "utf-8")
