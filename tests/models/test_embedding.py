"""The embedding threads: they yield, never starve, skip failing texts, and do not embed a text twice at once."""

import logging
import threading
from collections.abc import Callable, Iterator
from time import monotonic

import numpy as np
import pytest

from ctx_lsp.base.gate import Gate
from ctx_lsp.models.embedder import Embedder, load_embedder
from ctx_lsp.models.embedding import EmbeddingPool
from ctx_lsp.models.model_files import ModelError
from ctx_lsp.models.work_pool import MAX_CACHED, MAX_CONSECUTIVE_FAILURES, MAX_YIELD
from tests.models.tiny_onnx import tiny_model

LONG = 20.0  # seconds; nothing here takes a tenth of it


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Embedder:
    """A model of five words; `nowhere` has no vector."""
    return load_embedder(tiny_model(tmp_path_factory.mktemp("models") / "tiny"))


class Watched:
    """An embedder that records its texts and blocks unless `open` is set; it can be made to fail."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self.identity = embedder.identity
        self.dimensions = embedder.dimensions
        self.begun: list[str] = []
        self.open = threading.Event()
        self.open.set()
        self.broken: Exception | None = None

    def embed(self, text: str) -> np.ndarray:
        self.begun.append(text)
        if self.broken is not None:
            raise self.broken
        assert self.open.wait(LONG)
        return self._embedder.embed(text)


class Setup:
    """A pool of one thread and its surroundings."""

    def __init__(self, embedder: Embedder, threads: int) -> None:
        self.embedder = Watched(embedder)
        self.gate = Gate()
        self.ready = threading.Event()
        self.pool = EmbeddingPool(self.embedder, threads, self.gate, self.ready.set)

    def made(self) -> list[str]:
        """The texts embedded since the last call, in order; waits for all wanted ones."""
        assert self.ready.wait(LONG)
        self.ready.clear()
        return [key.decode() for key, _ in self.pool.collect()]


@pytest.fixture
def setup(tiny: Embedder, request: pytest.FixtureRequest) -> Iterator[Setup]:
    made = Setup(tiny, getattr(request, "param", 1))
    yield made
    made.embedder.open.set()
    made.pool.close()


def texts(*names: str) -> dict[bytes, str]:
    """Texts, each with itself as the key."""
    return {name.encode(): name for name in names}


def until(condition: Callable[[], object]) -> bool:
    """Wait for a condition; return whether it came true."""
    end = monotonic() + LONG
    while not condition() and monotonic() < end:
        threading.Event().wait(0.001)
    return bool(condition())


def test_the_first_is_made_first_and_the_list_can_be_replaced(setup: Setup) -> None:
    with setup.gate.urgent():
        setup.pool.want(texts("up", "east"))
        setup.pool.want(texts("north", "east", "up north"))
    assert setup.made() == ["north", "east", "up north"]


def test_it_pauses_after_the_text_at_hand_while_anything_is_urgent(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ctx_lsp.models.work_pool.MAX_YIELD", LONG)
    setup.embedder.open.clear()
    setup.pool.want(texts("north", "east", "up"))
    assert until(lambda: setup.embedder.begun)
    with setup.gate.urgent():
        setup.embedder.open.set()
        assert not setup.ready.wait(0.1)
        assert setup.embedder.begun == ["north"]
    assert setup.made() == ["north", "east", "up"]


def test_it_goes_on_slowly_though_there_is_always_something_urgent(setup: Setup) -> None:
    with setup.gate.urgent():
        begin = monotonic()
        setup.pool.want(texts("north", "east"))
        assert setup.made() == ["north", "east"]
        assert monotonic() - begin >= 2 * MAX_YIELD


def test_a_text_that_fails_is_skipped(setup: Setup, caplog: pytest.LogCaptureFixture) -> None:
    setup.pool.want(texts("north", "nowhere", "east", "nowhere nowhere", "up"))
    assert setup.made() == ["north", "east", "up"]
    assert setup.pool.failed == {b"nowhere", b"nowhere nowhere"}
    assert setup.pool.problem.startswith(
        "texts without a vector: 2; the first failure: the embedding model returned no vector"
    )
    assert setup.pool.error == ""
    assert [record.levelno for record in caplog.records] == [logging.WARNING], "told once"
    setup.pool.want(texts("nowhere", "up up"))
    assert setup.made() == ["up up"]
    assert setup.embedder.begun.count("nowhere") == 1


def test_a_model_that_fails_for_everything_stops_the_pool(setup: Setup) -> None:
    setup.embedder.broken = ModelError("the embedding model failed: out of order")
    setup.pool.want(texts(*("north " * count for count in range(1, 2 * MAX_CONSECUTIVE_FAILURES))))
    assert setup.made() == []
    assert setup.pool.error == "the embedding model failed: out of order"
    assert len(setup.pool.failed) == MAX_CONSECUTIVE_FAILURES
    assert setup.pool.make(b"east", "east") is None


def test_many_texts_that_fail_do_not_stop_a_model_that_works(setup: Setup) -> None:
    bad = ["nowhere " * count for count in range(1, 3 * MAX_CONSECUTIVE_FAILURES)]
    setup.pool.want(texts(*bad, "north"))
    assert setup.made() == ["north"]
    assert len(setup.pool.failed) == len(bad)
    assert setup.pool.error == ""


def test_an_error_that_no_model_should_raise_costs_its_text_alone(setup: Setup) -> None:
    setup.embedder.broken = ZeroDivisionError("secret text")
    setup.pool.want(texts("up"))
    assert setup.made() == []
    setup.embedder.broken = None
    setup.pool.want(texts("north"))
    assert setup.made() == ["north"]
    assert setup.pool.failed == {b"up"}
    assert "ZeroDivisionError at models/providers/model.py" in setup.pool.reports[b"up"]
    assert "secret" not in setup.pool.problem


def test_a_question_gets_the_vector_of_a_wanted_text_at_once(setup: Setup, tiny: Embedder) -> None:
    with setup.gate.urgent():
        setup.pool.want(texts("north", "east"))
        made = setup.pool.make(b"east", "east")
    assert made is not None
    assert np.array_equal(made, tiny.embed("east"))
    assert sorted(setup.made()) == ["east", "north"], "delivered like the others"
    assert sorted(setup.embedder.begun) == ["east", "north"]


def test_a_question_waits_for_a_text_that_is_being_made(setup: Setup, tiny: Embedder) -> None:
    setup.embedder.open.clear()
    setup.pool.want(texts("north"))
    assert until(lambda: setup.embedder.begun)
    found: list[np.ndarray | None] = []
    asking = threading.Thread(target=lambda: found.append(setup.pool.make(b"north", "north")))
    asking.start()
    setup.embedder.open.set()
    asking.join(LONG)
    assert found[0] is not None
    assert np.array_equal(found[0], tiny.embed("north"))
    assert setup.embedder.begun == ["north"]


def test_delivered_vectors_are_remembered_for_a_while(setup: Setup) -> None:
    setup.pool.want(texts("north"))
    setup.made()
    assert setup.pool.make(b"north", "north") is not None
    assert setup.embedder.begun == ["north"]
    for number in range(MAX_CACHED):
        setup.pool.make(str(number).encode(), "up")
    setup.pool.collect()
    setup.pool.make(b"north", "north")
    assert setup.embedder.begun.count("north") == 2


def test_a_question_gets_nothing_for_a_text_that_fails(setup: Setup) -> None:
    assert setup.pool.make(b"nowhere", "nowhere") is None
    assert setup.pool.make(b"nowhere", "nowhere") is None
    assert setup.embedder.begun == ["nowhere"]


@pytest.mark.parametrize("setup", [2], indirect=True)
def test_closing_waits_for_the_texts_at_hand_and_for_no_others(setup: Setup) -> None:
    setup.embedder.open.clear()
    setup.pool.want(texts("north", "east", "up", "north north"))
    assert until(lambda: len(setup.embedder.begun) == 2)
    threading.Timer(0.05, setup.embedder.open.set).start()
    begin = monotonic()
    setup.pool.close()
    assert monotonic() - begin < LONG
    assert len(setup.pool.collect()) == 2
    assert len(setup.embedder.begun) == 2


def test_closing_while_it_pauses_is_prompt(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctx_lsp.models.work_pool.MAX_YIELD", LONG)
    with setup.gate.urgent():
        setup.pool.want(texts("north"))
        begin = monotonic()
        setup.pool.close()
        assert monotonic() - begin < 1.0


def test_a_model_that_hangs_does_not_hold_up_the_end(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctx_lsp.models.work_pool.CLOSE_TIMEOUT", 0.05)
    setup.embedder.open.clear()
    setup.pool.want(texts("north"))
    assert until(lambda: setup.embedder.begun)
    begin = monotonic()
    setup.pool.close()
    assert monotonic() - begin < 1.0


@pytest.mark.parametrize("setup", [2], indirect=True)
def test_many_threads_make_each_text_once(setup: Setup) -> None:
    names = [" ".join(["north"] * (1 + number % 7) + ["up"] * (1 + number // 7)) for number in range(49)]
    setup.pool.want(texts(*names))
    asking = [threading.Thread(target=setup.pool.make, args=(name.encode(), name)) for name in reversed(names)]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join(LONG)
    assert until(lambda: len(setup.embedder.begun) >= len(names))
    assert sorted(setup.embedder.begun) == sorted(names)
