"""Figures of a handful of statements, counted by hand; claims are aligned by lines."""

from pathlib import Path

import pytest

from tests.claims_truth.checker import Claim, Judged, read_claims
from tests.claims_truth.documents import Placed, write_documents
from tests.claims_truth.model import Fact, Form, Operator, Statement
from tests.claims_truth.report import markdown, misses
from tests.claims_truth.score import Scores, Share


def statement(operator: Operator | None, text: str = "`a.py` is here.") -> Statement:
    return Statement(Fact("path", {"path": "a.py"}, operator), Form("path", "markdown", text, "development"), text)


def judged(operator: Operator | None, *verdicts: str, kind: str = "path") -> Judged:
    claims = tuple(Claim("S.md", 0, 0, "a.py", kind, verdict, "", "") for verdict in verdicts)
    return Judged(Placed(statement(operator), "click", "S.md", 0, 0), claims)


@pytest.fixture
def scores() -> Scores:
    return Scores([
        judged(None, "confirmed"),
        judged(None, "unknown"),
        judged(None, "confirmed", "refuted"),
        judged(None),
        judged("typo", "refuted"),
        judged("typo", "confirmed"),
        judged("line", "refuted"),
        judged("line", "unknown", kind="line"),
    ])  # fmt: skip


def test_figures(scores: Scores) -> None:
    assert scores.precision == Share(2, 3)
    assert scores.recall == Share(2, 4)
    assert scores.existence == Share(1, 2)
    assert scores.alarms == Share(1, 4)
    assert scores.coverage == Share(5, 8)
    assert scores.found == Share(6, 8)  # not where there is no claim, or one of another kind


def test_precision_where_false_statements_are_rare(scores: Scores) -> None:
    assert scores.rare_precision == pytest.approx(0.05 * 0.5 / (0.05 * 0.5 + 0.95 * 0.25))


def test_wilson_interval() -> None:
    low, high = Share(9, 10).interval
    assert (round(low, 3), round(high, 3)) == (0.596, 0.982)
    assert Share(0, 0).interval == (0.0, 1.0)


def test_the_tables_name_each_group(scores: Scores) -> None:
    said = markdown(scores.judged)
    assert "4 true and 4 false" in said
    assert "| typo | 2 |" in said
    assert "| (true) | 4 | 1 of 4 |" in said
    assert "false, but not refuted: path, typo (1)" in misses(scores.judged, 3)


def test_lines_of_statements(tmp_path: Path) -> None:
    plain, table, heading = (
        statement(None, text)
        for text in ("`a.py` is here.", "| File |\n|---|\n| `a.py` |", "### `a.py`\n\nIt is here.")
    )
    placed = write_documents(tmp_path, "click", [heading, plain, table])
    lines = (tmp_path / "STATEMENTS-1.md").read_text("utf-8").split("\n")
    assert [one.statement.text for one in placed] == [plain.text, table.text, heading.text]  # headings come last
    assert ["\n".join(lines[one.first : one.last + 1]) for one in placed] == [one.statement.text for one in placed]


def test_claims_of_an_answer() -> None:
    place = {"start": {"line": 3, "character": 0}, "end": {"line": 3, "character": 6}}
    claim = {"uri": "file:///w/S.md", "range": place, "text": "`a.py`", "kind": "path", "verdict": "refuted"}
    (read,) = read_claims({"claims": [claim]})
    assert (read.file, read.first, read.verdict, read.nearest) == ("S.md", 3, "refuted", "")
