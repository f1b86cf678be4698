"""A workspace that is open inside a `with` block."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from ctx_lsp.settings import Settings
from ctx_lsp.workspace import Workspace

TIMEOUT = 60.0  # seconds until a small workspace is ready, on a busy machine


@contextmanager
def opened(folder: Path, settings: Settings, more: Sequence[Path] = ()) -> Iterator[Workspace]:
    """The workspace of a folder, and of `more` folders, ready."""
    workspace = Workspace([folder, *more], settings)
    workspace.start()
    try:
        assert workspace.wait_ready(TIMEOUT)
        yield workspace
    finally:
        workspace.close()
