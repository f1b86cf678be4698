"""Export and import of a root's cache: round trips, and hostile files."""

import gzip
import random
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cache import archive
from ctx_lsp.cache.archive import CacheKeys, read_cache_file, write_cache_file
from ctx_lsp.cache.blob_store import BlobStore
from ctx_lsp.cache.record_cache import root_file
from ctx_lsp.cache.records import (
    FileRecord,
    decode_edges,
    decode_file,
    edges_key,
    encode_edges,
    encode_file,
    file_key,
    with_checksum,
)
from ctx_lsp.cache.vector_store import VectorStore
from ctx_lsp.graph.edges import Edge, FileEdges
from ctx_lsp.graph.entry import make_entry
from ctx_lsp.graph.evidence import EdgesRecord, LookupKeys, evidence
from ctx_lsp.lexical.terms import NO_TERMS, file_terms
from ctx_lsp.settings import CacheSettings, ModelSettings, Settings
from ctx_lsp.syntax.reference import References
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import CacheFileError, Workspace, clear_cache, export_cache, import_cache
from tests.fuzz.models import word_model

TIMEOUT = 120  # seconds


def settings(cache: Path, model: str = "none") -> Settings:
    return Settings(model=ModelSettings(embedding=model), cache=CacheSettings(directory=str(cache)))


def opened(root: Path, using: Settings) -> Workspace:
    workspace = Workspace([root], using)
    workspace.start()
    assert workspace.wait_ready(TIMEOUT)
    return workspace


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A small model."""
    return str(word_model(tmp_path_factory.mktemp("models") / "words"))


@pytest.fixture(scope="module")
def exported(tenacity_root: Path, model: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The exported cache of a real package. Read-only."""
    folder = tmp_path_factory.mktemp("exported")
    using = settings(folder / "cache", model)
    workspace = opened(tenacity_root, using)
    made = export_cache(workspace, using.cache, tenacity_root, folder / "tenacity.cache")
    status = workspace.status()
    workspace.close()
    assert made.records == 2 * status.files
    assert 0 < made.vectors <= status.chunks
    assert made.bytes == (folder / "tenacity.cache").stat().st_size
    assert [file.name for file in folder.iterdir() if file.is_file()] == ["tenacity.cache"], "no half-written file left"
    return folder / "tenacity.cache"


def test_another_clone_computes_and_embeds_nothing(
    exported: Path, model: str, tenacity_root: Path, tmp_path: Path
) -> None:
    clone = tmp_path / "elsewhere" / "clone"
    shutil.copytree(tenacity_root, clone)
    using = settings(tmp_path / "cache", model)
    taken = import_cache(using.cache, clone, exported)
    workspace = opened(clone, using)
    status = workspace.status()
    workspace.close()
    assert taken.records == 2 * status.files
    assert set(status.work["entry"]) == set(status.work["edges"]) == set(status.work["vector"]) == {"adopted"}


def test_records_that_do_not_match_the_texts_are_recomputed(
    exported: Path, tenacity_root: Path, tmp_path: Path
) -> None:
    clone = tmp_path / "clone"
    shutil.copytree(tenacity_root, clone)
    changed = clone / "tenacity" / "wait.py"
    changed.write_text(changed.read_text("utf-8") + "\n\ndef added_here() -> None: ...\n", "utf-8")
    using = settings(tmp_path / "cache")
    import_cache(using.cache, clone, exported)
    workspace = opened(clone, using)
    status, found = workspace.status(), workspace.analysis().result().workspace_symbols("added_here", 1, CancelToken())
    workspace.close()
    assert status.work["entry"] == {"adopted": status.files - 1, "computed": 1}
    assert len(found) == 1


def bit_flipped(data: bytes) -> bytes:
    place = random.Random(7).randrange(len(data) // 2, len(data))  # noqa: S311  # any place will do
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


def repacked(change: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
    """A file with changed content and a valid checksum."""
    head = len(archive.MAGIC)
    return lambda data: data[:head] + gzip.compress(change(gzip.decompress(data[head:])))


def with_length(length: int) -> Callable[[bytes], bytes]:
    """A file whose first row claims the given length."""

    def change(content: bytes) -> bytes:
        start = content.index(b"\n") + 1 + 1 + 16
        return content[:start] + length.to_bytes(4, "little") + content[start + 4 :]

    return repacked(change)


ENDS_OR_IS_DAMAGED = "truncated|damaged|cannot be read|any cache|unknown kind"  # depending on what the byte was

DAMAGE: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "empty": (lambda _: b"", "not a cache export"),
    "something else": (lambda _: b"PK\x03\x04 a zip archive", "not a cache export"),
    "cut in the header": (lambda data: data[:20], ENDS_OR_IS_DAMAGED),
    "cut in the middle": (lambda data: data[: len(data) // 2], ENDS_OR_IS_DAMAGED),
    "cut at the end": (lambda data: data[:-1], ENDS_OR_IS_DAMAGED),
    "a bit flipped": (bit_flipped, ENDS_OR_IS_DAMAGED),
    "zeroes at the end": (lambda data: data[:-2000] + bytes(2000), ENDS_OR_IS_DAMAGED),
    "not compressed": (
        lambda data: archive.MAGIC + gzip.decompress(data[len(archive.MAGIC) :]),
        "cannot be read",
    ),
    "a row changed": (repacked(lambda content: content[:5000] + b"?" + content[5001:]), ENDS_OR_IS_DAMAGED),
    "something behind the end": (repacked(lambda content: content + b"more"), "damaged"),
    "no end": (repacked(lambda content: content[:-100]), "truncated"),
    "a row too long": (with_length(archive.MAX_VALUE_BYTES + 1), "larger than any cache"),
    "a row behind the end": (with_length(archive.MAX_VALUE_BYTES), "truncated"),
    "no header": (repacked(lambda content: content[content.index(b"\n") + 1 :]), "version of the program"),
    "a header of numbers": (repacked(lambda content: b"[1]\n" + content), "version of the program"),
    "another program": (repacked(lambda content: content.replace(b'{"program": "', b'{"program": "00', 1)), "version"),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_changes_nothing(exported: Path, tmp_path: Path, damage: str) -> None:
    change, reason = DAMAGE[damage]
    bad = tmp_path / "bad.cache"
    bad.write_bytes(change(exported.read_bytes()))
    with pytest.raises(CacheFileError, match=reason) as raised:
        import_cache(CacheSettings(directory=str(tmp_path / "cache")), tmp_path, bad)
    assert str(bad) in str(raised.value)
    assert not (tmp_path / "cache").exists()


def test_missing_and_unwritable_files_are_reported(exported: Path, tmp_path: Path) -> None:
    cache = CacheSettings(directory=str(tmp_path / "cache"))
    with pytest.raises(CacheFileError, match="cannot be read"):
        import_cache(cache, tmp_path, tmp_path / "missing")
    with pytest.raises(CacheFileError, match="cannot be written"):
        write_cache_file(cache.path, tmp_path, CacheKeys([], []), tmp_path / "no" / "such" / "folder")
    with pytest.raises(CacheFileError, match="the cache is off"):
        import_cache(CacheSettings(enabled=False), tmp_path, exported)


def test_an_interrupted_export_leaves_the_old_file(
    exported: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file.cache"
    shutil.copy(exported, file)
    monkeypatch.setattr(archive, "_write", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        write_cache_file(tmp_path / "cache", tmp_path, CacheKeys([], []), file)
    assert file.read_bytes() == exported.read_bytes()
    assert sorted(one.name for one in tmp_path.iterdir()) == ["cache", "file.cache"]


def crafted(folder: Path, records: dict[bytes, bytes], vectors: dict[bytes, bytes]) -> Path:
    """A valid file around hand-made rows."""
    root = folder / "made-up"
    store = BlobStore(root_file(folder / "crafting", root), str(root))
    store.put_many(records.items())
    store.close()
    table = VectorStore(folder / "crafting")
    table.put_many(vectors.items())
    table.close()
    write_cache_file(folder / "crafting", root, CacheKeys(list(records), list(vectors)), folder / "crafted.cache")
    return folder / "crafted.cache"


TEXT = SourceText(b"def one():\n    return two()\n\n\ndef two():\n    return 2\n")


def hostile(path: str) -> bytes:
    """A record whose references name wrong enclosing symbols."""
    entry = make_entry(path, TEXT)
    lies = tuple(reference._replace(symbol=99) for reference in entry.facts.references)
    assert lies
    return encode_file(FileRecord(replace(entry.facts, references=References.of(lies)), file_terms(entry)))


def fewer_terms(path: str) -> bytes:
    return encode_file(FileRecord(make_entry(path, TEXT).facts, NO_TERMS))


@pytest.mark.parametrize("record", [hostile, fewer_terms, lambda _: b"\xc1", lambda _: b""])
def test_a_hostile_record_is_not_believed(tmp_path: Path, record: Callable[[str], bytes]) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (root / "a.py").write_bytes(TEXT.data)
    using = settings(tmp_path / "cache")
    made = {
        file_key("a.py", TEXT): record("a.py"),
        edges_key("a.py", TEXT): encode_edges(
            EdgesRecord(FileEdges.of([Edge("b.py::x", "a.py::one", "calls", 1.0)]), {}, evidence([])), TEXT
        ),
    }
    foreign = {key: with_checksum(key, TEXT, data) for key, data in made.items()}
    import_cache(using.cache, root, crafted(tmp_path, foreign, {}))
    workspace = opened(root, using)
    status, analysis = workspace.status(), workspace.analysis().result()
    assert status.work["entry"] == status.work["edges"] == {"computed": 1}
    assert [node.symbol for node in analysis.relations.impact("two", 1, CancelToken()).dependants] == ["a.py::one"]
    workspace.close()
    assert not status.warnings


def test_records_that_were_swapped_are_not_believed(tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (root / "a.py").write_bytes(TEXT.data)
    (root / "b.py").write_bytes(TEXT.data.replace(b"one", b"six"))  # as long: its record fits the other text, too
    using = settings(tmp_path / "cache")
    workspace = opened(root, using)
    expected = workspace.analysis().result().dump(None, CancelToken()).files
    keys = workspace.cache_keys().result().records
    workspace.close()
    store = BlobStore(root_file(using.cache.path, root), str(root))
    rows = store.get_many(keys)
    assert len(rows) == 4, "facts and edges of both files"
    store.put_many(zip(rows, [*list(rows.values())[2:], *list(rows.values())[:2]], strict=True))  # with sound checksums
    store.close()
    workspace = opened(root, using)
    status, files = workspace.status(), workspace.analysis().result().dump(None, CancelToken()).files
    workspace.close()
    assert files == expected
    assert status.work["entry"] == status.work["edges"] == {"computed": 2}


EDGE = Edge("a.py::one", "a.py::two", "calls", 1.0)


@pytest.mark.parametrize(
    ("edge", "lookups", "sound"),
    [
        (EDGE, {"by_name_fallback": [("python", False, "two")], "names": ["two"]}, True),
        (EDGE._replace(source="b.py::one"), {}, False),
        (EDGE._replace(confidence=0.0), {}, False),
        (EDGE._replace(confidence=float("nan")), {}, False),
        (EDGE._replace(confidence=1e300), {}, False),
        (EDGE, {"no such table": ["two"]}, False),
        (EDGE, {"names": [{"not": "hashable"}]}, False),
        (EDGE, {"names": [["a", ["b"]]]}, False),
    ],
)
def test_edges_must_start_in_their_file_and_have_evidence(edge: Edge, lookups: LookupKeys, sound: bool) -> None:
    record = EdgesRecord(FileEdges.of([edge]), lookups, b"")
    assert decode_edges(encode_edges(record, TEXT), "a.py", TEXT) == (record if sound else None)


def test_damaged_edges_are_not_believed() -> None:
    data = encode_edges(EdgesRecord(FileEdges.of([EDGE]), {"names": ["two"]}, b""), TEXT)
    assert decode_edges(data, "a.py", TEXT)
    assert decode_edges(data[:-1], "a.py", TEXT) is None
    assert decode_edges(data + b"x", "a.py", TEXT) is None
    assert decode_edges(b"", "a.py", TEXT) is None


def test_edges_over_the_limit_for_their_text_are_neither_stored_nor_read() -> None:
    names: list[object] = ["x" * 1_000] * 18_000
    record = EdgesRecord(FileEdges.of([EDGE]), {"names": names}, b"")
    large = SourceText(b"x\n" * 50_000)
    assert encode_edges(record, TEXT) == b""
    stored = encode_edges(record, large)
    assert len(stored) < 500_000
    assert decode_edges(stored, "a.py", large) == record
    assert decode_edges(stored, "a.py", TEXT) is None


def test_edges_of_a_small_text_with_many_look_ups_are_stored() -> None:
    names: list[object] = [f"package.part{number}.Name" for number in range(100_000)]
    record = EdgesRecord(FileEdges.of([EDGE]), {"names": names}, b"")
    assert decode_edges(encode_edges(record, TEXT), "a.py", TEXT) == record


def test_a_record_of_a_longer_text_is_not_believed() -> None:
    entry = make_entry("a.py", TEXT)
    data = encode_file(FileRecord(entry.facts, file_terms(entry)))
    assert decode_file(data, TEXT)
    assert decode_file(data, SourceText(TEXT.data[:-4])) is None


@pytest.mark.parametrize("vectors", [[b""], [bytes(384)], [b"\1" * 384, b"\1" * 383], [b"\1" * (1 << 15)]])
def test_malformed_vectors_are_rejected(tmp_path: Path, vectors: list[bytes]) -> None:
    foreign = {bytes([number]) * 16: vector for number, vector in enumerate(vectors)}
    bad = crafted(tmp_path, {}, foreign)
    with pytest.raises(CacheFileError, match="contains malformed vectors"):
        read_cache_file(tmp_path / "cache", tmp_path, bad)


def test_vectors_of_another_length_are_made_again(model: str, tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (root / "a.py").write_bytes(TEXT.data)
    using = settings(tmp_path / "cache", model)
    workspace = opened(root, using)
    keys = workspace.cache_keys().result().vectors
    workspace.close()
    clear_cache(using.cache)
    assert keys
    import_cache(using.cache, root, crafted(tmp_path, {}, dict.fromkeys(keys, b"\1" * 7)))
    workspace = opened(root, using)
    status = workspace.status()
    workspace.close()
    assert (status.coverage.semantic, status.warnings) == (1.0, ())
    assert status.work["vector"] == {"computed": len(keys)}
