"""The workspace as its callers see it: every input counts in the next answer, and every future is fulfilled."""

import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from ctx_lsp.models.embedder import Embedder
from ctx_lsp.models.model_files import ModelError
from ctx_lsp.models.providers import choose
from ctx_lsp.settings import CacheSettings, IndexSettings, ModelSettings, Settings
from ctx_lsp.snapshot.host import Host
from ctx_lsp.text.generated import TEAM_TASKS
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import Workspace

TIMEOUT = 20.0  # seconds; nothing here takes a tenth of it
NO_CACHE = CacheSettings(enabled=False)
NO_MODEL = Settings(model=ModelSettings(embedding="none"), cache=NO_CACHE)


@contextmanager
def opened(roots: Sequence[Path], settings: Settings = NO_MODEL) -> Iterator[Workspace]:
    made = Workspace(roots, settings)
    made.start()
    try:
        yield made
    finally:
        made.close()


def texts(made: Workspace) -> dict[str, bytes]:
    return {path: entry.source.data for path, entry in made.analysis().result(TIMEOUT).snapshot.files.items()}


def put(folder: Path, **files: str) -> None:
    folder.mkdir(exist_ok=True)
    for stem, text in files.items():
        (folder / f"{stem}.py").write_text(text)


def test_every_edit_is_in_the_next_answer_from_the_first_moment_on(tmp_path: Path) -> None:
    put(tmp_path, **{f"file{number}": f"x = {number}\n" for number in range(300)})
    with opened([tmp_path]) as made:
        for number in range(100):
            text = f"y = {number}\n".encode()
            made.set_document(f"file{number}.py", SourceText(text))
            if number == 50:
                made.set_settings(Settings(model=NO_MODEL.model, cache=NO_CACHE))
            assert texts(made)[f"file{number}.py"] == text
        assert made.wait_ready(TIMEOUT)
        assert sum(text.startswith(b"y") for text in texts(made).values()) == 100
        made.close_document("file0.py")
        assert texts(made)["file0.py"] == b"x = 0\n"


def test_too_many_files_are_told_with_the_way_out(tmp_path: Path) -> None:
    put(tmp_path, a="x = 1\n", b="x = 2\n", c="x = 3\n")
    with opened([tmp_path], Settings(model=NO_MODEL.model, cache=NO_CACHE, index=IndexSettings(max_files=1))) as made:
        assert made.wait_ready(TIMEOUT)
        status = made.status()
        [warning] = status.warnings
        assert warning.startswith("2 files are not indexed, because the workspace has more than 1.")
        assert "`index.maxFiles`" in warning
        assert (status.files, status.skipped, status.coverage.lexical) == (1, {"too_many": 2}, 1.0)
        made.set_settings(NO_MODEL)
        assert made.wait_ready(TIMEOUT)
        assert (made.status().files, made.status().warnings) == (3, ())


def test_ready_is_when_all_is_seen_that_was_put_in_before(tmp_path: Path) -> None:
    names = [f"file{number}" for number in range(250)]
    put(tmp_path, **dict.fromkeys(names, "x = 1\n"))
    with opened([tmp_path]) as made:
        assert made.wait_ready(TIMEOUT)
        for round_number in range(3):
            put(tmp_path, **dict.fromkeys(names, f"y = {round_number}\n"))
            made.files_changed([f"{name}.py" for name in names])
            assert made.wait_ready(TIMEOUT)
            snapshot = made.analysis().result(TIMEOUT).snapshot
            assert snapshot.lexical_coverage == 1.0
            assert {entry.source.data for entry in snapshot.files.values()} == {f"y = {round_number}\n".encode()}
    assert not made.wait_ready(TIMEOUT), "closed"


def test_the_excludes_of_the_repository_count_from_the_moment_they_change(tmp_path: Path) -> None:
    put(tmp_path, a="x = 1\n", b="x = 2\n")
    (tmp_path / ".git/info").mkdir(parents=True)
    made, told = Workspace([tmp_path], NO_MODEL), threading.Event()
    made.allow_watching(client_watches=False, listener=told.set)
    made.start()
    assert made.wait_ready(TIMEOUT)
    (tmp_path / ".git/info/exclude").write_text("b.py\n")
    assert told.wait(TIMEOUT)
    assert made.wait_ready(TIMEOUT)
    assert list(texts(made)) == ["a.py"]
    made.close()


@pytest.mark.skipif(sys.platform != "linux", reason="changes are watched on Linux alone")
def test_the_client_takes_over_the_watching_without_a_second_scan(tmp_path: Path) -> None:
    put(tmp_path, a="x = 1\n", b="x = 2\n")
    made, phases = Workspace([tmp_path], NO_MODEL), list[str]()
    made.allow_watching(client_watches=None, listener=lambda: None)
    made.start()
    assert made.wait_ready(TIMEOUT)
    made.subscribe(lambda progress: phases.append(progress.phase))
    put(tmp_path, a="x = 3\n")
    assert made.allow_watching(client_watches=True, listener=lambda: None), "all changes were seen"
    assert (made.watches, texts(made)["a.py"]) == (False, b"x = 3\n")
    assert made.analysis().result(TIMEOUT).snapshot.lexical_coverage == 1.0
    assert "scanning" not in phases
    assert not made.allow_watching(client_watches=True, listener=lambda: None), "nobody here watched"
    made.close()


def test_other_folders_take_the_buffers_with_them(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    put(one, same="one", alone="alone")
    put(two, same="two")
    with opened([one, two]) as made:
        made.wait_ready(TIMEOUT)
        made.set_document("same.py", SourceText(b"buffer of one"))
        made.set_document("two/same.py", SourceText(b"buffer of two"))
        made.set_roots([two])
        assert texts(made) == {"same.py": b"buffer of two"}, "also before the new scan ends"
        made.wait_ready(TIMEOUT)
        made.close_document("same.py")
        assert texts(made) == {"same.py": b"two"}


def test_tasks_of_the_team_are_not_indexed_while_they_are_open(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    put(one, cart="total = 1\n")
    put(two, mail="send = 1\n")
    with opened([one, two]) as made:
        made.wait_ready(TIMEOUT)
        for path in (TEAM_TASKS, f"two/{TEAM_TASKS}"):
            made.set_document(path, SourceText(b'{"query": "where is the total?"}\n'))
        assert texts(made).keys() == {"cart.py", "two/mail.py"}


def test_an_answer_counts_each_changed_file_that_is_not_yet_read(tmp_path: Path) -> None:
    large = "".join(f"def f{number}():\n    return {number}\n\n\n" for number in range(4_000))
    for name, text in (("a_large", large), ("small", "old = 1\n")):
        (tmp_path / f"{name}.py").write_text(text)
    with opened([tmp_path]) as made:
        made.wait_ready(TIMEOUT)
        for number in range(4):
            (tmp_path / "a_large.py").write_text(f"{large}# {number}\n")
            (tmp_path / "small.py").write_text(f"new{number} = 1\n")
            made.files_changed(["a_large.py", "small.py"])
            snapshot = made.analysis().result(TIMEOUT).snapshot
            is_read = snapshot.files["small.py"].source.data == f"new{number} = 1\n".encode()
            assert is_read or snapshot.lexical_coverage < 1
            made.wait_ready(TIMEOUT)


def test_a_buffer_of_another_worktree_is_not_indexed(tmp_path: Path) -> None:
    (tmp_path / "copy/src").mkdir(parents=True)
    (tmp_path / "copy/.git").write_text("gitdir: /home/me/shop/.git/worktrees/copy\n")
    (tmp_path / "src").mkdir()
    for path in "copy/src/shop.py", "src/shop.py":
        (tmp_path / path).write_text("def total(): ...\n")
    with opened([tmp_path]) as made:
        made.wait_ready(TIMEOUT)
        for text in b"def total(): return 1\n", b"def total(): return 2\n":
            made.set_document("copy/src/shop.py", SourceText(text))
            assert list(made.analysis().result(TIMEOUT).snapshot.files) == ["src/shop.py"]
        made.close_document("copy/src/shop.py")
        assert list(made.analysis().result(TIMEOUT).snapshot.files) == ["src/shop.py"]


def test_a_pack_that_was_saved_in_the_workspace_is_not_indexed(tmp_path: Path) -> None:
    pack = "# where is the total?\n\nready · 1 of 1 results · 20 / 4,096 tokens\n\n## `cart.py:1-1`\n"
    put(tmp_path, cart="total = 1\n")
    (tmp_path / "saved.md").write_text(pack)
    with opened([tmp_path]) as made:
        made.wait_ready(TIMEOUT)
        assert texts(made).keys() == {"cart.py"}
        made.set_document("saved.md", SourceText(pack.encode()))
        made.set_document("other.md", SourceText(f"Copied:\n{pack}".encode()))
        assert texts(made).keys() == {"cart.py", "other.md"}, "also while it is open"


def test_a_root_and_a_folder_with_the_same_name_are_distinguished(tmp_path: Path) -> None:
    first, docs = tmp_path / "first", tmp_path / "elsewhere" / "docs"
    docs.parent.mkdir()
    first.mkdir()
    put(first / "docs", same="of the first root")
    put(docs, same="of the second")
    with opened([first, docs]) as made:
        made.wait_ready(TIMEOUT)
        assert texts(made) == {"docs/same.py": b"of the first root", "docs~2/same.py": b"of the second"}
        for file in (first / "docs" / "same.py", docs / "same.py"):
            assert made.absolute_path(made.workspace_path(file) or "") == file


def test_an_unanswerable_question_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[object] = []

    def fail(*arguments: object) -> list[str]:
        calls.append(arguments)
        raise ValueError("broken")

    with opened([tmp_path]) as made:
        made.wait_ready(TIMEOUT)
        with monkeypatch.context() as broken:
            broken.setattr(Host, "resolve", fail)
            made.set_document("a.py", SourceText(b"def one(): ..."))
            with pytest.raises(ValueError, match="broken"):
                made.analysis().result(TIMEOUT)
            with pytest.raises(ValueError, match="broken"):
                made.status()
            assert len(calls) < 10, "what fails is tried again for who asks, not all the time"
        assert made.analysis().result(TIMEOUT).snapshot.definition("a.py::one")


def test_pending_work_is_cancelled_when_the_workspace_closes(tmp_path: Path) -> None:
    made = Workspace([tmp_path], NO_MODEL)
    waiting = made.analysis()
    made.close()
    assert waiting.cancelled()
    assert made.analysis().cancelled()


class Model:
    """An embedder of one direction, or of none."""

    def __init__(self, identity: str, fails: bool = False) -> None:
        self.identity = identity
        self.dimensions = 3
        self._fails = fails

    def embed(self, text: str) -> np.ndarray:
        if self._fails:
            raise ModelError("out of order")
        return np.array([1.0, 0.0, 0.0], np.float32)


def test_a_model_that_fails_ends_the_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, a="def f(): ...\n", b="def g(): ...\n")
    monkeypatch.setattr(choose, "load_embedder", lambda _: Model("failing", fails=True))
    with opened([tmp_path], Settings(cache=NO_CACHE)) as made:
        assert made.wait_ready(TIMEOUT)
        assert made.status().warnings == ("texts without a vector: 2; the first failure: out of order",)
        ready = threading.Event()
        made.subscribe(lambda progress: ready.set() if progress.phase == "ready" else None)
        made.set_document("c.py", SourceText(b"def h(): ..."))
        assert ready.wait(TIMEOUT), "an editor's progress bar must end"


def test_the_model_of_the_last_settings_is_used_however_long_the_others_take(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow_may_end, slow_has_begun = threading.Event(), threading.Event()

    def load(name: str) -> Embedder:
        if name == "slow":
            slow_has_begun.set()
            slow_may_end.wait(TIMEOUT)
        return Model(name)

    monkeypatch.setattr(choose, "load_embedder", load)
    with opened([tmp_path], Settings(model=ModelSettings(embedding="slow"), cache=NO_CACHE)) as made:
        assert slow_has_begun.wait(TIMEOUT)
        (slow,) = (thread for thread in threading.enumerate() if thread.name == "model-loader")
        made.set_settings(Settings(model=ModelSettings(embedding="fast"), cache=NO_CACHE))
        assert made.wait_ready(TIMEOUT)
        slow_may_end.set()
        slow.join(TIMEOUT)
        assert made.status().model == "fast"


def test_reindexing_everything_lets_questions_in_between(tmp_path: Path) -> None:
    put(tmp_path, **{f"f{number:03}": f"def f{number}(): ..." for number in range(100)})
    with opened([tmp_path]) as made:
        assert made.wait_ready(30)
        done = made.reindex(None, force=True)
        assert made.analysis().result(30).snapshot.files
        counts = done.result(30)
        assert (counts.files, counts.changed) == (100, 100)
        assert len(made.analysis().result(30).snapshot.files) == 100
