"""Measures a simulated branch switch, in which hundreds of files change at once, and the switch back.

Both take place in a copy of the repository.
"""

import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.evaluation.bench.edits import ALL, by_file
from ctx_lsp.settings import Settings
from ctx_lsp.workspace import Workspace

# Large folders that are not copied, because no edit changes them.
LEFT_OUT = shutil.ignore_patterns(".git", ".hg", "node_modules", ".venv")
BOM = b"\xef\xbb\xbf"  # not part of a `SourceText`


@dataclass(frozen=True, slots=True)
class BranchSwitch:
    """The seconds until text and graph reflected a switch (`fresh`), and until every chunk had a vector (`embedded`).

    `stale` counts the files that still had their old text after `fresh` seconds; it must be 0.
    """

    fresh: float
    embedded: float
    stale: int


@dataclass(frozen=True, slots=True)
class Switch:
    """The times of a branch switch that changes one definition in each of `files` files, and of the switch back."""

    files: int
    there: BranchSwitch
    back: BranchSwitch


def switch(root: Path, settings: Settings, files: int, token: CancelToken) -> Switch:
    """Measure a branch switch, and the switch back, in an indexed and embedded copy of `root`.

    Each switch is simulated by rewriting up to `files` files. `root` itself is not changed.
    """
    with tempfile.TemporaryDirectory(prefix="ctx-lsp-switch-") as folder:
        copy = Path(folder) / root.name
        shutil.copytree(root, copy, symlinks=True, ignore=LEFT_OUT, ignore_dangling_symlinks=True)
        workspace = Workspace([copy], settings)
        workspace.start()
        try:
            workspace.wait_ready()
            analysis = workspace.analysis().result()
            edits = [edit for edit in by_file(analysis, ALL, token) if (copy / edit.path).is_file()][:files]
            old = {edit.path: (copy / edit.path).read_bytes() for edit in edits}
            new = {edit.path: edit.source.data for edit in edits}
            return Switch(len(edits), _step(workspace, copy, new), _step(workspace, copy, old))
        finally:
            workspace.close()


def _step(workspace: Workspace, root: Path, texts: Mapping[str, bytes]) -> BranchSwitch:
    for path, text in texts.items():
        (root / path).write_bytes(text)
    begin = perf_counter()
    workspace.files_changed(list(texts))
    workspace.wait_ready(semantic=False)  # answers are possible earlier, but may not cover all files
    analysis = workspace.analysis().result()
    fresh = perf_counter() - begin
    workspace.wait_ready()
    embedded = perf_counter() - begin
    sources = {path: analysis.source(path) for path in texts}
    stale = sum(source is None or source.data != texts[path].removeprefix(BOM) for path, source in sources.items())
    return BranchSwitch(fresh, embedded, stale)
