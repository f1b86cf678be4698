"""Help texts and usage errors of the command line. No index is needed here."""

import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

import ctx_lsp
from ctx_lsp.cli.main import COMMANDS
from tests.cli.conftest import Run


def test_version(run: Run) -> None:
    assert run("--version").out == f"ctx-lsp, version {ctx_lsp.__version__}\n"


def test_help_lists_every_command(run: Run) -> None:
    listed = run("--help").out.partition("Commands:")[2]
    assert re.findall(r"^  ([\w-]+)", listed, re.MULTILINE) == list(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_of_its_own(run: Run, command: str) -> None:
    shown = run(command, "--help")
    assert (shown.code, shown.err) == (0, "")
    assert f"Usage: ctx-lsp {command}" in shown.out


def test_help_does_not_wait_for_the_engine() -> None:
    code = "import sys, ctx_lsp.cli.main; print({'numpy', 'onnxruntime', 'tree_sitter', 'rich'} & set(sys.modules))"
    assert subprocess.check_output([sys.executable, "-c", code], encoding="utf-8") == "set()\n"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["nonsense"], "No such command 'nonsense'"),
        (["search", "/nowhere/at/all", "q"], "does not exist"),
        (["search", "."], "Missing argument 'PATH...'"),
        (["search", ".", "q", "--limit", "0"], "0 is not in the range 1<=x<=200"),
        (["search", __file__, "q"], "is a file"),
        (["query", ".", "q", "--max-tokens", "99"], "99 is not in the range x>=100"),
        (["query", ".", "q", "--format", "pdf"], "'pdf' is not one of"),
        (["impact", ".", "s", "--depth", "eleven"], "'eleven' is not a valid integer"),
        (["graph", ".", "s", "--kind", "likes"], "'likes' is not one of"),
        (["graph", ".", "s", "--direction", "up"], "'up' is not one of"),
        (["context", ".", "a.py", "--base", "HEAD"], "give either files, or --base, or --diff"),
        (["search", ".", "q", "--since", ""], "must not be empty"),
        (["test-scope", ".", "a.py", "--base", "HEAD"], "give either files or --base"),
        (["eval", ".", "/nowhere.jsonl"], "does not exist"),
        (["serve"], "give either --stdio or --tcp PORT"),
        (["serve", "--stdio", "--tcp", "1"], "give either --stdio or --tcp PORT"),
    ],
)
def test_wrong_usage_ends_with_2_and_a_reason(run: Run, arguments: list[str], complaint: str) -> None:
    ran = run(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert complaint in ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(("text", "complaint"), [("", "no task"), ("{}", "line 1: ")])
def test_a_task_file_without_tasks_is_a_problem(run: Run, tmp_path: Path, text: str, complaint: str) -> None:
    file = tmp_path / "tasks.jsonl"
    file.write_text(text, "utf-8")
    ran = run("eval", tmp_path, file)
    assert (ran.code, ran.out) == (1, "")
    assert complaint in ran.err
    assert "Traceback" not in ran.err


def test_a_port_in_use_is_reported_in_one_line(run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ran = run("serve", "--tcp", str(taken.getsockname()[1]))
    assert ran.code == 1
    assert ran.err.startswith("Error: ")
    assert len(ran.err.splitlines()) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no such device")
def test_a_full_disk_is_reported_in_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-P", "-m", "ctx_lsp", "status", "--json", str(Path(__file__).parent)]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, encoding="utf-8", check=False)
    assert (done.returncode, done.stderr) == (1, "Error: No space left on device\n")
