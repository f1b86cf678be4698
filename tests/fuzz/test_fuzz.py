"""A short run with the real server; `make fuzz` has long ones."""

from pathlib import Path

import pytest

from tests.fuzz.oracle import differences
from tests.fuzz.questions import difference
from tests.fuzz.run import DifferenceError, Run

STEPS = 30
SEED = 20_26
FEW = 13  # questions: one of each kind


def test_after_random_steps_the_server_equals_a_fresh_build(tmp_path: Path) -> None:
    run = Run(tmp_path, SEED)
    try:
        report = list(run.steps(STEPS, answers_every=STEPS))[-1]
    finally:
        run.close()
    assert report.steps == STEPS
    assert min(report.comparisons[kind] for kind in ("at once", "settled", "semantic", "answers")) > 0


def test_a_difference_is_reported(tmp_path: Path) -> None:
    run = Run(tmp_path, SEED)
    try:
        list(run.steps(1))
        (run.session.editor.tree.alpha / "unseen.py").write_text("def unseen(): ...\n")  # and no event of it
        with pytest.raises(DifferenceError, match=r"(?s)seed 2026, here:.*file unseen\.py is missing"):
            run.check("here", at_once=True, semantic=False)
    finally:
        run.close()


def test_a_different_answer_is_reported(tmp_path: Path) -> None:
    run = Run(tmp_path, SEED)
    try:
        list(run.steps(1))
        run.compare_answers("here", FEW)
        for file in run.session.editor.tree.alpha.rglob("*.py"):
            file.write_text("def unseen(): ...\n")  # and no event of it
        with pytest.raises(DifferenceError, match=r"(?s)seed 2026, here:.*expected ….*is served …"):
            run.compare_answers("here", FEW)
    finally:
        run.close()


def test_a_difference_between_answers_is_shown_where_it_begins() -> None:
    assert difference("a" * 300 + "b", "a" * 300 + "c").startswith(f"expected …{'a' * 200}b…")
    assert difference("abc", "abcd") == "expected …abc…\n    is served …abcd…"


def test_vectors_may_be_missing_but_never_wrong() -> None:
    expected = {"files": {}, "unkeyed": 0, "vectors": {"aa": ("a.py#0", "row"), "bb": ("b.py#0", "other")}}
    lagging = {**expected, "vectors": {"aa": ["a.py#0", "row"], "bb": ["b.py#0", ""]}}
    wrong = {**expected, "vectors": {"aa": ["a.py#0", "row"], "bb": ["b.py#0", "row"]}}
    elsewhere = {**expected, "vectors": {"aa": ["a.py#1", "row"], "bb": ["b.py#0", ""]}}
    assert differences(expected, lagging, semantic=False) == []
    assert len(differences(expected, lagging, semantic=True)) == 1
    assert len(differences(expected, wrong, semantic=False)) == 1
    assert len(differences(expected, elsewhere, semantic=False)) == 1
