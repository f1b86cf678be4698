"""Scores of rankings small enough to work out by hand."""

import math

import pytest

from ctx_lsp.evaluation.metrics import Result, found_share, hit_ranks, last_name, ndcg, score
from ctx_lsp.evaluation.tasks import Location, Target


def ranked(*lines: str) -> list[Result]:
    """Results written as `path:first-last symbol`."""
    results = []
    for line in lines:
        place, _, symbol = line.partition(" ")
        path, _, span = place.partition(":")
        first, _, last = (span or "1-1").partition("-")
        results.append(Result(path, int(first), int(last), symbol or None))
    return results


def wanted(symbol: str, *paths: str) -> Target:
    return Target(symbol=symbol, locations=tuple(Location(path) for path in paths))


def test_a_file_is_hit_by_the_first_result_in_it() -> None:
    assert hit_ranks([Target(path="b.py")], ranked("a.py", "b.py", "b.py")) == [2]


def test_a_file_with_the_same_name_elsewhere_does_not_count() -> None:
    assert hit_ranks([Target(path="b.py")], ranked("src/b.py")) == []


@pytest.mark.parametrize(
    ("span", "hit"), [("1-9", []), ("1-10", [1]), ("12-13", [1]), ("20-30", [1]), ("21-30", []), ("1-99", [1])]
)
def test_lines_of_a_target_must_be_overlapped(span: str, hit: list[int]) -> None:
    assert hit_ranks([Target(path="a.py", start_line=10, end_line=20)], ranked(f"a.py:{span}")) == hit


def test_one_result_can_hit_two_file_targets_and_counts_once_as_a_gain() -> None:
    targets = [Target(path="a.py", start_line=1, end_line=2), Target(path="a.py", start_line=5, end_line=6)]
    scores = score(targets, ranked("a.py:1-9"))
    assert (scores.recall, scores.precision) == (1.0, 0.1)
    assert scores.ndcg == pytest.approx(1 / (1 + 1 / math.log2(3)))


def test_a_symbol_is_hit_by_its_last_name_in_one_of_its_files() -> None:
    targets = [wanted("Flask.wsgi_app", "app.py", "app.pyi")]
    assert hit_ranks(targets, ranked("x.py x.py::Flask.wsgi_app", "app.pyi app.pyi::wsgi_app")) == [2]


def test_a_symbol_is_hit_once_and_a_result_hits_once() -> None:
    twice = [wanted("A.run", "a.py"), wanted("B.run", "a.py")]
    assert hit_ranks(twice, ranked("a.py a.py::A.run")) == [1]
    assert hit_ranks(twice, ranked("a.py a.py::A.run", "a.py a.py::C.stop", "a.py a.py::B.run")) == [1, 3]
    assert hit_ranks([wanted("A.run", "a.py")], ranked("a.py a.py::A.run", "a.py a.py::A.run")) == [1]


def test_a_result_without_a_symbol_hits_no_symbol() -> None:
    assert hit_ranks([wanted("run", "a.py")], ranked("a.py")) == []


def test_scores_of_a_ranking_worked_out_by_hand() -> None:
    targets = [wanted(name, "a.py") for name in ("f", "g", "h")]
    results = ranked("a.py a.py::x", "a.py a.py::f", "a.py a.py::y", "a.py a.py::h")
    scores = score(targets, results)
    ideal = 1 + 1 / math.log2(3) + 1 / 2
    assert scores.ndcg == pytest.approx((1 / math.log2(3) + 1 / math.log2(5)) / ideal)
    assert scores.precision == pytest.approx(2 / 10)
    assert scores.recall == pytest.approx(2 / 3)
    assert scores.reciprocal_rank == pytest.approx(1 / 2)


def test_only_the_first_k_results_count() -> None:
    results = ranked(*["a.py a.py::x"] * 10, "a.py a.py::f")
    assert score([wanted("f", "a.py")], results).recall == 0
    assert score([wanted("f", "a.py")], results, k=11).reciprocal_rank == pytest.approx(1 / 11)


def test_the_found_share_ignores_ranks() -> None:
    results = ranked(*["a.py a.py::x"] * 30, "a.py a.py::f")
    assert found_share([wanted("f", "a.py"), wanted("g", "a.py")], results) == 0.5


def test_no_hit_scores_zero() -> None:
    scores = score([Target(path="a.py")], [])
    assert (scores.ndcg, scores.precision, scores.recall, scores.reciprocal_rank) == (0, 0, 0, 0)


def test_more_targets_than_results_looked_at_can_still_be_ideal() -> None:
    assert ndcg(range(1, 11), targets=30) == pytest.approx(1)


@pytest.mark.parametrize(
    ("symbol", "name"),
    [
        ("src/app.py::Server.start", "start"),
        ("a.py::f#2", "f"),
        ("Foo#bar", "bar"),
        ("ns::Type::method(int, a.b)", "method"),
        ("save!", "save"),
        ("name=", "name"),
        ("", ""),
    ],
)
def test_the_last_name_of_a_symbol(symbol: str, name: str) -> None:
    assert last_name(symbol) == name
