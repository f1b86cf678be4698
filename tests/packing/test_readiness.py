"""Readiness of a pack, and the one action that would help most."""

import re
from dataclasses import replace

import pytest

from ctx_lsp.packing.assessment.readiness import (
    MAX_BUDGET,
    MAX_NEAREST_CHARACTERS,
    READY_CONFIDENCE,
    ReadinessInputs,
    assess_readiness,
    within_larger,
)
from ctx_lsp.packing.commits import room_for_commits
from ctx_lsp.packing.model import Completeness, PackOptions, Readiness, ShownResults, Unresolved, UnresolvedReason
from ctx_lsp.retrieval.model import Coverage
from tests.packing.shop import SHOP, about, ask
from tests.workspaces import snapshot_of

LACKING = tuple(Unresolved(f"a.py::{name}", "a.py::f", "budget") for name in ("g", "h"))
SHORT = Completeness(0.3, 0.3, 0.3, LACKING)
OPTIONS = PackOptions(1000)

# Nothing is in order: the whole index, a match, a result, confidence and dependencies are missing.
WORST = ReadinessInputs(Coverage(0.5, 0.5), 0.1, ShownResults(0, 2), SHORT, nearest=("A.b", "c"), needed=1_700)


def reason(found: ReadinessInputs, options: PackOptions = OPTIONS) -> str:
    judged = assess_readiness(options, found)
    assert judged.ready == (not judged.reason)
    return judged.reason


def test_obstacles_are_named_one_after_the_other() -> None:
    found = WORST
    assert reason(found) == "wait for indexing"
    found = replace(found, coverage=Coverage(1.0, 0.5))
    assert reason(found) == "no good match; nearest: A.b, c"
    found = replace(found, nearest=())
    assert reason(found) == "raise the budget to 2,000, or name a symbol: low confidence"
    found = replace(found, shown=ShownResults(1, 2))
    assert reason(found) == "low confidence: name a symbol, such as a listed one that fits"
    found = replace(found, confidence=READY_CONFIDENCE)
    assert assess_readiness(OPTIONS, found) == Readiness(True, "")


def test_code_at_the_lines_of_a_stack_trace_needs_no_confidence() -> None:
    found = replace(WORST, coverage=Coverage(1.0, 0.5), nearest=(), shown=ShownResults(1, 2), more_vectors=True)
    assert reason(found) == "wait for indexing"
    assert reason(replace(found, pointed=ShownResults(3, 3))) == ""
    hidden = replace(found, pointed=ShownResults(1, 3))
    assert reason(hidden) == "raise the budget to 2,000: 2 of 3 places that you name are not shown"


def test_a_question_waits_for_vectors_where_they_may_help() -> None:
    found = replace(WORST, coverage=Coverage(1.0, 0.5), more_vectors=True)
    assert reason(found) == "wait for indexing", "the match may be among the rest"
    found = replace(found, nearest=())
    assert reason(found) == "wait for indexing", "so may a better one"
    found = replace(found, confidence=READY_CONFIDENCE)
    assert reason(found) == "raise the budget to 2,000", "no vector helps"
    said = reason(replace(found, confidence=None))
    assert said == "raise the budget to 2,500: 0 of 2 results are shown", "what was named is named"


def test_named_dependencies_must_be_complete() -> None:
    found = replace(WORST, coverage=Coverage(1.0, 1.0), nearest=(), confidence=None, shown=ShownResults(1, 2))
    assert reason(found) == "raise the budget to 2,500: 1 of 2 results is shown"
    found = replace(found, shown=ShownResults(2, 2))
    assert reason(found) == "raise the budget to 2,500: 2 dependencies are not shown"
    deep = replace(SHORT, unresolved=tuple(replace(one, reason="depth") for one in LACKING))
    assert reason(replace(found, completeness=deep)) == "ask for g, h: 2 dependencies are not shown", "no budget helps"
    steps: dict[UnresolvedReason, str] = {
        "filtered": "widen the filter",
        "secret": "read a.py (possible secrets)",
    }
    for why, step in steps.items():
        blocked = replace(SHORT, unresolved=tuple(replace(one, reason=why) for one in LACKING))
        assert reason(replace(found, completeness=blocked)) == f"{step}: 2 dependencies are not shown"
    assert not reason(found, PackOptions(1000, min_completeness=0.3)), "it is as complete as was asked for"
    assert not reason(replace(found, completeness=Completeness(0.9, 0.9, 0.9, LACKING)))
    assert not reason(replace(found, completeness=Completeness(None, 0.0, 0.0, ()))), "no body is shown"


def test_all_or_nearly_all_of_what_is_named_must_be_shown() -> None:
    whole = Completeness(1.0, 1.0, 1.0, ())
    found = ReadinessInputs(Coverage(1.0, 1.0), None, ShownResults(20, 64), whole, needed=9_000, names_files=True)
    said = "raise the budget to 10,000, or name fewer files: 20 of 64 results are shown"
    assert reason(found) == said
    assert reason(replace(found, names_files=False)) == said.replace(", or name fewer files", "")
    assert not reason(replace(found, shown=ShownResults(58, 64)))
    alone = replace(found, shown=ShownResults(0, 1), names_files=False)
    assert reason(alone) == "raise the budget to 10,000: most of its body is not shown"
    assert not reason(replace(found, confidence=0.9)), "for a question, excerpts of the best results are enough"


def test_no_budget_is_named_where_the_policy_shows_no_bodies() -> None:
    found = replace(WORST, coverage=Coverage(1.0, 1.0), nearest=(), shown=ShownResults(0, 2), confidence=0.9)
    assert reason(found, PackOptions(20_000, policy="signatures")).startswith("choose another policy")
    assert reason(found, PackOptions(20_000)).startswith("raise the budget")


def test_a_budget_that_is_too_small_for_a_sure_answer_is_raised() -> None:
    found = replace(
        WORST, coverage=Coverage(1.0, 0.5), nearest=(), shown=ShownResults(1, 2), more_vectors=True, sure_budget=2_600
    )
    assert reason(found) == "raise the budget to 3,000: answers are often longer than what is shown"
    assert reason(found, PackOptions(1000, pin=("a.py::f",))) == ""
    assert reason(replace(found, sure_budget=None)) == "wait for indexing"


def test_confidence_below_the_limit_is_low() -> None:
    found = ReadinessInputs(
        Coverage(1.0, 1.0), READY_CONFIDENCE - 0.001, ShownResults(2, 2), Completeness(1.0, 1.0, 1.0, ())
    )
    assert reason(found).startswith("low confidence")
    assert not reason(replace(found, confidence=READY_CONFIDENCE))


def test_a_doubt_from_outside_of_the_code_counts_last() -> None:
    found = ReadinessInputs(Coverage(1.0, 1.0), 0.5, ShownResults(2, 2), SHORT, doubt="look at b.py")
    assert reason(found).startswith("low confidence")
    assert reason(replace(found, confidence=0.9)) == "look at b.py"


def test_a_budget_is_not_raised_beyond_the_highest() -> None:
    found = ReadinessInputs(Coverage(1.0, 1.0), 0.9, ShownResults(0, 2), SHORT)
    assert reason(found, PackOptions(MAX_BUDGET - 1)) == "raise the budget to 1,000,000"
    assert reason(found, PackOptions(MAX_BUDGET)) == "ask for less"


@pytest.mark.parametrize("whole", [900, 999, 1_000, 1_001, 1_049, 1_500, 4_321, 12_345, MAX_BUDGET - 1, MAX_BUDGET])
def test_a_pack_with_a_second_part_names_a_budget_that_is_enough_for_both(whole: int) -> None:
    budget = whole - room_for_commits(PackOptions(whole))
    found = ReadinessInputs(Coverage(1.0, 1.0), None, ShownResults(4, 9), SHORT, needed=budget + 1)
    own = assess_readiness(PackOptions(budget), found)
    said = within_larger(own, budget, whole).reason
    if whole == MAX_BUDGET:
        assert said == "ask for less: 4 of 9 results are shown"
        return
    named, enough = (int(one.split("budget to ")[1].split(":")[0].replace(",", "")) for one in (said, own.reason))
    assert whole < named <= MAX_BUDGET
    assert named - (whole - budget) >= enough or named == MAX_BUDGET


def test_the_budget_that_is_named_is_enough_for_what_the_whole_body_needs() -> None:
    helpers = "".join(f"def part_{one}(total: int) -> int:\n    return {one} * total\n\n\n" for one in range(60))
    calls = "".join(f"    total += part_{one}(total)\n" for one in range(60))
    snapshot = snapshot_of(f"=== app.py\n{helpers}def whole(total: int) -> int:\n{calls}    return total\n")
    poor = about(snapshot, "app.py::whole", 200)
    found = re.match(r"raise the budget to ([\d,]+): most of its body is not shown", poor.readiness.reason)
    assert found is not None
    assert about(snapshot, "app.py::whole", int(found[1].replace(",", ""))).readiness.ready


def test_many_long_names_are_cut() -> None:
    names = tuple(f"Some.rather_long_{number}_qualified_name" for number in range(20))
    said = reason(replace(WORST, coverage=Coverage(1.0, 1.0), nearest=names))
    assert len(said) <= len("no good match; nearest: ") + MAX_NEAREST_CHARACTERS


def test_a_pack_says_whether_it_is_ready() -> None:
    rich, poor = (about(SHOP, "shop/cart.py::Cart.price", 900, dependency_depth=depth) for depth in (2, 0))
    assert poor.readiness == Readiness(False, "ask for with_tax, Priced.price: 6 dependencies are not shown")
    assert f"\nnot ready: {poor.readiness.reason} · " in poor.text
    assert rich.readiness == Readiness(True, "")
    assert "\nready · " in rich.text


def test_a_small_pack_for_a_question_is_less_sure() -> None:
    question = "how is the total of the cart computed?"
    whole, small = (ask(SHOP, question, PackOptions(tokens)) for tokens in (4_096, 120))
    assert whole.confidence is not None
    assert small.confidence is not None
    assert small.confidence < whole.confidence
    assert not small.readiness.ready


def test_a_ready_pack_does_not_say_that_indexing_goes_on() -> None:
    growing = replace(SHOP, more_vectors=True)
    ready = ask(growing, "Cart.price")
    assert ready.readiness.ready
    assert "\nready · semantic search covers 0% of the code so far · " in ready.text
    assert ready.warnings == ("Semantic search covers 0% of the code so far.",)
    unsure = ask(growing, "How is the tax added to a price?", PackOptions(500))
    assert not unsure.readiness.ready
    assert " · still indexing: semantic search covers 0% of the code · " in unsure.text
    assert unsure.warnings == ("Still indexing: semantic search covers 0% of the code.",)
