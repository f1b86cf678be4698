"""The log: slow answers with their stages, questions only if asked for, JSON lines, and a file that is rotated."""

import json
import logging
import stat
from pathlib import Path

import pytest

from ctx_lsp.protocol.log_outputs import LogOutputs, PrivateLogFile
from ctx_lsp.settings import LogSettings
from tests.e2e.conftest import NO_MODEL, ServerProcess
from tests.protocol.wire import Json, until

QUESTION = "where is the zebrafish total?\nkey AKIA" + "Q3EGUOTUJ5VDH7WZ"
SLOW = {"slowMilliseconds": 1}


def ask(server: ServerProcess, **log: object) -> None:
    (server.folder / "prices.py").write_text("def zebrafish_total(prices): ...\n")
    server.open(server.folder, options=NO_MODEL | {"log": log})
    server.ready()
    server.wire.command("ctx-lsp.query", {"query": QUESTION})


def slow_answer(server: ServerProcess) -> str:
    """The line about the answer to the question."""

    def found() -> list[str]:
        return [line for line in server.stderr.read_text().splitlines() if "slow answer: ctx-lsp.query" in line]

    until(found)
    [line] = found()
    return line


def test_a_slow_answer_is_logged_with_its_stages_and_without_its_question(server: ServerProcess) -> None:
    ask(server, **SLOW)
    line = slow_answer(server)
    assert "bm25" in line
    assert "waiting" in line
    assert "zebrafish" not in server.stderr.read_text()
    assert server.wire.received("window/logMessage") == [], "a slow answer is no warning"


def test_an_answer_within_the_limit_is_not_logged(server: ServerProcess) -> None:
    ask(server, slowMilliseconds=0)
    assert server.leave() == 0
    assert "slow answer" not in server.stderr.read_text()


def test_a_question_is_logged_on_request_in_one_line_without_secrets(server: ServerProcess) -> None:
    ask(server, **SLOW, questions=True)
    line = slow_answer(server)
    assert "zebrafish" in line
    assert "[redacted]" in line
    assert "AKIAQ3" not in server.stderr.read_text()


def test_json_lines_have_the_stages_as_members_and_go_to_the_file_too(server: ServerProcess, tmp_path: Path) -> None:
    file = tmp_path / "server.log"
    ask(server, **SLOW, format="json", file=str(file))
    assert server.leave() == 0
    lines: list[Json] = [json.loads(line) for line in file.read_text().splitlines()]
    [slow] = [one for one in lines if one.get("command") == "ctx-lsp.query"]
    assert {"waiting", "bm25", "other", "encoding"} <= set(slow["stages"])
    assert 0.3 * slow["milliseconds"] < sum(slow["stages"].values()) < slow["milliseconds"] + 1
    assert (slow["level"], slow["logger"]) == ("info", "ctx_lsp.protocol.request_figures")
    assert any(json.loads(line) == slow for line in server.stderr.read_text().splitlines() if line.startswith("{"))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_file_that_cannot_be_opened_is_a_warning(server: ServerProcess, tmp_path: Path) -> None:
    ask(server, file=str(tmp_path / "missing" / "server.log"))
    [warning] = server.wire.received("window/logMessage")
    assert "log.file cannot be opened" in warning["message"]


def test_a_file_that_could_not_be_opened_is_tried_again_with_the_next_settings(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings = LogSettings(file=str(tmp_path / "later" / "server.log"))
    outputs = LogOutputs()
    try:
        for _ in range(2):
            outputs.use(settings)
        assert [record.message.partition(",")[0] for record in caplog.records] == ["log.file cannot be opened"]
        (tmp_path / "later").mkdir()
        outputs.use(settings)
        assert (tmp_path / "later" / "server.log").exists()
    finally:
        outputs.close()


def test_a_file_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    file = tmp_path / "server.log"
    file.touch()
    file.chmod(0o644)
    PrivateLogFile(file, megabytes=1).close()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_full_file_is_renamed_and_the_next_one_is_private_too(tmp_path: Path) -> None:
    file = tmp_path / "server.log"
    handler = PrivateLogFile(file, megabytes=1)
    for number in range(5_500):
        handler.emit(logging.LogRecord("x", logging.INFO, "", 0, f"{number} " + "x" * 1_000, (), None))
    handler.close()
    files = sorted(tmp_path.iterdir())
    assert [one.name for one in files] == ["server.log", "server.log.1", "server.log.2", "server.log.3"]
    assert all(stat.S_IMODE(one.stat().st_mode) == 0o600 for one in files)
    assert all(one.stat().st_size <= 1_000_000 for one in files)
    assert file.read_text().splitlines()[-1].startswith("5499 ")
