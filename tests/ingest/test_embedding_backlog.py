"""The order of embedding, and how vectors get from the store or the pool into the index."""

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from itertools import pairwise
from pathlib import Path

import pytest

from ctx_lsp.base.gate import Gate
from ctx_lsp.cache.vector_store import VectorStore
from ctx_lsp.ingest.embedding_backlog import KEYS_PER_STEP, REQUESTED_AT_ONCE, Backlog
from ctx_lsp.models.embedder import Embedder, load_embedder
from ctx_lsp.monitoring.monitor import Monitor
from ctx_lsp.sharing.row_source import Rows
from ctx_lsp.snapshot.host import Host
from ctx_lsp.snapshot.snapshot import FEW_MISSING
from ctx_lsp.text.source import SourceText
from tests.models.tiny_onnx import tiny_model
from tests.workspaces import files_of

LONG = 20.0  # seconds; nothing here takes a tenth of it


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Embedder:
    return load_embedder(tiny_model(tmp_path_factory.mktemp("models") / "tiny"))


class Setup:
    """A host with its backlog; the test takes the writer's steps. Nothing is embedded while `gate` is held."""

    def __init__(self, folder: Path, embedder: Embedder) -> None:
        self.gate = Gate()
        self.host = Host()
        self.ready = threading.Event()
        self.backlog = Backlog(self.host, VectorStore(folder), self.gate, Monitor(), self.ready.set)
        self.backlog.use_embedder(embedder, 1)

    def put(self, files: dict[str, SourceText]) -> None:
        self.host.apply(files)
        self.host.resolve()

    @property
    def coverage(self) -> float:
        """The share of the texts that have a vector."""
        return self.host.snapshot(len(self.host.files)).semantic_coverage

    def settle(self, *open_documents: str) -> list[str]:
        """Take steps until nothing is left to do; return the paths of embedded chunks in the order of embedding."""
        order: list[bytes] = []
        while not self.backlog.done:
            before = dict(self.host.missing)
            while self.backlog.step(dict.fromkeys(open_documents)):
                pass
            order += [key for key in before if key not in self.host.missing]
            assert self.backlog.done or self.ready.wait(LONG)
            self.ready.clear()
        return [path for key in order for path, _ in self.host.snapshot(None).chunks_by_key.get(key, ())]


@pytest.fixture
def setup(tmp_path: Path, tiny: Embedder) -> Iterator[Setup]:
    made = Setup(tmp_path, tiny)
    yield made
    made.backlog.close()


FILES = files_of("""
=== far.py
def alone(): return 1
=== low.py
def helper(): return 2
=== open.py
from low import helper
def work(): return helper()
=== top.py
from open import work
def main(): return work()
=== other.py
def another(): return 3
""")


def order_of(setup: Setup, *open_documents: str) -> list[str]:
    """The files in the order in which their texts would be embedded."""
    chosen = setup.backlog.first(dict.fromkeys(open_documents))
    refs = setup.host.snapshot(None).chunks_by_key
    return list(dict.fromkeys(refs[key][0][0] for key in chosen))


def test_open_documents_come_first_then_neighbours_then_the_latest(setup: Setup) -> None:
    setup.put(FILES)
    assert order_of(setup) == ["other.py", "top.py", "open.py", "low.py", "far.py"]
    assert order_of(setup, "open.py") == ["open.py", "low.py", "top.py", "other.py", "far.py"]
    setup.put({"far.py": SourceText(b"def edited(): return 4")})
    assert order_of(setup, "open.py") == ["open.py", "low.py", "top.py", "far.py", "other.py"]


def test_the_pool_gets_a_limited_number_of_texts(setup: Setup) -> None:
    setup.put(
        {f"file{number}.py": SourceText(f"def f{number}(): ...".encode()) for number in range(2 * REQUESTED_AT_ONCE)}
    )
    assert len(setup.backlog.first({})) == REQUESTED_AT_ONCE
    setup.settle()
    assert setup.host.missing == {}


def test_texts_in_the_store_are_not_made_again(tmp_path: Path, tiny: Embedder) -> None:
    first = Setup(tmp_path, tiny)
    first.put(FILES)
    first.settle()
    first.backlog.close()
    again = Setup(tmp_path, tiny)
    again.put(FILES)
    with again.gate.urgent():
        while again.backlog.step({}):
            pass
        assert again.host.missing == {}
    again.backlog.close()


def test_finished_work_is_kept_at_the_end(tmp_path: Path, tiny: Embedder) -> None:
    first = Setup(tmp_path, tiny)
    first.put(FILES)
    while first.backlog.step({}):
        pass
    assert first.ready.wait(LONG)
    assert first.host.missing
    first.backlog.close()
    again = Setup(tmp_path, tiny)
    again.put(FILES)
    with again.gate.urgent():
        again.backlog.look_up_few()
        assert again.host.missing == {}
    again.backlog.close()


def test_other_settings_of_the_same_model_leave_its_vectors(setup: Setup, tiny: Embedder) -> None:
    setup.put(FILES)
    while setup.backlog.step({}):
        pass
    assert setup.ready.wait(LONG)
    assert setup.host.missing, "nobody has taken in what is made"
    setup.backlog.use_embedder(tiny, 2)
    assert setup.coverage == 1.0
    setup.put({"more.py": SourceText(b"def more(): ...")})
    assert setup.settle() == ["more.py"]


def test_a_snapshot_waits_for_few_texts_only(setup: Setup) -> None:
    setup.put({f"file{number}.py": SourceText(f"def f{number}(): ...".encode()) for number in range(FEW_MISSING)})
    snapshot = setup.host.snapshot(None)
    assert snapshot.waiting == setup.host.missing
    assert len(snapshot.waiting) == FEW_MISSING
    setup.put({"one_more.py": SourceText(b"def one_more(): ...")})
    assert setup.host.snapshot(None).waiting == {}


def test_failing_texts_are_skipped_and_reported(setup: Setup) -> None:
    setup.put({f"{word}.py": SourceText(f"def {word}(): ...".encode()) for word in ("north", "east")})
    assert setup.backlog.pool is not None
    setup.backlog.pool.failed.update(list(setup.host.missing)[:1])
    setup.settle()
    assert len(setup.host.missing) == 1
    assert setup.coverage == 0.5
    assert setup.backlog.problem.startswith("texts without a vector: 1;")


def test_files_known_before_the_model_are_taken_in_step_by_step(setup: Setup, tiny: Embedder) -> None:
    count = 3 * KEYS_PER_STEP
    setup.backlog.use_embedder(None, 1)
    setup.put({f"file{number}.py": SourceText(f"def f{number}(): ...".encode()) for number in range(count)})
    setup.backlog.use_embedder(tiny, 1)
    assert (setup.coverage, setup.host.expected_vectors) == (0.0, 0)
    assert not (setup.backlog.done)
    assert not (setup.backlog.has_loaded_stored)
    with setup.gate.urgent():
        seen = []
        while setup.host.unkeyed:
            setup.backlog.step({})
            seen.append(len(setup.host.missing))
            assert setup.coverage < 0.5
            assert setup.host.expected_vectors == pytest.approx(count, abs=1), "also while some are not known"
    assert all(0 < after - before <= KEYS_PER_STEP for before, after in pairwise([0, *seen]))
    setup.put({"file0.py": SourceText(b"def changed(): ..."), "file1.py": SourceText(b"")})
    setup.settle()
    assert setup.coverage == 1.0


class FailingOnce:
    """A shared storage that does not answer the first request, and then has every vector."""

    def __init__(self, dimensions: int) -> None:
        self.available = True
        self.asked: list[set[bytes]] = []
        self.dimensions = dimensions

    def fetch(self, keys: Sequence[bytes]) -> "Future[Rows]":
        self.asked.append(set(keys))
        self.available = len(self.asked) > 1
        found: Future[Rows] = Future()
        found.set_result(dict.fromkeys(keys, bytes([127] * self.dimensions)) if self.available else {})
        return found


def test_what_is_missing_is_asked_for_again_after_a_failure(setup: Setup, tiny: Embedder) -> None:
    shared = setup.backlog.shared = FailingOnce(tiny.dimensions)
    setup.put({f"file{number}.py": SourceText(f"def f{number}(): ...".encode()) for number in range(2 * FEW_MISSING)})
    with setup.gate.urgent():
        for _ in range(3):
            setup.backlog.step({})
        assert len(setup.host.missing) == 2 * FEW_MISSING
        shared.available = True
        for _ in range(2):
            setup.backlog.step({})
        assert setup.host.missing == {}
    assert shared.asked[0] == shared.asked[1]
