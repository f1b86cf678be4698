"""Known pitfalls of servers built on pygls, tested on the real program over real stdio. Endings are in
`test_endings`.
"""

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ctx_lsp.protocol.errors import ErrorCode
from tests.e2e.conftest import PROMPT_SECONDS, TRAP_SERVER, ServerProcess
from tests.protocol.wire import AnswerError, until


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One server for all tests of this module, which must leave it working."""
    server = ServerProcess(TRAP_SERVER, tmp_path_factory.mktemp("shared"), forked=True)
    folder = server.folder
    server.open(folder)
    yield server
    assert server.leave() == 0
    server.stop()


def test_a_print_does_not_corrupt_the_stream(shared: ServerProcess) -> None:
    assert shared.wire.command("trap.loud", {}) == "0"
    assert shared.wire.command("ctx-lsp.status")["revision"] >= 0
    said = shared.stderr.read_text()
    for origin in ("from print", "from the old stdout", "from a descriptor", "from a child"):
        assert origin in said


def test_cancelling_stops_the_work(shared: ServerProcess, tmp_path: Path) -> None:
    beat = tmp_path / "beat"
    params = shared.wire.command_params("trap.spin", {"beat": str(beat)})
    message_id = shared.wire.begin("workspace/executeCommand", params)
    until(beat.exists)
    shared.wire.notify("$/cancelRequest", {"id": message_id})
    with pytest.raises(AnswerError) as caught:
        shared.wire.answer(message_id, PROMPT_SECONDS)
    assert caught.value.code == ErrorCode.REQUEST_CANCELLED
    size = beat.stat().st_size
    time.sleep(0.1)
    assert beat.stat().st_size == size
    assert len([m for m in shared.wire.messages if m.get("id") == message_id]) == 1


def test_a_malformed_request_is_answered_without_a_traceback(shared: ServerProcess) -> None:
    shared.wire.send({"jsonrpc": "2.0", "id": "x", "method": "textDocument/hover", "params": {"position": 1}})
    with pytest.raises(AnswerError, match="textDocument") as caught:
        shared.wire.answer("x")
    assert (caught.value.code, caught.value.data) == (ErrorCode.INVALID_PARAMS, None)
    shared.wire.send_bytes(b"Content-Length: 9\r\n\r\nno JSON..")
    with pytest.raises(AnswerError) as caught:
        shared.wire.answer(None)
    assert caught.value.code == ErrorCode.PARSE_ERROR


def test_a_form_feed_is_not_a_line_end(shared: ServerProcess) -> None:
    uri = (shared.folder / "form_feed.py").as_uri()
    text = "x = 1\f\n\fdef a(): ...\n"
    document = {"uri": uri, "languageId": "python", "version": 1, "text": text}
    shared.wire.notify("textDocument/didOpen", {"textDocument": document})
    place = {"start": {"line": 1, "character": 5}, "end": {"line": 1, "character": 6}}
    change = {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"range": place, "text": "renamed"}]}
    shared.wire.notify("textDocument/didChange", change)
    symbols = shared.wire.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    assert [symbol["name"] for symbol in symbols] == ["x", "renamed"]


def test_a_request_sees_the_text_at_its_arrival(shared: ServerProcess) -> None:
    uri = (shared.folder / "moments.py").as_uri()
    document = {"uri": uri, "languageId": "python", "version": 1, "text": "def f0(): ...\n"}
    shared.wire.notify("textDocument/didOpen", {"textDocument": document})
    requests = []
    for number in range(1, 21):
        requests.append(shared.wire.request("textDocument/documentSymbol", {"textDocument": {"uri": uri}}))
        change = {
            "textDocument": {"uri": uri, "version": number},
            "contentChanges": [{"text": f"def f{number}(): ...\n"}],
        }
        shared.wire.send(requests[-1], {"jsonrpc": "2.0", "method": "textDocument/didChange", "params": change})
    seen = [shared.wire.answer(request["id"])[0]["name"] for request in requests]
    assert seen == [f"f{number}" for number in range(20)]


def test_a_client_that_does_not_read_does_not_stop_the_server(shared: ServerProcess, tmp_path: Path) -> None:
    beat = tmp_path / "beat"
    shared.wire.pause()
    requests = [shared.wire.request("no/such/method") for _ in range(3000)]  # more answers than a pipe holds unread
    spin = shared.wire.request("workspace/executeCommand", shared.wire.command_params("trap.spin", {"beat": str(beat)}))
    sender = threading.Thread(target=shared.wire.send, args=(*requests, spin), daemon=True)
    sender.start()
    until(beat.exists)
    sender.join()
    shared.wire.notify("$/cancelRequest", {"id": spin["id"]})
    shared.wire.resume()
    for request in (*requests, spin):
        with pytest.raises(AnswerError):
            shared.wire.answer(request["id"])
