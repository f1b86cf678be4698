"""A claim counts as right only if both readers agree with the checker."""

from tests.claims_truth.real_documents.labels import Label, summary


def label(verdict: str, first: str, second: str) -> Label:
    return Label("a/b", "0" * 40, "README.md", 1, "path", "x.py", verdict, first, second)


def test_summary() -> None:
    said = summary([
        label("refuted", "false", "false"),
        label("refuted", "false", "true"),
        label("refuted", "unclear", "unclear"),
        label("confirmed", "true", "true"),
    ])  # fmt: skip
    assert "refuted: right 0.333" in said
    assert "wrong by kind: path 2" in said
    assert "confirmed: right 1.000" in said
    assert "readers agree: 0.750" in said
