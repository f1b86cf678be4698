"""A scan with changes between its steps: nothing is lost, and the counts equal those of a fresh scan."""

import shutil
from contextlib import suppress
from pathlib import Path

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cache.record_cache import FileCache
from ctx_lsp.cache.vector_store import VectorStore
from ctx_lsp.ingest import pending_texts
from ctx_lsp.ingest.file_reader import FileReader
from ctx_lsp.ingest.indexing_jobs import (
    STEP_FILES,
    close_text,
    refresh,
    rules_changed,
    scan_workspace,
    set_text,
    take_changes,
)
from ctx_lsp.ingest.workspace_inputs import Inputs
from ctx_lsp.ingest.writer import Writer
from ctx_lsp.monitoring.monitor import Monitor
from ctx_lsp.text.disk import Disk, Limits
from ctx_lsp.text.roots import Roots
from ctx_lsp.text.source import SourceText
from tests.protocol.wire import until

DISK, LIMITS = Disk(), Limits()


def writer_on(*roots: Path) -> Writer:
    """A writer whose thread is not started; the test takes its steps."""
    return Writer(Inputs(Roots.of(roots)), VectorStore(None), FileCache(None), Monitor(), lambda *_: None)


def scanned(*roots: Path) -> Writer:
    writer = writer_on(*roots)
    list(scan_workspace(writer, DISK, LIMITS))
    writer.scanned = True
    return writer


def put(root: Path, *names: str) -> None:
    for name in names:
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("def f(): ...\n")


def with_changes(root: Path) -> tuple[Writer, list[str]]:
    """A writer after the first of three steps of a change, and the names of the changed files."""
    names = [f"{number:03}.py" for number in range(3 * STEP_FILES)]
    put(root, *names)
    writer = scanned(root)
    for name in names:
        (root / name).write_text("def changed(): ...\n")
    take_changes(writer, DISK, LIMITS, names)
    return writer, names


def test_a_file_made_after_its_folder_was_listed_stays(tmp_path: Path) -> None:
    put(tmp_path, "a.py", "b.py")
    writer = writer_on(tmp_path)
    scan = scan_workspace(writer, DISK, LIMITS)
    next(scan)
    put(tmp_path, "late.py")
    refresh(writer, DISK, LIMITS, ["late.py"])
    list(scan)
    assert sorted(writer.current().files) == ["a.py", "b.py", "late.py"]
    assert writer.current().known_files == 3


def test_a_buffer_edited_while_the_scan_runs_wins(tmp_path: Path) -> None:
    put(tmp_path, *(f"{number:03}.py" for number in range(3 * STEP_FILES)))
    writer = writer_on(tmp_path)
    edited = [f"{number:03}.py" for number in range(0, 3 * STEP_FILES, 7)]
    for path, _ in zip(edited, scan_workspace(writer, DISK, LIMITS), strict=False):
        set_text(writer, Disk(), LIMITS, path, SourceText(b"# edited"))
    files = writer.current().files
    assert len(files) == 3 * STEP_FILES
    assert {path for path in files if files[path].source.data == b"# edited"} == set(writer.inputs.overlay)


def test_the_text_of_a_buffer_counts_even_if_looking_at_its_file_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, "a.py")
    writer = scanned(tmp_path)

    def fail(*_: object) -> None:
        raise RuntimeError("the disk behaves in an unknown way")

    monkeypatch.setattr(FileReader, "_seen", fail)
    for text in (b"def opened(): ...\n", b"def edited(): ...\n"):
        with suppress(RuntimeError):
            set_text(writer, DISK, LIMITS, "a.py", SourceText(text))
        assert writer.current().files["a.py"].source.data == text


def test_coverage_counts_pending_files(tmp_path: Path) -> None:
    put(tmp_path, *(f"{number:03}.py" for number in range(2 * STEP_FILES)))
    writer = writer_on(tmp_path)
    scan = scan_workspace(writer, DISK, LIMITS)
    assert writer.current().lexical_coverage == 0.0
    while not writer.host.files:
        next(scan)
    assert 0.25 <= writer.current().lexical_coverage < 0.5, "half of the files, most of them without their edges"
    writer.resolve()
    assert writer.current().lexical_coverage == pytest.approx(0.5)
    refresh(writer, DISK, LIMITS, ["000.py", f"{2 * STEP_FILES - 1:03}.py"])
    writer.resolve()
    assert writer.current().lexical_coverage == pytest.approx(0.5 + 0.5 / STEP_FILES)
    list(scan)
    assert writer.current().lexical_coverage == 1.0


def test_a_scan_that_replaces_other_work_counts_its_files_as_unseen(tmp_path: Path) -> None:
    writer, names = with_changes(tmp_path)
    writer.in_background(scan_workspace(writer, DISK, LIMITS))
    writer.resolve()
    assert writer.current().lexical_coverage < 0.7, "two thirds are still to be read again"
    while not writer.searchable:
        writer._step(is_typing=False)(writer)  # type: ignore[misc]  # there is a step while there is work
    snapshot = writer.current()
    assert snapshot.lexical_coverage == 1.0
    assert all(snapshot.files[name].source.data.startswith(b"def changed") for name in names)


def test_a_moved_name_is_right_in_the_next_answer_for_all_importers(tmp_path: Path) -> None:
    (tmp_path / "old.py").write_text("def used(): ...\n")
    users = [f"user{number}.py" for number in range(30)]
    for name in users:
        (tmp_path / name).write_text("import old\nold.used()\n")
    writer = scanned(tmp_path)
    assert len(writer.current().graph.incoming("old.py::used")) == len(users)
    (tmp_path / "old.py").rename(tmp_path / "new.py")
    take_changes(writer, DISK, LIMITS, ["old.py", "new.py"])
    snapshot = writer.current()
    assert snapshot.lexical_coverage == 1.0
    assert snapshot.graph.incoming("old.py::used") == ()


def test_a_text_whose_step_failed_is_not_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    writer = scanned(tmp_path)
    writer.current()

    def fail(*_: object) -> None:
        raise MemoryError

    typed = SourceText(b"def zebra(): ...\n")
    with monkeypatch.context() as broken:
        broken.setattr("ctx_lsp.lexical.index.LexicalIndex.put_many", fail)
        set_text(writer, Disk(), LIMITS, "a.py", typed)
        with pytest.raises(MemoryError):
            writer.current()
    snapshot = writer.current()
    assert snapshot.files["a.py"].source == typed
    assert [hit.path for hit in snapshot.lexical.search(("zebra",), 5, CancelToken())] == ["a.py"]


def test_saved_edits_are_cached_for_the_next_run(tmp_path: Path) -> None:
    root, cache = tmp_path / "root", tmp_path / "cache"
    root.mkdir()
    (root / "a.py").write_text("x = 1\n")

    def run() -> Writer:
        writer = Writer(Inputs(Roots.of([root])), VectorStore(None), FileCache(cache), Monitor(), lambda *_: None)
        for _ in scan_workspace(writer, DISK, LIMITS):
            pass
        writer.resolve()
        return writer

    first = run()
    saved = SourceText(b"def saved(): return saved()\n")
    set_text(first, Disk(), LIMITS, "a.py", saved)
    first.current()
    (root / "a.py").write_bytes(saved.data)
    close_text(first, DISK, LIMITS, "a.py")
    while first.cache.waiting:
        first._cache_step()
    first.close()
    second = run()
    assert second.host.log.by_source()["entry"] == {"adopted": 1}
    assert second.host.log.by_source()["edges"] == {"adopted": 1}
    second.close()


def test_forced_reading_does_not_use_the_cache(tmp_path: Path) -> None:
    root, cache = tmp_path / "root", tmp_path / "cache"
    root.mkdir()
    (root / "a.py").write_text("x = 1\n")
    writer = Writer(Inputs(Roots.of([root])), VectorStore(None), FileCache(cache), Monitor(), lambda *_: None)
    for _ in scan_workspace(writer, DISK, LIMITS):
        writer._cache_step()
    assert refresh(writer, DISK, LIMITS, ["a.py"]) == 0
    assert refresh(writer, DISK, LIMITS, ["a.py"], force=True) == 1
    assert writer.host.log.by_source()["entry"] == {"computed": 2, "removed": 1}
    writer.close()


def test_an_empty_workspace_is_covered_once_it_was_looked_at(tmp_path: Path) -> None:
    assert scanned(tmp_path).current().lexical_coverage == 1.0


@pytest.mark.parametrize(
    "told", [["new"], ["new/a.py", "new/node_modules/x.js", "gone.py", "kept"], ["new", "gone.py"]]
)
def test_changes_on_disk_count_as_a_fresh_scan_does(tmp_path: Path, told: list[str]) -> None:
    put(tmp_path, "gone.py", "kept/a.py", "kept/node_modules/y.js")
    writer = scanned(tmp_path)
    put(tmp_path, "new/a.py", "new/node_modules/x.js")
    if "gone.py" in told:
        (tmp_path / "gone.py").unlink()
    refresh(writer, DISK, LIMITS, told)
    fresh = scanned(tmp_path)
    assert writer.inputs.skipped == fresh.inputs.skipped
    assert writer.inputs.known == fresh.inputs.known
    assert set(writer.host.files) == set(fresh.host.files)


def test_a_removed_folder_leaves_nothing_behind(tmp_path: Path) -> None:
    put(tmp_path, "a.py", "old/b.py", "old/.venv/c.py")
    writer = scanned(tmp_path)
    (tmp_path / "old").rename(tmp_path.parent / "elsewhere")
    refresh(writer, DISK, LIMITS, ["old"])
    assert list(writer.host.files) == ["a.py"]
    assert writer.inputs.skipped == {}


def test_a_file_of_a_root_inside_a_root_is_indexed_once(tmp_path: Path) -> None:
    put(tmp_path, "a.py", "inner/b.py", "inner/.venv/c.py")
    writer = scanned(tmp_path, tmp_path / "inner")
    assert sorted(writer.host.files) == ["a.py", "inner/b.py"]
    other = scanned(tmp_path / "inner", tmp_path)
    assert sorted(other.host.files) == ["b.py", f"{tmp_path.name}/a.py"]
    assert list(other.inputs.skipped) == [".venv/"]


def test_a_buffer_over_the_limit_is_left_out_like_a_file(tmp_path: Path) -> None:
    put(tmp_path, "a.py")
    writer = writer_on(tmp_path)
    list(scan_workspace(writer, DISK, LIMITS))
    small = Limits(max_file_bytes=20)
    set_text(writer, Disk(), small, "a.py", SourceText(b"x = 1\n" * 10))
    assert not writer.current().files
    assert writer.inputs.skipped == {"a.py": "too_large"}
    set_text(writer, Disk(), small, "a.py", SourceText(b"x = 1\n"))
    assert list(writer.current().files) == ["a.py"]
    assert writer.inputs.skipped == {}


def test_a_scan_ends_at_the_limit_of_files_and_counts_the_rest(tmp_path: Path) -> None:
    put(tmp_path, "a.py", "b/c.py", "d.py", "e.py")
    writer, few = writer_on(tmp_path), Limits(max_files=2)
    set_text(writer, Disk(), few, "e.py", SourceText(b"x = 1\n"))
    list(scan_workspace(writer, DISK, few))
    assert sorted(writer.host.files) == ["a.py", "d.py", "e.py"], "an open buffer comes in addition"
    assert writer.inputs.skip_counts() == {"too_many": 2}
    assert writer.current().lexical_coverage == 1.0, "no answer says that indexing goes on"
    put(tmp_path, "f.py")
    refresh(writer, DISK, few, ["f.py", "b"])
    assert sorted(writer.host.files) == ["a.py", "d.py", "e.py"], "there is no room for more"
    (tmp_path / "a.py").unlink()
    close_text(writer, DISK, few, "e.py")
    (tmp_path / "d.py").unlink()
    refresh(writer, DISK, few, ["a.py", "d.py"])
    refresh(writer, DISK, few, ["b"])
    assert sorted(writer.host.files) == ["b/c.py", "e.py"], "now there is"
    list(scan_workspace(writer, DISK, LIMITS))
    assert sorted(writer.host.files) == ["b/c.py", "e.py", "f.py"]
    assert writer.inputs.skip_counts() == {}


def test_many_changes_are_taken_in_steps_and_pending_ones_count_as_unseen(tmp_path: Path) -> None:
    writer, names = with_changes(tmp_path)
    files = writer.current().files
    assert sum(files[name].source.data.startswith(b"def changed") for name in names) == STEP_FILES
    writer.resolve()
    assert writer.current().lexical_coverage == pytest.approx(3 / 5, abs=0.01), "two thirds wait, and may be more"
    finish(writer)
    assert writer.inputs.waiting == 0
    assert writer.current().lexical_coverage == 1.0
    assert all(writer.current().files[name].source.data.startswith(b"def changed") for name in names)


def test_a_new_scan_takes_over_pending_work(tmp_path: Path) -> None:
    names = [f"{number:03}.py" for number in range(3 * STEP_FILES)]
    put(tmp_path, *names)
    writer = writer_on(tmp_path)
    take_changes(writer, DISK, LIMITS, names)
    assert writer.inputs.waiting
    writer.in_background(scan_workspace(writer, DISK, LIMITS))
    assert writer.inputs.waiting == 0
    writer.start()
    until(lambda: writer.searchable)
    writer.close()
    assert len(writer.current().files) == len(names)


def test_a_stream_of_causes_to_scan_again_does_not_keep_a_scan_from_its_end(tmp_path: Path) -> None:
    names = [f"{number:03}.py" for number in range(5 * STEP_FILES)]
    put(tmp_path, *names)
    writer = writer_on(tmp_path)
    for _ in range(30):
        writer.scan_again(scan_workspace(writer, DISK, LIMITS))
        writer._background_step()
    assert sorted(writer.host.files) == names
    put(tmp_path, "late.py")
    writer.scan_again(scan_workspace(writer, DISK, LIMITS))
    assert writer.current().lexical_coverage < 1.0
    while writer._background is not None:
        writer._background_step()
    assert "late.py" in writer.host.files, "the last cause counts, whatever ran when it came"
    assert writer.current().lexical_coverage == 1.0


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (".gitignore", True),
        ("in/.ctxlspignore", True),
        ("unshared/.gitignore", True),
        ("gone/.gitignore", True),
        (".git/info/exclude", True),
        ("inner/.git/info/exclude", False),
        ("out/.gitignore", False),
        ("out/deep/er/.gitignore", False),
        ("node_modules/x/.gitignore", False),
        (".mypy_cache/.gitignore", False),
        ("in/a.py", False),
    ],
)
def test_rules_count_where_the_walk_comes_to(tmp_path: Path, path: str, expected: bool) -> None:
    put(tmp_path, "in/a.py", "out/b.py", "node_modules/x/c.js", "inner/.git/info/exclude")
    (tmp_path / ".gitignore").write_text("out/\nunshared/.gitignore\n")
    assert rules_changed(writer_on(tmp_path), DISK, LIMITS, ["in/a.py", path]) is expected


def test_a_file_and_a_folder_that_change_places(tmp_path: Path) -> None:
    put(tmp_path, "one.py", "two.py/inner.py")
    writer = scanned(tmp_path)
    (tmp_path / "one.py").unlink()
    shutil.rmtree(tmp_path / "two.py")
    put(tmp_path, "two.py", "one.py/inner.py")
    refresh(writer, DISK, LIMITS, ["one.py", "two.py"])
    assert sorted(writer.current().files) == ["one.py/inner.py", "two.py"]


def test_deleted_skipped_files_are_no_longer_counted(tmp_path: Path) -> None:
    put(tmp_path, "a.py", "build/b.py", "c.log", "node_modules/d.js")
    (tmp_path / ".gitignore").write_text("build/\n*.log\n")
    (tmp_path / "e.bin").write_bytes(bytes(100))
    writer = scanned(tmp_path)
    assert set(writer.inputs.skipped) == {"build/", "c.log", "node_modules/", "e.bin"}
    for name in ("build", "node_modules"):
        shutil.rmtree(tmp_path / name)
    for name in ("c.log", "e.bin"):
        (tmp_path / name).unlink()
    refresh(writer, DISK, LIMITS, ["build", "node_modules", "c.log", "e.bin"])
    assert writer.inputs.skipped == {}


def test_files_that_are_no_longer_skipped_are_read(tmp_path: Path) -> None:
    put(tmp_path, "in/a.py")
    (tmp_path / "in/b.py").write_bytes(bytes(100))
    writer = scanned(tmp_path)
    assert list(writer.current().files) == ["in/a.py"]
    put(tmp_path, "in/b.py")
    refresh(writer, DISK, LIMITS, ["in"])
    assert sorted(writer.current().files) == ["in/a.py", "in/b.py"]


def test_an_event_in_a_skipped_folder_causes_no_walk(tmp_path: Path) -> None:
    put(tmp_path, "a.py", "out/obj/b.py")
    (tmp_path / ".gitignore").write_text("out/\n*.log\n")
    (tmp_path / "c.log").mkdir()
    writer = scanned(tmp_path)
    entered: list[str] = []
    refresh(writer, Disk(entered.append), LIMITS, ["out/obj", "out", "c.log", "out/obj/b.py", "a.py", "gone"])
    assert entered == []
    assert set(writer.inputs.skipped) == {"out/", "c.log/"}
    put(tmp_path, "in/d.py")
    refresh(writer, Disk(entered.append), LIMITS, ["in"])
    assert [Path(folder).name for folder in entered] == ["in"]


def test_a_deleted_skipped_folder_is_not_counted(tmp_path: Path) -> None:
    put(tmp_path, "a.py", "node_modules/b.js")
    writer = scanned(tmp_path)
    shutil.rmtree(tmp_path / "node_modules")
    refresh(writer, DISK, LIMITS, ["node_modules", "node_modules/b.js"])
    assert writer.inputs.skipped == {}


def test_an_empty_folder_is_nothing_that_is_left_out(tmp_path: Path) -> None:
    writer = scanned(tmp_path)
    (tmp_path / "empty").mkdir()
    refresh(writer, DISK, LIMITS, ["empty"])
    assert writer.inputs.skipped == {}


def test_a_folder_around_a_root_is_read_without_it(tmp_path: Path) -> None:
    put(tmp_path, "around/a.py", "around/inner/b.py", "around/inner/.venv/c.py")
    writer = scanned(tmp_path, tmp_path / "around/inner")
    before = dict(writer.inputs.skipped)
    refresh(writer, DISK, LIMITS, ["around"])
    assert writer.inputs.skipped == before == {"inner/.venv/": "vendored"}
    assert sorted(writer.host.files) == ["around/a.py", "inner/b.py"]


def finish(writer: Writer) -> None:
    """Finish the background work."""
    writer.start()
    until(lambda: not writer.put(lambda mine: mine.inputs.waiting).result())
    writer.put(lambda mine: mine.current()).result()
    writer.close()


def test_segments_do_not_pile_up_during_a_scan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    function = "def f{0}(a, b):\n" + "    a = a + b * 2\n" * 8 + "    return a\n\n\n"
    text = "".join(function.format(number) for number in range(6))  # more rows in a step than an edit merges
    for number in range(10 * STEP_FILES):
        (tmp_path / f"{number:03}.py").write_text(text)
    most = 4
    monkeypatch.setattr(pending_texts, "MANY_SEGMENTS", 1_000)
    assert scanned(tmp_path).host.segments > 2 * most
    monkeypatch.setattr(pending_texts, "MANY_SEGMENTS", most)
    assert scanned(tmp_path).host.segments <= 2 * most


def test_a_folder_that_does_not_exist_is_named_until_it_does(tmp_path: Path) -> None:
    writer = writer_on(tmp_path / "later")
    list(scan_workspace(writer, DISK, Limits()))
    assert writer.inputs.warnings(9) == (f"Not indexed, because there is no such folder: {tmp_path / 'later'}.", "")
    put(tmp_path / "later", "a.py")
    list(scan_workspace(writer, DISK, Limits()))
    assert writer.inputs.warnings(9) == ("", "")
    assert set(writer.host.files) == {"a.py"}


def test_a_file_that_comes_when_the_limit_is_reached_is_counted(tmp_path: Path) -> None:
    put(tmp_path, "a.py", "b/c.py")
    writer, few = writer_on(tmp_path), Limits(max_files=2)
    list(scan_workspace(writer, DISK, few))
    assert writer.inputs.limit_warning(2) == ""
    put(tmp_path, "d/e.py")
    refresh(writer, DISK, few, ["d"])
    assert writer.inputs.skipped == {"d/e.py": "too_many"}, "as in a fresh scan"
    assert writer.inputs.limit_warning(2).startswith("1 file is not indexed, because the workspace has more than 2.")
    (tmp_path / "d/e.py").unlink()
    refresh(writer, DISK, few, ["d/e.py"])
    assert writer.inputs.limit_warning(2) == ""


def test_questions_during_a_warm_start_give_up_no_cached_edges(tmp_path: Path) -> None:
    root, count = tmp_path / "root", 3 * STEP_FILES
    root.mkdir()
    for number in range(count):  # each file calls one that is read later
        later = (number + STEP_FILES) % count
        (root / f"m{number:03}.py").write_text(
            f"from m{later:03} import f{later}\n\n\ndef f{number}():\n    return f{later}()\n"
        )

    def started() -> Writer:
        return Writer(
            Inputs(Roots.of([root])), VectorStore(None), FileCache(tmp_path / "cache"), Monitor(), lambda *_: None
        )

    cold = started()
    list(scan_workspace(cold, DISK, LIMITS))
    while cold.cache.waiting:
        cold.cache.write(cold.host, cold.inputs.overlay)
    cold.cache.close()
    warm = started()
    for _ in scan_workspace(warm, DISK, LIMITS):
        warm.current()
    assert warm.host.log.by_source()["edges"] == {"adopted": count}
    assert warm.current().graph.edge_count() == cold.current().graph.edge_count() > 0
    warm.cache.close()
