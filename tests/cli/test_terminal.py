"""Control characters in names and texts reach neither the terminal nor a pack."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ctx_lsp.text.terminal import escaped, escaped_line
from tests.forked import run_program

NAME = "odd\x1b[31m\u202e\x07.py"
CODE = "def odd_name():\n    return '\x1b]0;title\x07 \u202e\x9b31m'\n"
COMMANDS = (
    ["search", "odd_name"],
    ["query", "odd_name"],
    ["context", NAME],
    ["explain", "odd_name", "odd_name"],
    ["graph", "odd_name"],
    ["impact", "odd_name"],
    ["test-scope", NAME],
    ["patterns"],
    ["cycles"],
    ["status"],
    ["index"],
    ["graph", "no\x1b[2Jsuch"],
)


@pytest.mark.parametrize("as_json", [False, True])
def test_no_command_prints_control_characters(tmp_path: Path, as_json: bool) -> None:
    (tmp_path / NAME).write_text(CODE)
    (tmp_path / "user.py").write_text("from odd import odd_name\n\ndef uses(): odd_name()\n")
    environment = os.environ | {"CTX_LSP_MODEL_EMBEDDING": "none", "CTX_LSP_CACHE_ENABLED": "false"}
    named = 0
    for command, *arguments in COMMANDS:
        program = [command, str(tmp_path), *arguments, *(["--json"] * as_json)]
        done = run_program(program, environment, timeout=120)
        printed = done.stdout + done.stderr
        assert not {"\x1b", "\x07", "\x9b", "\u202e"} & set(printed), (command, printed)
        assert "Traceback" not in printed, command
        named += "\\u001b" in printed
    assert named >= 4, "they are shown, escaped"


def test_files_and_pipes_get_utf8(tmp_path: Path) -> None:
    (tmp_path / "names.py").write_text('def 名前を数える():\n    """Łódź → 東京."""\n', "utf-8")
    encoding = {"PYTHONIOENCODING": "cp1252"}  # as in many countries on Windows
    command = [sys.executable, "-m", "ctx_lsp", "search", str(tmp_path), "名前を数える", "--no-semantic", "--json"]
    done = subprocess.run(command, env=os.environ | encoding, capture_output=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.decode())["items"][0]["symbol"] == "names.py::名前を数える"


def test_escaped_characters() -> None:
    assert escaped("a\tb\nc \x1b[0m é 漢\u200d") == "a\tb\nc \\u001b[0m é 漢\u200d"
    assert escaped("\u202egnp\u2066\r") == "\\u202egnp\\u2066\\u000d"
    assert escaped_line("a\nb") == "a\\u000ab"
