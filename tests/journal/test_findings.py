"""Decisions and open questions in what people write, and sentences that are neither."""

import pytest

from ctx_lsp.journal import findings_in


@pytest.mark.parametrize(
    "sentence",
    [
        "We decided to keep prices in cents.",
        "Let's use one writer thread for now.",
        "I'll go with the second option, because it needs no lock.",
        "We chose SQLite over plain files for the races.",
        "After all that, we settled on a rollback journal.",
        "From now on every test shares the server.",
        "It was agreed to drop the old format.",
    ],
)
def test_a_decision(sentence: str) -> None:
    assert [(one.kind, one.text) for one in findings_in(sentence)] == [("decision", sentence)]


@pytest.mark.parametrize(
    "sentence",
    [
        "Is the tax rounded as well?",
        "It is unclear whether the tax is rounded.",
        "I don't know why the second run is slower.",
        "We need to find out who calls this.",
        "The name of the setting is still to be decided.",
    ],
)
def test_an_open_question(sentence: str) -> None:
    assert [(one.kind, one.text) for one in findings_in(sentence)] == [("openQuestion", sentence)]


@pytest.mark.parametrize(
    "sentence",
    [
        "Prices are kept in cents.",
        "If we decided to use floats, totals would be wrong.",
        "Nothing has been decided yet.",
        "The function decides which branch is taken.",
        "Could you run the tests?",
        "Thanks!",
        "```\nwe decided to use what is code here\n```",
        "    we decided to use what is quoted here",
        "",
    ],
)
def test_neither(sentence: str) -> None:
    assert [one for one in findings_in(sentence) if one.kind == "decision"] == []
    assert "Could you" not in str(findings_in(sentence))


def test_marks_are_left_out_and_order_is_kept() -> None:
    text = "Decision: cents everywhere.\n\n- TODO: ask who owns the tax table\n- Done.\n\nDecision: cents everywhere."
    assert [(one.kind, one.text) for one in findings_in(text)] == [
        ("decision", "cents everywhere."),
        ("openQuestion", "ask who owns the tax table"),
    ]
