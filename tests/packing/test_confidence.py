"""The estimated chances that a question has an answer here, and that the pack shows it."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctx_lsp.packing.assessment.confidence import (
    MAX_WORDS,
    TOKENS,
    Confidence,
    confidence_from,
    measures_of,
)
from ctx_lsp.packing.assessment.readiness import MAX_BUDGET
from ctx_lsp.packing.model import PackOptions
from ctx_lsp.retrieval.answerable import NO_MATCH
from ctx_lsp.retrieval.evidence import Evidence
from ctx_lsp.snapshot.snapshot import Snapshot
from tests.packing.shop import SHOP, about, answer_of, ask, find

shares = st.floats(0.0, 1.0)
models = st.booleans()


figures_of_questions = st.tuples(shares, shares, shares, shares, st.floats(0.0, 5.0))


@given(figures_of_questions, models)
def test_chances_are_between_0_and_1(figures: tuple[float, ...], by_meaning: bool) -> None:
    found = confidence_from(figures, by_meaning=by_meaning)
    assert 0.0 <= found.answerable <= 1.0
    assert 0.0 <= found.shown <= 1.0
    assert found.is_match == (found.answerable >= NO_MATCH)


@given(figures_of_questions, st.sampled_from([0, 1, 2, 3, 4]), shares, models)
def test_chances_rise_with_each_figure(figures: tuple[float, ...], place: int, other: float, by_meaning: bool) -> None:
    changed = [other if place == number else one for number, one in enumerate(figures)]
    low, high = sorted((list(figures), changed))
    less, more = confidence_from(low, by_meaning=by_meaning), confidence_from(high, by_meaning=by_meaning)
    assert less.answerable <= more.answerable
    assert less.shown <= more.shown


@pytest.mark.parametrize(("by_meaning", "places"), [(True, (0, 1, 2, 3, 4)), (False, (0, 2, 3))])
def test_every_figure_counts(by_meaning: bool, places: tuple[int, ...]) -> None:
    for place in places:
        low, high = ([0.3] * 5, [0.6 if place == number else 0.3 for number in range(5)])
        less, more = (confidence_from(one, by_meaning=by_meaning) for one in (low, high))
        assert less.shown < more.shown
        # The length of a question says how much of the answer is shown, not whether there is one.
        assert (less.answerable < more.answerable) == (place != 4)


@given(shares, st.integers(1, 8_192), st.floats(0.01, 0.99))
def test_smaller_packs_are_less_sure(shown: float, budget: int, wanted: float) -> None:
    found = Confidence(1.0, shown)
    assert 0.0 <= found.within(budget // 2 or 1) <= found.within(budget) <= found.within(TOKENS) == shown
    enough = found.sufficient_budget(wanted)
    if enough is None:
        assert found.within(MAX_BUDGET) < wanted
    else:
        assert found.within(enough) >= wanted - 0.001  # it is rounded


def test_half_of_the_budget_leaves_a_third_of_the_odds() -> None:
    assert Confidence(1.0, 0.9).within(TOKENS // 2) == pytest.approx(0.76, abs=0.01)
    assert Confidence(1.0, 0.9).sufficient_budget(0.76) == pytest.approx(TOKENS // 2, abs=20)


@given(figures_of_questions)
def test_without_a_model_meaning_counts_for_nothing(figures: tuple[float, ...]) -> None:
    without = (figures[0], 0.0, *figures[2:])
    assert confidence_from(figures, by_meaning=False) == confidence_from(without, by_meaning=False)


def test_the_length_of_a_question_counts_in_words() -> None:
    evidence = Evidence("where are  taxes rounded?", {}, 0.5, 0.4, 1.0)
    assert measures_of(evidence, 0.3) == (0.5, 0.4, 1.0, 0.3, math.log(5))


def test_a_long_text_is_no_surer_than_a_long_question() -> None:
    long, longer = (Evidence("word " * count, {}, 0.1, 0.3, 0.2) for count in (MAX_WORDS, 1_000))
    assert measures_of(long, 0.5) == measures_of(longer, 0.5)
    assert confidence_from(measures_of(longer, 0.5), by_meaning=True).shown < 0.2


def test_only_a_question_has_a_confidence() -> None:
    assert about(SHOP, "shop/tax.py::with_tax").confidence is None
    pack = ask(SHOP, "How is the tax added to a price?")
    assert pack.confidence is not None
    assert f" · confidence {pack.confidence:.2f} · " in pack.text


def test_words_of_the_code_are_surer_than_others(structlog_snapshot: Snapshot) -> None:
    known, unknown = (
        ask(structlog_snapshot, question).confidence
        for question in ("render JSON lines", "paint walrus lines by moonlight")
    )
    assert known is not None
    assert unknown is not None
    assert known > 0.6 > unknown


@pytest.mark.parametrize("question", ["How are processors chained?", "bind", "add a renderer for JSON lines"])
def test_a_pin_lowers_neither_confidence_nor_shown_results(structlog_snapshot: Snapshot, question: str) -> None:
    found = find(structlog_snapshot, question)
    without = answer_of(structlog_snapshot, found, PackOptions(20_000))
    definitions = [one.id for entry in structlog_snapshot.files.values() for one in entry.definitions]
    for symbol in definitions[::60]:
        pinned = answer_of(structlog_snapshot, found, PackOptions(20_000, pin=(symbol,)))
        assert (pinned.confidence or 0.0) >= (without.confidence or 0.0), symbol
        assert pinned.shown.main >= without.shown.main, symbol
