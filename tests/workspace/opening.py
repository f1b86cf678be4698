"""A workspace that is open inside a `with` block."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ctx_lsp.settings import Settings
from ctx_lsp.workspace import Workspace

TIMEOUT = 60.0  # seconds until a small workspace is ready, on a busy machine


@contextmanager
def opened(folder: Path, settings: Settings) -> Iterator[Workspace]:
    """The workspace of a folder, ready."""
    workspace = Workspace([folder], settings)
    workspace.start()
    try:
        assert workspace.wait_ready(TIMEOUT)
        yield workspace
    finally:
        workspace.close()
