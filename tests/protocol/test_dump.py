"""`ctx-lsp.dump` over the wire: the same as a dump of an index made here."""

from dataclasses import asdict
from pathlib import Path

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.workspace.dump import make_dump
from tests.protocol.asking import ready
from tests.protocol.conftest import LocalServer
from tests.workspaces import files_of, snapshot_of

SMALL = """
=== a.py
def helper(): return 1
=== b.py
from a import helper
def use(): return helper()
"""


def test_the_server_dumps_the_requested_files(server: LocalServer, tmp_path: Path) -> None:
    for path, source in files_of(SMALL).items():
        (tmp_path / path).write_bytes(source.data)
    server.open(tmp_path)
    ready(server)
    whole = server.wire.command("ctx-lsp.dump")
    fresh = make_dump(snapshot_of(SMALL), None, CancelToken())
    assert whole["files"] == {path: asdict(file) for path, file in fresh.files.items()}
    assert whole["frequencies"] == fresh.frequencies
    assert whole["searches"] == fresh.searches
    one = server.wire.command("ctx-lsp.dump", {"paths": ["b.py", "none.py"]})
    assert list(one["files"]) == ["b.py"]
