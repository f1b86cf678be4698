"""The watcher on real folders: it reports all changes, and lost events."""

import selectors
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.text import watch
from ctx_lsp.text import watch as watch_module
from ctx_lsp.text.disk import Disk, Limits
from ctx_lsp.text.watch import Watcher

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="changes are watched on Linux alone")

TIMEOUT = 20.0  # seconds; nothing here takes a tenth of it


class Recorded:
    """A watcher's reports so far, relative to its root, and the number of losses."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.batches: list[list[str]] = []
        self.losses = 0
        self._news = threading.Condition()

    def changes(self, files: Sequence[Path]) -> None:
        with self._news:
            self.batches.append([file.relative_to(self.root).as_posix() for file in files])
            self._news.notify_all()

    def loss(self) -> None:
        with self._news:
            self.losses += 1
            self._news.notify_all()

    @property
    def paths(self) -> set[str]:
        return {path for batch in self.batches for path in batch}

    def wait(self, condition: Callable[[], object]) -> None:
        with self._news:
            assert self._news.wait_for(condition, TIMEOUT), (self.paths, self.losses)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A root with two folders, and one that is ignored."""
    for name in ("root/one/a.py", "root/one/deep/b.py", "root/node_modules/left/pad.js"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("x")
    return tmp_path / "root"


@pytest.fixture
def recorded(root: Path) -> Recorded:
    """The reports of the test's watcher."""
    return Recorded(root)


@pytest.fixture
def watcher(root: Path, recorded: Recorded) -> Iterator[Watcher]:
    """A watcher that follows the folders that a walk of the root enters."""
    made = Watcher([root], recorded.changes, recorded.loss)
    walk(made, root)
    yield made
    made.close()


def walk(watcher: Watcher, root: Path, folder: str = "") -> None:
    for _ in Disk(watcher.follow).walk(root, Limits(), CancelToken(), folder):
        pass


@pytest.mark.usefixtures("watcher")
def test_created_changed_and_deleted_files_are_reported(root: Path, recorded: Recorded) -> None:
    (root / "new.py").write_text("x")
    (root / "one/a.py").write_text("y")
    (root / "one/deep/b.py").unlink()
    recorded.wait(lambda: {"new.py", "one/a.py", "one/deep/b.py"} <= recorded.paths)
    assert recorded.losses == 0


def test_changes_are_reported_at_once_if_somebody_asks(
    watcher: Watcher, root: Path, recorded: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch_module, "QUIET_SECONDS", 60.0)
    monkeypatch.setattr(watch_module, "LONGEST_SECONDS", 60.0)
    monkeypatch.setattr(watch_module, "NOW_SECONDS", TIMEOUT)
    for number in range(20):
        (root / f"one/{number}.py").write_text("x")
        watcher.report_now()
        assert f"one/{number}.py" in recorded.paths
    watcher.close()
    watcher.report_now()


@pytest.mark.usefixtures("watcher")
def test_a_replaced_file_is_reported(root: Path, recorded: Recorded) -> None:
    (root / "one/a.py.tmp").write_text("y")
    (root / "one/a.py.tmp").replace(root / "one/a.py")
    recorded.wait(lambda: "one/a.py" in recorded.paths)


@pytest.mark.usefixtures("watcher")
def test_folders_that_no_walk_enters_are_not_watched(root: Path, recorded: Recorded) -> None:
    (root / "node_modules/left/pad.js").write_text("y")
    (root / "node_modules/right.js").write_text("y")
    (root / "last.py").write_text("y")
    recorded.wait(lambda: "last.py" in recorded.paths)
    assert recorded.paths == {"last.py"}


@pytest.mark.usefixtures("watcher")
def test_many_changes_come_in_few_batches_each_path_once(root: Path, recorded: Recorded) -> None:
    names = {f"one/{number}.py" for number in range(2000)}
    for name in names:
        (root / name).write_text("x")
    recorded.wait(lambda: recorded.paths == names)
    assert len(recorded.batches) < 100
    assert all(len(batch) == len(set(batch)) for batch in recorded.batches)


def test_a_renamed_folder_is_reported_by_both_names_and_followed_by_the_new_one(
    watcher: Watcher, root: Path, recorded: Recorded
) -> None:
    (root / "one").rename(root / "two")
    recorded.wait(lambda: {"one", "two"} <= recorded.paths)
    walk(watcher, root, "two")
    (root / "two/deep/b.py").write_text("y")
    recorded.wait(lambda: "two/deep/b.py" in recorded.paths)
    assert "one/deep/b.py" not in recorded.paths


def test_a_folder_walked_before_its_rename_is_reported_stays_followed(
    watcher: Watcher, root: Path, recorded: Recorded
) -> None:
    (root / "one").rename(root / "two")
    walk(watcher, root, "two")  # as a scan does that happens to run
    recorded.wait(lambda: "one" in recorded.paths)
    (root / "two/a.py").write_text("y")
    recorded.wait(lambda: "two/a.py" in recorded.paths)


@pytest.mark.usefixtures("watcher")
def test_a_folder_moved_out_of_the_root_is_not_reported(root: Path, recorded: Recorded) -> None:
    outside = root.parent / "outside"
    (root / "one").rename(outside)
    recorded.wait(lambda: "one" in recorded.paths)
    (outside / "deep/b.py").write_text("y")
    (root / "last.py").write_text("y")
    recorded.wait(lambda: "last.py" in recorded.paths)
    assert recorded.paths == {"one", "last.py"}


def test_a_restored_root_is_reported_as_a_loss(
    watcher: Watcher, root: Path, recorded: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "RETURN_SECONDS", 0.05)
    shutil.rmtree(root)
    recorded.wait(lambda: recorded.losses)
    losses = recorded.losses
    root.mkdir()
    recorded.wait(lambda: recorded.losses > losses)
    walk(watcher, root)
    (root / "again.py").write_text("x")
    recorded.wait(lambda: "again.py" in recorded.paths)


def test_a_root_that_was_moved_away_is_no_longer_followed(
    watcher: Watcher, root: Path, recorded: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "RETURN_SECONDS", 0.05)
    away = root.rename(root.with_name("away"))
    recorded.wait(lambda: recorded.losses)
    (away / "one/a.py").write_text("elsewhere")
    losses = recorded.losses
    root.mkdir()
    recorded.wait(lambda: recorded.losses > losses)
    walk(watcher, root)
    (root / "here.py").write_text("x")
    recorded.wait(lambda: "here.py" in recorded.paths)
    assert "one/a.py" not in recorded.paths


def test_a_root_that_is_not_there_yet_is_waited_for(
    tmp_path: Path, recorded: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "RETURN_SECONDS", 0.05)
    late = tmp_path / "late"
    made = Watcher([late], recorded.changes, recorded.loss)
    try:
        walk(made, late)
        late.mkdir()
        recorded.wait(lambda: recorded.losses)
    finally:
        made.close()


def test_an_overflow_of_the_systems_queue_is_a_loss(root: Path, recorded: Recorded) -> None:
    """The queue holds some 16,000 events; nobody takes them while the first batch is reported."""
    begun, going_on = threading.Event(), threading.Event()

    def slow(_: Sequence[Path]) -> None:
        begun.set()
        assert going_on.wait(TIMEOUT)

    made = Watcher([root], slow, recorded.loss)
    try:
        walk(made, root)
        (root / "first.py").write_text("x")
        assert begun.wait(TIMEOUT)
        room = int(Path("/proc/sys/fs/inotify/max_queued_events").read_text())
        for number in range(room // 2 + 1):
            (root / f"{number % 2}.py").touch()
            (root / f"{number % 2}.py").unlink()
        going_on.set()
        recorded.wait(lambda: recorded.losses)
    finally:
        going_on.set()
        made.close()


class Full:
    """Simulates the system's limit of watches, which is shared and must not be reached in a test."""

    def __call__(self, *_: object) -> int:
        raise OSError(28, "No space left on device")


def test_files_created_while_a_folder_is_followed_are_listed(root: Path) -> None:
    def follow(folder: str) -> None:
        Path(folder, "made.py").write_text("x")

    found = [seen.path for seen in Disk(follow).walk(root, Limits(), CancelToken())]
    assert {"made.py", "one/made.py", "one/deep/made.py"} <= set(found)


def test_an_unwatchable_folder_gives_a_warning_and_polling(
    watcher: Watcher, root: Path, recorded: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(watch, "LOOK_SECONDS", 0.05)
    monkeypatch.setattr("ctx_lsp.text.watch.INotify.read", broken)
    (root / "new.py").write_text("x")
    recorded.wait(lambda: recorded.losses > 1)
    assert "Input/output error" in watcher.warning


def test_a_limit_of_the_system_is_a_warning_and_a_look_now_and_then(
    root: Path, recorded: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "LOOK_SECONDS", 0.05)
    monkeypatch.setattr("ctx_lsp.text.watch.INotify.add_watch", Full())
    made = Watcher([root], recorded.changes, recorded.loss)
    try:
        assert made.warning == ""
        walk(made, root)
        assert "max_user_watches" in made.warning
        recorded.wait(lambda: recorded.losses > 1)
    finally:
        made.close()


def test_without_any_way_to_watch_there_is_a_look_now_and_then(
    root: Path, recorded: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none_left(**_: bool) -> None:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(watch, "LOOK_SECONDS", 0.05)
    monkeypatch.setattr(watch, "INotify", none_left)
    made = Watcher([root], recorded.changes, recorded.loss)
    try:
        walk(made, root)
        assert "max_user_instances" in made.warning
        recorded.wait(lambda: recorded.losses > 1)
    finally:
        made.close()


def test_other_roots_are_followed_instead(watcher: Watcher, root: Path, recorded: Recorded) -> None:
    other = root.parent / "other"
    other.mkdir()
    recorded.root = root.parent
    watcher.set_roots([other])
    walk(watcher, other)
    walk(watcher, root)
    (root / "one/a.py").write_text("y")
    (other / "b.py").write_text("y")
    recorded.wait(lambda: "other/b.py" in recorded.paths)
    assert recorded.paths == {"other/b.py"}


def test_other_roots_do_not_wait_until_the_old_ones_are_let_go_of(
    watcher: Watcher, root: Path, recorded: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system takes some time for each of thousands of folders."""
    from inotify_simple import INotify  # noqa: PLC0415  # other systems have no such package

    going_on, let_go = threading.Event(), INotify.rm_watch

    def slowly(inotify: INotify, descriptor: int) -> None:
        assert going_on.wait(TIMEOUT)
        let_go(inotify, descriptor)

    monkeypatch.setattr(INotify, "rm_watch", slowly)
    watcher.set_roots([root / "one"])
    going_on.set()
    (root / "one/a.py").write_text("x")
    recorded.wait(lambda: "one/a.py" in recorded.paths)
    (root / "outside.py").write_text("x")
    (root / "one/deep/b.py").write_text("x")
    recorded.wait(lambda: "one/deep/b.py" in recorded.paths)
    assert "outside.py" not in recorded.paths


def test_folders_that_cannot_be_followed_do_no_harm(watcher: Watcher, root: Path, recorded: Recorded) -> None:
    (root / "link").symlink_to(root / "one")
    for name in ("gone", "one/a.py", "link"):
        watcher.follow(str(root / name))
    (root / "link/a.py").write_text("y")
    recorded.wait(lambda: "one/a.py" in recorded.paths)
    assert "link/a.py" not in recorded.paths
    assert watcher.warning == ""


def open_files() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def test_closing_is_prompt_and_leaves_nothing_open(root: Path, recorded: Recorded) -> None:
    made = Watcher([root], recorded.changes, recorded.loss)
    walk(made, root)
    before = open_files()
    begin = time.monotonic()
    made.close()
    made.close()
    assert time.monotonic() - begin < TIMEOUT, "it would wait until something happens"
    assert before - open_files() == 4, "the two sockets, the selector and the queue"
    made.follow(str(root))
    assert not [thread for thread in threading.enumerate() if thread.name == "file-watcher"]


def test_nothing_is_done_where_nothing_happens(root: Path, recorded: Recorded, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float | None] = []

    class Selector(selectors.DefaultSelector):
        def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
            waits.append(timeout)
            return super().select(timeout)

    monkeypatch.setattr(selectors, "DefaultSelector", Selector)
    made = Watcher([root], recorded.changes, recorded.loss)
    try:
        walk(made, root)
        (root / "a.py").write_text("x")
        recorded.wait(lambda: "a.py" in recorded.paths and waits and waits[-1] is None)
    finally:
        made.close()
