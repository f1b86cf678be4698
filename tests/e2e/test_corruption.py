"""The corruption table: after any damage to the cache files, the answers equal those of a fresh build."""

import random
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cache.blob_store import BlobStore
from ctx_lsp.cache.record_cache import root_file
from ctx_lsp.cache.vector_store import FILE_NAME
from ctx_lsp.models.embedder import load_embedder
from ctx_lsp.protocol.answers.upkeep import wire_dump
from ctx_lsp.settings import CacheSettings, ModelSettings, Settings
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import Status, Workspace
from tests.fuzz.models import word_model
from tests.fuzz.oracle import Oracle, differences
from tests.fuzz.server import Server
from tests.protocol.wire import Json
from tests.protocol.wire_types import as_read
from tests.workspaces import files_of

TIMEOUT = 60.0
PAGE = 4096  # bytes: SQLite's own choice
MEMBERS = "".join(f"    def method_{number}(self, value): return helper(value) + {number}\n" for number in range(12))
FILES = files_of(
    "=== util.py\ndef helper(value): return value\n"
    + "".join(f"=== m{n}.py\nfrom util import helper\nclass Part{n}:\n{MEMBERS}" for n in range(8))
)


@dataclass(frozen=True, slots=True)
class Cached:
    """A folder of files, a model, and the cache that a killed process left."""

    root: Path
    cache: Path
    model: str
    expected: Json

    def settings(self, cache: Path) -> Settings:
        return Settings(model=ModelSettings(embedding=self.model, threads=1), cache=CacheSettings(directory=str(cache)))

    def store(self, cache: Path, name: str) -> Path:
        """The file of a store: `vectors` or `root`, with SQLite's own suffix."""
        stem, _, suffix = name.partition("-")
        file = cache / FILE_NAME if stem == "vectors" else root_file(cache, self.root)
        return file.with_name(file.name + (f"-{suffix}" if suffix else ""))


@pytest.fixture(scope="module")
def cached(tmp_path_factory: pytest.TempPathFactory) -> Cached:
    folder = tmp_path_factory.mktemp("cached")
    root = folder / "root"
    root.mkdir()
    for path, source in FILES.items():
        (root / path).write_bytes(source.data)
    model = str(word_model(folder / "model"))
    expected = Oracle(load_embedder(model)).dump_of(FILES, with_model=True)
    made = Cached(root, folder / "cache", model, expected)
    with opened(made, folder / "live") as workspace:
        assert_right(workspace, expected)
        shutil.copytree(folder / "live", made.cache)  # with what SQLite has not put into its files yet
    assert all(made.store(made.cache, f"{name}-wal").stat().st_size > 0 for name in ("vectors", "root"))
    return made


@contextmanager
def opened(cached: Cached, cache: Path) -> Iterator[Workspace]:
    workspace = Workspace([cached.root], cached.settings(cache))
    workspace.start()
    try:
        yield workspace
    finally:
        workspace.close()


def assert_right(workspace: Workspace, expected: Json) -> Status:
    """Wait until everything is indexed, and compare the index with the expected one."""
    assert workspace.wait_ready(TIMEOUT), workspace.status()
    status = workspace.status()
    assert status.state == "ready"
    served = as_read(wire_dump(workspace.analysis().result(TIMEOUT).dump(None, CancelToken())))
    assert differences(expected, served, semantic=True) == []
    return status


Damage = Callable[[Path], object]


def truncated(to: float) -> Damage:
    return lambda file: file.write_bytes(file.read_bytes()[: int(len(file.read_bytes()) * to)])


def zeroed(start: int, end: int) -> Damage:
    def damage(file: Path) -> None:
        data = file.read_bytes()
        end_here = min(end, len(data))
        file.write_bytes(data[:start] + bytes(max(0, end_here - start)) + data[end_here:])

    return damage


def flipped(start: float, end: float, seed: int, bits: int = 3) -> Damage:
    """Flip a few bits in a part of the file, given as shares of its length."""

    def damage(file: Path) -> None:
        rng = random.Random(seed)  # noqa: S311  # a test's dice
        data = bytearray(file.read_bytes())
        for _ in range(bits):
            data[rng.randrange(int(len(data) * start), max(1, int(len(data) * end)))] ^= 1 << rng.randrange(8)
        file.write_bytes(data)

    return damage


def newer(file: Path) -> None:
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA user_version = 99")


def another_table(file: Path) -> None:
    with closing(sqlite3.connect(file)) as database:
        database.executescript("DROP TABLE blobs; CREATE TABLE blobs (key TEXT)")


def folder_in_its_place(file: Path) -> None:
    file.unlink(missing_ok=True)
    (file / "inside").mkdir(parents=True)


def link_to_nowhere(file: Path) -> None:
    file.unlink()
    file.symlink_to(file.with_name("nowhere") / "deeper")


WHOLE: dict[str, Damage] = {
    "missing": Path.unlink,
    "empty": truncated(0),
    "cut in half": truncated(0.5),
    "cut at its end": truncated(0.999),
    "zeroed": zeroed(0, 1 << 30),
    "header zeroed": zeroed(0, 100),
    "first page zeroed": zeroed(0, PAGE),
    "second page zeroed": zeroed(PAGE, 2 * PAGE),
    "last part zeroed": zeroed(5 * PAGE, 1 << 30),
    "text": lambda file: file.write_bytes(b"this is no database\n" * 500),
    "longer": lambda file: file.write_bytes(file.read_bytes() + bytes(range(256)) * 64),
    "flipped in its head": flipped(0, 0.01, seed=1),
    "flipped in the middle": flipped(0.3, 0.6, seed=2),
    "flipped at its end": flipped(0.9, 1, seed=3),
    "flipped everywhere": flipped(0, 1, seed=4, bits=200),
}
DATABASE: dict[str, Damage] = {
    **WHOLE,
    "of a newer version": newer,
    "with another table": another_table,
    "a folder": folder_in_its_place,
    "a link to nowhere": link_to_nowhere,
}
CASES = [
    *((name, damage) for name in ("vectors", "root") for damage in DATABASE),
    *((f"{name}-wal", damage) for name in ("vectors", "root") for damage in WHOLE if "second" not in damage),
    *((f"{name}-shm", damage) for name in ("vectors", "root") for damage in ("missing", "empty", "zeroed", "text")),
]


@pytest.mark.parametrize(("name", "damage"), CASES, ids=[f"{name}: {damage}" for name, damage in CASES])
def test_answers_are_right_after_any_damage(cached: Cached, tmp_path: Path, name: str, damage: str) -> None:
    cache = tmp_path / "cache"
    shutil.copytree(cached.cache, cache)
    DATABASE[damage](cached.store(cache, name))
    with opened(cached, cache) as workspace:
        status = assert_right(workspace, cached.expected)
    if damage in ("a folder", "a link to nowhere"):
        assert str(cached.store(cache, name)) in status.warnings[0]
        return
    assert status.warnings == ()
    with opened(cached, cache) as workspace:
        again = assert_right(workspace, cached.expected)
    assert again.work["entry"] == {"adopted": len(FILES)}, "it was repaired, and everything is kept"
    assert again.warnings == ()


def test_an_undamaged_cache_is_all_that_a_start_needs(cached: Cached, tmp_path: Path) -> None:
    """The cases above would prove nothing if the damaged cache were not used."""
    shutil.copytree(cached.cache, tmp_path / "cache")
    with opened(cached, tmp_path / "cache") as workspace:
        status = assert_right(workspace, cached.expected)
    assert status.work["entry"] == {"adopted": len(FILES)}
    assert "computed" not in status.work["edges"]


@pytest.mark.parametrize(
    "change",
    [
        *("value = 'text'", "value = CAST(X'ff80' AS TEXT)", "value = 7"),
        *("checksum = 'x'", "used = 'x'", "used = X'00'", "key = 'text'"),
    ],
)
def test_a_value_of_another_type_is_as_good_as_missing(tmp_path: Path, change: str) -> None:
    """One flipped bit in the header of a row turns bytes into a text or a number."""
    file = tmp_path / "store.sqlite3"
    rows = {bytes([number]) * 16: b"value" * number for number in range(1, 10)}
    with closing(BlobStore(file, "about this")) as store:
        store.put_many(rows.items())
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(f"UPDATE blobs SET {change} WHERE rowid = 3")
    with closing(BlobStore(file, "about this")) as store:
        assert store.get_many(list(rows)).items() <= rows.items()
        store.put_many(rows.items())
        assert store.get_many(list(rows)) == rows
        store.prune(0)
        assert store.warning == ""


@pytest.mark.parametrize("seed", range(4))
def test_no_flipped_bits_make_a_store_raise_or_lie(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311  # a test's dice
    rows = [(rng.randbytes(16), rng.randbytes(rng.choice((3, 100, 6_000)))) for _ in range(60)]
    with closing(BlobStore(tmp_path / "good.sqlite3", "about this")) as store:
        store.put_many(rows)
    good = (tmp_path / "good.sqlite3").read_bytes()
    for number in range(80):
        file = tmp_path / f"{number}.sqlite3"
        data = bytearray(good)
        for _ in range(rng.choice((1, 1, 4, 30))):
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        file.write_bytes(data)
        with closing(BlobStore(file, "about this")) as store:
            known = store.get_many([key for key, _ in rows])
            assert known.items() <= dict(rows).items()
            store.put_many(rows[:3])
            store.size_bytes()
            store.prune(1_000)
        for one in tmp_path.glob(f"{number}.sqlite3*"):
            one.unlink()


def test_a_cache_folder_that_cannot_be_made_leaves_a_warning(cached: Cached, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with opened(cached, tmp_path / "file" / "cache") as workspace:
        status = assert_right(workspace, cached.expected)
    assert "nothing is kept" in status.warnings[0]


LITTLE_SPACE = """
import resource, runpy, sys
sys.dont_write_bytecode = True  # it would be cut, too, and believed by later processes
resource.setrlimit(resource.RLIMIT_FSIZE, ({bytes}, {bytes}))
sys.argv = ["ctx-lsp", "serve", "--stdio"]
runpy.run_module("ctx_lsp", run_name="__main__")
"""


@contextmanager
def served(cached: Cached, folder: Path, *, command: list[str] | None = None) -> Iterator[Server]:
    options = {"model": {"embedding": cached.model, "threads": 1}, "cache": {"directory": str(folder / "cache")}}
    server = Server([cached.root], options, folder / "server.log", command)
    try:
        server.initialized()
        yield server
    finally:
        server.kill()


@pytest.mark.parametrize("room", [0, 3 * PAGE, 10 * PAGE])
def test_a_full_disk_leaves_a_warning_and_right_answers(cached: Cached, tmp_path: Path, room: int) -> None:
    command = [sys.executable, "-c", LITTLE_SPACE.format(bytes=room)]
    with served(cached, tmp_path, command=command) as server:
        status = server.settled(semantic=True)
        assert "nothing is kept" in status["warnings"][0]
        dump = server.wire.command("ctx-lsp.dump")
        assert differences(cached.expected, dump, semantic=True) == []
        server.leave()
    with served(cached, tmp_path) as server:
        server.settled(semantic=True)
        dump = server.wire.command("ctx-lsp.dump")
        assert differences(cached.expected, dump, semantic=True) == []


def test_a_damaged_cache_under_the_real_server(cached: Cached, tmp_path: Path) -> None:
    shutil.copytree(cached.cache, tmp_path / "cache")
    for name in ("vectors", "root"):
        flipped(0, 1, seed=5, bits=100)(cached.store(tmp_path / "cache", name))
    with served(cached, tmp_path) as server:
        status = server.settled(semantic=True)
        assert status["warnings"] == []
        assert differences(cached.expected, server.wire.command("ctx-lsp.dump"), semantic=True) == []


def test_two_servers_on_one_folder_and_one_cache(cached: Cached, tmp_path: Path) -> None:
    oracle = Oracle(load_embedder(cached.model))
    with served(cached, tmp_path) as one, served(cached, tmp_path) as two:
        for version in range(1, 8):
            for number, server in enumerate((one, two)):
                uri = (cached.root / f"m{number}.py").as_uri()
                text = f"from util import helper\ndef edited_{number}(): return helper({version})\n"
                document = {"uri": uri, "version": version, "languageId": "python", "text": text}
                server.wire.notify("textDocument/didOpen", {"textDocument": document})
        for number, server in enumerate((one, two)):
            text = f"from util import helper\ndef edited_{number}(): return helper(7)\n"
            expected = oracle.dump_of({**FILES, f"m{number}.py": SourceText(text.encode())}, with_model=True)
            status = server.settled(semantic=True)
            assert status["warnings"] == []
            assert differences(expected, server.wire.command("ctx-lsp.dump"), semantic=True) == []
        one.leave()
        two.kill()
    with opened(cached, tmp_path / "cache") as workspace:
        status = assert_right(workspace, cached.expected)
    assert status.work["entry"] == {"adopted": len(FILES)}
