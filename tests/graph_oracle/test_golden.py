"""Our index of two small workspaces against the committed indexes of compilers; the large ones are `make oracle`'s.

The bounds stand a little below what is measured, so that a change that loses something fails here.
"""

from pathlib import Path

import pytest

from ctx_lsp.text.source import SourceText
from tests.graph_oracle.compare import Comparison, Row, compare
from tests.graph_oracle.golden import INDEXES, SHOP, TENACITY, load
from tests.graph_oracle.oracle import make_oracle
from tests.graph_oracle.ours import Ours, index_workspace
from tests.graph_oracle.packages import Language

Sources = dict[str, SourceText]


def read(root: Path, pattern: str) -> Sources:
    return {path.relative_to(root).as_posix(): SourceText(path.read_bytes()) for path in sorted(root.rglob(pattern))}


@pytest.fixture(scope="session")
def workspaces(tenacity_root: Path) -> dict[Language, Sources]:
    return {"python": read(tenacity_root, "*.py"), "typescript": read(SHOP, "*.ts")}


@pytest.fixture(scope="session")
def comparisons(workspaces: dict[Language, Sources]) -> dict[Language, Comparison]:
    return {language: compared(language, sources, sources) for language, sources in workspaces.items()}


def compared(language: Language, sources: Sources, seen: Sources) -> Comparison:
    """Compare the oracle's index of `sources` with ours of `seen`."""
    oracle = make_oracle(load(INDEXES[language]), sources)
    assert oracle.paths == sources.keys()
    return compare(oracle, Ours(index_workspace(seen), oracle.paths), sources)


@pytest.mark.parametrize(
    ("language", "row", "precision", "recall"),
    [
        ("python", "definitions", 0.99, 0.99),
        ("python", "references", 0.97, 0.95),
        ("python", "imports", 0.99, 0.99),
        ("python", "inheritance", 0.97, 0.99),
        ("python", "overrides", 0.99, 0.99),
        ("typescript", "definitions", 0.96, 0.99),
        ("typescript", "references", 0.96, 0.93),
        ("typescript", "imports", 0.99, 0.85),
        ("typescript", "inheritance", 0.99, 0.99),
        ("typescript", "overrides", 0.45, 0.99),  # two of four are parameter properties, which the index leaves out
    ],
)
def test_agreement(
    comparisons: dict[Language, Comparison], language: Language, row: Row, precision: float, recall: float
) -> None:
    score = comparisons[language].scores[row]
    differences = [miss for miss in comparisons[language].misses if miss.row == row]
    assert score.expected, "the golden index has nothing of this kind"
    assert score.precision >= precision, differences
    assert score.recall >= recall, differences


def test_an_index_of_nothing_finds_nothing(workspaces: dict[Language, Sources]) -> None:
    sources = workspaces["typescript"]
    made = compared("typescript", sources, dict.fromkeys(sources, SourceText(b"")))
    assert {row: score.found for row, score in made.scores.items()} == dict.fromkeys(made.scores, 0)
    assert all(score.recall == 0 and score.expected for score in made.scores.values())


def test_names_that_lead_elsewhere_are_errors(workspaces: dict[Language, Sources]) -> None:
    """Our index sees a text in which two types of names of one length have changed their names."""
    sources = workspaces["typescript"]
    items = sources["src/items.ts"].data
    turned = items.replace(b"interface Named {", b"interface Label {").replace(b"type Label =", b"type Named =")
    assert len(turned) == len(items)
    assert turned != items
    made = compared("typescript", sources, {**sources, "src/items.ts": SourceText(turned)})
    wrong = {(miss.row, miss.expected.rpartition("/")[2]) for miss in made.misses if miss.outcome == "wrong"}
    assert wrong >= {("references", "Named#"), ("references", "Label#"), ("imports", "Named#")}


def test_the_committed_index_is_of_the_pinned_version() -> None:
    symbols = {one.symbol for document in load(INDEXES["python"]) for one in document.occurrences}
    assert any(symbol.startswith(f"scip-python python tenacity {TENACITY.version} ") for symbol in symbols)
