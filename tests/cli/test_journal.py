"""`ctx-lsp journal` as users run it."""

import json
from pathlib import Path

from tests.cli.conftest import Run


def test_a_task_from_its_start_to_its_end(run: Run, tmp_path: Path) -> None:
    assert run("journal", "list", tmp_path).err == "no tasks yet\n"
    task = run("journal", "start", tmp_path, "Round late", "--json").json
    ran = run("journal", "checkpoint", tmp_path, "--plan", "cents", "--step", "We decided to use cents.")
    number = int(ran.out.split()[1])
    assert ran.out == (f"entry {number} of task {task['id']}\n    {number + 1}: decision: We decided to use cents.\n")
    shown = run("journal", "resume", tmp_path, "cents", "--max-tokens", "300")
    assert "  > plan: cents" in shown.out
    refused = run("journal", "record", tmp_path, "hello", "--agent", "tests")
    assert (refused.code, refused.err) == (1, "Error: the journal is off for agents (journal.agents)\n")
    [exported] = json.loads(run("journal", "export", tmp_path, "--format", "json").out)["tasks"]
    assert [one["kind"] for one in exported["entries"]] == ["checkpoint", "decision"]
    assert "--task ID or --all" in run("journal", "erase", tmp_path).err
    assert run("journal", "erase", tmp_path, "--all").out == "tasks erased: 1\n"
    assert run("journal", "export", tmp_path).err == "no tasks yet\n"
    assert run("journal", "resume", tmp_path).err == "Error: there are no tasks yet; start one\n"
