"""The cache folder as a whole: its contents, and what is deleted first when it grows too large."""

import sqlite3
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cache.admin import clear, evict, list_stores, prune, size_on_disk
from ctx_lsp.cache.blob_files import StoreHeader, folder_lock, store_header
from ctx_lsp.cache.blob_store import BlobStore, today
from ctx_lsp.cache.record_cache import root_file
from ctx_lsp.cache.vector_store import FILE_NAME
from ctx_lsp.settings import CacheSettings
from ctx_lsp.workspace import cache_info
from tests.cache.damage import damage_schema

REPOSITORY = Path(__file__).parents[2]
ROWS = 50
ROW_BYTES = 10_000
FULL = ROWS * ROW_BYTES  # bytes in a store, and some more


def fill(file: Path, subject: str, day: int) -> BlobStore:
    """An open store whose rows were last used on `day`."""
    store = BlobStore(file, subject, day=lambda: day)
    store.put_many((number.to_bytes(16, "big"), bytes([number]) * ROW_BYTES) for number in range(ROWS))
    return store


class FullDisk(sqlite3.Connection):
    """A connection that cannot write, because the disk is full."""

    def execute(self, sql: str, *parameters: object) -> sqlite3.Cursor:
        if sql == "PRAGMA journal_mode = DELETE":
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error
        return super().execute(sql, *parameters)  # type: ignore[arg-type]


class Folder:
    """A cache folder with stores of made-up roots."""

    def __init__(self, path: Path) -> None:
        self.path, self.cache = path, path / "cache"

    def root(self, name: str, day: int, *, gone: bool = False) -> Path:
        """A store of the root `name`; returns the root's folder."""
        root = self.path / name
        if not gone:
            root.mkdir()
        fill(root_file(self.cache, root), str(root), day).close()
        return root

    def vectors(self, day: int) -> None:
        fill(self.cache / FILE_NAME, "", day).close()

    def left(self) -> dict[str, int]:
        """Number of rows by name of the root."""
        found = {}
        for store in list_stores(self.cache):
            with closing(sqlite3.connect(store.file)) as database:  # asking a store would count as use
                (rows,) = database.execute("SELECT count(*) FROM blobs").fetchone()
            found[Path(store.root).name if store.kind == "root" else store.kind] = rows
        return found


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def test_stores_are_listed_with_their_subjects(folder: Folder) -> None:
    b, a = folder.root("b", day=7), folder.root("a", day=8, gone=True)
    folder.vectors(day=9)
    (folder.cache / "roots" / "old-1.sqlite3").write_bytes(b"from another time")
    (folder.cache / "notes.txt").write_text("not ours")
    stores = list_stores(folder.cache)
    assert [(s.kind, s.root, s.used, s.exists) for s in stores] == [
        ("vectors", "", 9, True),
        ("other", "", today(), False),
        ("root", str(a), 8, False),
        ("root", str(b), 7, True),
    ]
    assert all(store.bytes > FULL for store in stores if store.kind != "other")
    assert sum(store.bytes for store in stores) == size_on_disk(folder.cache)


def test_a_folder_that_is_not_there_holds_nothing(tmp_path: Path) -> None:
    missing = tmp_path / "none"
    assert (list_stores(missing), size_on_disk(missing)) == ([], 0)
    assert prune(missing, 0) == clear(missing) == evict(missing, 0)
    assert not missing.exists()


def test_looking_changes_nothing(folder: Folder) -> None:
    folder.root("a", day=1)
    files = {file: file.stat().st_mtime_ns for file in folder.cache.rglob("*.sqlite3*")}
    assert len(list_stores(folder.cache)) == len(files) == 1
    assert {file: file.stat().st_mtime_ns for file in folder.cache.rglob("*.sqlite3*")} == files


def test_pruning_drops_deleted_roots(folder: Folder) -> None:
    folder.root("here", day=1)
    folder.root("gone", day=today(), gone=True)
    sizes = prune(folder.cache, max_bytes=10 * FULL)
    assert folder.left() == {"here": ROWS}
    assert sizes.deleted == 1
    assert sizes.before > 2 * FULL > sizes.after > FULL


def test_pruning_by_age_drops_stores_and_rows(folder: Folder) -> None:
    folder.root("old", day=today() - 31)
    mixed = folder.root("mixed", day=today() - 31)
    folder.vectors(day=today() - 31)
    store = BlobStore(root_file(folder.cache, mixed), str(mixed))
    assert store.get_many([b"\0" * 16])
    store.close()
    prune(folder.cache, 10 * FULL, older_than=31)
    assert folder.left() == {"old": ROWS, "mixed": ROWS, "vectors": ROWS}
    prune(folder.cache, 10 * FULL, older_than=30)
    assert folder.left() == {"mixed": 1}


def test_over_the_limit_the_longest_unused_go_first_and_vectors_last(folder: Folder) -> None:
    for name, day in (("middle", 2), ("old", 1), ("new", 3)):
        folder.root(name, day)
    folder.root("gone", day=4, gone=True)
    folder.vectors(day=1)
    before = folder.left()
    assert evict(folder.cache, 6 * FULL).deleted == 0
    assert folder.left() == before, "there is room"
    evict(folder.cache, int(4.6 * FULL))  # of which 80 % are left: 3.7
    assert folder.left() == {"middle": ROWS, "new": ROWS, "vectors": ROWS}
    evict(folder.cache, int(1.5 * FULL))
    assert folder.left() == {"vectors": ROWS}
    evict(folder.cache, int(0.5 * FULL))
    assert 0 < folder.left()["vectors"] < ROWS
    assert size_on_disk(folder.cache) <= 0.5 * FULL


def test_the_root_in_use_goes_last_and_row_by_row(folder: Folder) -> None:
    used = folder.root("used", day=1)
    folder.root("other", day=2)
    folder.vectors(day=2)
    mine = BlobStore(root_file(folder.cache, used), str(used))
    evict(folder.cache, int(1.5 * FULL))
    assert folder.left() == {"used": ROWS, "vectors": pytest.approx(10, abs=10)}
    evict(folder.cache, int(0.6 * FULL))
    assert 0 < folder.left()["used"] < ROWS
    mine.put_many([(b"n" * 16, b"new")])
    assert (mine.get_many([b"n" * 16]), mine.warning) == ({b"n" * 16: b"new"}, "")
    mine.close()
    again = BlobStore(root_file(folder.cache, used), str(used))
    assert again.get_many([b"n" * 16]), "it was never deleted"
    again.close()


HOLD = textwrap.dedent("""
    import sys
    from pathlib import Path
    from ctx_lsp.cache.blob_store import BlobStore
    store = BlobStore(Path(sys.argv[1]), sys.argv[2])
    print("open", flush=True)
    sys.stdin.readline()
    store.put_many([(b"late" * 4, b"value")])
    assert store.warning == "", store.warning
    store.close()
""")


@pytest.fixture
def held(folder: Folder) -> Iterator[tuple[Path, "subprocess.Popen[str]"]]:
    """A root whose store another process keeps open until it reads a line."""
    root = folder.root("held", day=1, gone=True)
    command = [sys.executable, "-c", HOLD, str(root_file(folder.cache, root)), str(root)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=REPOSITORY) as process:
        assert process.stdout
        assert process.stdout.readline() == "open\n"
        yield root, process


def test_a_store_that_another_process_has_open_is_not_deleted(
    folder: Folder, held: tuple[Path, "subprocess.Popen[str]"]
) -> None:
    root, process = held
    prune(folder.cache, 10 * FULL)
    assert folder.left() == {"held": ROWS}
    clear(folder.cache)
    assert folder.left() == {"held": 0}, "its rows may go: that costs its user nothing but time"
    process.communicate("go on\n", timeout=30)
    assert process.returncode == 0
    assert folder.left() == {"held": 1}, "what is kept after that is kept"
    clear(folder.cache)
    assert folder.left() == {}
    assert not root.exists()


def test_clearing_one_root_leaves_the_others_and_the_vectors(folder: Folder) -> None:
    one = folder.root("one", day=1)
    folder.root("two", day=1)
    folder.vectors(day=1)
    clear(folder.cache, one)
    assert folder.left() == {"two": ROWS, "vectors": ROWS}
    clear(folder.cache)
    assert list((folder.cache).rglob("*.sqlite3*")) == []


def test_a_file_that_is_not_a_store_can_be_cleared(folder: Folder) -> None:
    bad = root_file(folder.cache, folder.root("one", day=1))
    bad.write_bytes(b"nothing of the kind " * 500)
    assert store_header(bad) is None
    assert [store.kind for store in list_stores(folder.cache)] == ["other"]
    assert clear(folder.cache).deleted == 1
    assert not bad.exists()


def test_all_folders_that_are_made_are_private(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "made")
    BlobStore(root_file(folder.cache, tmp_path), str(tmp_path)).close()
    made = [folder.path, folder.cache, folder.cache / "roots"]
    assert [one.stat().st_mode & 0o777 for one in made] == [0o700] * 3


OPEN_AND_KEEP = textwrap.dedent("""
    import sys
    from pathlib import Path
    from ctx_lsp.cache.blob_store import BlobStore
    for number in range(100):
        store = BlobStore(Path(sys.argv[1]), "subject")
        store.put_many([(bytes([number]) * 16, bytes([number]) * 50_000)])
        found = store.get_many([bytes([number]) * 16 for number in range(100)])
        assert store.warning == "", store.warning
        assert all(value == key[:1] * 50_000 for key, value in found.items())
        store.close()
""")


def test_opening_a_store_and_deleting_it_do_not_meet(folder: Folder) -> None:
    file = root_file(folder.cache, folder.path)
    command = [sys.executable, "-c", OPEN_AND_KEEP, str(file)]
    running = [subprocess.Popen(command, cwd=REPOSITORY) for _ in range(2)]
    while any(process.poll() is None for process in running):
        evict(folder.cache, 0)
    assert [process.wait() for process in running] == [0, 0]


@pytest.mark.parametrize(("limit", "name"), [("MAX_VECTOR_BYTES", "vectors"), ("MAX_ROOT_BYTES", "root")])
def test_a_store_that_has_grown_too_large_by_itself_is_cut(
    folder: Folder, monkeypatch: pytest.MonkeyPatch, limit: str, name: str
) -> None:
    folder.root("root", day=1)
    folder.vectors(day=1)
    evict(folder.cache, 10 * FULL)
    assert folder.left() == {"root": ROWS, "vectors": ROWS}
    monkeypatch.setattr(f"ctx_lsp.cache.admin.{limit}", FULL // 2)
    evict(folder.cache, 10 * FULL)
    left = folder.left()
    assert 0 < left.pop(name) < ROWS / 2
    assert list(left.values()) == [ROWS], "the other has a limit of its own"


class Impatient(CancelToken):
    """A token that is cancelled after `looks` checks."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self.looks = looks

    @property
    def cancelled(self) -> bool:
        self.looks -= 1
        return self.looks < 0


def test_pruning_stops_between_transactions_when_it_is_cancelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ctx_lsp.cache.blob_store.DROPPED_AT_ONCE", 10)
    with closing(fill(tmp_path / "store.sqlite3", "", day=1)) as store:
        store.prune(0, Impatient(2))
        assert len(store.get_many([number.to_bytes(16, "big") for number in range(ROWS)])) == ROWS - 20


def test_others_can_write_while_a_store_is_pruned(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctx_lsp.cache.blob_store.DROPPED_AT_ONCE", 1)
    store = fill(root_file(folder.cache, folder.path), str(folder.path), day=1)
    other = BlobStore(root_file(folder.cache, folder.path), str(folder.path))
    pruning = threading.Thread(target=store.prune, args=(0,))
    pruning.start()
    kept = 0
    while pruning.is_alive():
        kept += other.put_many([(b"key", b"value")])
        time.sleep(0.01)
    store.close()
    other.close()
    assert kept > 1


EVICT = textwrap.dedent("""
    import sys
    from pathlib import Path
    from ctx_lsp.cache.admin import evict
    print("ready", flush=True)
    sys.stdin.readline()
    evict(Path(sys.argv[1]), int(sys.argv[2]))
""")


def test_two_processes_can_evict_at_once(folder: Folder) -> None:
    used = folder.root("used", day=3)
    for number in range(5):
        folder.root(f"old{number}", day=1)
    folder.vectors(day=2)
    store = BlobStore(root_file(folder.cache, used), str(used))
    command = [sys.executable, "-c", EVICT, str(folder.cache), str(int(1.5 * FULL))]
    running = [
        subprocess.Popen(
            command, cwd=REPOSITORY, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        for _ in range(2)
    ]
    for process in running:
        assert process.stdout
        process.stdout.readline()
    for process in running:
        assert process.stdin
        process.stdin.write("go on\n")
        process.stdin.flush()
    assert [process.communicate(timeout=60) for process in running] == [("", "")] * 2
    assert size_on_disk(folder.cache) <= 1.5 * FULL
    left = folder.left()
    assert left.keys() == {"used", "vectors"}
    assert sum(left.values()) > ROWS / 2, "not cut twice"
    found = store.get_many([number.to_bytes(16, "big") for number in range(ROWS)])
    assert (len(found), store.warning) == (left["used"], "")
    assert all(value == key[-1:] * ROW_BYTES for key, value in found.items())
    store.close()


def test_the_subject_of_a_store_is_read_without_the_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "store.sqlite3"
    fill(file, "subject", day=7).close()
    free: dict[str, bool] = {}

    def look(statement: str) -> None:
        try:
            with folder_lock(tmp_path, wait=0) as mine:
                free[statement] = mine
        except sqlite3.Error:
            free[statement] = False

    def connected(existing: Path) -> sqlite3.Connection:
        database = sqlite3.connect(existing)
        database.set_trace_callback(look)
        return database

    monkeypatch.setattr("ctx_lsp.cache.blob_files._connect_existing", connected)
    assert store_header(file) == StoreHeader("subject", 7)
    assert free == {"SELECT subject FROM about": False, "SELECT max(used) FROM blobs": True}


def test_a_store_on_a_full_disk_can_be_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Folder(tmp_path)
    folder.root("app", today())
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=FullDisk))
    assert clear(folder.cache).after == 0


def test_a_store_with_an_undecodable_schema_stops_nothing(folder: Folder) -> None:
    """SQLite quotes the damaged name in its message, which Python cannot decode."""
    root = folder.root("shop", 5)
    folder.root("mail", 6)
    file = root_file(folder.cache, root)
    damage_schema(file, "blobs")
    assert store_header(file) is None
    info = cache_info(CacheSettings(str(folder.cache)))
    assert {Path(store.file): store.kind for store in info.stores}[file] == "other"
    assert sorted(store.kind for store in info.stores) == ["other", "root"]
    prune(folder.cache, 0)
    assert not file.exists()
