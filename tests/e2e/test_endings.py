"""How the server ends: on request, when its client dies, and whatever work is still running.

Every test starts its own process, because none survives.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ctx_lsp.protocol.errors import ErrorCode
from ctx_lsp.protocol.transport.watchdog import GRACE_SECONDS
from tests.e2e.conftest import PROMPT_SECONDS, SERVER, TRAP_SERVER, ServerProcess, StartProcess
from tests.protocol.wire import AnswerError, until


@pytest.fixture
def server(start_process: StartProcess) -> ServerProcess:
    """The product's server, started as a client starts it."""
    return start_process(SERVER)


def alive(process_id: int) -> bool:
    """Whether a process exists and is not a zombie."""
    try:
        return Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


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


def test_uncancellable_work_does_not_delay_the_end(trap: ServerProcess, tmp_path: Path) -> None:
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
    """The parent names itself as `processId` and dies, while another process keeps the pipes open."""
    parent = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    server = ServerProcess(SERVER, tmp_path)
    try:
        server.open(server.folder, process_id=parent.pid)
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


def watchdogs(server: ServerProcess) -> list[int]:
    """The watchdogs among the children of a server."""
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    return [int(one) for one in children if "watchdog" in Path(f"/proc/{one}/cmdline").read_text()]


def test_the_watchdog_does_not_delay_the_answer_to_initialize(server: ServerProcess) -> None:
    with pytest.raises(AnswerError):
        server.wire.command("ctx-lsp.status")
    assert watchdogs(server) == []
    server.open()
    until(lambda: watchdogs(server))
    assert server.leave() == 0


def test_a_frozen_server_ends_with_its_stdin(trap: ServerProcess, tmp_path: Path) -> None:
    trap.open()
    freeze(trap, tmp_path / "beat")
    trap.wire.hang_up()
    assert trap.process.wait(GRACE_SECONDS + PROMPT_SECONDS) == -signal.SIGKILL


def test_a_frozen_server_ends_with_its_parent(tmp_path: Path) -> None:
    """The parent dies, while another process keeps the pipes open."""
    parent = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    server = ServerProcess(TRAP_SERVER, tmp_path)
    try:
        server.open(server.folder, process_id=parent.pid)
        freeze(server, tmp_path / "beat")
        parent.kill()
        assert server.process.wait(GRACE_SECONDS + PROMPT_SECONDS) == -signal.SIGKILL
    finally:
        parent.kill()
        parent.communicate()
        server.stop()


def test_a_frozen_server_with_a_client_is_left_alone(trap: ServerProcess, tmp_path: Path) -> None:
    trap.open(process_id=os.getpid())
    freeze(trap, tmp_path / "beat")
    time.sleep(GRACE_SECONDS + 2)
    assert trap.process.poll() is None


def freeze(trap: ServerProcess, beat: Path) -> None:
    """Make the server sleep in C while it holds the interpreter lock."""
    trap.wire.begin("workspace/executeCommand", trap.wire.command_params("trap.frozen", {"beat": str(beat)}))
    until(beat.exists)
    time.sleep(0.5)  # from the beat to the sleep


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
