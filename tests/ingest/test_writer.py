"""The writer's thread: background work yields to changes, and a failing change does not stop it."""

import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from ctx_lsp.cache.record_cache import FileCache
from ctx_lsp.cache.vector_store import VectorStore
from ctx_lsp.ingest.indexing_jobs import set_text
from ctx_lsp.ingest.workspace_inputs import Inputs
from ctx_lsp.ingest.writer import RETURN_MEMORY_AFTER, Writer
from ctx_lsp.models.embedder import Embedder, load_embedder
from ctx_lsp.monitoring.monitor import Monitor
from ctx_lsp.snapshot.host import Host
from ctx_lsp.text.disk import Disk, Limits
from ctx_lsp.text.source import SourceText
from tests.models.tiny_onnx import tiny_model

LONG = 20.0  # seconds; nothing here takes a tenth of it
PACE = 0.02  # seconds a text takes
FILES = {f"file{number}.py": SourceText(f"def f{number}(): ...".encode()) for number in range(20)}


class Counting:
    """A slow model of five words that counts its texts."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self.identity = embedder.identity
        self.dimensions = embedder.dimensions
        self.texts = 0
        self.begun = threading.Event()

    def embed(self, text: str) -> np.ndarray:
        self.texts += 1
        self.begun.set()
        threading.Event().wait(PACE)
        return self._embedder.embed(text)


@pytest.fixture
def model(tmp_path: Path) -> Counting:
    return Counting(load_embedder(tiny_model(tmp_path / "tiny")))


@pytest.fixture
def ready() -> threading.Event:
    return threading.Event()


@pytest.fixture
def writer(ready: threading.Event) -> Iterator[Writer]:
    def progress(phase: str, done: int, total: int) -> None:
        if phase == "ready" and done == total == len(FILES):
            ready.set()

    made = Writer(Inputs(), VectorStore(None), FileCache(None), Monitor(), progress)
    made.start()
    yield made
    made.close()


def test_embedding_pauses_while_changes_are_queued(
    writer: Writer, model: Counting, ready: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ctx_lsp.models.work_pool.MAX_YIELD", LONG)
    go_on = threading.Event()
    model.begun.clear()
    writer.put(lambda w: w.use_embedder(model, 1))
    writer.put(lambda w: w.texts.apply(FILES))
    assert model.begun.wait(LONG)
    held = writer.put(lambda _: go_on.wait(LONG))
    threading.Event().wait(5 * PACE)  # the text at hand
    before = model.texts
    assert not ready.wait(10 * PACE)
    assert model.texts == before < len(FILES)
    go_on.set()
    assert held.result(LONG)
    assert ready.wait(LONG)
    assert model.texts == len(FILES)


def test_a_change_that_fails_holds_nothing_up(writer: Writer, model: Counting, ready: threading.Event) -> None:
    def fail(_: Writer) -> None:
        raise KeyError("no such thing")

    failed = writer.put(fail)
    assert isinstance(failed.exception(LONG), KeyError)
    writer.put(lambda w: w.texts.apply(FILES))
    writer.put(lambda w: w.use_embedder(model, 1)).result(LONG)
    assert ready.wait(LONG)
    assert model.texts == len(FILES)


def test_a_file_that_was_opened_is_got_ready_for_edits(writer: Writer, monkeypatch: pytest.MonkeyPatch) -> None:
    prepared = threading.Event()
    ready_for: list[str] = []
    prepare = Host.prepare

    def noted(host: Host, path: str) -> None:
        prepare(host, path)
        ready_for.append(path)
        prepared.set()

    monkeypatch.setattr(Host, "prepare", noted)
    writer.put(lambda w: w.texts.apply(FILES)).result(LONG)
    writer.put(lambda w: set_text(w, Disk(), Limits(), "file1.py", FILES["file1.py"]))
    assert prepared.wait(LONG)
    edited = SourceText(b"def edited(): ...")
    writer.put(lambda w: set_text(w, Disk(), Limits(), "file1.py", edited))
    assert writer.put(lambda w: w.current()).result(LONG).files["file1.py"].source == edited
    assert ready_for == ["file1.py"]
    assert writer.host._derivation._maker._memo.kept == ["file1.py"]


def test_nothing_is_derived_from_an_edit_while_the_user_types_on(
    writer: Writer, model: Counting, ready: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ctx_lsp.ingest.typing_pause.PAUSE_SECONDS", LONG)
    monkeypatch.setattr("ctx_lsp.ingest.typing_pause.LONGEST_SECONDS", LONG)
    opened_and_embedded(writer, model, ready)
    edited = SourceText(b"def edited(): ...")
    edit(writer, "def edited(): ...")
    assert not ready.wait(10 * PACE)
    assert writer.put(lambda w: w.host.files["file1.py"].source).result(LONG) == FILES["file1.py"]
    assert model.texts == len(FILES)
    scanned = threading.Event()
    writer.put(lambda w: w.in_background(iter_once(scanned))).result(LONG)
    assert scanned.wait(LONG)
    assert writer.put(lambda w: w.current()).result(LONG).files["file1.py"].source == edited


def test_work_goes_on_between_edits_that_never_end(
    writer: Writer, model: Counting, ready: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ctx_lsp.ingest.typing_pause.PAUSE_SECONDS", LONG)
    monkeypatch.setattr("ctx_lsp.ingest.typing_pause.LONGEST_SECONDS", 10 * PACE)
    opened_and_embedded(writer, model, ready)
    for number in range(1_000):
        edit(writer, f"def edited{number}(): ...")
        threading.Event().wait(PACE)
        if model.texts > len(FILES):
            break
    assert model.texts > len(FILES)


def test_vectors_that_arrive_while_the_user_types_are_applied(
    writer: Writer, model: Counting, ready: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened_and_embedded(writer, model, ready)
    monkeypatch.setattr("ctx_lsp.ingest.typing_pause.PAUSE_SECONDS", LONG)
    monkeypatch.setattr("ctx_lsp.ingest.typing_pause.LONGEST_SECONDS", LONG)
    model.begun.clear()
    writer.put(lambda w: w.texts.apply({"file2.py": SourceText(b"def f2(): return 2")})).result(LONG)
    assert model.begun.wait(LONG)
    edit(writer, "def edited(): ...")
    assert ready.wait(LONG)


def edit(writer: Writer, text: str) -> None:
    writer.put(
        partial(set_text, disk=Disk(), limits=Limits(), path="file1.py", source=SourceText(text.encode()))
    ).result(LONG)


def opened_and_embedded(writer: Writer, model: Counting, ready: threading.Event) -> None:
    """Index FILES, open one of them, and wait until all have vectors. `ready` is cleared."""
    writer.put(lambda w: w.texts.apply(FILES))
    writer.put(lambda w: set_text(w, Disk(), Limits(), "file1.py", FILES["file1.py"]))
    writer.put(lambda w: w.use_embedder(model, 1)).result(LONG)
    assert ready.wait(LONG)
    ready.clear()


def iter_once(done: threading.Event) -> Iterator[None]:
    done.set()
    yield


def test_changes_after_the_end_are_cancelled(writer: Writer) -> None:
    writer.close()
    assert writer.put(lambda w: w.current()).cancelled()


def test_free_memory_is_returned_after_so_many_changes_once_nothing_waits(
    writer: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    returned: list[str] = []
    go_on, back = threading.Event(), threading.Event()

    def note() -> bool:
        returned.append(threading.current_thread().name)
        back.set()
        return True

    monkeypatch.setattr("ctx_lsp.ingest.writer.return_free_memory", note)
    held = writer.put(lambda _: go_on.wait(LONG))
    changes = [writer.put(lambda _: len(returned)) for _ in range(RETURN_MEMORY_AFTER + 5)]
    go_on.set()
    assert held.result(LONG)
    assert {one.result(LONG) for one in changes} == {0}
    assert back.wait(LONG)
    for _ in range(RETURN_MEMORY_AFTER // 2):
        writer.put(lambda _: None).result(LONG)
    assert returned == ["index-writer"]
