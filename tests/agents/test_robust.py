"""What can go wrong beside an editor: two editors, editors that freeze, other users, malformed messages."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from ctx_lsp.protocol.attach import sockets as attach_sockets
from tests.agents.conftest import SHOP, StartEditor, agent_in, until_source
from tests.agents.noise import answered_on_the_socket, answered_over_stdio
from tests.e2e.conftest import ServerProcess
from tests.protocol.attaching import agent_wire

NOISE = 3_000
NOBODY = 65534  # a user who is not the one that runs the tests

only_root = pytest.mark.skipif(os.getuid() != 0, reason="only root can act as another user")


@pytest.fixture(autouse=True)
def known_folder(runtime_folder: None) -> Iterator[None]:
    """The socket folder of the test, also for functions in this process, which remember it."""
    attach_sockets.runtime_folder.cache_clear()
    yield
    attach_sockets.runtime_folder.cache_clear()


@pytest.fixture
def open_runtime_folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A runtime folder in no private folder, so that others can reach it once its mode allows that."""
    with tempfile.TemporaryDirectory() as folder:
        monkeypatch.setenv("XDG_RUNTIME_DIR", folder)
        yield Path(folder) / "ctx-lsp"


def type_line(editor: ServerProcess, root: Path, line: str) -> None:
    """Open the shop's file with an unsaved line at its end."""
    uri = (root / "shop.py").as_uri()
    document = {"uri": uri, "languageId": "python", "version": 1, "text": SHOP + line}
    editor.wire.notify("textDocument/didOpen", {"textDocument": document})
    editor.wire.command("ctx-lsp.status")  # the edit has arrived


async def test_with_two_editors_the_agent_has_one_and_then_the_other(shop: Path, start_editor: StartEditor) -> None:
    older, newer = start_editor(shop), start_editor(shop)
    type_line(older, shop, "def only_in_the_older(): ...\n")
    type_line(newer, shop, "def only_in_the_newer(): ...\n")
    async with agent_in(shop) as agent:
        for leaving, own, foreign in ((newer, "newer", "older"), (older, "older", "newer")):
            data = await agent.data("search", question="only_in_the", limit=50)
            names = str(data["items"])
            assert data["engine"]["source"] == "editor"
            assert (f"only_in_the_{own}" in names, f"only_in_the_{foreign}" in names) == (True, False)
            leaving.process.kill()
            leaving.process.wait()
        assert await agent.source() == "disk"


async def test_a_frozen_editor_is_passed_over(shop: Path, start_editor: StartEditor) -> None:
    editor = start_editor(shop)
    editor.process.send_signal(signal.SIGSTOP)
    async with agent_in(shop) as agent:
        assert await agent.source() == "disk"
        editor.process.send_signal(signal.SIGCONT)
        await until_source(agent, "editor")


@only_root
def test_a_server_refuses_another_user(shop: Path, open_runtime_folder: Path, start_editor: StartEditor) -> None:
    editor = start_editor(shop)
    [file] = open_runtime_folder.glob("*.sock")
    for opened in (file, open_runtime_folder, open_runtime_folder.parent):
        opened.chmod(0o777)
    asking = (
        f"import os, socket; os.setuid({NOBODY}); s = socket.socket(socket.AF_UNIX); s.connect({str(file)!r}); "
        "print(s.recv(1))"
    )
    told = subprocess.run([sys.executable, "-c", asking], capture_output=True, text=True, timeout=30, check=True)
    assert told.stdout == "b''\n", "hung up at once"
    assert "refused an agent: too many, or another user's process" in editor.stderr.read_text()
    for closed in (open_runtime_folder, open_runtime_folder.parent):
        closed.chmod(0o700)
    with agent_wire(shop) as agent:
        assert agent.command("ctx-lsp.status")["state"] == "ready"


@only_root
async def test_an_agent_does_not_trust_the_socket_of_another_user(shop: Path, open_runtime_folder: Path) -> None:
    open_runtime_folder.mkdir(0o700)
    file = attach_sockets.own_socket(shop)
    serving = (
        "import os, socket, sys; s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); "
        f"os.setuid({NOBODY}); s.listen(); print(flush=True); c, _ = s.accept(); print(len(c.recv(1)), flush=True)"
    )
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", serving, str(file)], stdout=pipe, text=True) as process:
        assert process.stdout
        process.stdout.readline()
        async with agent_in(shop) as agent:
            assert await agent.source() == "disk"
        assert process.stdout.readline() == "0\n", "the agent hung up and said nothing"


def test_each_malformed_message_on_the_socket_gets_one_answer(shop: Path, start_editor: StartEditor) -> None:
    editor = start_editor(shop)
    with agent_wire(shop) as agent:
        assert answered_on_the_socket(agent, NOISE, 3) == NOISE
    assert editor.wire.command("ctx-lsp.status")["state"] == "ready"


def test_each_malformed_request_over_stdio_gets_one_answer(shop: Path) -> None:
    assert answered_over_stdio(shop, NOISE // 3, 3) == NOISE // 3


def test_a_connection_that_says_nothing_holds_up_nobody(shop: Path, start_editor: StartEditor) -> None:
    editor = start_editor(shop)
    [file] = Path(os.environ["XDG_RUNTIME_DIR"], "ctx-lsp").glob("*.sock")
    with socket.socket(socket.AF_UNIX) as silent:
        silent.connect(str(file))
        with agent_wire(shop) as agent:
            assert agent.command("ctx-lsp.attach", {"root": str(shop)})["uri"] == shop.as_uri()
            assert len(editor.wire.command("ctx-lsp.agents")["attached"]) == 1, "who said nothing is no agent"
