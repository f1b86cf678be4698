"""The log of calls: what it holds, what it does not, and how old files go."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from ctx_lsp.agents.call_log import KEPT_DAYS, CallLog, LoggedCall, logged_calls
from ctx_lsp.base.confirmed_time import confirmed_time
from ctx_lsp.packing.formats.tokens import count_tokens
from tests.agents.conftest import StartEditor, agent_in

CALL = LoggedCall(
    at="2026-01-02T03:04:05+00:00", agent="a", tool="search", root="/r", source="disk", pieces=1, tokens=0, characters=9
)


@pytest.fixture
def data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The user's data folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "ctx-lsp" / "agents"


async def test_calls_are_logged_without_texts(shop: Path, data: Path, start_editor: StartEditor) -> None:
    async with agent_in(shop, name="scribe") as agent:
        found = await agent.text("search", question="the sum of an order")
        pack = await agent.data("context", question="the sum of an order")
        await agent.text("read_symbol", symbol="no_such_name")
        start_editor(shop)
        await agent.client.read_resource("ctx-lsp://map")
    [file] = data.glob("*.jsonl")
    assert (file.stat().st_mode & 0o777, data.stat().st_mode & 0o777) == (0o600, 0o700)
    written = file.read_text()
    for text in ("order", "total", "taxed", "no_such_name"):
        assert text not in written
    search, context, _ = calls = list(logged_calls(data, 1))
    assert [call.tool for call in calls] == ["search", "context", "map"], "a call without an answer gives nothing away"
    assert {(call.agent, call.root) for call in calls} == {("scribe 1.2", str(shop))}
    assert (search.estimated, context.estimated) == (True, False)
    assert context.tokens == pack["tokens"]["used"]
    exact = count_tokens(found)
    assert 0.6 * exact < search.tokens < 1.6 * exact
    assert search.pieces > 0
    assert context.pieces > 0
    shown = subprocess.run(
        [sys.executable, "-m", "ctx_lsp", "agents"], capture_output=True, text=True, check=True, env=os.environ
    ).stdout.splitlines()
    assert "scribe 1.2" in shown[2]
    assert f" {context.tokens:,} " in shown[2]
    assert f" ~{search.tokens:,} " in shown[1]
    assert len(shown) == 1 + len(calls)


def test_old_files_and_broken_lines_do_no_harm(tmp_path: Path) -> None:
    today = datetime.now(UTC)
    old, recent = ((today - timedelta(days=days)).date().isoformat() for days in (KEPT_DAYS + 2, KEPT_DAYS - 1))
    for day in (old, recent):
        (tmp_path / f"{day}.jsonl").write_text('{"at": 1}\nnot JSON\n' + json.dumps({"x": "y"}) + "\n")
    assert list(logged_calls(tmp_path, KEPT_DAYS)) == []
    for age in (2, 1):
        confirmed_time(tmp_path, (today - timedelta(days=age)).timestamp())
    log = CallLog(tmp_path)
    at = today.isoformat(timespec="seconds")
    log.add(LoggedCall(**{**{name: getattr(CALL, name) for name in CALL.__slots__}, "at": at}))
    assert sorted(file.stem for file in tmp_path.glob("*.jsonl")) == [recent, at[:10]]
    assert [call.tool for call in logged_calls(tmp_path, 1)] == ["search"]


def test_reading_deletes_old_files(tmp_path: Path) -> None:
    old = (datetime.now(UTC) - timedelta(days=KEPT_DAYS + 2)).date().isoformat()
    (tmp_path / f"{old}.jsonl").write_text(json.dumps(asdict(CALL)))
    assert list(logged_calls(tmp_path, KEPT_DAYS)) == []
    assert list(tmp_path.glob("*.jsonl")), "one day of use does not confirm the clock"
    for age in (2, 1):
        confirmed_time(tmp_path, (datetime.now(UTC) - timedelta(days=age)).timestamp())
    assert list(logged_calls(tmp_path, KEPT_DAYS)) == []
    assert list(tmp_path.glob("*.jsonl")) == []


def test_lines_with_other_types_and_files_that_are_gone_are_skipped(tmp_path: Path) -> None:
    days = [(datetime.now(UTC) - timedelta(days=age)).date().isoformat() for age in range(2)]
    (tmp_path / f"{days[0]}.jsonl").symlink_to(tmp_path / "deleted")
    lines = [asdict(CALL) | changes for changes in ({"pieces": "1"}, {"agent": None}, {})]
    (tmp_path / f"{days[1]}.jsonl").write_text("\n".join(map(json.dumps, lines)))
    assert list(logged_calls(tmp_path, 2)) == [CALL]


def test_the_folders_are_private_whatever_was_there(data: Path) -> None:
    data.mkdir(parents=True)
    data.chmod(0o755)
    CallLog(data).add(CALL)
    assert data.stat().st_mode & 0o777 == 0o700
    shutil.rmtree(data.parent)
    CallLog(data).add(CALL)
    assert data.parent.stat().st_mode & 0o777 == 0o700, "the parents are private too"


def test_processes_append_whole_lines(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from ctx_lsp.agents.call_log import CallLog, LoggedCall; "
        "log = CallLog(Path(sys.argv[1])); "
        "[log.add(LoggedCall(at=sys.argv[2], agent='x' * 90, tool=sys.argv[3], root='/r', source='disk', pieces=n, "
        "tokens=n, characters=n)) for n in range(500)]"
    )
    at = datetime.now(UTC).isoformat(timespec="seconds")
    writers = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path), at, str(one)]) for one in range(4)]
    assert [writer.wait(60) for writer in writers] == [0] * 4
    calls = list(logged_calls(tmp_path, 2))
    for one in range(4):
        assert [call.pieces for call in calls if call.tool == str(one)] == list(range(500))


def test_a_log_that_cannot_be_written_fails_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "file").touch()
    log = CallLog(tmp_path / "file" / "agents")
    log.add(CALL)
    log.add(CALL)
    assert [record.message.partition(":")[0] for record in caplog.records] == ["calls are not logged"]
