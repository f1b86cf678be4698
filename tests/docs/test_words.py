"""Words: names in the glossary exist in the source, and phrases that readers stumbled over stay out of prose."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "ctx_lsp"
PAGES = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "editors").glob("*/README.md")),
    ROOT / "CHANGELOG.md",
    PACKAGE / "ARCHITECTURE.md",
]
SOURCES = sorted(PACKAGE.rglob("*.py"))
CLIENTS = [
    *sorted((ROOT / "editors" / "vscode" / "src").rglob("*.ts")),
    *sorted((ROOT / "editors" / "vscode" / "test").rglob("*.ts")),
    *sorted((ROOT / "editors" / "neovim").rglob("*.lua")),
]

# Each is a habit, not a mistake: clauses without a noun, passives without an agent, negations of things.
PHRASES = re.compile(
    r"\b(of now|(?:is|are) told|told of|says no more|none of ours|without a word|all the same|"
    r"has been asked of|what is meant by it|as good as missing|speaks? for)\b"
)


# A description that begins with a clause in the place of a noun or a verb. "Whether" says what a flag means.
CLAUSE = re.compile(r"(What|Who|Whose|How|Where|Which|When) ")
COMMENT = re.compile(r"\s*(?://|---?|/\*\*)\s*(.*)")


def test_the_glossary_names_classes_of_the_source() -> None:
    named = re.findall(r"`([A-Z]\w+)`", (ROOT / "docs" / "glossary.md").read_text("utf-8"))
    classes = {
        node.name
        for file in SOURCES
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.ClassDef)
    }
    assert named
    assert sorted(set(named) - classes) == []


def test_a_term_is_explained_once() -> None:
    rows = re.findall(r"^\| ([a-z][^|]*) \|", (ROOT / "docs" / "glossary.md").read_text("utf-8"), re.M)
    terms = [term.strip() for row in rows for term in row.split(",") if row != "term"]
    assert sorted({term for term in terms if terms.count(term) > 1}) == []


def test_stumbling_blocks_do_not_come_back() -> None:
    found = [
        f"{file.relative_to(ROOT)}:{number}: {line.strip()}"
        for file in (*PAGES, *SOURCES, *CLIENTS)
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        if PHRASES.search(line)
    ]
    assert found == []


def test_descriptions_begin_with_a_noun_or_a_verb() -> None:
    described = [
        *((file, text) for file in SOURCES for text in _docstrings(file.read_text("utf-8"))),
        *((file, text) for file in CLIENTS for text in _comments(file.read_text("utf-8"))),
    ]
    assert [f"{file.relative_to(ROOT)}: {text}" for file, text in described if CLAUSE.match(text)] == []


def _docstrings(source: str) -> Iterator[str]:
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, documented) and (text := ast.get_docstring(node)):
            yield text


def _comments(source: str) -> Iterator[str]:
    """The first line of each comment of a client that has a line of its own."""
    inside = False
    for line in source.splitlines():
        comment = COMMENT.match(line)
        if comment and not inside:
            yield comment[1]
        inside = comment is not None
