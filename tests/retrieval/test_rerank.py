"""The rerank stage: when it runs, which candidates it reads, and the weight of its scores."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from ctx_lsp.base.cancel import Cancelled, CancelToken
from ctx_lsp.base.timings import Timings
from ctx_lsp.models.reranker import Reranker, load_reranker
from ctx_lsp.models.reranking import Reranking
from ctx_lsp.retrieval.model import Auto, SearchAnswer, SearchRequest
from ctx_lsp.retrieval.ranking.rerank import gains, is_wanted
from ctx_lsp.retrieval.ranking.weights import TUNING, Tuning
from ctx_lsp.retrieval.search import search
from tests.models.tiny_reranker import tiny_reranker
from tests.retrieval.searching import context_of
from tests.workspaces import snapshot_of

SHOP = snapshot_of("""
=== shop/prices.py
CURRENCY = "EUR"
def net(price):
    \"\"\"The price of an item without tax.\"\"\"
    return plain(price)
def gross(price):
    \"\"\"The price of an item with tax.\"\"\"
    return fancy(price)
def total(items):
    \"\"\"The price of all items with tax.\"\"\"
    return fancy(sum(items))
=== shop/labels.py
def label(item):
    \"\"\"What stands on an item: its price.\"\"\"
    return plain(item)
""")
QUESTION = "what is the price of an item"


def reranking(folder: Path, weights: Mapping[str, Sequence[float]], candidates: int = 20) -> Reranking:
    loaded = load_reranker(tiny_reranker(folder, weights, {"candidates": candidates}), 2)
    assert loaded is not None
    return Reranking(loaded, 60.0)


def run(
    model: Reranking | None,
    query: str = QUESTION,
    rerank: Auto = True,
    tuning: Tuning = TUNING,
    token: CancelToken | None = None,
) -> SearchAnswer:
    context = context_of(SHOP, SearchRequest(query, rerank=rerank), tuning=tuning, reranking=model)
    return search(replace(context, token=token or context.token), Timings())


def names(answer: SearchAnswer) -> list[str]:
    return [(item.symbol or item.path).rpartition("::")[2] for item in answer.items]


def weighted(share: float) -> Tuning:
    return {intent: replace(weights, rerank=share) for intent, weights in TUNING.items()}


def test_candidates_that_the_model_prefers_rise(tmp_path: Path) -> None:
    plain = names(run(None, rerank=False))
    likes = {word: names(run(reranking(tmp_path / word, {word: [1.0]}), tuning=weighted(0.9))) for word in TASTES}
    assert sorted(likes["fancy"]) == sorted(likes["plain"]) == sorted(plain)
    assert {"gross", "total"} == set(likes["fancy"][:2])
    assert {"net", "label"} == set(likes["plain"][:2])


TASTES = ("fancy", "plain")


def test_its_word_is_one_part_of_the_score(tmp_path: Path) -> None:
    before = {item.symbol: item for item in run(None, rerank=False).items}
    answer = run(reranking(tmp_path / "tiny", {"fancy": [1.0]}))
    assert "rerank" in answer.timings
    for item in answer.items:
        assert item.score == pytest.approx(math.fsum(item.scores.values()))
        others = {name: part for name, part in item.scores.items() if name not in ("rerank", "saturation")}
        assert others == {n: p for n, p in before[item.symbol].scores.items() if n != "saturation"}
    gained = [item.scores.get("rerank", 0.0) for item in answer.items]
    assert min(gained) == 0.0
    assert max(gained) > 0.0


def test_a_model_without_an_opinion_changes_nothing(tmp_path: Path) -> None:
    answer = run(reranking(tmp_path / "tiny", {"unheard": [1.0]}))
    assert names(answer) == names(run(None, rerank=False))
    assert not any("rerank" in item.scores for item in answer.items)


def test_only_the_first_candidates_are_read(tmp_path: Path) -> None:
    answer = run(reranking(tmp_path / "tiny", {"fancy": [1.0]}, candidates=2))
    first = names(run(None, rerank=False))[:2]
    raised = {name for name, item in zip(names(answer), answer.items, strict=True) if "rerank" in item.scores}
    assert raised == {"gross", "total"} & set(first)
    assert len(raised) == 1


@pytest.mark.parametrize("weight", [0.1, 0.3, 0.5, 0.8])
def test_the_order_is_that_of_blended_z_scores(weight: float) -> None:
    fused = [4.0, 3.1, 3.0, 2.2, 1.0]
    read = [-1.5, 0.3, -0.2, 2.0, 0.1]
    blended = [(1 - weight) * f + weight * r for f, r in zip(z_scores(fused), z_scores(read), strict=True)]
    ours = [f + gain for f, gain in zip(fused, gains(fused, read, weight), strict=True)]
    assert ranks(ours) == ranks(blended)
    assert min(gains(fused, read, weight)) == 0.0


def z_scores(values: Sequence[float]) -> list[float]:
    mean = sum(values) / len(values)
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / len(values))
    return [(value - mean) / spread for value in values]


def ranks(values: Sequence[float]) -> list[int]:
    return sorted(range(len(values)), key=lambda place: -values[place])


@pytest.mark.parametrize("scale", [0.01, 1.0, 1000.0])
def test_the_unit_of_the_model_does_not_matter(scale: float) -> None:
    read = [0.5, -1.0, 0.25]
    expected = gains([3.0, 2.0, 1.0], read, 0.3)
    assert gains([3.0, 2.0, 1.0], [scale * score - 7.0 for score in read], 0.3) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("wish", "intent", "fused", "wanted"),
    [
        ("auto", "question", [3.0, 2.9], True),
        ("auto", "question", [3.0, 1.5], False),
        ("auto", "change", [3.0, 2.9, 0.1], True),
        ("auto", "symbol", [3.0, 2.9], False),
        ("auto", "question", [3.0], False),
        ("auto", "question", [], False),
        (True, "question", [3.0, 1.5], True),
        (True, "symbol", [3.0, 2.9], True),
        (True, "question", [3.0], False),
        (False, "question", [3.0, 2.9], False),
    ],
)
def test_the_scores_decide_whether_to_rerank(wish: Auto, intent: str, fused: list[float], wanted: bool) -> None:
    assert is_wanted(wish, intent, fused) is wanted  # type: ignore[arg-type]  # a literal


def test_a_look_up_is_read_only_when_that_is_asked_for(tmp_path: Path) -> None:
    model = reranking(tmp_path / "tiny", {"fancy": [1.0]})
    assert "rerank" not in run(model, "gross", "auto").timings
    assert "rerank" in run(model, "gross price", True).timings
    assert "rerank" not in run(model, QUESTION, False).timings


def test_the_part_can_be_switched_off(tmp_path: Path) -> None:
    answer = run(reranking(tmp_path / "tiny", {"fancy": [1.0]}), tuning=weighted(0.0))
    assert "rerank" not in answer.timings
    assert names(answer) == names(run(None, rerank=False))


def test_a_missing_model_is_reported_only_on_request() -> None:
    assert run(None, rerank="auto").warnings == ()
    [warning] = run(None, rerank=True).warnings
    assert "No reranker is loaded" in warning


def test_a_failing_model_keeps_the_order_and_is_reported(tmp_path: Path) -> None:
    answer = run(reranking(tmp_path / "tiny", {"price": [float("nan")]}))
    [warning] = answer.warnings
    assert "were not reranked: the reranker returned no score" in warning
    assert names(answer) == names(run(None, rerank=False))


def test_a_slow_model_keeps_the_order_and_is_reported(tmp_path: Path) -> None:
    answer = run(Reranking(slow(tmp_path), 0.0))
    [warning] = answer.warnings
    assert "it took longer than 0 s" in warning
    assert names(answer) == names(run(None, rerank=False))


def slow(folder: Path) -> Reranker:
    loaded = load_reranker(tiny_reranker(folder / "slow", {"fancy": [1.0]}), 2)
    assert loaded is not None
    return loaded


def test_cancelling_ends_it(tmp_path: Path) -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        run(reranking(tmp_path / "tiny", {"fancy": [1.0]}), token=token)
