"""Control characters in names and texts reach neither the terminal nor a pack."""

import os
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


def test_escaped_characters() -> None:
    assert escaped("a\tb\nc \x1b[0m é 漢\u200d") == "a\tb\nc \\u001b[0m é 漢\u200d"
    assert escaped("\u202egnp\u2066\r") == "\\u202egnp\\u2066\\u000d"
    assert escaped_line("a\nb") == "a\\u000ab"
