"""Small workspaces as text: one string holds several files, each after a line `=== path`.

=== app/main.py
from app.util import helper
=== app/util.py
def helper(): ...
"""

import re
import sysconfig
from functools import cache, lru_cache
from pathlib import Path

from ctx_lsp.snapshot.host import Host
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.source import SourceText

_HEADER = re.compile(r"^=== (\S+)\n", re.MULTILINE)


def files_of(text: str) -> dict[str, SourceText]:
    """The files of a workspace written as text."""
    parts = _HEADER.split(text)
    assert not parts[0].strip(), "text before the first `=== path` line"
    return {path: SourceText(body.encode()) for path, body in zip(parts[1::2], parts[2::2], strict=True)}


@lru_cache(maxsize=8)
def snapshot_of(text: str) -> Snapshot:
    """A snapshot, without vectors, of a workspace written as text."""
    return _snapshot(files_of(text))


@cache
def snapshot_of_package(name: str) -> Snapshot:
    """A snapshot, without vectors, of the modules at the top of the installed package `name`."""
    folder = Path(sysconfig.get_path("purelib")) / name
    return _snapshot({f"{name}/{path.name}": SourceText(path.read_bytes()) for path in sorted(folder.glob("*.py"))})


def _snapshot(files: dict[str, SourceText]) -> Snapshot:
    host = Host()
    host.apply(files)
    host.resolve()
    return host.snapshot(len(files))
