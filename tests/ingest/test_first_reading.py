"""The first scan: new files can be searched as plain text before any is read in full, and none is forgotten."""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from shutil import copytree

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cache.record_cache import FileCache
from ctx_lsp.cache.vector_store import VectorStore
from ctx_lsp.ingest import batch_dispatch
from ctx_lsp.ingest.indexing_jobs import refresh, scan_workspace, set_text
from ctx_lsp.ingest.workers import WorkerProcesses
from ctx_lsp.ingest.workspace_inputs import Inputs
from ctx_lsp.ingest.writer import Writer
from ctx_lsp.monitoring.monitor import Monitor
from ctx_lsp.packing.answer.passage_tables import table_of
from ctx_lsp.snapshot.host import Host
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.disk import Disk, Limits
from ctx_lsp.text.roots import Roots
from ctx_lsp.text.source import SourceText
from tests.snapshot.test_host import SMALL, canonical, fresh, package_files
from tests.workspaces import files_of

DISK, LIMITS = Disk(), Limits()


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of a real package, which counts as large."""
    monkeypatch.setattr(batch_dispatch, "MIN_BYTES_FOR_WORKERS", 0)
    spec = find_spec("structlog")
    assert spec is not None
    assert spec.origin is not None
    copytree(Path(spec.origin).parent, tmp_path / "structlog", ignore=lambda *_: ["__pycache__"])
    return tmp_path


def writer_on(root: Path, workers: int = 0) -> Writer:
    """A writer whose thread is not started; the test takes its steps."""
    writer = Writer(Inputs(Roots.of([root])), VectorStore(None), FileCache(None), Monitor(), lambda *_: None)
    writer.workers = WorkerProcesses(workers)
    return writer


def read_all(writer: Writer, scan: Iterator[None]) -> Snapshot:
    """Take the remaining steps of a scan."""
    list(scan)
    writer.scanned = True
    writer.workers.end()
    assert writer.searchable
    return writer.current()


def take_step(writer: Writer) -> None:
    """Take the most urgent step of background work."""
    step = writer._step(is_typing=False)
    assert step is not None
    step(writer)


def until_all_plain(writer: Writer, root: Path) -> Iterator[None]:
    """A scan that has just made all files searchable, most of them as plain text."""
    scan = scan_workspace(writer, DISK, LIMITS)
    count = len(list(root.rglob("*.py")))
    while len(writer.host.files) < count:
        next(scan)
    assert len(writer.host.plain_files) > count / 2
    return scan


@pytest.mark.parametrize("workers", [0, 1])
def test_all_files_can_be_searched_first_and_are_read_in_full_afterwards(root: Path, workers: int) -> None:
    writer = writer_on(root, workers)
    scan = until_all_plain(writer, root)
    half = writer.current()
    assert half.lexical_coverage <= 0.5, "a file without symbols and edges counts as half a file"
    found = half.lexical.search(("processorformatter",), 30, CancelToken())
    assert "structlog/stdlib.py" in {hit.path for hit in found}
    assert not half.named("ProcessorFormatter")
    whole = read_all(writer, scan)
    assert whole.named("ProcessorFormatter")
    assert whole.lexical_coverage == 1.0
    files = {path: entry.source for path, entry in whole.files.items()}
    assert canonical(whole)[:4] == canonical(fresh(files))[:4]  # type: ignore[index]  # without vectors


def test_the_last_files_are_read_as_plain_text_too(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_dispatch, "MIN_BYTES_FOR_WORKERS", 100_000)
    writer = writer_on(root)
    until_all_plain(writer, root)
    assert len(writer.host.plain_files) == len(writer.host.files)


def test_an_opened_file_is_read_in_full_at_once(root: Path) -> None:
    writer = writer_on(root)
    until_all_plain(writer, root)
    files = writer.host.files
    path = max(writer.host.plain_files, key=lambda one: len(files[one].source.data))
    set_text(writer, DISK, LIMITS, path, writer.host.files[path].source)
    assert writer.current().files[path].facts.outline.symbols
    assert path not in writer.host.plain_files


def test_a_file_that_changes_after_its_first_reading_keeps_the_newer_text(root: Path) -> None:
    writer = writer_on(root)
    scan = until_all_plain(writer, root)
    path, gone = sorted(writer.host.plain_files)[-2:]
    (root / path).write_text("def changed(): ...\n")
    (root / gone).unlink()
    refresh(writer, DISK, LIMITS, [path, gone])
    whole = read_all(writer, scan)
    assert [symbol.name for symbol in whole.files[path].facts.outline.symbols] == ["changed"]
    assert gone not in whole.files


def test_a_scan_that_replaces_the_first_one_reads_in_full_what_that_had_left(root: Path) -> None:
    writer = writer_on(root)
    until_all_plain(writer, root)
    writer.in_background(scan_workspace(writer, DISK, LIMITS))
    while not writer.searchable:
        take_step(writer)
    assert writer.current().named("ProcessorFormatter")


def test_plain_files_of_a_scan_that_failed_are_read_in_full(root: Path) -> None:
    writer = writer_on(root)

    def failing() -> Iterator[None]:
        until_all_plain(writer, root)
        writer.scanned = True
        yield
        raise MemoryError

    writer.in_background(failing())
    take_step(writer)
    with pytest.raises(MemoryError):
        take_step(writer)
    while not writer.searchable:
        take_step(writer)
    assert not writer.host.plain_files
    assert writer.current().named("ProcessorFormatter")


def test_an_edit_that_waits_wins_over_the_text_of_a_file_that_a_question_needs(root: Path) -> None:
    writer = writer_on(root)
    until_all_plain(writer, root)
    path = sorted(writer.host.plain_files)[-1]
    typed = SourceText(b"def typed(): ...\n")
    set_text(writer, DISK, LIMITS, path, typed)
    writer.texts.read_in_full([path])
    assert writer.current().files[path].source == typed


def test_a_newer_text_that_waits_wins_over_that_of_a_file_that_a_question_needs(root: Path) -> None:
    writer = writer_on(root)
    until_all_plain(writer, root)
    path = sorted(writer.host.plain_files)[-1]
    (root / path).write_text("def changed(): ...\n")
    writer.in_background(scan_workspace(writer, DISK, LIMITS))
    while path not in writer.texts.away:
        take_step(writer)
    writer.texts.read_in_full([path])
    while not writer.searchable:
        take_step(writer)
    assert writer.current().files[path].source.data == b"def changed(): ...\n"


def test_plain_text_is_found_in_its_newest_form(root: Path) -> None:
    writer = writer_on(root)
    until_all_plain(writer, root)
    path = sorted(writer.host.plain_files)[-1]
    writer.texts.read_as_plain_text({path: SourceText(b"zebra crossing")})
    assert writer.current().files[path].source.data == b"zebra crossing"
    assert path in writer.host.plain_files


def test_plain_files_are_not_stored_even_if_all_files_are_to_be(root: Path) -> None:
    writer = writer_on(root)
    until_all_plain(writer, root)
    files = dict(writer.host.files)
    writer.cache.use_folder(root / "cache", files)
    while writer.cache.waiting:
        writer.cache.write(writer.host, writer.inputs.overlay, edges_too=True)
    texts = {path: entry.source for path, entry in files.items()}
    stored = writer.cache.find_records(texts, writer.host.failures).files
    assert stored.keys() == {path for path, entry in files.items() if not entry.is_plain}


def test_a_failed_step_stores_no_plain_text_with_the_next_one(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    writer = writer_on(root)
    until_all_plain(writer, root)
    noted: dict[str, object] = {}
    monkeypatch.setattr(writer.cache, "note_files", noted.update)

    def fail(*_: object) -> None:
        raise MemoryError

    with monkeypatch.context() as broken:
        broken.setattr("ctx_lsp.lexical.index.LexicalIndex.put_many", fail)
        with pytest.raises(MemoryError):
            writer.texts.read_as_plain_text({"x.py": SourceText(b"def x(): ...")})
    writer.texts.derive({"y.py": SourceText(b"def y(): ...")})
    assert "x.py" in writer.host.plain_files
    assert list(noted) == ["y.py"]


def test_plain_files_count_as_files_without_vectors(root: Path) -> None:
    writer = writer_on(root)
    writer.host.use_model("test-model", 4)
    until_all_plain(writer, root)
    assert writer.current().semantic_coverage < 0.5
    assert not writer.embedded
    writer.host.use_model("another-model", 4)
    assert not writer.host.unkeyed.keys() & writer.host.plain_files.keys()  # type: ignore[attr-defined]  # a map


def test_later_changes_are_read_in_full_only(root: Path) -> None:
    writer = writer_on(root)
    read_all(writer, scan_workspace(writer, DISK, LIMITS))
    for file in root.rglob("*.py"):
        file.write_text("def changed(): ...\n")
    for _ in scan_workspace(writer, DISK, LIMITS):
        assert not writer.host.plain_files


def test_a_host_with_plain_files_equals_a_fresh_one_when_they_were_read_in_full() -> None:
    files = package_files("structlog", 14)
    host = Host()
    host.use_model("test-model", 4)
    host.apply(files, as_plain_text=True)
    assert len(host.plain_files) == len(files)
    assert not host.missing, "plain text is not embedded, because its chunks will change"
    assert not host.unresolved
    host.apply(files)
    host.resolve()
    assert not host.plain_files
    assert canonical(host.snapshot(len(files))) == canonical(fresh(files))


def test_what_is_kept_about_plain_text_is_not_used_for_the_file_read_in_full() -> None:
    files = package_files("structlog", 14)
    host = Host()
    host.apply(files, as_plain_text=True)
    for entry in host.files.values():
        table_of(entry)
    host.apply(files)
    for entry in host.files.values():
        chunks, _ = table_of(entry).overlaps
        assert sorted(set(chunks)) == list(range(len(entry.facts.chunks)))


def test_plain_files_can_change_and_end() -> None:
    files = files_of(SMALL)
    host = Host()
    host.apply(files, as_plain_text=True)
    changed = SourceText(files["a.py"].data + b"def more(): ...\n")
    host.apply({"a.py": changed, "c.py": None})
    assert list(host.plain_files) == ["b.py"]
    host.apply({"b.py": files["b.py"]})
    host.resolve()
    host.use_model("test-model", 4)
    host.key_chunks(100)
    assert canonical(host.snapshot(2)) == canonical(fresh({"a.py": changed, "b.py": files["b.py"]}))
