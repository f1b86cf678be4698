"""Features of passages: those of the whole file, and cosines that are comparable from question to question."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.packing.answer.passage_features import FEATURES, MIN_SPREAD, NEAREST, passage_features, with_scaled_cosines
from ctx_lsp.packing.answer.passage_tables import table_of
from ctx_lsp.packing.answer.relevance import Rater
from ctx_lsp.retrieval.evidence import ChunkScores
from tests.packing.office import OFFICE
from tests.packing.shop import find
from tests.retrieval.test_gaps import EMBEDDED

MEANING, FILE_MEANING = FEATURES.index("meaning"), FEATURES.index("file meaning")
cosines = st.lists(st.integers(0, 10_000), min_size=1, max_size=300, unique=True)  # in ten thousandths


@given(cosines, st.floats(0.5, 0.9), st.floats(0.0, 0.1))
def test_the_range_of_cosines_does_not_matter(found: list[int], scale: float, shift: float) -> None:
    features = np.zeros((len(found), len(FEATURES)))
    features[:, MEANING] = np.array(found) / 10_000
    assume(scale * np.sort(features[:, MEANING])[-NEAREST:].std() > MIN_SPREAD)
    narrow = scale * features + shift
    wide, same = (with_scaled_cosines(one, by_meaning=True)[:, MEANING] for one in (features, narrow))
    # Chances depend on differences alone.
    assert np.allclose(wide - wide[0], same - same[0], atol=1e-6)


def test_cosines_are_counted_in_deviations_of_the_highest() -> None:
    features = np.zeros((402, len(FEATURES)))
    features[:200, MEANING] = np.tile([0.4, 0.6], 100)
    features[400, MEANING] = 0.3  # not among the highest
    features[:, FILE_MEANING] = 0.6
    scaled = with_scaled_cosines(features, by_meaning=True)
    assert np.allclose(scaled[[0, 1, 400, 401], MEANING], [4.0, 6.0, 3.0, 0.0])
    assert np.allclose(scaled[:, FILE_MEANING], 6.0)


def test_cosines_that_hardly_differ_are_not_blown_up() -> None:
    features = np.zeros((401, len(FEATURES)))
    features[:, MEANING] = 0.1
    features[0, MEANING] = 0.1001
    scaled = with_scaled_cosines(features, by_meaning=True)[:, MEANING]
    assert np.ptp(scaled) < 0.01
    assert np.isfinite(scaled).all()


def test_cosines_that_do_not_count_are_0() -> None:
    features = np.zeros((3, len(FEATURES)))
    features[:, [MEANING, FILE_MEANING]] = 0.5
    assert with_scaled_cosines(features, by_meaning=True).any()
    assert not with_scaled_cosines(features, by_meaning=False).any()
    assert with_scaled_cosines(np.zeros((0, len(FEATURES))), by_meaning=True).shape == (0, len(FEATURES))


def test_a_passage_knows_the_best_and_the_mean_of_its_file() -> None:
    entry = OFFICE.files["office/invoices.py"]
    numbers = range(len(entry.facts.chunks))
    chunks = ChunkScores(tuple(one / 10 for one in numbers), tuple(one / 20 for one in numbers))
    features = dict(zip(FEATURES, passage_features(entry, table_of(entry), (), chunks).T, strict=True))
    assert set(features["file lexical"]) == {features["lexical"].max()}
    assert set(features["mean file lexical"]) == {features["lexical"].mean()}
    assert set(features["file meaning"]) == {features["meaning"].max()}
    assert features["lexical"].max() > features["lexical"].mean() > 0.0


@pytest.mark.parametrize(("missing", "best", "counts"), [(41, 0.9, False), (40, 0.9, True), (0, 0.0, False)])
def test_cosines_count_unless_more_than_a_fifth_of_the_vectors_is_missing(
    missing: int, best: float, counts: bool
) -> None:
    assert len(EMBEDDED.chunks_by_key) == 200
    chunks = EMBEDDED.chunks_by_key
    snapshot = replace(OFFICE, vectors=EMBEDDED.vectors, chunks_by_key=chunks, missing_vectors=missing)
    found = find(OFFICE, "when does a voucher lower the sum")
    ranked = [(item, item.score) for item in found.ranked]
    near = {
        path: scores._replace(meaning=tuple(number / 50 for number, _ in enumerate(scores.meaning)))
        for path, scores in found.evidence.chunks.items()
    }
    some = replace(found.evidence, chunks=near, best_meaning=best)
    words, both = (Rater(snapshot, evidence, CancelToken()).feature_rows(ranked) for evidence in (found.evidence, some))
    assert (both.chances == words.chances).all() == (not counts)
    assert both.features[:, MEANING].any() == counts
