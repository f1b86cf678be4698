"""What a server built on pygls is known to get wrong, tried on the real program over real stdio."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from ctx_lsp.protocol.errors import ErrorCode
from tests.e2e.conftest import SERVER, ServerProcess
from tests.protocol.wire import AnswerError

PROMPT_SECONDS = 5.0  # for what should happen at once, on a busy machine


def alive(process_id: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        return Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def until(condition: object, seconds: float = PROMPT_SECONDS) -> None:
    end = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def test_a_print_does_not_corrupt_the_stream(trap: ServerProcess, tmp_path: Path) -> None:
    trap.open(tmp_path)
    assert trap.wire.command("trap.loud", {}) == "0"
    assert trap.wire.command("ctx-lsp.status")["revision"] >= 0
    assert trap.leave() == 0
    said = trap.stderr.read_text()
    for origin in ("from print", "from the old stdout", "from a descriptor", "from a child"):
        assert origin in said


def test_cancelling_stops_the_work(trap: ServerProcess, tmp_path: Path) -> None:
    beat = tmp_path / "beat"
    trap.open()
    message_id = trap.wire.begin("workspace/executeCommand", trap.wire.command_params("trap.spin", {"beat": str(beat)}))
    until(beat.exists)
    trap.wire.notify("$/cancelRequest", {"id": message_id})
    with pytest.raises(AnswerError) as caught:
        trap.wire.answer(message_id, PROMPT_SECONDS)
    assert caught.value.code == ErrorCode.REQUEST_CANCELLED
    size = beat.stat().st_size
    time.sleep(0.1)
    assert beat.stat().st_size == size
    assert len([m for m in trap.wire.messages if m.get("id") == message_id]) == 1


def test_shutdown_under_load_is_prompt(trap: ServerProcess, tmp_path: Path) -> None:
    trap.open()
    beats = [tmp_path / f"beat{number}" for number in range(8)]
    ids = [
        trap.wire.begin("workspace/executeCommand", trap.wire.command_params("trap.spin", {"beat": str(beat)}))
        for beat in beats
    ]
    until(beats[0].exists)
    started = time.monotonic()
    assert trap.leave() == 0
    assert time.monotonic() - started < PROMPT_SECONDS
    answered = {m["id"]: m["error"]["code"] for m in trap.wire.messages if "error" in m}
    assert answered == dict.fromkeys(ids, ErrorCode.REQUEST_CANCELLED)


def test_work_that_listens_to_nobody_does_not_hold_up_the_end(trap: ServerProcess, tmp_path: Path) -> None:
    beat = tmp_path / "beat"
    trap.open()
    trap.wire.begin("workspace/executeCommand", trap.wire.command_params("trap.deaf", {"beat": str(beat)}))
    until(beat.exists)
    assert trap.leave() == 0


def test_a_killed_server_leaves_no_stream_open_behind_it(trap: ServerProcess) -> None:
    trap.open()
    orphan = trap.wire.command("trap.child", {})
    trap.process.send_signal(signal.SIGKILL)
    until(lambda: trap.wire.closed)
    os.kill(orphan, signal.SIGKILL)  # it was alive, and held nothing of ours


def test_a_server_killed_while_it_indexes_leaves_no_process_behind(server: ServerProcess, structlog_root: Path) -> None:
    server.open(structlog_root)
    lists = Path(f"/proc/{server.process.pid}/task").glob("*/children")
    children = [int(child) for file in lists for child in file.read_text().split()]
    server.process.send_signal(signal.SIGKILL)
    until(lambda: server.wire.closed)
    until(lambda: not any(alive(pid) for pid in children))


def test_the_server_ends_with_its_parent(tmp_path: Path) -> None:
    """The parent names itself as `processId`, dies, and leaves the pipes open in somebody else's hands."""
    parent = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    with (tmp_path / "stderr").open("wb") as stderr:
        server = ServerProcess(SERVER, stderr)
    try:
        server.open(tmp_path, process_id=parent.pid)
        assert server.wire.command("ctx-lsp.status")["revision"] >= 0
        parent.kill()
        assert server.process.wait(PROMPT_SECONDS) == 1
    finally:
        parent.kill()
        parent.communicate()
        server.stop()


def test_the_server_ends_with_its_stdin_while_it_indexes(server: ServerProcess, structlog_root: Path) -> None:
    server.open(structlog_root)
    server.wire.hang_up()
    assert server.process.wait(PROMPT_SECONDS) == 1


def test_a_parent_that_cannot_be_seen_is_not_waited_for(server: ServerProcess, tmp_path: Path) -> None:
    server.open(tmp_path, process_id=2**22 + 1)  # beyond the largest process id of Linux
    assert server.wire.command("ctx-lsp.status")["revision"] >= 0
    assert server.leave() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_server_in_good_order(server: ServerProcess, tmp_path: Path, number: signal.Signals) -> None:
    server.open(tmp_path)
    server.process.send_signal(number)
    assert server.process.wait(PROMPT_SECONDS) == 128 + number


def test_exit_before_anything_else(server: ServerProcess) -> None:
    server.wire.notify("exit")
    assert server.process.wait(PROMPT_SECONDS * 2) == 1


def test_a_malformed_request_is_answered_without_a_traceback(server: ServerProcess, tmp_path: Path) -> None:
    server.open(tmp_path)
    for message in ({"jsonrpc": "2.0", "id": "x", "method": "textDocument/hover", "params": {"position": 1}},):
        server.wire.send(message)
    with pytest.raises(AnswerError, match="textDocument") as caught:
        server.wire.answer("x")
    assert (caught.value.code, caught.value.data) == (ErrorCode.INVALID_PARAMS, None)
    server.wire.send_bytes(b"Content-Length: 9\r\n\r\nno JSON..")
    with pytest.raises(AnswerError) as caught:
        server.wire.answer(None)
    assert caught.value.code == ErrorCode.PARSE_ERROR
    assert server.leave() == 0


def test_a_form_feed_is_no_line_end(server: ServerProcess, tmp_path: Path) -> None:
    server.open(tmp_path)
    uri = (tmp_path / "a.py").as_uri()
    text = "x = 1\f\n\fdef a(): ...\n"
    document = {"uri": uri, "languageId": "python", "version": 1, "text": text}
    server.wire.notify("textDocument/didOpen", {"textDocument": document})
    place = {"start": {"line": 1, "character": 5}, "end": {"line": 1, "character": 6}}
    change = {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"range": place, "text": "renamed"}]}
    server.wire.notify("textDocument/didChange", change)
    symbols = server.wire.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    assert [symbol["name"] for symbol in symbols] == ["x", "renamed"]


def test_a_request_sees_the_text_of_its_own_moment(server: ServerProcess, tmp_path: Path) -> None:
    server.open(tmp_path)
    uri = (tmp_path / "a.py").as_uri()
    document = {"uri": uri, "languageId": "python", "version": 1, "text": "def f0(): ...\n"}
    server.wire.notify("textDocument/didOpen", {"textDocument": document})
    requests = []
    for number in range(1, 21):
        requests.append(server.wire.request("textDocument/documentSymbol", {"textDocument": {"uri": uri}}))
        change = {
            "textDocument": {"uri": uri, "version": number},
            "contentChanges": [{"text": f"def f{number}(): ...\n"}],
        }
        server.wire.send(requests[-1], {"jsonrpc": "2.0", "method": "textDocument/didChange", "params": change})
    seen = [server.wire.answer(request["id"])[0]["name"] for request in requests]
    assert seen == [f"f{number}" for number in range(20)]


def test_a_client_that_does_not_read_does_not_keep_the_server_from_reading(
    server: ServerProcess, tmp_path: Path
) -> None:
    for number in range(20):
        (tmp_path / f"m{number}.py").write_text("".join(f"def name_{number}_{i}(): ...\n" for i in range(50)))
    server.open(tmp_path)
    server.ready()
    server.wire.pause()
    requests = [server.wire.request("workspace/symbol", {"query": "name"}) for _ in range(30)]  # 1 MB of answers
    bulk = {"jsonrpc": "2.0", "method": "$/bulk", "params": "x" * 4_000_000}  # more than a pipe takes unread
    sender = threading.Thread(target=server.wire.send, args=(*requests, bulk), daemon=True)
    sender.start()
    sender.join(PROMPT_SECONDS * 2)
    assert not sender.is_alive()
    server.wire.resume()
    assert all(len(server.wire.answer(request["id"])) == 200 for request in requests)
