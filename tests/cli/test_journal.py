"""`ctx-lsp journal` as users run it."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from ctx_lsp.base.confirmed_time import CONFIRMING_DAYS, DAY
from ctx_lsp.base.confirmed_time import FILE_NAME as DAYS_OF_USE
from ctx_lsp.base.user_folders import data_folder
from ctx_lsp.cache.journal_book import FILE_NAME, KEPT_SECONDS
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


def test_a_command_that_only_reads_deletes_what_is_too_old(run: Run, tmp_path: Path) -> None:
    run("journal", "start", tmp_path, "An old title")
    file = data_folder() / FILE_NAME
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE tasks SET started = started - ?1, touched = touched - ?1", (KEPT_SECONDS + 4 * DAY,))
    assert run("journal", "list", tmp_path).err == "no tasks yet\n"
    assert b"An old title" in file.read_bytes(), "one day of use deletes nothing"
    [today] = (data_folder() / DAYS_OF_USE).read_text().split()
    earlier = "".join(f"{int(today) - day}\n" for day in range(CONFIRMING_DAYS))
    (data_folder() / DAYS_OF_USE).write_text(earlier)
    run("journal", "list", tmp_path)
    assert b"An old title" not in file.read_bytes()


def test_what_writes_to_a_task_needs_an_active_one(run: Run, tmp_path: Path) -> None:
    number = str(run("journal", "start", tmp_path, "Round late", "--json").json["id"])
    run("journal", "end", tmp_path)
    for command, text in (("record", "hello"), ("checkpoint", "--step=hello"), ("reflect", "hello")):
        refused = run("journal", command, tmp_path, text)
        assert (refused.code, refused.err) == (1, "Error: no task is active; start or resume one\n")
        assert "Default: the active one." in " ".join(run("journal", command, "--help").out.split())
    assert run("journal", "record", tmp_path, "hello", "--task", number).code == 0
