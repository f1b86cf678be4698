"""The estimated chances that a question has an answer here, and that the pack shows it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctx_lsp.packing.assessment.confidence import Confidence, confidence_of
from ctx_lsp.packing.model import PackOptions
from ctx_lsp.retrieval.answerable import NO_MATCH
from ctx_lsp.retrieval.evidence import Evidence
from ctx_lsp.snapshot.snapshot import Snapshot
from tests.packing.shop import SHOP, about, answer_of, ask, find

shares = st.floats(0.0, 1.0)
models = st.booleans()


def sure(strength: float, meaning: float, mentioned: float, concentration: float, *, by_meaning: bool) -> Confidence:
    return confidence_of(Evidence("", {}, strength, meaning, mentioned), concentration, 1.0 if by_meaning else 0.0)


@given(st.tuples(shares, shares, shares, shares), models)
def test_chances_are_between_0_and_1(figures: tuple[float, float, float, float], by_meaning: bool) -> None:
    found = sure(*figures, by_meaning=by_meaning)
    assert 0.0 <= found.answerable <= 1.0
    assert 0.0 <= found.shown <= 1.0
    assert found.is_match == (found.answerable >= NO_MATCH)


@given(st.tuples(shares, shares, shares, shares), st.sampled_from([0, 1, 2, 3]), shares, models)
def test_chances_rise_with_each_figure(
    figures: tuple[float, float, float, float], place: int, other: float, by_meaning: bool
) -> None:
    changed = [other if place == number else one for number, one in enumerate(figures)]
    low, high = sorted((list(figures), changed))
    less, more = sure(*low, by_meaning=by_meaning), sure(*high, by_meaning=by_meaning)
    assert less.answerable <= more.answerable
    assert less.shown <= more.shown


@pytest.mark.parametrize(("by_meaning", "places"), [(True, (0, 1, 2, 3)), (False, (0, 2, 3))])
def test_every_figure_counts(by_meaning: bool, places: tuple[int, ...]) -> None:
    for place in places:
        low, high = ([0.3, 0.3, 0.3, 0.3], [0.6 if place == number else 0.3 for number in range(4)])
        less, more = sure(*low, by_meaning=by_meaning), sure(*high, by_meaning=by_meaning)
        assert less.answerable < more.answerable
        assert less.shown < more.shown


@given(shares, shares, shares, shares)
def test_without_a_model_meaning_counts_for_nothing(
    strength: float, meaning: float, mentioned: float, concentration: float
) -> None:
    assert sure(strength, meaning, mentioned, concentration, by_meaning=False) == sure(
        strength, 0.0, mentioned, concentration, by_meaning=False
    )


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
