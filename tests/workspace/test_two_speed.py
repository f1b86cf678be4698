"""Text search and semantic search at their own speeds: answers wait for a few vectors, never for many."""

import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import numpy as np
import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.models.embedder import load_embedder
from ctx_lsp.models.model_files import ModelError
from ctx_lsp.models.providers import choose
from ctx_lsp.packing.model import PackRequest, QuestionSubject, Readiness
from ctx_lsp.retrieval.answerable import NOTHING_FITS
from ctx_lsp.retrieval.model import SearchAnswer, SearchRequest
from ctx_lsp.settings import CacheSettings, Settings
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import Workspace

LONG = 60.0  # seconds; nothing here takes a tenth of it
ROOT = Path(__file__).parents[2]

FILES = {
    "mail.py": "def notify(user, body):\n    smtp.sendmail(SENDER, [user.address], body)\n",
    "numbers.py": "def quicksort(values):\n    pivot, *rest = values\n    return [*small, pivot, *large]\n",
    "settings.py": "def load_config(path):\n    return toml.loads(path.read_text())\n",
    "http.py": "def retry(request):\n    try:\n        return request()\n    except ConnectionError:\n        wait()\n",
}
EDITED = "def quicksort(values):\n    return digest(values, bcrypt.gensalt())  # scramble the secret words of users\n"
QUESTION = "encrypt a password"


class Counting:
    """The bundled model, with a list of its texts; it blocks unless `open` is set."""

    def __init__(self) -> None:
        self._embedder = load_embedder()
        self.identity = self._embedder.identity
        self.dimensions = self._embedder.dimensions
        self.texts: list[str] = []
        self.open = threading.Event()
        self.open.set()

    def embed(self, text: str) -> np.ndarray:
        self.texts.append(text)
        assert self.open.wait(LONG)
        return self._embedder.embed(text)

    def of(self, path: str) -> list[str]:
        """The texts of one file that were embedded."""
        return [text for text in self.texts if text.startswith(f"{path} ")]


@pytest.fixture(scope="module")
def shared() -> Counting:
    return Counting()


@pytest.fixture
def model(shared: Counting, monkeypatch: pytest.MonkeyPatch) -> Counting:
    monkeypatch.setattr(choose, "load_embedder", lambda _: shared)
    shared.texts.clear()
    return shared


@contextmanager
def opened(folder: Path, files: dict[str, str], cache: Path | None = None) -> Iterator[Workspace]:
    folder.mkdir(exist_ok=True)
    for path, text in files.items():
        (folder / path).write_text(text)
    kept = CacheSettings(directory=str(cache)) if cache else CacheSettings(enabled=False)
    made = Workspace([folder], Settings(cache=kept))
    made.start()
    try:
        yield made
    finally:
        made.close()


def ask(made: Workspace, question: str = QUESTION) -> SearchAnswer:
    return made.analysis().result(LONG).search(SearchRequest(question, 10), CancelToken())


def found(answer: SearchAnswer) -> list[tuple[str, float]]:
    return [(item.path, item.score) for item in answer.items]


def test_the_answer_after_an_edit_is_that_of_a_workspace_embedded_before(tmp_path: Path, model: Counting) -> None:
    with opened(tmp_path / "edited", FILES) as made:
        assert made.wait_ready(LONG)
        assert ask(made).items[0].path != "numbers.py"
        made.set_document("numbers.py", SourceText(EDITED.encode()))
        answer = ask(made)
    with opened(tmp_path / "fresh", {**FILES, "numbers.py": EDITED}) as made:
        assert made.wait_ready(LONG)
        expected = ask(made)
    assert answer.coverage.semantic == 1.0
    assert answer.items[0].path == "numbers.py"
    assert "dense" in answer.items[0].scores
    assert found(answer) == found(expected)


def test_no_text_is_embedded_twice(tmp_path: Path, model: Counting) -> None:
    with opened(tmp_path / "folder", FILES) as made:
        assert made.wait_ready(LONG)
        for number in range(5):
            made.set_document("numbers.py", SourceText(f"{EDITED}# {number}\n".encode()))
            analysis = made.analysis().result(LONG)
            for _ in range(3):
                analysis.search(SearchRequest(QUESTION, 10), CancelToken())
        assert made.wait_ready(LONG)
        ask(made)
    embedded = model.of("numbers.py")
    assert len(embedded) == len(set(embedded))
    assert any("# 4" in text for text in embedded)


def test_stored_vectors_are_not_computed_in_a_question(tmp_path: Path, model: Counting) -> None:
    with opened(tmp_path / "folder", FILES, tmp_path / "cache") as made:
        assert made.wait_ready(LONG)
        made.set_document("numbers.py", SourceText(EDITED.encode()))
        assert made.wait_ready(LONG)
        ask(made)
    with opened(tmp_path / "folder", FILES, tmp_path / "cache") as made:
        assert made.wait_ready(LONG)
        model.texts.clear()
        for text in (EDITED, FILES["numbers.py"], EDITED):
            made.set_document("numbers.py", SourceText(text.encode()))
            assert ask(made).coverage.semantic == 1.0
    assert set(model.texts) == {QUESTION}


def test_an_answer_does_not_wait_for_many_vectors(tmp_path: Path, model: Counting) -> None:
    many = {f"file{number}.py": f"def notify_{number}(): return {number}\n" for number in range(40)}
    with opened(tmp_path / "folder", {}) as made:
        assert made.wait_ready(LONG)
        model.open.clear()
        for path, text in many.items():
            made.set_document(path, SourceText(text.encode()))
        analysis = made.analysis().result(LONG)
        assert len(analysis.snapshot.waiting) == 0
        assert analysis.snapshot.semantic_coverage == 0.0
        model.open.set()
        answer = analysis.search(SearchRequest("notify_7", 10), CancelToken())
    assert answer.items[0].path == "file7.py"
    assert answer.coverage.semantic == 0.0
    assert answer.warnings == ("Still indexing: semantic search covers 0% of the code.",)


def test_an_answer_says_that_the_model_is_not_there_yet(
    tmp_path: Path, shared: Counting, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = threading.Event()

    def load(_: object) -> Counting:
        assert loaded.wait(LONG)
        return shared

    monkeypatch.setattr(choose, "load_embedder", load)
    phases = []
    with opened(tmp_path / "folder", FILES) as made:
        made.subscribe(lambda progress: phases.append(progress.phase))
        assert made.wait_ready(LONG, semantic=False)
        answer = ask(made)
        assert (answer.coverage.semantic, made.status().state) == (0.0, "indexing")
        assert answer.warnings == ("Still indexing: semantic search covers 0% of the code.",)
        pack = made.analysis().result(LONG).pack(PackRequest(QuestionSubject(QUESTION)), CancelToken())
        assert pack.readiness == Readiness(False, "wait for indexing")
        assert not made.wait_for_stored_vectors(0.1)
        assert "ready" not in phases
        loaded.set()
        assert made.wait_for_stored_vectors(LONG)
        assert made.wait_ready(LONG)
        assert set(ask(made).warnings) <= {NOTHING_FITS}  # the vectors of this model mean nothing
    assert phases[-1] == "ready"


def test_failing_texts_are_not_pending_work(tmp_path: Path, model: Counting, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(text: str) -> np.ndarray:
        if text.startswith("numbers.py "):
            raise ModelError("out of order")
        return shared_embed(text)

    shared_embed = model.embed
    monkeypatch.setattr(model, "embed", fail)
    with opened(tmp_path / "folder", FILES) as made:
        assert made.wait_ready(LONG)
        answer = ask(made)
    assert 0.0 < answer.coverage.semantic < 1.0
    [said] = answer.warnings
    assert said.startswith("Semantic search covers ")


def test_nothing_is_embedded_while_a_question_is_answered(
    tmp_path: Path, model: Counting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ctx_lsp.models.work_pool.MAX_YIELD", LONG)
    many = {f"file{number}.py": f"def notify_{number}(): return {number}\n" for number in range(40)}
    with opened(tmp_path / "folder", many) as made:
        while not model.texts:
            assert made.wait_ready(0.001) is False
        analysis = made.analysis().result(LONG)
        assert analysis.pool is not None
        with analysis.pool.urgent():
            threading.Event().wait(0.1)  # the texts at hand
            before = len(model.texts)
            threading.Event().wait(0.2)
            assert len(model.texts) == before < len(many)
        assert made.wait_ready(LONG)
        assert len(set(model.texts)) == len(many)


def test_closing_while_texts_are_embedded_is_prompt(tmp_path: Path, model: Counting) -> None:
    many = {f"file{number}.py": f"def notify_{number}(): return {number}\n" for number in range(300)}
    with opened(tmp_path / "folder", many) as made:
        while not model.texts:
            assert made.wait_ready(0.001) is False
        begin = monotonic()
        made.close()
        assert monotonic() - begin < 1.0
    assert len(model.texts) < len(many)


IDLE = textwrap.dedent("""
    import sys, threading, time
    from pathlib import Path
    from ctx_lsp.workspace import Workspace
    from ctx_lsp.base.cancel import CancelToken
    from ctx_lsp.retrieval.model import SearchRequest
    from ctx_lsp.settings import CacheSettings, Settings
    made = Workspace([Path(sys.argv[1])], Settings(cache=CacheSettings(enabled=False)))
    made.start()
    assert made.wait_ready(60)
    made.analysis().result().search(SearchRequest("send a message", 10), CancelToken())
    time.sleep(0.2)
    begin = time.process_time()
    time.sleep(1)
    print(time.process_time() - begin, *sorted(thread.name for thread in threading.enumerate()))
    made.close()
""")


def test_an_idle_workspace_uses_no_processor_time(tmp_path: Path) -> None:
    for path, text in FILES.items():
        (tmp_path / path).write_text(text)
    command = [sys.executable, "-c", IDLE, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True)
    seconds, *threads = done.stdout.split()
    assert float(seconds) < 0.02
    assert {"embed-0", "embed-1", "index-writer"} <= set(threads)
    assert "tqdm_monitor" not in threads, "it wakes up by itself"
