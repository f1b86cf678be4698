"""How commands end on Ctrl-C or a closed pipe; and progress bars, which only terminals show."""

import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.cli.conftest import TIMEOUT, Run

PROGRAM = [sys.executable, "-m", "ctx_lsp"]


def test_a_closed_pipe_ends_a_command_without_a_traceback(run: Run, tenacity_root: Path) -> None:
    command = [*PROGRAM, "search", str(tenacity_root), "wait", "--limit", "200", "--json", "--no-semantic"]
    reader, writer = os.pipe()
    os.close(reader)
    process = subprocess.Popen(command, stdout=writer, stderr=subprocess.PIPE, encoding="utf-8")
    os.close(writer)
    _, err = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 1
    assert "Traceback" not in err
    assert "BrokenPipe" not in err


def test_control_c_ends_indexing_at_once_and_in_one_line(structlog_root: Path, tmp_path: Path) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell has its background jobs ignore it, and theirs
    cache = {"XDG_CACHE_HOME": str(tmp_path)}
    command = [*PROGRAM, "index", str(structlog_root)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, encoding="utf-8", env=os.environ | cache)
    while not any(tmp_path.rglob("*")):  # the cache appears when indexing has begun
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    pressed = time.monotonic()
    _, err = process.communicate(timeout=TIMEOUT)
    assert time.monotonic() - pressed < 5
    assert (process.returncode, err) == (130, "interrupted\n")


def test_bars_are_drawn_on_a_terminal_only(run: Run, tenacity_root: Path, tmp_path: Path) -> None:
    assert "\x1b" not in run("index", tenacity_root).err
    ours, theirs = pty.openpty()
    environment = os.environ | {"XDG_CACHE_HOME": str(tmp_path), "TERM": "xterm"}
    process = subprocess.Popen(
        [*PROGRAM, "index", str(tenacity_root)], stdout=subprocess.PIPE, stderr=theirs, env=environment
    )
    os.close(theirs)
    drawn = b""
    while True:
        try:
            drawn += os.read(ours, 4096)
        except OSError:  # the terminal's other end is closed
            break
    os.close(ours)
    out, _ = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 0
    assert b"embedding" in drawn
    assert b"embedding" not in out
