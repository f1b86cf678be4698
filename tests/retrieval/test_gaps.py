"""The sentences about gaps in an answer: true, one for each gap, and never "100%" for less."""

from dataclasses import replace

import pytest

from ctx_lsp.base.percent import percent
from ctx_lsp.retrieval.gaps import gaps, indexing_gap
from ctx_lsp.vectors.table import VectorTable
from tests.workspaces import snapshot_of

WHOLE = snapshot_of("=== a.py\ndef f(): ...\n=== b.py\ndef g(): ...\n")
EMBEDDED = replace(
    WHOLE,
    vectors=VectorTable(4).view(),
    chunks_by_key={bytes([number]): (("a.py", number),) for number in range(200)},
)


@pytest.mark.parametrize(
    ("share", "said"), [(0.0, "0%"), (0.29, "29%"), (0.999, "99%"), (1 - 1e-6, "99%"), (1.0, "100%")]
)
def test_only_a_complete_share_reads_100(share: float, said: str) -> None:
    assert percent(share) == said


def test_a_whole_index_has_no_gap() -> None:
    assert gaps(WHOLE) == gaps(EMBEDDED) == ()


def test_files_that_are_not_read_yet_come_before_vectors() -> None:
    half = replace(EMBEDDED, known_files=4, missing_vectors=10, more_vectors=True)
    assert half.semantic_coverage < half.lexical_coverage == 0.5
    assert gaps(half) == gaps(half, by_meaning=False) == ("Still indexing: this answer covers 50% of the files.",)


def test_missing_vectors_are_a_gap_of_answers_by_meaning_alone() -> None:
    lacking = replace(EMBEDDED, missing_vectors=1, more_vectors=True)
    assert indexing_gap(lacking) == "still indexing: semantic search covers 99% of the code"
    assert gaps(lacking, by_meaning=False) == ()
    assert gaps(replace(lacking, more_vectors=False)) == ("Semantic search covers 99% of the code.",)


def test_beside_ready_no_phrase_says_that_indexing_goes_on() -> None:
    lacking = replace(EMBEDDED, missing_vectors=1, more_vectors=True)
    assert indexing_gap(lacking, is_ready=True) == "semantic search covers 99% of the code so far"
    assert gaps(lacking, is_ready=True) == ("Semantic search covers 99% of the code so far.",)
    assert indexing_gap(replace(lacking, more_vectors=False), is_ready=True) == "semantic search covers 99% of the code"


def test_a_loading_model_is_a_gap_and_a_disabled_one_is_not() -> None:
    assert gaps(replace(WHOLE, more_vectors=True)) == ("Still indexing: semantic search covers 0% of the code.",)
    assert (WHOLE.vectors, gaps(WHOLE)) == (None, ())


def test_a_question_without_a_vector_reports_only_the_reason() -> None:
    silent = replace(EMBEDDED, missing_vectors=1, more_vectors=True, no_semantic_reason="no connection")
    assert gaps(silent) == ("Semantic search was not used: no connection.",)
    assert gaps(silent, by_meaning=False) == ()
