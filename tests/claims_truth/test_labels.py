"""A claim counts as right only if both readers agree with the checker."""

from tests.claims_truth.real_documents.labels import Label, RefutedLabel, read_refuted, refuted_summary, summary
from tests.claims_truth.real_documents.repeat import Repeated, repeated_summary


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


def test_a_checker_is_right_where_the_reader_found_the_statement_false() -> None:
    def one(label: str, *, before: bool, after: bool) -> RefutedLabel:
        return RefutedLabel("a/b", "0" * 40, "kept", "a.md", 1, "path", "x.py", label, before, after, after)

    said = refuted_summary([one("false", before=True, after=True), one("true", before=True, after=False)])
    assert "kept, before: right 0.500" in said
    assert "kept, after: right 1.000" in said


def test_what_became_of_judged_statements() -> None:
    found = [
        Repeated(label("refuted", "false", "false"), "refuted", ""),
        Repeated(label("refuted", "true", "unclear"), "unknown", "no code has it"),
        Repeated(label("confirmed", "true", "true"), "", ""),
        Repeated(label("confirmed", "true", "true"), "refuted", ""),
    ]
    assert [one.change for one in found] == ["same", "mended", "lost", "wrong"]
    said = repeated_summary(found)
    assert "refuted then: right 0.500" in said
    assert "(1 of 2); 1 repositories" in said
    assert '["mended", "refuted", "unknown", "a/b", "README.md", 1, "path", "x.py", "no code has it"]' in said


def test_the_committed_labels_can_be_read() -> None:
    assert {one.label for one in read_refuted()} <= {"true", "false", "unclear"}
