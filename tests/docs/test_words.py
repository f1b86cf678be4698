"""Words: names in the glossary exist in the source, and phrases that readers stumbled over stay out of prose."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "ctx_lsp"
PAGES = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "editors").glob("*/README.md")),
    PACKAGE / "ARCHITECTURE.md",
]
SOURCES = sorted(PACKAGE.rglob("*.py"))

# Each is a habit, not a mistake: clauses without a noun, passives without an agent, negations of things.
PHRASES = re.compile(
    r"\b(of now|(?:is|are) told|told of|says no more|none of ours|without a word|all the same|"
    r"has been asked of|what is meant by it|as good as missing|speaks? for)\b"
)


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
        for file in (*PAGES, *SOURCES)
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        if PHRASES.search(line)
    ]
    assert found == []
