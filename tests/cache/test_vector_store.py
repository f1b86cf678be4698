"""Vector store: damage to its file costs time and a warning, never an answer."""

import logging
import resource
import shutil
import sqlite3
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import numpy as np
import pytest

from ctx_lsp.cache.blob_files import FORMAT, LOCK_TIMEOUT
from ctx_lsp.cache.blob_store import BUSY_TIMEOUT, PAUSE
from ctx_lsp.cache.vector_store import FILE_NAME, VectorStore
from ctx_lsp.vectors.rows import quantise
from tests.cache.damage import damage_schema

DIMENSIONS = 384
ROOT = Path(__file__).parents[2]


def vectors(count: int, seed: int = 0) -> list[tuple[bytes, np.ndarray]]:
    """Keys and random vectors."""
    random = np.random.default_rng(seed)
    return [(random.bytes(16), random.normal(size=DIMENSIONS).astype(np.float32)) for _ in range(count)]


def keys(items: list[tuple[bytes, np.ndarray]]) -> list[bytes]:
    return [key for key, _ in items]


def holds(store: VectorStore, items: list[tuple[bytes, np.ndarray]]) -> bool:
    """Whether all of `items` are there, as their rows."""
    found = store.rows(keys(items))
    return found.keys() == set(keys(items)) and all(np.array_equal(found[k], quantise(v)) for k, v in items)


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    """A folder with a store of a hundred vectors, closed."""
    store = VectorStore(tmp_path)
    store.keep(vectors(100))
    store.close()
    return tmp_path


def test_vectors_are_stored_as_rows(filled: Path) -> None:
    store = VectorStore(filled)
    assert holds(store, vectors(100))
    assert store.rows([b"unknown"]) == {}
    assert (store.warning, store.location) == ("", str(filled))
    store.close()


def test_a_row_comes_back_as_it_would_be_made_again(filled: Path) -> None:
    (key, vector) = vectors(1)[0]
    store = VectorStore(filled)
    assert np.array_equal(quantise(store.rows([key])[key]), quantise(vector))
    store.close()


def test_rows_that_are_no_vectors_are_refused(tmp_path: Path) -> None:
    with closing(VectorStore(tmp_path)) as store:
        rows = {bytes([number]) * 16: row for number, row in enumerate((b"\1\0", b"\0\0", b"\1"))}
        store.put_many(rows.items())
        first = next(iter(rows))
        assert store.rows(list(rows), 2).keys() == {first}
        assert store.take_rows(rows, 2).keys() == {first}


def test_any_number_of_keys_can_be_asked_for(tmp_path: Path) -> None:
    store = VectorStore(tmp_path)
    many = vectors(2_500)
    store.keep(many)
    assert holds(store, many)
    assert store.rows([]) == {}
    store.close()


def test_a_known_key_is_replaced(filled: Path) -> None:
    store = VectorStore(filled)
    new = [(vectors(1)[0][0], vectors(1, seed=7)[0][1])]
    store.keep(new)
    assert holds(store, new)
    store.close()


def test_a_closed_store_and_no_store_answer_empty(tmp_path: Path) -> None:
    closed = VectorStore(tmp_path)
    closed.close()
    closed.close()
    for store in (closed, VectorStore(None)):
        store.keep(vectors(2))
        store.prune(1)
        assert (store.rows(keys(vectors(2))), store.size_bytes(), store.warning) == ({}, 0, "")


def test_pruning_gives_the_space_back(filled: Path) -> None:
    store = VectorStore(filled)
    before = (filled / FILE_NAME).stat().st_size
    store.prune(0)
    assert store.rows(keys(vectors(100))) == {}
    assert store.size_bytes() < before / 3
    assert (filled / FILE_NAME).stat().st_size < before / 3
    store.close()


def test_pruning_drops_the_longest_unused_rows(tmp_path: Path) -> None:
    day = 1
    store = VectorStore(tmp_path, day=lambda: day)
    used, old, new = vectors(300, seed=1), vectors(300, seed=2), vectors(300, seed=3)
    store.keep(used)
    store.keep(old)
    day = 2
    store.rows(keys(used))
    store.keep(new)
    full = store.size_bytes()
    limit = int(full * 0.75)
    store.prune(limit)
    assert store.size_bytes() <= limit
    assert holds(store, used)
    assert holds(store, new)
    assert 0 < len(store.rows(keys(old))) < 300

    store.prune(full)
    assert holds(store, used), "there is room: nothing to drop"
    store.close()


def flip_in_rows(file: Path) -> None:
    """Damage one byte of a row, so that SQLite does not notice."""
    data = bytearray(file.read_bytes())
    row = quantise(vectors(1)[0][1]).tobytes()
    data[data.index(row) + 5] ^= 1
    file.write_bytes(data)


def test_a_row_that_changed_on_disk_is_not_believed(filled: Path) -> None:
    flip_in_rows(filled / FILE_NAME)
    store = VectorStore(filled)
    first, *others = vectors(100)
    assert store.rows([first[0]]) == {}
    assert holds(store, others)
    store.keep([first])
    assert holds(store, vectors(100))
    store.close()


def overwrite(file: Path) -> None:
    file.write_bytes(b"not a database at all " * 99)


def empty(file: Path) -> None:
    file.write_bytes(b"")


def scramble_pages(file: Path) -> None:
    """Damage everything after the first page."""
    data = file.read_bytes()
    file.write_bytes(data[:4096] + bytes(byte ^ 0x5A for byte in data[4096:]))


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:5_000])


def other_schema(file: Path) -> None:
    file.unlink()
    database = sqlite3.connect(file)
    database.execute("CREATE TABLE blobs (something TEXT)")
    database.commit()
    database.close()


def newer_version(file: Path) -> None:
    database = sqlite3.connect(file)
    database.execute("ALTER TABLE blobs RENAME COLUMN value TO content")
    database.execute(f"PRAGMA user_version = {FORMAT + 1}")
    database.commit()
    database.close()


def other_columns(file: Path) -> None:
    database = sqlite3.connect(file)
    database.execute("ALTER TABLE blobs RENAME COLUMN value TO content")
    database.commit()
    database.close()


@pytest.mark.parametrize(
    "damage", [overwrite, empty, scramble_pages, cut, other_schema, newer_version, other_columns, Path.unlink]
)
def test_a_damaged_file_is_recreated_silently(
    filled: Path, damage: Callable[[Path], None], caplog: pytest.LogCaptureFixture
) -> None:
    damage(filled / FILE_NAME)
    store = VectorStore(filled)
    found = store.rows(keys(vectors(100)))
    assert all(np.array_equal(found[key], quantise(vector)) for key, vector in vectors(100) if key in found)
    store.keep(vectors(100))
    store.keep(vectors(100))  # the first may be what finds the damage
    assert holds(store, vectors(100))
    warned = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert (store.warning, warned) == ("", [])
    store.close()


def test_a_file_damaged_while_it_is_open_is_recreated(tmp_path: Path) -> None:
    store = VectorStore(tmp_path)
    many = vectors(3_000)  # more than SQLite's own cache of pages holds
    store.keep(many)
    store.size_bytes()
    file = tmp_path / FILE_NAME
    sqlite3.connect(file).execute("PRAGMA wal_checkpoint(TRUNCATE)").connection.close()
    with file.open("r+b") as stream:
        stream.seek(4096)
        stream.write(b"\x5a" * (file.stat().st_size - 4096))
    for _ in range(3):
        found = store.rows(keys(many))
        assert all(np.array_equal(found[key], quantise(vector)) for key, vector in many if key in found)
    store.keep(many)
    assert holds(store, many)
    store.close()


def test_a_deleted_folder_does_not_stop_the_store(filled: Path) -> None:
    store = VectorStore(filled)
    shutil.rmtree(filled)
    store.keep(vectors(1, seed=5))
    store.rows(keys(vectors(100)))
    store.close()


def test_a_folder_that_cannot_be_made_leaves_a_warning(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "file").write_text("in the way")
    store = VectorStore(tmp_path / "file" / "cache")
    store.keep(vectors(1))
    assert store.rows(keys(vectors(1))) == {}
    assert str(tmp_path) in store.warning
    assert len(caplog.records) == 1


def test_the_folder_is_private(tmp_path: Path) -> None:
    VectorStore(tmp_path / "a" / "b").close()
    assert (tmp_path / "a" / "b").stat().st_mode & 0o077 == 0


@contextmanager
def locked(folder: Path, how: str = "IMMEDIATE") -> Iterator[None]:
    """Another connection writes to the store (IMMEDIATE) or locks it completely (EXCLUSIVE)."""
    other = sqlite3.connect(folder / FILE_NAME, isolation_level=None)
    if how == "EXCLUSIVE":
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute(f"BEGIN {how}")
    yield
    other.execute("ROLLBACK")
    other.close()


def seconds(work: Callable[[], object]) -> float:
    start = time.monotonic()
    work()
    return time.monotonic() - start


def days(folder: Path) -> set[int]:
    with closing(sqlite3.connect(folder / FILE_NAME)) as database:
        return {day for (day,) in database.execute("SELECT used FROM blobs")}


def test_reading_does_not_wait_for_writers(filled: Path) -> None:
    store = VectorStore(filled, day=lambda: 1)  # another day than that of the rows
    with locked(filled):
        assert seconds(lambda: holds(store, vectors(100))) < LOCK_TIMEOUT / 2
        assert store.size_bytes() > 0
        assert 1 not in days(filled)
        assert store.warning == ""
    store.close()
    assert days(filled) == {1}, "that they were used is written later"


def test_locked_writes_are_repeated_later(filled: Path, caplog: pytest.LogCaptureFixture) -> None:
    store = VectorStore(filled, wait=BUSY_TIMEOUT)
    with locked(filled):
        assert not store.put_many([(b"one", b"1")])
        assert store.size_bytes() > 0
    time.sleep(PAUSE)
    assert store.put_many([(b"two", b"2")])
    assert store.get_many([b"one", b"two"]) == {b"one": b"1", b"two": b"2"}
    with locked(filled):
        assert not store.put_many([(b"three", b"3")])
    store.close()
    assert VectorStore(filled).get_many([b"three"]) == {b"three": b"3"}
    assert (store.warning, caplog.records) == ("", []), "nothing was lost"


def test_a_locked_file_is_waited_for_only_now_and_then(filled: Path) -> None:
    store = VectorStore(filled, wait=PAUSE / 2)
    with locked(filled):
        first = seconds(lambda: store.put_many([(b"key", b"value")]))
        others = seconds(lambda: [store.put_many([(b"key", b"value")]) for _ in range(10)])
    assert first >= PAUSE / 2 > others
    assert BUSY_TIMEOUT <= 0.05, "requests wait for the writer of the index"
    store.close()


def test_the_queue_behind_a_lock_is_bounded(filled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctx_lsp.cache.blob_store.MAX_OWED_BYTES", 10)
    store = VectorStore(filled, wait=BUSY_TIMEOUT)
    with locked(filled):
        store.put_many([(b"one", b"12345"), (b"two", b"12345")])
        assert store.warning == ""
        store.put_many([(b"three", b"12345")])
        assert "locked" in store.warning
    time.sleep(PAUSE)
    assert store.get_many([b"one", b"two", b"three"]).keys() == set(), "they are read before what waits is written"
    assert store.get_many([b"one", b"two", b"three"]).keys() == {b"one", b"two"}
    assert store.warning == ""
    store.close()


def test_a_store_can_be_opened_while_another_process_writes(filled: Path) -> None:
    with locked(filled):
        store = VectorStore(filled, wait=BUSY_TIMEOUT)
        assert holds(store, vectors(100))
    store.close()


def test_a_store_that_was_locked_when_it_was_opened_is_opened_later(filled: Path) -> None:
    with locked(filled, "EXCLUSIVE"):
        store = VectorStore(filled, wait=BUSY_TIMEOUT)
        assert store.rows(keys(vectors(100))) == {}
        store.keep(vectors(1, seed=5))
    time.sleep(PAUSE)
    assert holds(store, vectors(100))
    assert holds(store, vectors(1, seed=5))
    assert store.warning == ""
    store.close()


FILL_THE_DISK = textwrap.dedent("""
    import resource, sys
    from pathlib import Path
    from ctx_lsp.cache.vector_store import VectorStore
    from tests.cache.test_vector_store import holds, vectors

    sys.dont_write_bytecode = True  # it would be cut, too, and believed by later processes
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
    store = VectorStore(Path(sys.argv[1]))
    store.keep(vectors(20))
    assert store.warning == "", store.warning
    store.keep(vectors(2_000, seed=1))
    assert store.warning, "the file cannot have become so large"
    assert holds(store, vectors(20)), "what was written stays"
    store.close()
    print("survived")
""")


@pytest.mark.skipif(not hasattr(resource, "RLIMIT_FSIZE"), reason="no limit on file sizes here")
def test_a_full_disk_leaves_a_warning(tmp_path: Path) -> None:
    command = [sys.executable, "-c", FILL_THE_DISK, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=ROOT, check=False)
    assert done.stdout == "survived\n", done.stderr


WRITE_AND_READ = textwrap.dedent("""
    import sys
    from pathlib import Path
    from ctx_lsp.cache.vector_store import VectorStore
    from tests.cache.test_vector_store import holds, vectors

    store = VectorStore(Path(sys.argv[1]))
    mine = vectors(640, seed=int(sys.argv[2]))
    for start in range(0, len(mine), 64):
        store.keep(mine[start : start + 64])
    assert store.warning == "", store.warning
    assert holds(store, mine)
    store.close()
""")


def test_two_processes_share_it(tmp_path: Path) -> None:
    commands = [[sys.executable, "-c", WRITE_AND_READ, str(tmp_path), str(seed)] for seed in (1, 2)]
    running = [subprocess.Popen(command, cwd=ROOT) for command in commands]
    assert [process.wait(60) for process in running] == [0, 0]
    store = VectorStore(tmp_path)
    assert holds(store, vectors(640, seed=1))
    assert holds(store, vectors(640, seed=2))
    store.close()


def test_threads_share_it(tmp_path: Path) -> None:
    store = VectorStore(tmp_path)
    threads = [threading.Thread(target=store.keep, args=(vectors(200, seed=seed),)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(holds(store, vectors(200, seed=seed)) for seed in range(4))
    store.close()


def test_a_damaged_name_in_the_schema_costs_the_stored_vectors_alone(tmp_path: Path) -> None:
    """SQLite quotes the name in its message, which Python cannot decode."""
    store = VectorStore(tmp_path)
    file = next(tmp_path.glob("*.sqlite3"))
    store.close()
    damage_schema(file, "blobs")
    store = VectorStore(tmp_path)
    assert not store.warning
    store.close()
