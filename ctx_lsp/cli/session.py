"""One workspace for the length of one command: opened, waited for, closed whatever happens. Nothing is printed here."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ctx_lsp.analysis import Analysis, Workspace
from ctx_lsp.cli.progress import workspace_progress
from ctx_lsp.settings import load_settings


@contextmanager
def open_workspace(path: Path) -> Iterator[Workspace]:
    """A started workspace on the folder `path`, with the settings that hold there."""
    workspace = Workspace([path], load_settings([path]))
    try:
        workspace.start()
        yield workspace
    finally:
        workspace.close()


@contextmanager
def open_analysis(path: Path, semantic: bool = True) -> Iterator[Analysis]:
    """An analysis of the folder `path` once all of its text is indexed, and embedded too where `semantic`."""
    with open_workspace(path) as workspace:
        settle(workspace, semantic)
        yield workspace.analysis().result()


def settle(workspace: Workspace, semantic: bool = True) -> None:
    """Wait until all text is indexed, and embedded too where `semantic`; a terminal shows how far that is."""
    with workspace_progress(workspace):
        workspace.wait_ready(semantic=semantic)
