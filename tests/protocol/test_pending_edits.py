"""Edits that the editor's client holds back come before agents' requests, and an editor that hangs costs little."""

import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from ctx_lsp.base.local_sockets import HAS_LOCAL_SOCKETS
from ctx_lsp.protocol.attach import pending_edits
from ctx_lsp.protocol.attach.pending_edits import SEND_EDITS
from tests.protocol.asking import ready
from tests.protocol.attaching import agent_wire
from tests.protocol.conftest import LocalServer
from tests.protocol.wire import TIMEOUT_SECONDS, Json, Wire, until

pytestmark = [
    pytest.mark.skipif(not HAS_LOCAL_SOCKETS, reason="agents cannot attach on this system"),
    pytest.mark.usefixtures("runtime_folder"),
]

COOPERATES = {"experimental": {"ctxLsp": {"sendEdits": True}}}
LONG = 60.0  # seconds that no test should take
MOMENT = 0.2  # seconds in which messages arrive and threads begin to wait


class Editor:
    """An editor's client that holds its edits back until it is asked to send them, and can delay its answer."""

    def __init__(self, server: LocalServer, root: Path, capabilities: Json) -> None:
        self.wire = server.wire
        self.answers = threading.Event()
        self.answers.set()
        self.asked = 0
        self._server = server
        self._uri = (root / "shop.py").as_uri()
        self._held: list[Json] = []
        self._version = 1
        server.open(root, capabilities=capabilities)
        ready(server)
        document = {"uri": self._uri, "languageId": "python", "version": 1, "text": ""}
        self.wire.notify("textDocument/didOpen", {"textDocument": document})
        self.wire.heard = self._hear

    def type(self, text: str) -> None:
        """Hold back a change of the whole document."""
        self._version += 1
        document = {"uri": self._uri, "version": self._version}
        self._held.append({"textDocument": document, "contentChanges": [{"text": text}]})

    def close(self) -> None:
        self.answers.set()
        self._server.stop()

    def _hear(self, message: Json) -> None:
        if message.get("method") == SEND_EDITS:
            held, self._held = self._held, []  # edits from now on are for the next request
            self.asked += 1
            self.answers.wait(TIMEOUT_SECONDS)
            for change in held:
                self.wire.notify("textDocument/didChange", change)


@pytest.fixture
def editor(server: LocalServer, root: Path) -> Iterator[Editor]:
    """A client that announces that it sends edits on request."""
    one = Editor(server, root, COOPERATES)
    yield one
    one.close()


@pytest.fixture
def agent(editor: Editor, root: Path) -> Iterator[Wire]:
    """A wire to the socket of the editor's server."""
    assert editor
    with agent_wire(root) as wire:
        yield wire


def found(agent: Wire, name: str) -> bool:
    """Return whether the answer to an agent has a symbol of that name."""
    return is_in(agent.command("ctx-lsp.search", {"query": name}), name)


def is_in(answer: Json, name: str) -> bool:
    return f"shop.py::{name}" in [item["symbol"] for item in answer["items"]]


def test_an_edit_that_is_held_back_is_in_the_next_answer(editor: Editor, agent: Wire) -> None:
    for number in range(30):
        editor.type(f"def unsaved_{number}(): ...\n")
        assert found(agent, f"unsaved_{number}")
    assert editor.asked == 30


@pytest.mark.parametrize(
    "experimental", [None, True, [], {"ctxLsp": 1}, {"ctxLsp": {"sendEdits": "yes"}}, {"other": {}}]
)
def test_other_clients_are_not_asked(server: LocalServer, root: Path, experimental: Json) -> None:
    editor = Editor(server, root, {"experimental": experimental})
    with agent_wire(root) as agent:
        editor.type("def unsaved(): ...\n")
        assert not found(agent, "unsaved")
    assert editor.asked == 0


def test_a_client_that_refuses_is_asked_once(editor: Editor, agent: Wire) -> None:
    editor.wire.refused.add(SEND_EDITS)
    for _ in range(3):
        assert agent.command("ctx-lsp.status")["state"] == "ready"
    assert editor.asked == 1


def test_a_client_that_hangs_costs_one_wait(editor: Editor, agent: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pending_edits, "LONGEST_SECONDS", 1.0)
    monkeypatch.setattr(pending_edits, "PAUSE_SECONDS", LONG)
    editor.answers.clear()
    begin = time.monotonic()
    for _ in range(100):
        agent.command("ctx-lsp.status")
    assert 1.0 <= time.monotonic() - begin < 20.0
    assert editor.asked == 1


def test_a_failure_keeps_no_agent_waiting(
    server: LocalServer, editor: Editor, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("no request can be sent")

    assert server.connection is not None
    monkeypatch.setattr(server.connection.session.client.protocol, "send_request", fail)
    monkeypatch.setattr(threading, "excepthook", lambda _: None)  # the thread of the agent ends
    for _ in range(2):
        with agent_wire(root) as agent:
            agent.begin("workspace/executeCommand", agent.command_params("ctx-lsp.status"))
            until(lambda: agent.closed)


def test_a_client_that_was_late_is_asked_again_later(
    editor: Editor, agent: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pending_edits, "LONGEST_SECONDS", 0.05)
    monkeypatch.setattr(pending_edits, "PAUSE_SECONDS", 1.0)
    editor.answers.clear()
    agent.command("ctx-lsp.status")
    time.sleep(MOMENT)
    agent.command("ctx-lsp.status")
    assert editor.asked == 1
    monkeypatch.setattr(pending_edits, "LONGEST_SECONDS", LONG)
    editor.answers.set()
    editor.wire.command("ctx-lsp.status")  # the late answer has arrived
    editor.type("def unsaved(): ...\n")
    assert not found(agent, "unsaved")
    assert editor.asked == 1
    until(lambda: found(agent, "unsaved"))
    assert editor.asked == 2


def test_agents_share_a_request_that_was_sent_after_their_calls(
    editor: Editor, agent: Wire, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pending_edits, "LONGEST_SECONDS", LONG)
    others = 8
    with ExitStack() as opened:
        agents = [opened.enter_context(agent_wire(root)) for _ in range(others)]
        for one in agents:
            one.command("ctx-lsp.status")
        before = editor.asked
        editor.answers.clear()
        first = agent.begin("workspace/executeCommand", agent.command_params("ctx-lsp.status"))
        until(lambda: editor.asked == before + 1)
        editor.type("def unsaved(): ...\n")
        asked = agent.command_params("ctx-lsp.search", {"query": "unsaved"})
        begun = [one.begin("workspace/executeCommand", asked) for one in agents]
        time.sleep(MOMENT)
        assert editor.asked == before + 1
        editor.answers.set()
        agent.answer(first)
        for one, number in zip(agents, begun, strict=True):
            assert is_in(one.answer(number), "unsaved")
        assert before + 1 < editor.asked < before + others
