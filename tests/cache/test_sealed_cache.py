"""The encrypted cache: a real workspace's files show nothing of its code, and no change of them is believed."""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cache import journal_book
from ctx_lsp.cache.admin import list_stores
from ctx_lsp.cache.blob_files import SCHEMA
from ctx_lsp.cache.blob_rows import new_row, write
from ctx_lsp.cache.blob_store import BlobStore
from ctx_lsp.cache.recipe_book import RecipeBook, RecipeRow
from ctx_lsp.cache.savings_book import DaySums, SavingsBook
from ctx_lsp.cache.small_database import SET_ASIDE, use_database
from ctx_lsp.packing.model import PackOptions, PackRequest, QuestionSubject
from ctx_lsp.sealing.aes import AesSeal
from ctx_lsp.settings import CacheSettings, ModelSettings, Settings
from ctx_lsp.workspace import Workspace, cache_info, clear_cache, prune_cache
from tests.fuzz.models import word_model

TIMEOUT = 60.0
GIT = shutil.which("git") or ""
SECRET, OTHER = b"a" * 32, b"b" * 32
KEYS = [bytes([number]) * 16 for number in range(4)]


def settings(folder: Path, letter: str = "a", model: str = "none") -> Settings:
    encryption = f"command:{sys.executable} -c \"print('{letter}' * 32)\"" if letter else "off"
    return Settings(ModelSettings(embedding=model), cache=CacheSettings(str(folder / "cache"), encryption=encryption))


@contextmanager
def opened(root: Path, using: Settings, data: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Workspace]:
    monkeypatch.setenv("XDG_DATA_HOME", str(data))
    workspace = Workspace([root], using)
    workspace.start()
    try:
        assert workspace.wait_ready(TIMEOUT), workspace.status()
        assert workspace.wait_for_history(TIMEOUT)
        yield workspace
    finally:
        workspace.close()


def work(workspace: Workspace) -> None:
    """Have everything written that a cache and the user's data folder keep."""
    subject = QuestionSubject("retry after an exception with exponential backoff")
    request = PackRequest(subject, PackOptions(max_tokens=2000))
    workspace.packs.ask(workspace.analysis().result(), request, CancelToken())
    workspace.cache_keys().result()
    workspace._writer.put(lambda _: None).result()


def record(workspace: Workspace) -> None:
    """Start a task, in which the question of a pack is recorded."""
    workspace.journal.start("Reticulate the backoff")
    work(workspace)


def test_no_identifier_of_the_code_is_in_the_files(
    tenacity_root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "tenacity-checkout"
    root.mkdir()
    for file in sorted((tenacity_root / "tenacity").glob("*.py"))[:8]:
        (root / file.name).write_bytes(file.read_bytes())
    identity = ("-c", "user.name=Somebody", "-c", "user.email=some@example.com")
    for command in (("init", "-q"), ("add", "."), ("commit", "-q", "-m", "Reticulate splines")):
        subprocess.run([GIT, *identity, *command], cwd=root, check=True)
    text = b" ".join(file.read_bytes() for file in root.glob("*.py"))
    words = set(re.findall(rb"[A-Za-z_][A-Za-z0-9_]{4,}", text)) | {b"tenacity-checkout", b"Reticulate", b"backoff"}
    assert len(words) > 500

    model = str(word_model(tmp_path / "model"))

    def seen(folder: Path, using: Settings) -> set[bytes]:
        with opened(root, using, folder / "data", monkeypatch) as workspace:
            record(workspace)
            files = [file for file in folder.rglob("*") if file.is_file()]  # with the write-ahead logs of open stores
            assert any(file.name.endswith("-wal") and file.stat().st_size for file in files)
            written = b"\0".join(os.fsencode(file.relative_to(folder)) + b"\0" + file.read_bytes() for file in files)
        kinds = {file.name.split("-")[0].split("+")[0] for file in files} - {"opening.lock"}
        assert {"vectors", "savings", "packs", "journal"} <= kinds
        return {word for word in words if word in written}

    assert len(seen(tmp_path / "plain", settings(tmp_path / "plain", "", model))) > 300, "the test can find them"
    monkeypatch.undo()
    schema = SCHEMA + "".join((*journal_book._TABLES, *journal_book._SEALS))
    names_of_columns = {word for word in words if word in schema.encode()}
    assert seen(tmp_path / "sealed", settings(tmp_path / "sealed", "a", model)) <= names_of_columns


def test_a_second_start_takes_all_from_the_cache_and_a_wrong_key_nothing(
    tenacity_root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    starts = (("a", "derived", 0), ("a", "adopted", 1), ("b", "derived", 0), ("a", "adopted", 2))
    for letter, expected, tasks in starts:
        with opened(tenacity_root, settings(tmp_path, letter), tmp_path / "data", monkeypatch) as workspace:
            assert len(workspace.journal.tasks()) == tasks
            record(workspace)
            status = workspace.status()
            assert not status.warnings
            assert ("adopted" in status.work["entry"]) == (expected == "adopted")
            assert len(workspace.packs.recent(5)) == 1
    info = cache_info(settings(tmp_path).cache)
    assert sorted(store.kind for store in info.stores) == ["other", "other", "root", "vectors"]
    assert {store.root for store in info.stores if store.kind == "root"} == {os.path.realpath(tenacity_root)}
    prune_cache(settings(tmp_path).cache, 0)
    clear_cache(settings(tmp_path).cache)
    assert cache_info(settings(tmp_path).cache).stores == ()


def test_what_was_stored_unsealed_is_deleted(
    tenacity_root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for letter in ("", "a"):
        with opened(tenacity_root, settings(tmp_path, letter), tmp_path / "data", monkeypatch) as workspace:
            if not letter:
                record(workspace)
            work(workspace)
            tasks = workspace.journal.tasks()
            assert [one.kind for one in workspace.journal.entries(tasks)] == ["question", "checkpoint"], (
                "sealed, not lost"
            )
    files = [file for file in tmp_path.rglob("*.sqlite3") if not file.name.startswith("journal")]
    assert len(files) == 4
    assert all("+" in file.name for file in files)
    assert not [file for file in (tmp_path / "data").rglob("*") if file.is_file() and b"backoff" in file.read_bytes()]


def test_a_key_that_is_not_to_be_had_costs_the_cache_alone(
    tenacity_root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    using = Settings(ModelSettings(embedding="none"), cache=CacheSettings(str(tmp_path / "cache"), encryption="secret"))
    with opened(tenacity_root, using, tmp_path / "data", monkeypatch) as workspace:
        status = workspace.status()
        work(workspace)
    assert status.state == "ready"
    assert any('cache.encryption): the source of the key must be "keyring"' in one for one in status.warnings)
    assert not list(tmp_path.rglob("*.sqlite3"))


def test_flipped_bytes_of_a_file_are_absent(tmp_path: Path) -> None:
    """The value is the right one or none, never another; checksums notice most of these."""
    file, seal = tmp_path / "store.sqlite3", AesSeal(SECRET)
    with closing(BlobStore(file, "/home/somebody/project", seal=seal)) as store:
        store.put_many((key, key * 20) for key in KEYS)
    whole = file.read_bytes()
    with closing(sqlite3.connect(file)) as database:
        values = [value for (value,) in database.execute("SELECT value FROM blobs")]
    inside = [place for value in values for place in range(whole.index(value), whole.index(value) + len(value))]
    assert len(inside) == 4 * (320 + 12 + 16)
    absent = 0
    sample = inside[::7]
    for place in [*sample, *range(0, len(whole), 127)]:
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 0x41]) + whole[place + 1 :])
        with closing(BlobStore(file, "/home/somebody/project", seal=seal)) as store:
            found = store.get_many(KEYS)
        assert all(found[key] == key * 20 for key in found)
        absent += len(found) < len(KEYS)
    assert absent >= len(sample)


def test_every_flipped_byte_of_a_value_does_not_open() -> None:
    """Whoever changes a store can make its checksums fit, so the seal alone must notice."""
    seal = AesSeal(SECRET)
    row = seal.row_key(KEYS[0])
    sealed = seal.seal(row, KEYS[1] * 20)
    assert seal.unseal(row, sealed) == KEYS[1] * 20
    for place in range(len(sealed)):
        assert seal.unseal(row, sealed[:place] + bytes([sealed[place] ^ 0x41]) + sealed[place + 1 :]) is None


def test_a_changed_value_with_a_fitting_checksum_is_absent(tmp_path: Path) -> None:
    file, seal = tmp_path / "store.sqlite3", AesSeal(SECRET)
    for number in range(0, 348, 29):
        with closing(BlobStore(file, "/home/somebody/project", seal=seal)) as store:
            store.put_many((key, key * 20) for key in KEYS)
        with closing(sqlite3.connect(file)) as database, database:
            for key, value in database.execute("SELECT key, value FROM blobs").fetchall():
                changed = value[:number] + bytes([value[number] ^ 0x41]) + value[number + 1 :]
                write(database, [new_row(key, changed, 20_000)], [])
        with closing(BlobStore(file, "/home/somebody/project", seal=seal)) as store:
            assert store.get_many(KEYS) == {}


def test_rows_do_not_open_in_another_place_or_with_another_key(tmp_path: Path) -> None:
    seal, other = AesSeal(SECRET), AesSeal(OTHER)
    one, two = (seal.row_key(key) for key in KEYS[:2])
    sealed = seal.seal(one, b"value")
    assert seal.unseal(one, sealed) == b"value"
    assert seal.unseal(two, sealed) is None
    assert other.unseal(one, sealed) is None
    assert [seal.unseal(one, sealed[:length]) for length in range(len(sealed))] == [None] * len(sealed)
    assert seal.seal(one, b"value") != sealed, "a fresh nonce each time"
    assert len({seal.fingerprint, other.fingerprint, seal.row_key(KEYS[0]).hex(), other.row_key(KEYS[0]).hex()}) == 4


def test_small_databases_are_sealed_as_a_whole(tmp_path: Path) -> None:
    seal = AesSeal(SECRET)
    book = SavingsBook(tmp_path, lambda: 20_000, seal)
    book.note(10, 100, "ctx-lsp.query")
    book.write()
    again = SavingsBook(tmp_path, lambda: 20_000, seal)
    again.note(5, 50, "ctx-lsp.query")
    again.write()
    assert again.last(1) == [DaySums(20_000, 2, 15, 150, "ctx-lsp.query")]
    assert SavingsBook(tmp_path, lambda: 20_000, AesSeal(OTHER)).last(1) == []
    row = RecipeRow("/home/somebody/shop", "p1", 100.0, "", "question", "where are orders kept", b"{}")
    recipes = RecipeBook(tmp_path, lambda: 200.0, seal)
    recipes.note(row)
    assert recipes.recent("/home/somebody/shop", 5) == [row]
    written = b"".join(file.read_bytes() for file in tmp_path.glob("*-*.sqlite3"))
    assert not any(word in written for word in (b"SQLite", b"somebody", b"orders", b"query"))
    (savings,) = tmp_path.glob("savings*")
    whole = savings.read_bytes()
    for place in range(0, len(whole), 997):
        savings.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        damaged = savings.read_bytes()
        assert SavingsBook(tmp_path, lambda: 20_000, seal).last(1) == []
        assert savings.read_bytes() == damaged, "reading writes nothing"
    again.note(5, 50, "ctx-lsp.query")
    again.write()
    assert again.last(1) == [DaySums(20_000, 1, 5, 50, "ctx-lsp.query")]
    assert savings.with_name(savings.name + SET_ASIDE).read_bytes() == damaged
    assert list_stores(tmp_path) == []


def test_a_sealed_file_opens_after_a_change_of_the_schemas_text(tmp_path: Path) -> None:
    file, schema = tmp_path / "small.sqlite3", "CREATE TABLE IF NOT EXISTS one (x);"
    seal = AesSeal(SECRET)
    found: list[tuple[int]] = []
    put, get = "INSERT INTO one VALUES (7)", "SELECT x FROM one"
    assert use_database(file, schema, lambda database: database.executescript(put).close(), seal=seal)
    assert use_database(file, f"{schema} -- why", lambda database: found.extend(database.execute(get)), seal=seal)
    assert found == [(7,)]
