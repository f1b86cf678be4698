"""The server over TCP: it serves only the client that knows the token."""

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.conftest import ROOT, SERVER, ServerProcess, StartProcess
from tests.protocol.wire import Json, Wire, until

_ADDRESS = re.compile(r"listening on (127\.0\.0\.1):(\d+)")
_TOKEN = re.compile(r"token ([\w-]+) in initializationOptions\.token")


@pytest.fixture
def listening(start_process: StartProcess) -> ServerProcess:
    server = start_process([*SERVER[:-1], "--tcp", "0"], forked=True)
    until(lambda: _TOKEN.search(server.stderr.read_text()))
    return server


def connected(log: str) -> socket.socket:
    match = _ADDRESS.search(log)
    assert match is not None
    return socket.create_connection((match[1], int(match[2])), timeout=20)


def initialize(root: Path, token: str | None) -> Json:
    options = {} if token is None else {"token": token}
    return {
        "processId": None,
        "rootUri": root.as_uri(),
        "capabilities": {},
        "initializationOptions": {"model": {"embedding": "none"}, **options},
    }


def serve_one(server: ServerProcess, root: Path, token: str) -> None:
    """Run a whole session as the client with the token."""
    with connected(server.stderr.read_text()) as connection:
        wire = Wire(connection.makefile("rb"), connection.makefile("wb"))
        wire.ask("initialize", initialize(root, token))
        assert wire.command("ctx-lsp.status")["warnings"] == [], "the token is no setting"
        wire.ask("shutdown")
        wire.notify("exit")
        assert server.process.wait(10) == 0
        wire.close()


def token_of(server: ServerProcess) -> str:
    match = _TOKEN.search(server.stderr.read_text())
    assert match is not None
    return match[1]


def test_a_client_with_the_token_is_served(listening: ServerProcess, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def here(): ...\n")
    serve_one(listening, tmp_path, token_of(listening))


def test_others_are_disconnected_before_anything_is_answered(listening: ServerProcess, tmp_path: Path) -> None:
    for attempt in attempts(tmp_path):
        with connected(listening.stderr.read_text()) as connection:
            connection.sendall(attempt)
            try:
                answer = connection.recv(1)
            except ConnectionResetError:  # closed with some of it unread
                answer = b""
            assert answer == b"", attempt
    serve_one(listening, tmp_path, token_of(listening))


def attempts(root: Path) -> Iterator[bytes]:
    message = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"capabilities":{}%b}}'
    for options in (b"", b',"initializationOptions":{"token":"guess"}', b',"initializationOptions":null'):
        body = message % options
        framed = b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
        yield framed
        yield b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + framed
    yield b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    yield b"Content-Length: x\r\n\r\n"
    yield b"Content-Length: 4\r\n\r\nnull"


def test_the_token_of_the_environment_is_not_written(tmp_path: Path) -> None:
    token = "from-the-environment"  # noqa: S105  # made up
    log = tmp_path / "stderr.txt"
    with log.open("wb") as stderr:
        process = subprocess.Popen(
            [sys.executable, "-m", "ctx_lsp", "serve", "--tcp", "0"],
            stderr=stderr,
            cwd=ROOT,
            env=os.environ | {"CTX_LSP_TCP_TOKEN": token},
        )
    try:
        until(lambda: _ADDRESS.search(log.read_text()))
        with connected(log.read_text()) as connection:
            wire = Wire(connection.makefile("rb"), connection.makefile("wb"))
            wire.ask("initialize", initialize(tmp_path, token))
            wire.ask("shutdown")
            wire.notify("exit")
            assert process.wait(10) == 0
            wire.close()
        assert token not in log.read_text()
    finally:
        process.kill()
        process.wait(10)
