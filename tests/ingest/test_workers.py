"""Worker processes: their records equal those of the main process, and a failing worker changes no answer."""

import io
import os
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

import ctx_lsp
from ctx_lsp.cache.record_cache import FileCache
from ctx_lsp.cache.records import encode_file
from ctx_lsp.cache.vector_store import VectorStore
from ctx_lsp.graph.entry import make_entry
from ctx_lsp.ingest import batch_dispatch
from ctx_lsp.ingest.indexing_jobs import refresh, scan_workspace, set_text
from ctx_lsp.ingest.worker import NICENESS, read_frame
from ctx_lsp.ingest.workers import Records, WorkerProcesses
from ctx_lsp.ingest.workspace_inputs import Inputs
from ctx_lsp.ingest.writer import Writer
from ctx_lsp.monitoring.monitor import Monitor
from ctx_lsp.text.disk import Disk, Limits
from ctx_lsp.text.roots import Roots
from ctx_lsp.text.source import SourceText
from tests.snapshot.test_host import canonical, package_files

TIMEOUT = 60.0
LONG_STEP = 2.0  # seconds; far more than a step takes


def test_records_are_those_that_are_made_here() -> None:
    files = package_files("structlog", 12) | {"untitled": SourceText(b"def f(): ...", "python")}
    workers = WorkerProcesses(1)
    made = workers.derive(files).result(TIMEOUT)
    workers.end()
    assert made.keys() == files.keys()
    for path, record in made.items():
        assert record.facts == make_entry(path, files[path]).facts
        assert encode_file(record) == record.encoded


def derived(workers: WorkerProcesses, files: dict[str, SourceText]) -> Records:
    """The records that a worker derives from files."""
    try:
        return workers.derive(files).result(TIMEOUT)
    finally:
        workers.end()


def on_python_path(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Child processes look for modules in `folder` first."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(folder), *sys.path)))


@pytest.mark.parametrize("end", ["", "\n", "\n" * 5_000])
def test_output_at_the_start_of_python_is_skipped(end: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sitecustomize.py").write_text(f"print('hello from here', end={end!r}, flush=True); print('buffered')")
    on_python_path(monkeypatch, tmp_path)
    assert derived(WorkerProcesses(1), {"a.py": SourceText(b"def f(): ...", "python")}).keys() == {"a.py"}


def test_a_worker_that_is_another_program_by_now_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(Path(ctx_lsp.__file__).parent, tmp_path / "ctx_lsp", ignore=shutil.ignore_patterns("__pycache__"))
    on_python_path(monkeypatch, tmp_path)
    files = {"a.py": SourceText(b"def f(): ...", "python")}
    assert derived(WorkerProcesses(1), files).keys() == {"a.py"}
    with (tmp_path / "ctx_lsp" / "lexical" / "terms.py").open("a") as updated:
        updated.write("# another version\n")
    workers = WorkerProcesses(1)
    assert not workers.derive(files).result(TIMEOUT)
    assert not workers.running
    workers.end()


def test_an_invalid_length_is_rejected() -> None:
    with pytest.raises(ValueError, match="frame"):
        read_frame(io.BytesIO(b"hello from sitecustomize"))


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="priorities are POSIX's")
def test_a_worker_is_nicer_than_this_process() -> None:
    workers = WorkerProcesses(1)
    workers.derive({"a.py": SourceText(b"x = 1", "python")}).result(TIMEOUT)
    process = workers._workers[0]._process
    assert process is not None
    niceness = os.getpriority(os.PRIO_PROCESS, process.pid)
    workers.end()
    assert niceness == min(19, os.getpriority(os.PRIO_PROCESS, 0) + NICENESS)


def writer_on(root: Path, workers: WorkerProcesses) -> Writer:
    """A writer whose thread is not started; the test takes its steps."""
    writer = Writer(Inputs(Roots.of([root])), VectorStore(None), FileCache(None), Monitor(), lambda *_: None)
    writer.workers = workers
    return writer


def structlog() -> Path:
    spec = find_spec("structlog")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


def scanned(workers: WorkerProcesses) -> Writer:
    """A writer after a scan of a package."""
    writer = writer_on(structlog(), workers)
    for _ in scan_workspace(writer, Disk(), Limits()):
        pass
    writer.resolve()
    workers.end()
    return writer


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use worker processes for any text."""
    monkeypatch.setattr(batch_dispatch, "MIN_BYTES_FOR_WORKERS", -1)


def test_a_scan_with_workers_equals_one_without(always: None) -> None:
    alone, helped = scanned(WorkerProcesses(0)), scanned(WorkerProcesses(2))
    assert helped.host.log.counts["entry", "adopted"] > 10
    assert alone.host.log.counts["entry", "adopted"] == 0
    assert canonical(alone.current()) == canonical(helped.current())


def test_a_killed_worker_costs_only_time(always: None) -> None:
    workers = WorkerProcesses(1)
    writer = writer_on(structlog(), workers)
    for _ in scan_workspace(writer, Disk(), Limits()):
        for worker in workers._workers:
            if worker._process is not None and worker._process.poll() is None:
                worker._process.kill()
    writer.resolve()
    assert not workers.free
    workers.end()
    assert canonical(writer.current()) == canonical(scanned(WorkerProcesses(0)).current())


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="processes are stopped by POSIX's signal")
def test_a_silent_worker_is_given_up_and_no_step_waits_for_it(always: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_dispatch, "WORKER_TIMEOUT", LONG_STEP)
    workers = WorkerProcesses(1)
    writer = writer_on(structlog(), workers)
    stopped: subprocess.Popen[bytes] | None = None
    begin, longest = time.monotonic(), 0.0
    for _ in scan_workspace(writer, Disk(), Limits()):
        longest, begin = max(longest, time.monotonic() - begin), time.monotonic()
        if stopped is None and workers._workers:
            stopped = workers._workers[0]._process
            assert stopped is not None
            stopped.send_signal(signal.SIGSTOP)
    writer.resolve()
    assert stopped is not None
    assert stopped.wait(TIMEOUT) == -signal.SIGKILL
    assert longest < LONG_STEP
    workers.end()
    assert canonical(writer.current()) == canonical(scanned(WorkerProcesses(0)).current())


def test_large_texts_are_left_to_a_worker_that_is_busy(always: None, tmp_path: Path) -> None:
    names = [f"{letter}.py" for letter in "abcdefghij"]
    for name in names:
        (tmp_path / name).write_text("def f(): ...\n" * (batch_dispatch.LARGE // 10))
    writer = writer_on(tmp_path, WorkerProcesses(1))
    for _ in scan_workspace(writer, Disk(), Limits()):
        pass
    writer.workers.end()
    assert writer.host.log.counts["entry", "adopted"] == len(names) == len(writer.current().files)


def test_awaited_work_is_done_without_workers(always: None) -> None:
    writer = writer_on(structlog(), WorkerProcesses(1))
    paths = [path.name for path in structlog().glob("*.py")]
    assert refresh(writer, Disk(), Limits(), paths) == len(paths) > 5
    assert not writer.workers.running


def test_a_program_that_cannot_be_started_costs_only_time(always: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    writer = scanned(WorkerProcesses(1))
    assert len(writer.current().files) > 10


def test_a_text_that_changes_meanwhile_wins(always: None) -> None:
    writer = writer_on(structlog(), WorkerProcesses(1))
    edited: set[str] = set()
    for _ in scan_workspace(writer, Disk(), Limits()):
        for path in [path for path in writer.texts.away if path.endswith(".py")]:
            set_text(writer, Disk(), Limits(), path, SourceText(b"def edited(): ..."))
            edited.add(path)
    writer.workers.end()
    files = writer.current().files
    assert len(edited) > 5
    assert {files[path].source.data for path in edited} == {b"def edited(): ..."}
    assert not writer.texts.away


def test_files_at_a_worker_count_as_unseen(always: None, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def f(): ...\n")
    writer = writer_on(tmp_path, WorkerProcesses(1))
    coverages = []
    for text in ("", "def f(): ...\n", "def g(): ...\n"):
        (tmp_path / "a.py").write_text(text)
        for _ in scan_workspace(writer, Disk(), Limits()):
            if writer.texts.away:
                coverages.append(writer.current().lexical_coverage)
    writer.workers.end()
    assert coverages
    assert max(coverages) < 1.0
    assert writer.current().lexical_coverage == 1.0


PARENT = textwrap.dedent("""
    import sys
    from ctx_lsp.ingest.workers import WorkerProcesses
    from ctx_lsp.text.source import SourceText
    workers = WorkerProcesses(1)
    workers.derive({"a.py": SourceText(b"x = 1")}).result()
    print(workers._workers[0]._process.pid, flush=True)
    sys.stdin.read()
""")


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are looked up in /proc")
def test_a_worker_ends_with_a_killed_parent() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        os.kill(parent.pid, signal.SIGKILL)
    deadline = time.monotonic() + TIMEOUT
    while _is_running(child):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def _is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
