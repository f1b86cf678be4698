"""The order in which a pack grows depends on the candidates alone."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctx_lsp.packing.candidates import Candidate
from ctx_lsp.packing.detail.levels import Rung
from ctx_lsp.packing.model import Level
from ctx_lsp.packing.selection import Step, steps
from ctx_lsp.packing.utility import utility_of
from ctx_lsp.retrieval.model import Item


def candidate(key: str, relevance: float, *sizes: int, core: bool = False) -> Candidate:
    """A candidate with an outline and one level per size (bytes), the last one full."""
    levels: list[Level] = ["signature", "folded", "full"]
    rungs = [Rung("outline", (), 0)]
    rungs += [Rung(level, ((0, 1),), size) for level, size in zip(levels[-len(sizes) :], sizes, strict=True)]
    item = Item("a.py", 0, 1, f"a.py::{key}", "Function", "python", "", relevance, {})
    return Candidate(key, key, item, "primary", "", "", (), relevance, core, 0.0, tuple(rungs), ())


def order(*candidates: Candidate, min_completeness: float = 0.9) -> list[str]:
    """The steps after the first, which always names the first result."""
    taken = [named(step) for step in steps(candidates, min_completeness)]
    assert taken[0] == f"{candidates[0].key} outline"
    return taken[1:]


def named(step: Step) -> str:
    return f"{step.candidate.key} {step.candidate.ladder[step.rung].level}"


def test_more_relevant_and_cheaper_comes_first() -> None:
    assert order(candidate("b", 0.5, 40), candidate("a", 1.0, 40))[0] == "a full"
    assert order(candidate("long", 1.0, 4000), candidate("short", 1.0, 20))[0] == "short full"


def test_equal_ones_keep_the_order_of_the_results() -> None:
    assert order(*(candidate(key, 0.5, 40) for key in "cab")) == ["c full", "a full", "b full"]


def test_no_candidates_no_steps() -> None:
    assert list(steps([], 0.9)) == []


def test_the_core_enters_in_the_order_of_the_results_and_before_all_else() -> None:
    core = [candidate(key, 1.0 - n / 20, 200 - 60 * n, core=True) for n, key in enumerate("abc")]
    assert order(*core, candidate("cheap", 0.9, 20))[:5] == [
        "a full",
        "b outline",
        "b full",
        "c outline",
        "c full",
    ]


def test_a_primary_one_that_is_too_long_does_not_hold_up_the_next() -> None:
    long, short = candidate("long", 1.0, 2000, core=True), candidate("short", 0.9, 80, core=True)
    assert order(long, short) == ["short outline", "short full", "long full"]


def test_a_better_result_grows_before_a_shorter_one() -> None:
    found = order(candidate("better", 1.0, 60, 2400, core=True), candidate("shorter", 0.8, 60, 1700, core=True))
    assert found[-2:] == ["better full", "shorter full"]


def test_each_level_is_reached_at_most_once_and_upwards() -> None:
    asked = [candidate("a", 1.0, 60, 800, 4000, core=True), candidate("b", 0.9, 60, 4000, core=True)]
    taken = list(steps(asked, 0.9))
    for key, highest in (("a", 3), ("b", 2)):
        rungs = [step.rung for step in taken if step.candidate.key == key]
        assert rungs == sorted(set(rungs))
        assert rungs[-1] == highest


def test_primary_ones_come_whole_before_partners_of_the_same_relevance() -> None:
    found = order(candidate("partner", 0.9, 60, 400), candidate("asked", 0.9, 60, 400, core=True))
    assert found.index("asked full") < found.index("partner full")


def test_partners_with_low_value_per_token_are_not_shown() -> None:
    assert order(candidate("asked", 1.0, 20, core=True), candidate("long", 0.5, 60, 8000)) == [
        "asked full",
        "long folded",
    ]


def test_a_long_definition_waits_until_enough_else_was_taken() -> None:
    short = [candidate(f"s{n}", 0.5, 120) for n in range(12)]
    found = order(candidate("long", 1.0, 2400, core=True), *short)
    assert "long full" in found[4:], "it enters, and not among the first"


def test_no_step_costs_much_more_than_half_of_the_spent_tokens() -> None:
    taken = list(steps([candidate(f"c{n}", 1.0 - n / 100, 60 + 20 * n, 900 + 90 * n) for n in range(30)], 0.9))
    spent = 0.0
    for step in taken:
        assert step.tokens <= 40 + 0.5 * spent or spent < 100
        spent += step.tokens


def test_a_partner_waits_for_its_origins() -> None:
    leader = candidate("leader", 0.2, 400)
    partner = replace(candidate("partner", 0.9, 20), origins=("leader", "elsewhere"))
    assert order(leader, partner, candidate("other", 0.3, 20))[-2:] == ["leader full", "partner full"]


def test_a_partner_without_origins_does_not_wait() -> None:
    assert order(replace(candidate("partner", 0.9, 20), origins=("gone",))) == ["partner full"]


def test_needs_come_first_until_completeness_is_reached() -> None:
    needed = replace(candidate("needed", 0.3, 20), need=1.0)  # worth as much as a relevance of 2
    better = candidate("better", 0.8, 20)
    assert order(better, needed)[0] == "needed full"
    assert order(better, needed, min_completeness=0.0)[0] == "better full"
    second = replace(candidate("second", 0.3, 20), need=0.3)
    three = (candidate("first", 0.5, 20), replace(needed, need=0.7), second, better)
    assert order(*three, min_completeness=0.6) == ["needed full", "first full", "better full", "second full"]
    assert order(*three, min_completeness=1.0) == ["needed full", "first full", "second full", "better full"]


@pytest.mark.parametrize("relevance", [0.0, 0.005])
def test_irrelevant_candidates_never_enter(relevance: float) -> None:
    assert order(candidate("asked", 1.0, 20), candidate("noise", relevance, 20)) == ["asked full"]


sizes = st.lists(st.integers(10, 4000), min_size=1, max_size=3, unique=True).map(sorted)


@given(st.lists(st.tuples(st.floats(0.0, 1.0), sizes, st.booleans()), max_size=6))
def test_the_order_ends_where_nothing_is_left_that_is_worth_its_tokens(
    drawn: list[tuple[float, list[int], bool]],
) -> None:
    asked = [candidate(f"c{n}", relevance, *found, core=core) for n, (relevance, found, core) in enumerate(drawn)]
    reached = {one.key: -1 for one in asked}
    for step in steps(asked, 0.9):
        reached[step.candidate.key] = step.rung
    assert [one.key for one in asked if utility_of(one).choices(reached[one.key], complete=True)] == []
