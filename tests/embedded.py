"""Vectors of the pinned packages, which one worker of a test run makes for all: embedding takes some 20 s.

Test modules import the fixture `embedded`. Tests of embedding itself start with an empty cache.
"""

import fcntl
import os
import shutil
from pathlib import Path

import pytest

from ctx_lsp.cache.vector_store import FILE_NAME
from ctx_lsp.settings import CacheSettings, Settings
from ctx_lsp.workspace import Workspace


@pytest.fixture(scope="session")
def embedded(tmp_path_factory: pytest.TempPathFactory, structlog_root: Path, tenacity_root: Path) -> Path:
    """A cache folder with the vectors of `structlog` and `tenacity`. Any number of workspaces may use it at once."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    cache, done = shared / "embedded", shared / "embedded.done"
    with (shared / "embedded.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            for root in (structlog_root, tenacity_root):
                workspace = Workspace([root], Settings(cache=CacheSettings(directory=str(cache))))
                workspace.start()
                assert workspace.wait_ready()
                workspace.close()
            done.touch()
    return cache


def copy_vectors(embedded: Path, cache: Path) -> None:
    """Put the vectors into a cache folder that has none yet."""
    if not (cache / FILE_NAME).exists():
        cache.mkdir(0o700, parents=True, exist_ok=True)  # servers put their sockets here, and refuse other modes
        shutil.copy(embedded / FILE_NAME, cache)
