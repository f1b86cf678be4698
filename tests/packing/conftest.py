"""Indexes of real packages, made once."""

from pathlib import Path

import pytest

from ctx_lsp.snapshot.host import Host
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.source import SourceText


@pytest.fixture(scope="session")
def structlog_snapshot(structlog_root: Path) -> Snapshot:
    """The pinned package `structlog`, without vectors."""
    files = sorted(structlog_root.rglob("*.py"))
    host = Host()
    host.apply({file.relative_to(structlog_root).as_posix(): SourceText(file.read_bytes()) for file in files})
    host.resolve()
    return host.snapshot(len(files))
