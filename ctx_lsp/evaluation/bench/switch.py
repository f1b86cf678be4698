"""Measures a branch switch and the switch back in a copy of the repository: hundreds of files change at once."""

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

# Large folders that the edits leave alone.
LEFT_OUT = shutil.ignore_patterns(".git", ".hg", "node_modules", ".venv")
BOM = b"\xef\xbb\xbf"  # not part of a `SourceText`


@dataclass(frozen=True, slots=True)
class BranchSwitch:
    """One switch: seconds until answers from text and graph showed all changes, and until every chunk had a vector.

    `stale` counts the files whose old text these answers still had; it must be 0.
    """

    fresh: float
    embedded: float
    stale: int


@dataclass(frozen=True, slots=True)
class Switch:
    """A switch that changes one definition in each of `files` files, and the switch back."""

    files: int
    there: BranchSwitch
    back: BranchSwitch


def switch(root: Path, settings: Settings, files: int, token: CancelToken) -> Switch:
    """Measure a switch in a copy of `root` that the engine has indexed and embedded; leave `root` itself untouched."""
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
    workspace.wait_ready(semantic=False)  # earlier answers are possible, but their coverage is not complete
    analysis = workspace.analysis().result()
    fresh = perf_counter() - begin
    workspace.wait_ready()
    embedded = perf_counter() - begin
    sources = {path: analysis.source(path) for path in texts}
    stale = sum(source is None or source.data != texts[path].removeprefix(BOM) for path, source in sources.items())
    return BranchSwitch(fresh, embedded, stale)
