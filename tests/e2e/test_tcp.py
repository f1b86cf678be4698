"""The same server over TCP."""

import re
import socket
from pathlib import Path

from tests.e2e.conftest import SERVER, StartProcess
from tests.protocol.wire import Wire, until


def test_one_client_is_served_on_the_loopback_interface(start_process: StartProcess, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def here(): ...\n")
    server = start_process([*SERVER[:-1], "--tcp", "0"])
    address = re.compile(r"listening on (127\.0\.0\.1):(\d+)")
    until(lambda: address.search(server.stderr.read_text()))
    match = address.search(server.stderr.read_text())
    assert match is not None
    with socket.create_connection((match[1], int(match[2]))) as connection:
        wire = Wire(connection.makefile("rb"), connection.makefile("wb"))
        wire.ask("initialize", {"processId": None, "rootUri": tmp_path.as_uri(), "capabilities": {}})
        assert wire.command("ctx-lsp.status")["revision"] >= 0
        wire.ask("shutdown")
        wire.notify("exit")
        assert server.process.wait(10) == 0
        wire.close()
