"""The socket for agents: admission, allowed commands, invalid input, and stale sockets."""

import errno
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from ctx_lsp.base.local_sockets import HAS_LOCAL_SOCKETS, connect_locally, is_same_user, listen_locally
from ctx_lsp.protocol.attach import listener, sockets
from ctx_lsp.protocol.attach.agent_table import READ_ONLY_COMMANDS
from ctx_lsp.protocol.attach.sockets import PROPOSING_COMMAND
from ctx_lsp.protocol.table import TABLE
from tests.protocol.asking import ready
from tests.protocol.attaching import agent_wire, connected
from tests.protocol.conftest import NO_MODEL, LocalServer
from tests.protocol.wire import AnswerError, Json, Wire, until

pytestmark = [
    pytest.mark.skipif(not HAS_LOCAL_SOCKETS, reason="agents cannot attach on this system"),
    pytest.mark.usefixtures("runtime_folder"),
]

has_modes = pytest.mark.skipif(sys.platform == "win32", reason="folders of Windows have no modes")
NOISE = 2_000  # messages, numbered from
FIRST = 10_000  # on


@pytest.fixture
def agent(server: LocalServer, root: Path) -> Iterator[Wire]:
    """A wire to the socket of a server that has the folder open."""
    server.open(root)
    ready(server)
    with agent_wire(root) as wire:
        yield wire


def test_an_agent_gets_the_answers_of_the_editor(server: LocalServer, agent: Wire, root: Path) -> None:
    assert agent.command("ctx-lsp.attach", {"root": str(root)})["uri"] == root.as_uri()
    text = "def unsaved(): ...\n"
    document = {"uri": (root / "shop.py").as_uri(), "languageId": "python", "version": 1, "text": text}
    server.wire.notify("textDocument/didOpen", {"textDocument": document})
    asked = {"query": "unsaved"}
    expected, got = (wire.command("ctx-lsp.search", asked) for wire in (server.wire, agent))
    assert expected["items"] == got["items"]
    assert got["items"][0]["symbol"] == "shop.py::unsaved"


def test_an_agent_of_another_folder_is_refused(agent: Wire, tmp_path: Path) -> None:
    with pytest.raises(AnswerError, match="this server works on"):
        agent.command("ctx-lsp.attach", {"root": str(tmp_path)})


def test_agents_can_only_read(agent: Wire, root: Path) -> None:
    for command in TABLE.commands.keys() - {*READ_ONLY_COMMANDS, PROPOSING_COMMAND}:
        with pytest.raises(AnswerError, match=f"unknown command {command}; known: ctx-lsp.attach"):
            agent.command(command, {})
    text = "def planted(): ...\n"
    document = {"uri": (root / "shop.py").as_uri(), "languageId": "python", "version": 1, "text": text}
    agent.notify("textDocument/didOpen", {"textDocument": document})
    agent.notify("exit")
    for method in ("initialize", "shutdown", "textDocument/hover", "workspace/symbol"):
        with pytest.raises(AnswerError):
            agent.ask(method, {})
    assert "planted" not in str(agent.command("ctx-lsp.search", {"query": "planted"})["items"])


def test_a_note_of_an_agent_is_never_written(agent: Wire, server: LocalServer, root: Path) -> None:
    wanted = {"type": "gotcha", "text": "Round late", "source": "person", "proposed": False, "apply": True}
    answer = agent.command(PROPOSING_COMMAND, wanted)
    assert "source: agent agent\nstate: proposed\n" in answer["text"]
    assert (answer["sent"], answer["offered"]) == (False, True)
    assert [one["source"] for one in server.wire.command("ctx-lsp.propose")["proposals"]] == ["agent agent"]
    assert not server.wire.received("workspace/applyEdit")
    assert not (root / ".ctx-lsp").exists()


def test_each_malformed_message_gets_one_answer(agent: Wire) -> None:
    rng = random.Random(3)  # noqa: S311  # repeatable
    values: list[Json] = [None, 7, -1.5, "x", [], {}, [{}], {"command": 3}, {"command": "ctx-lsp.search"}, True]
    messages: list[Json] = []
    for number in range(NOISE):
        message: Json = {
            "jsonrpc": rng.choice(("2.0", "2.0", "1.0")),
            "id": FIRST + number,
            "params": rng.choice(values),
        }
        message["method"] = rng.choice(("workspace/executeCommand", "workspace/executeCommand", "nosuch", "initialize"))
        messages.append(message)
    agent.send(*messages)
    until(lambda: len(agent.messages) >= NOISE)
    agent.command("ctx-lsp.status")
    answered = [message["id"] for message in agent.messages if message["id"] is not None and message["id"] >= FIRST]
    assert sorted(answered) == list(range(FIRST, FIRST + NOISE))
    assert all("error" in message for message in agent.messages[:NOISE])


def test_a_broken_stream_ends_one_agent_alone(server: LocalServer, agent: Wire, root: Path) -> None:
    other, connection = connected(root)
    other.send_bytes(b"Content-Length: x\r\n\r\n")
    until(lambda: other.closed)
    connection.close()
    assert agent.command("ctx-lsp.status")["state"] == "ready"
    assert server.wire.command("ctx-lsp.status")["state"] == "ready"


def test_the_socket_ends_with_the_session(server: LocalServer, agent: Wire, root: Path) -> None:
    server.stop()
    until(lambda: agent.closed)
    assert sockets.sockets_of(root) == []


@has_modes
def test_the_folder_of_sockets_is_private(server: LocalServer, root: Path, runtime_folder: Path) -> None:
    server.open(root)
    assert runtime_folder.stat().st_mode & 0o777 == 0o700


@has_modes
def test_no_socket_is_made_where_others_can_enter(server: LocalServer, root: Path, runtime_folder: Path) -> None:
    runtime_folder.mkdir(mode=0o755)
    runtime_folder.chmod(0o755)
    server.open(root)
    assert list(runtime_folder.iterdir()) == []
    logged = [entry["message"] for entry in server.wire.received("window/logMessage")]
    assert any("agents cannot attach" in message and "0700" in message for message in logged)


@has_modes
def test_a_link_in_place_of_the_folder_is_not_followed(server: LocalServer, root: Path, runtime_folder: Path) -> None:
    elsewhere = root.parent / "elsewhere"
    elsewhere.mkdir(mode=0o700)
    runtime_folder.symlink_to(elsewhere)
    server.open(root)
    assert list(elsewhere.iterdir()) == []


def test_sockets_left_behind_are_removed_and_those_in_use_are_not(
    server: LocalServer, root: Path, runtime_folder: Path
) -> None:
    runtime_folder.mkdir(mode=0o700, parents=True)
    stale, used = runtime_folder / "0-1.sock", runtime_folder / "0-2.sock"
    listen_locally(stale).close()
    if sys.platform == "win32":
        stale.touch()  # as a power failure leaves it; otherwise, Windows deletes it
    with listen_locally(used):
        assert stale.exists()
        server.open(root, options=NO_MODEL)
        assert not stale.exists()
        assert used.exists()
        assert len(sockets.sockets_of(root)) == 1


def test_agents_are_accepted_again_after_a_lack_of_descriptors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "PAUSE_SECONDS", 0.0)
    outcomes: Iterator[OSError | str] = iter(
        [OSError(errno.EMFILE, "too many open files"), "agent", OSError(errno.EBADF, "closed")]
    )
    admitted: list[str] = []

    class Listener:
        def accept(self) -> tuple[str, str]:
            outcome = next(outcomes)
            if isinstance(outcome, OSError):
                raise outcome
            return outcome, ""

    class Loop:
        def call_soon_threadsafe(self, admit: Callable[[str], None], connection: str) -> None:
            admit(connection)

    listener._accept(cast("Any", Listener()), cast("Any", Loop()), cast("Any", admitted.append))
    assert admitted == ["agent"]


def test_a_socket_that_another_server_is_making_stays(
    server: LocalServer, root: Path, runtime_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if sys.platform == "win32":
        pytest.skip("pipes are made at once")
    server.open(root)
    renamed: list[Path] = []

    def rename(made: Path, file: Path) -> None:
        with monkeypatch.context() as busy:
            busy.setattr(sockets, "connect_locally", refuse)  # as between `bind` and `listen`
            sockets.remove_stale_sockets()
        os.replace(made, file)  # noqa: PTH105  # `Path.replace` is this function
        renamed.append(file)

    def refuse(*_: object) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr(Path, "replace", rename)
    listen_locally(runtime_folder / "0-1.sock").close()
    assert renamed == [runtime_folder / "0-1.sock"]


def test_another_user_is_recognised(tmp_path: Path) -> None:
    if sys.platform == "win32" or os.getuid() != 0:
        pytest.skip("only root of Unix can be another user")
    # pytest's folders are private, so the other user could not even try.
    file = Path("/tmp") / f"ctx-lsp-test-{os.getpid()}.sock"  # noqa: S108
    connecting = (
        f"import os, socket; os.setuid(65534); s = socket.socket(socket.AF_UNIX); s.connect({str(file)!r}); s.recv(1)"
    )
    with listen_locally(file) as listener:
        file.chmod(0o777)
        process = subprocess.Popen([sys.executable, "-c", connecting])
        other, _ = listener.accept()
        own = connect_locally(file, 5)
        accepted, _ = listener.accept()
        assert (is_same_user(other), is_same_user(accepted), is_same_user(own)) == (False, True, True)
        for one in (other, own, accepted):
            one.close()
    assert process.wait(10) == 0
    file.unlink()
