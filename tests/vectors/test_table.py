"""Vector table: exact cosines of int8 rows, whatever the order of insertion, the size of the table and the filter."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctx_lsp.vectors.rows import quantise
from ctx_lsp.vectors.table import MIN_CAPACITY, SLACK, WIDER, VectorTable, VectorView

DIMENSIONS = 16


def key(number: int) -> bytes:
    return number.to_bytes(16, "big")


def random_vectors(count: int, seed: int = 0) -> np.ndarray:
    """Unit vectors, float32 (count, DIMENSIONS)."""
    vectors = np.random.default_rng(seed).normal(size=(count, DIMENSIONS)).astype(np.float32)
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True))


def table_of(vectors: np.ndarray, exact_rows: int = 1_000_000) -> VectorTable:
    table = VectorTable(vectors.shape[1], exact_rows)
    for number, vector in enumerate(vectors):
        table.add(key(number), vector)
    while table.extend_graph(100):
        pass
    return table


def textbook(
    vectors: np.ndarray, query: np.ndarray, limit: int, allowed: Callable[[bytes], bool] = lambda _: True
) -> list[tuple[bytes, float]]:
    """The nearest rows by plain integer arithmetic."""
    asked = [int(x) for x in quantise(query)]
    found = []
    for number, vector in enumerate(vectors):
        row = [int(x) for x in quantise(vector)]
        product = sum(a * b for a, b in zip(row, asked, strict=True))
        cosine = product / math.sqrt(sum(a * a for a in row) * sum(a * a for a in asked))
        if allowed(key(number)):
            found.append((key(number), cosine))
    return sorted(found, key=lambda pair: (-pair[1], pair[0]))[:limit]


@pytest.mark.parametrize("limit", [0, 1, 10, 499, 500, 600])
def test_the_nearest_are_found_and_scored_exactly(limit: int) -> None:
    vectors = random_vectors(500)
    view = table_of(vectors).view()
    for query in random_vectors(5, seed=1):
        assert view.search(query, limit) == textbook(vectors, query, limit)


@pytest.mark.parametrize("share", [2, 10, 400])
def test_keys_that_are_not_allowed_do_not_take_the_place_of_others(share: int) -> None:
    vectors = random_vectors(1_000)
    view = table_of(vectors).view()
    allowed = {key(number) for number in range(0, 1_000, share)}.__contains__
    for query in random_vectors(5, seed=1):
        assert view.search(query, 20, allowed) == textbook(vectors, query, 20, allowed)


def test_equal_vectors_are_ordered_by_key_even_if_there_are_more_than_candidates() -> None:
    count = 2 * WIDER * (SLACK + 5)
    vectors = np.ones((count, DIMENSIONS), dtype=np.float32)
    table = VectorTable(DIMENSIONS)
    for number in np.random.default_rng(0).permutation(count).tolist():
        table.add(key(number), vectors[number])
    assert [found for found, _ in table.view().search(vectors[0], 5)] == [key(n) for n in range(5)]


def test_the_order_of_insertion_does_not_matter_to_the_last_bit() -> None:
    vectors = random_vectors(500)
    backwards = VectorTable(DIMENSIONS)
    for number in reversed(range(500)):
        backwards.add(key(number), vectors[number])
    for query in random_vectors(5, seed=1):
        assert backwards.view().search(query, 50) == table_of(vectors).view().search(query, 50)


def test_quantised_cosines_are_close_to_those_of_the_vectors() -> None:
    vectors = random_vectors(500)
    query = random_vectors(1, seed=1)[0]
    cosines = dict(table_of(vectors).view().search(query, 500))
    assert [cosines[key(n)] for n in range(500)] == pytest.approx(vectors @ query, abs=0.01)


@given(st.lists(st.floats(-1e3, 1e3, width=32), min_size=1, max_size=8).filter(lambda v: any(abs(x) > 1e-3 for x in v)))
@settings(deadline=None)
def test_a_quantised_vector_stays_as_it_is(components: list[float]) -> None:
    row = quantise(np.array(components, dtype=np.float32))
    assert np.abs(row.astype(int)).max() == 127
    assert np.array_equal(quantise(row), row), "so a stored row gives the same table as a fresh vector"


@pytest.mark.parametrize("components", [[0.0, 0.0], [1.0, float("nan")], [float("inf"), 1.0]])
def test_vectors_without_direction_are_refused(components: list[float]) -> None:
    table = VectorTable(2)
    with pytest.raises(ValueError, match="finite"):
        table.add(b"key", np.array(components))
    assert len(table) == 0


@pytest.mark.parametrize("limit", [1, 20, 600])
@pytest.mark.parametrize("missing", [[0], [3, 4, 5], list(range(100, 108))])
def test_a_view_with_a_few_more_vectors_answers_like_a_table_that_has_them(missing: list[int], limit: int) -> None:
    vectors = random_vectors(500)
    vectors[100] = vectors[101] = vectors[102]  # equal ones, in the table and beside it
    table = VectorTable(DIMENSIONS)
    for number in (n for n in range(500) if n not in missing):
        table.add(key(number), vectors[number])
    few = {key(number): vectors[number] for number in missing}
    some = table.view().with_vectors(dict(list(few.items())[:1]))
    view = some.with_vectors(few)
    assert len(view) == 500
    assert all(key(number) in view for number in range(500))
    assert len(some) == 500 - len(missing) + 1, "the view before keeps what it saw"
    allowed = {key(number) for number in range(0, 500, 2)}.__contains__
    for query in (*random_vectors(3, seed=1), *vectors[missing]):
        assert view.search(query, limit) == textbook(vectors, query, limit)
        assert view.search(query, limit, allowed) == textbook(vectors, query, limit, allowed)


def test_a_view_of_an_empty_table_takes_vectors_too() -> None:
    vectors = random_vectors(2)
    view = VectorTable(DIMENSIONS).view().with_vectors({key(n): vectors[n] for n in range(2)})
    assert view.search(vectors[1], 2) == textbook(vectors, vectors[1], 2)


def test_an_empty_table_answers() -> None:
    view = VectorTable(DIMENSIONS).view()
    assert (len(view), view.search(np.ones(DIMENSIONS), 5)) == (0, [])


def test_a_known_key_is_not_added_again() -> None:
    vectors = random_vectors(2)
    table = VectorTable(DIMENSIONS)
    table.add(b"key", vectors[0])
    table.add(b"key", vectors[1])
    assert len(table) == 1
    [(key, cosine)] = table.view().search(vectors[0], 2)
    assert key == b"key"
    assert cosine == pytest.approx(1.0)


def everything(view: VectorView) -> list[tuple[bytes, float]]:
    return view.search(np.ones(DIMENSIONS), 10_000)


def test_a_view_does_not_change_while_the_table_grows_and_shrinks() -> None:
    vectors = random_vectors(3 * MIN_CAPACITY)
    table = table_of(vectors[:10])
    view = table.view()
    before = everything(view)
    for number in range(10, len(vectors)):
        table.add(key(number), vectors[number])
    assert everything(view) == before
    table.retain({key(11)})
    assert everything(view) == before
    assert key(11) not in view
    assert key(10) not in table


def test_unused_rows_are_dropped_when_they_are_the_majority() -> None:
    table = table_of(random_vectors(2 * MIN_CAPACITY))
    live = {key(number) for number in range(MIN_CAPACITY)}
    table.retain(live)
    assert len(table) == 2 * MIN_CAPACITY, "half of them: not yet"
    live.discard(key(0))
    table.retain(live)
    assert len(table) == MIN_CAPACITY - 1
    assert {found for found, _ in everything(table.view())} == live


def test_a_table_goes_on_after_it_was_emptied() -> None:
    vectors = random_vectors(2 * MIN_CAPACITY)
    table = table_of(vectors)
    table.retain(set())
    assert len(table) == 0
    for number in range(2 * MIN_CAPACITY):
        table.add(key(number), vectors[number])
    assert table.view().search(vectors[7], 3) == textbook(vectors, vectors[7], 3)


class TestGraph:
    """Beyond the size where all rows are compared."""

    ROWS = 2_000

    def test_it_finds_nearly_the_same_with_the_same_scores(self) -> None:
        vectors = random_vectors(self.ROWS)
        view = table_of(vectors, exact_rows=100).view()
        found = total = 0
        for query in random_vectors(20, seed=1):
            expected = dict(table_of_all(vectors).search(query, 50))
            got = dict(view.search(query, 50))
            assert all(expected[k] == got[k] for k in expected.keys() & got.keys())
            found += len(expected.keys() & got.keys())
            total += 50
        assert found / total > 0.98

    def test_rows_that_are_not_linked_yet_are_compared_one_by_one(self) -> None:
        vectors = random_vectors(self.ROWS)
        table = table_of(vectors, exact_rows=100)
        new = random_vectors(1, seed=9)[0]
        table.add(b"new", new)
        assert table.view().search(new, 1) == [(b"new", 1.0)]
        assert table.extend_graph(10) is False, "it was the only one left"
        assert table.view().search(new, 1) == [(b"new", 1.0)]

    def test_a_view_does_not_see_rows_linked_later(self) -> None:
        vectors = random_vectors(self.ROWS)
        table = table_of(vectors, exact_rows=100)
        view = table.view()
        new = random_vectors(1, seed=9)[0]
        table.add(b"new", new)
        table.extend_graph(10)
        assert b"new" not in dict(view.search(new, 10))

    def test_rows_linked_after_a_view_was_taken_change_nothing_in_it(self) -> None:
        vectors = random_vectors(self.ROWS)
        table = table_of(vectors[:400], exact_rows=100)
        for number in range(400, 1_000):
            table.add(key(number), vectors[number])
        view, query = table.view(), vectors[1_500]
        before = view.search(query, 50)
        for number in range(1_000, self.ROWS):
            table.add(key(number), query)  # nearer than all that the view has
        while table.extend_graph(100):
            pass
        assert view.search(query, 50) == before

    def test_a_view_that_is_all_in_the_graph_answers_though_everything_new_is_nearer(self) -> None:
        vectors = random_vectors(self.ROWS)
        table = table_of(vectors[:400], exact_rows=100)
        view, query = table.view(), vectors[1_500]
        for number in range(400, self.ROWS):
            table.add(key(number), query)
        while table.extend_graph(100):
            pass
        assert view.search(query, 5) == textbook(vectors[:400], query, 5)

    def test_rows_outside_the_graph_that_are_allowed_are_not_lost_behind_those_that_are_not(self) -> None:
        query, others = random_vectors(1, seed=9)[0], random_vectors(self.ROWS)
        near = query + 0.1 * random_vectors(self.ROWS, seed=1)
        vectors = np.concatenate([others, near])
        table = table_of(others, exact_rows=100)
        for number in range(self.ROWS, 2 * self.ROWS):
            table.add(key(number), vectors[number])
        nearest = {found for found, _ in textbook(vectors, query, self.ROWS - 400)}

        def allowed(one: bytes) -> bool:
            return one not in nearest

        assert table.view().search(query, 10, allowed) == textbook(vectors, query, 10, allowed)

    def test_a_filter_is_kept(self) -> None:
        vectors = random_vectors(self.ROWS)
        view = table_of(vectors, exact_rows=100).view()
        allowed = {key(number) for number in range(0, self.ROWS, 300)}.__contains__
        query = random_vectors(1, seed=1)[0]
        assert view.search(query, 5, allowed) == textbook(vectors, query, 5, allowed)

    def test_it_is_made_again_when_rows_are_dropped(self) -> None:
        vectors = random_vectors(self.ROWS)
        table = table_of(vectors, exact_rows=100)
        table.retain({key(number) for number in range(self.ROWS - 500, self.ROWS)})
        assert table.view().search(vectors[-1], 1) == [(key(self.ROWS - 1), 1.0)]
        assert table.extend_graph(100), "there are more to link"

    def test_small_tables_have_none(self) -> None:
        assert table_of(random_vectors(50), exact_rows=100).extend_graph(10) is False


def table_of_all(vectors: np.ndarray) -> VectorView:
    """A view that compares all rows."""
    return table_of(vectors).view()
