"""Features of passages: those of the whole file, and cosines that are comparable from question to question."""

from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.packing.answer.passage_features import FEATURES, passage_features, with_compared_cosines
from ctx_lsp.packing.answer.passage_tables import table_of
from ctx_lsp.packing.answer.relevance import Rater
from ctx_lsp.retrieval.evidence import ChunkEvidence
from tests.packing.office import OFFICE
from tests.packing.shop import find

MEANING, FILE_MEANING = FEATURES.index("meaning"), FEATURES.index("file meaning")
cosines = st.lists(st.integers(0, 10_000), min_size=1, max_size=300, unique=True)  # in ten thousandths


@given(cosines, st.floats(0.1, 0.9), st.floats(0.0, 0.1))
def test_the_range_of_cosines_does_not_matter(found: list[int], scale: float, shift: float) -> None:
    features = np.zeros((len(found), len(FEATURES)))
    features[:, MEANING] = np.array(found) / 10_000
    features[:, FILE_MEANING] = features[:, MEANING].max()
    narrow = scale * features + shift
    columns = [MEANING, FILE_MEANING]
    compared, same = (with_compared_cosines(one, by_meaning=True)[:, columns] for one in (features, narrow))
    assert np.allclose(compared, same, atol=1e-6)


def test_cosines_are_counted_in_deviations_from_the_nearest() -> None:
    features = np.zeros((402, len(FEATURES)))
    features[:200, MEANING] = np.tile([0.4, 0.6], 100)
    features[400, MEANING] = 0.3  # too far from the question to be among the nearest
    features[:, FILE_MEANING] = 0.6
    compared = with_compared_cosines(features, by_meaning=True)
    assert np.allclose(compared[[0, 1, 400, 401], MEANING], [-1.0, 1.0, -2.0, -5.0])
    assert np.allclose(compared[:, FILE_MEANING], 1.0)


def test_equal_cosines_and_those_that_do_not_count_are_0() -> None:
    features = np.zeros((3, len(FEATURES)))
    features[:, [MEANING, FILE_MEANING]] = 0.5
    assert not with_compared_cosines(features, by_meaning=True).any()
    features[0, MEANING] = 0.9
    assert with_compared_cosines(features, by_meaning=True).any()
    assert not with_compared_cosines(features, by_meaning=False).any()
    assert with_compared_cosines(np.zeros((0, len(FEATURES))), by_meaning=True).shape == (0, len(FEATURES))


def test_a_passage_knows_the_best_and_the_mean_of_its_file() -> None:
    entry = OFFICE.files["office/invoices.py"]
    chunks = [ChunkEvidence(number / 10, number / 20) for number, _ in enumerate(entry.facts.chunks)]
    features = dict(zip(FEATURES, passage_features(entry, table_of(entry), (), chunks).T, strict=True))
    assert set(features["file lexical"]) == {features["lexical"].max()}
    assert set(features["mean file lexical"]) == {features["lexical"].mean()}
    assert set(features["file meaning"]) == {features["meaning"].max()}
    assert features["lexical"].max() > features["lexical"].mean() > 0.0


def test_cosines_do_not_count_while_most_chunks_have_none() -> None:
    found = find(OFFICE, "when does a voucher lower the sum")
    ranked = [(item, item.score) for item in found.ranked]
    near = {path: [one._replace(meaning=0.9) for one in many] for path, many in found.evidence.chunks.items()}
    some = replace(found.evidence, chunks={path: tuple(many) for path, many in near.items()}, best_meaning=0.9)
    assert OFFICE.semantic_coverage == 0.0
    without, partly = (
        Rater(OFFICE, evidence, CancelToken()).feature_rows(ranked) for evidence in (found.evidence, some)
    )
    assert (without.chances == partly.chances).all()
    assert (without.features == partly.features).all()
