"""Lexical index: scores are BM25 of the current documents, whatever the sequence of updates."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence

import bm25s
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctx_lsp.base.cancel import Cancelled, CancelToken
from ctx_lsp.lexical import merge
from ctx_lsp.lexical.index import EDIT_ROWS, MAX_ROWS, TIER_SEGMENTS, Hit, LexicalIndex, LexicalView
from ctx_lsp.lexical.segment import K1, PIVOT_LENGTH, B
from ctx_lsp.lexical.terms import FileTerms, count_terms

Files = dict[str, list[list[str]]]

SHOP = """
cart.py   add item cart total | remove item cart
order.py  order total total total | cancel order
help.md   how to cancel
"""


def read_files(text: str) -> Files:
    """Files from lines `path  terms of document 0 | terms of document 1`."""
    lines = [line.split(maxsplit=1) for line in text.strip().splitlines()]
    return {path: [document.split() for document in documents.split("|")] for path, documents in lines}


def packed(documents: Sequence[Sequence[str]]) -> FileTerms:
    return count_terms(documents, keys=[b""] * len(documents))


def put_many(index: LexicalIndex, files: Mapping[str, Sequence[Sequence[str]]]) -> None:
    index.put_many({path: packed(documents) for path, documents in files.items()})


def index_of(files: Mapping[str, Sequence[Sequence[str]]]) -> LexicalView:
    index = LexicalIndex()
    put_many(index, files)
    return index.view()


def tidy(index: LexicalIndex) -> None:
    while index.tidy():
        pass


def shop() -> LexicalIndex:
    index = LexicalIndex()
    put_many(index, read_files(SHOP))
    return index


def search(view: LexicalView, question: str, limit: int = 10) -> str:
    """The hits as `path:number`, best first."""
    return " ".join(f"{hit.path}:{hit.number}" for hit in view.search(question.split(), limit, CancelToken()))


def naive_hits(files: Files, terms: Sequence[str]) -> list[Hit]:
    """BM25 as in textbooks, with the fixed pivot length."""
    documents = {(path, n): document for path, all_ in files.items() for n, document in enumerate(all_)}
    hits = []
    for (path, number), document in documents.items():
        score = 0.0
        for term in terms:
            holding = sum(term in other for other in documents.values())
            idf = math.log(1 + (len(documents) - holding + 0.5) / (holding + 0.5))
            frequency = document.count(term)
            score += idf * frequency / (frequency + K1 * (1 - B + B * len(document) / PIVOT_LENGTH))
        if score > 0:
            hits.append(Hit(path, number, score))
    return hits


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("cart", "cart.py:1 cart.py:0"),
        ("total", "order.py:0 cart.py:0"),
        ("order cancel", "order.py:1 help.md:0 order.py:0"),
        ("nothing", ""),
        ("", ""),
    ],
)
def test_the_best_documents_come_first(question: str, found: str) -> None:
    assert search(shop().view(), question) == found


def test_a_replaced_file_is_found_by_its_new_terms_only() -> None:
    index = shop()
    index.put("help.md", packed([["refund"], ["return"]]))
    assert search(index.view(), "cancel") == "order.py:1"
    assert search(index.view(), "refund") == "help.md:0"
    assert search(index.view(), "return") == "help.md:1"


def test_a_removed_file_is_not_found_and_not_counted() -> None:
    index = shop()
    index.remove("order.py")
    view = index.view()
    assert search(view, "order total") == "cart.py:0"
    assert (view.documents, view.document_frequency("total"), view.document_frequency("order")) == (3, 1, 0)


def test_a_file_without_documents_is_removed() -> None:
    index = shop()
    index.put("order.py", packed([]))
    assert index.view().documents == 3


def test_removing_a_missing_item_changes_nothing() -> None:
    index = shop()
    index.remove("other.py")
    assert index.view().documents == 5


def test_an_empty_document_counts_but_is_not_found() -> None:
    view = index_of({"a": [[], ["word"]], "b": [[]]})
    assert view.documents == 3
    assert search(view, "word") == "a:1"


def test_an_empty_index_answers() -> None:
    view = LexicalIndex().view()
    assert (view.documents, view.document_frequency("word"), search(view, "word")) == (0, 0, "")


def test_a_view_does_not_change() -> None:
    index = shop()
    for path in ("help.md", "order.py"):
        before = index.view()
        hits = before.search(["cancel", "total"], 10, CancelToken())
        index.put(path, packed([["cancel", "total"], ["total"]]))
        assert before.search(["cancel", "total"], 10, CancelToken()) == hits
        assert index.view().search(["cancel", "total"], 10, CancelToken()) != hits


def test_equal_scores_are_ordered_by_path_and_number_in_any_order_of_insertion() -> None:
    index = LexicalIndex()
    for path in ("c", "a", "d", "b"):
        index.put(path, packed([["same"], ["same"]]))
    assert search(index.view(), "same") == "a:0 a:1 b:0 b:1 c:0 c:1 d:0 d:1"
    assert search(index.view(), "same", limit=3) == "a:0 a:1 b:0"
    assert search(index.view(), "same", limit=0) == ""


def test_a_repeated_term_of_the_question_counts_as_often() -> None:
    view = shop().view()
    (once,) = view.search(["add"], 1, CancelToken())
    (twice,) = view.search(["add", "add"], 1, CancelToken())
    assert twice.score == pytest.approx(2 * once.score)


@pytest.mark.parametrize(
    ("words", "together"),
    [
        ("cancel order", True),
        ("cancel cart", False),
        ("cart missing", False),
        ("cancel|missing cart|order", True),
        ("cancel|order missing", False),
        ("cancel|order cancel|order", True),
        ("", False),
    ],
)
def test_words_of_one_document_are_told_from_words_of_several(words: str, together: bool) -> None:
    assert shop().view().has_document_with([forms.split("|") for forms in words.split()]) is together


def test_any_document_can_be_scored() -> None:
    view = shop().view()
    matches = view.match({"cancel": 1.0, "total": 0.5}, CancelToken())
    for hit in matches.top(10):
        assert matches.scores(hit.path, hit.number + 1)[hit.number] == hit.score
    assert matches.scores("cart.py", 2)[1] == 0.0
    assert matches.scores("other.py", 2) == [0.0, 0.0]


def test_the_document_after_a_file_s_last_is_not_the_next_file_s_first() -> None:
    matches = index_of({"a": [["x"]], "b": [["word"]]}).match({"word": 1.0}, CancelToken())
    assert (matches.scores("a", 2)[1], matches.scores("b", 1)[0] > 0) == (0.0, True)


def test_the_order_of_the_question_does_not_matter_to_the_last_bit() -> None:
    words = [f"w{n}" for n in range(30)]
    random = np.random.default_rng(0)
    view = index_of({"file": [random.choice(words, 50).tolist() for _ in range(100)]})
    hits = view.search(words, 100, CancelToken())
    assert view.search(words[::-1], 100, CancelToken()) == hits


def test_scores_agree_with_bm25s_where_all_documents_have_the_pivot_length() -> None:
    words = [f"w{n}" for n in range(40)]
    random = np.random.default_rng(0)
    documents = [random.choice(words, int(PIVOT_LENGTH)).tolist() for _ in range(30)]
    reference = bm25s.BM25(k1=K1, b=B, method="lucene")
    reference.index(documents, show_progress=False)

    matches = index_of({"file": documents}).match(Counter(["w1", "w5", "w9"]), CancelToken())
    expected = reference.get_scores(["w1", "w5", "w9"])
    assert matches.scores("file", 30) == pytest.approx(expected.tolist(), rel=1e-5)


def test_a_cancelled_search_stops() -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        shop().view().search(["cart"], 10, token)


def test_segments_stay_few() -> None:
    index = LexicalIndex()
    for n in range(1_000):
        index.put(f"{n}.py", packed([["common", f"rare{n}"]]))
        tidy(index)
        assert index.view().segments <= 3 * (1 + (n + 1).bit_length() // 2)
    assert index.view().document_frequency("common") == 1_000


def test_one_file_edited_often_is_one_extra_segment() -> None:
    index = LexicalIndex()
    put_many(index, {f"{n}.py": [["common"]] for n in range(1_000)})
    for n in range(50):
        index.put("7.py", packed([["common", f"version{n}"]]))
        assert index.view().segments == 2


def test_dead_documents_do_not_pile_up() -> None:
    index = LexicalIndex()
    put_many(index, {f"{n}.py": [["common", f"rare{n}"]] for n in range(1_000)})
    for n in range(990):
        index.remove(f"{n}.py")
    tidy(index)
    assert search(index.view(), "common", 3) == "990.py:0 991.py:0 992.py:0"
    assert index.view().rows <= 20


def test_a_change_leaves_large_merges_to_tidying() -> None:
    index = LexicalIndex()
    large = packed([["common"]] * (EDIT_ROWS - 1))
    for n in range(TIER_SEGMENTS):
        index.put(f"{n}.py", large)
    assert index.view().segments == TIER_SEGMENTS
    before = index.view().search(["common"], 10, CancelToken())
    tidy(index)
    assert index.view().segments == 1
    assert index.view().search(["common"], 10, CancelToken()) == before


def test_no_segment_outgrows_two_bytes() -> None:
    index = LexicalIndex()
    third = packed([["common"]] * (MAX_ROWS // 3 + 1))
    index.put_many({f"{n}.py": third for n in range(8)})
    assert index.view().segments == 4
    tidy(index)
    assert index.view().segments == 4
    assert index.view().document_frequency("common") == 8 * third.chunks


def test_a_file_may_be_larger_than_a_segment_should_be() -> None:
    view = index_of({"a.py": [["common"]] * (MAX_ROWS + 1) + [["rare"]]})
    assert search(view, "rare") == f"a.py:{MAX_ROWS + 1}"


def test_edits_during_a_merge_are_kept() -> None:
    index = LexicalIndex()
    for n in range(TIER_SEGMENTS):
        index.put_many({f"{n}/{m}.py": packed([["old", f"rare{m}"]]) for m in range(EDIT_ROWS)})
    assert index.tidy(), "the merge has begun"
    index.put("0/7.py", packed([["new"]]))
    index.put_many({f"1/{m}.py": packed([]) for m in range(EDIT_ROWS)})  # a whole segment goes
    tidy(index)
    view = index.view()
    assert search(view, "new") == "0/7.py:0"
    assert search(view, "rare7") == "2/7.py:0 3/7.py:0"
    assert (view.document_frequency("old"), view.documents) == (3 * EDIT_ROWS - 1, 3 * EDIT_ROWS)


PATHS = st.sampled_from(["a", "b", "b/c", "d"])
DOCUMENTS = st.lists(st.lists(st.sampled_from(["red", "green", "blue", "é", ""]), max_size=6), max_size=3)
CHANGES = st.lists(st.dictionaries(PATHS, DOCUMENTS, min_size=1, max_size=4), max_size=25)


@settings(max_examples=150, deadline=None)
@given(CHANGES, st.sampled_from([(EDIT_ROWS, 0), (0, 1), (0, 3), (4, 2)]))
def test_after_any_changes_it_is_a_fresh_index(changes: list[Files], pace: tuple[int, int]) -> None:
    edit_rows, tidy_steps = pace
    index = LexicalIndex()
    files: Files = {}
    with pytest.MonkeyPatch.context() as small:  # so that a few documents already take many steps
        small.setattr("ctx_lsp.lexical.index.EDIT_ROWS", edit_rows)
        small.setattr(merge, "STEP_POSTINGS", 2)
        small.setattr(merge, "STEP_TERMS", 2)
        for change in changes:
            put_many(index, change)
            files.update(change)
            for _ in range(tidy_steps):
                index.tidy()
    question = ["blue", "red", "red", "é"]
    found = index.view().search(question, 100, CancelToken())
    assert found == index_of(files).search(question, 100, CancelToken()), "equal to the last bit"

    naive = {(hit.path, hit.number): hit.score for hit in naive_hits(files, question)}
    assert {(hit.path, hit.number): hit.score for hit in found} == pytest.approx(naive, rel=1e-6)
    assert index.view().documents == sum(len(documents) for documents in files.values())
    for term in ("red", "é", ""):
        holding = sum(term in document for documents in files.values() for document in documents)
        assert index.view().document_frequency(term) == holding


def test_a_view_without_some_files_counts_as_an_index_that_lacks_them() -> None:
    files = read_files(SHOP)
    index, fewer = LexicalIndex(), LexicalIndex()
    put_many(index, files)
    put_many(fewer, {path: documents for path, documents in files.items() if path == "cart.py"})
    view = index.view().without([packed(files["order.py"])]).without([packed(files["help.md"])])
    words = {term for documents in files.values() for document in documents for term in document}
    assert view.documents == fewer.view().documents
    assert view.frequencies() == fewer.view().frequencies()
    assert view.document_frequencies(words) == fewer.view().document_frequencies(words)
    for one in words:
        for other in words:
            both = view.document_frequency_of_both(one, other)
            assert both == fewer.view().document_frequency_of_both(one, other), (one, other)
    found = view.search(["item", "cart", "order"], 9, CancelToken(), lambda path: path == "cart.py")
    assert found == fewer.view().search(["item", "cart", "order"], 9, CancelToken())
