"""Reranking: scores are cached, failures are not, and a model that is down is not called for a while."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from ctx_lsp.base.cancel import Cancelled, CancelToken
from ctx_lsp.models import reranking
from ctx_lsp.models.model_files import ModelError
from ctx_lsp.models.outage import FIRST_PAUSE
from ctx_lsp.models.providers.http import ProviderError
from ctx_lsp.models.reranker import Reranker, load_reranker
from ctx_lsp.models.reranking import Reranking
from tests.models.tiny_reranker import tiny_reranker


class Watched:
    """A model that records its inputs and can be made to fail."""

    is_remote = False

    def __init__(self, model: Reranker) -> None:
        self._model = model
        self.identity = model.identity
        self.candidates = model.candidates
        self.read: list[list[str]] = []
        self.seconds = 0.0
        self.failure: BaseException | None = None

    def score(self, query: str, texts: Sequence[str], seconds: float, token: CancelToken) -> list[float]:
        self.read.append(list(texts))
        self.seconds = seconds
        if self.failure is not None:
            raise self.failure
        return self._model.score(query, texts, seconds, token)


class Clock:
    """A clock that the test sets."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def model(tmp_path: Path) -> Watched:
    loaded = load_reranker(tiny_reranker(tmp_path / "tiny", {"good": [1.0], "bad": [-1.0]}), 2)
    assert loaded is not None
    return Watched(loaded)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def asked(model: Watched, clock: Clock) -> Reranking:
    return Reranking(model, 60.0, clock)


def scores(asked: Reranking, query: str, *texts: str) -> list[float]:
    return asked.scores(query, texts, CancelToken())


def test_only_new_commits_are_read(model: Watched, asked: Reranking) -> None:
    first = scores(asked, "x", "good", "bad")
    assert scores(asked, "x", "bad", "fair", "good") == [first[1], 0.0, first[0]]
    assert model.read == [["good", "bad"], ["fair"]]
    scores(asked, "x", "good", "fair")
    assert len(model.read) == 2
    assert scores(asked, "x y z", "good") != [first[0]]
    assert model.seconds == 60.0


def test_a_text_that_comes_twice_is_read_once(model: Watched, asked: Reranking) -> None:
    assert scores(asked, "x", "good", "bad", "good") == pytest.approx([0.5, -0.5, 0.5])
    assert model.read == [["good", "bad"]]


def test_where_question_and_text_meet_counts(model: Watched, asked: Reranking) -> None:
    scores(asked, "a b", "c")
    scores(asked, "a", "b c")
    assert len(model.read) == 2


def test_the_least_recently_used_are_forgotten(model: Watched, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reranking, "MAX_CACHED", 2)
    asked = Reranking(model, 60.0, clock)
    for text in ("good", "bad", "good", "fair", "good", "bad"):
        scores(asked, "x", text)
    assert model.read == [["good"], ["bad"], ["fair"], ["bad"]]


def test_a_model_that_failed_is_left_alone_for_a_while(model: Watched, asked: Reranking, clock: Clock) -> None:
    known = scores(asked, "x", "good")
    model.failure = ModelError("broken")
    for _ in range(2):
        with pytest.raises(ModelError, match="broken"):
            scores(asked, "x", "bad")
    assert len(model.read) == 2
    assert scores(asked, "x", "good") == known, "what is known needs no model"
    clock.now += FIRST_PAUSE
    model.failure = None
    assert scores(asked, "x", "bad") == pytest.approx([-0.5])
    assert scores(asked, "x", "fair") == [0.0]


def test_a_provider_says_for_how_long(model: Watched, asked: Reranking, clock: Clock) -> None:
    model.failure = ProviderError("busy", retry_after=100.0)
    with pytest.raises(ModelError, match="busy"):
        scores(asked, "x", "bad")
    model.failure = None
    clock.now += 99.0
    with pytest.raises(ModelError, match="busy"):
        scores(asked, "x", "bad")
    clock.now += 1.0
    assert scores(asked, "x", "bad") == pytest.approx([-0.5])


@pytest.mark.parametrize("failure", [ProviderError("too long", rejected=True), Cancelled()])
def test_the_end_of_one_question_does_not_end_the_next(
    model: Watched, asked: Reranking, failure: BaseException
) -> None:
    model.failure = failure
    with pytest.raises(type(failure)):
        scores(asked, "x", "bad")
    model.failure = None
    assert scores(asked, "x", "bad") == pytest.approx([-0.5])


def test_a_question_with_invalid_text_is_still_answered(asked: Reranking) -> None:
    """A client can send half of a surrogate pair; the tokenizer may refuse it, but nothing else may be raised."""
    with pytest.raises(ModelError, match="the reranker failed"):
        scores(asked, "\ud800", "good")
