"""A program that takes measurements in a fresh process; the benchmark starts it with `python -m`.

Its arguments are a task and a folder. At each milestone it writes a line of JSON to standard output, so that the parent
process can time the milestone. Settings come from the environment. The modules `start`, `scale`, `graph` and `profile`
evaluate the output.
"""

import json
import os
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from time import perf_counter, process_time

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.system import peak_bytes, resident_bytes
from ctx_lsp.evaluation.bench.edits import by_file
from ctx_lsp.evaluation.bench.freshness import freshness
from ctx_lsp.evaluation.bench.profile import take_profile
from ctx_lsp.settings import load_settings
from ctx_lsp.text.disk import Disk, FoundFile, Limits
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import Workspace, graph_cost

SCALE_EDITS = 40  # measured edits per workspace in `scale`, after `WARM_UP` others
WARM_UP = 5


def main() -> None:
    """Run the task that the command line names."""
    task, folder = sys.argv[1], Path(sys.argv[2])
    TASKS[task](folder, Workspace([folder], load_settings(folder, None, os.environ).settings))


def start(_: Path, workspace: Workspace) -> None:
    """Index and embed the folder; report when text and graph can be searched, and when every chunk has a vector."""
    begin = perf_counter()
    workspace.start()
    _until_searchable(workspace)
    _reached("searchable", seconds=perf_counter() - begin)
    workspace.wait_ready(semantic=True)
    _reached("embedded", seconds=perf_counter() - begin)
    workspace.close()


def searchable(_: Path, workspace: Workspace) -> None:
    """Index the folder without waiting for vectors; report when text and graph can be searched."""
    begin, processor = perf_counter(), process_time()
    workspace.start()
    _until_searchable(workspace)
    _reached("searchable", seconds=perf_counter() - begin, worked=process_time() - processor)
    os._exit(0)  # the model may still be loading, and there is nothing to save


def scale(_: Path, workspace: Workspace) -> None:
    """Index the folder, time edits in different files, and report the times."""
    begin = perf_counter()
    workspace.start()
    _until_searchable(workspace)
    seconds = perf_counter() - begin
    analysis = workspace.analysis().result()
    token = CancelToken()
    edits = by_file(analysis, WARM_UP + SCALE_EDITS, token)
    freshness(workspace, edits[:WARM_UP], semantic=False, token=token)
    measured = freshness(workspace, edits[WARM_UP:], semantic=False, token=token)
    status = workspace.status()
    counts = {"files": status.files, "symbols": status.symbols, "chunks": status.chunks}
    _reached("edited", seconds=seconds, edits=asdict(measured), **counts)
    workspace.close()


def graph(folder: Path, _: Workspace) -> None:
    """Build the graph of all files that are not ignored, and report its cost."""
    disk, limits = Disk(), Limits()
    paths = [found.path for found in disk.walk(folder, limits, CancelToken()) if isinstance(found, FoundFile)]
    read = ((path, disk.read(folder, path, limits)) for path in paths)
    _reached("built", cost=asdict(graph_cost({path: text for path, text in read if isinstance(text, SourceText)})))


def profile(folder: Path, _: Workspace) -> None:
    """Take a profile of the folder, and report it."""
    report = take_profile(folder, load_settings(folder, None, os.environ).settings)
    _reached("profiled", report=asdict(report))


TASKS: dict[str, Callable[[Path, Workspace], None]] = {
    "start": start, "searchable": searchable, "scale": scale, "graph": graph, "profile": profile,
}  # fmt: skip


def _until_searchable(workspace: Workspace) -> None:
    workspace.wait_ready(semantic=False)
    workspace.analysis().result()  # also waits until a snapshot can answer queries


def _reached(what: str, **figures: object) -> None:
    size = resident_bytes()
    always = {"reached": what, "processor": process_time(), "resident": size, "peak": max(peak_bytes(), size)}
    sys.stdout.write(json.dumps(always | figures) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
