"""Printed lines: secrets are redacted in the text that a reader sees, whatever its colours, and control characters."""

import json

import click
import pytest

from ctx_lsp.cli.printing import print_line, show_json, style
from ctx_lsp.text.redaction import REDACTED, redacted

PATH = "src/Ast/PhpDoc/PhpDocNode.php:12-390"
KEY = "AKIA" + "QAWZBECRDTEYFUGI"


def printed(text: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> str:
    """A line as a terminal gets it, with the codes of its colours."""
    # click drops the codes, because the captured output is no terminal
    monkeypatch.setattr("click.utils.should_strip_ansi", lambda *_, **__: False)
    print_line(text)
    return capsys.readouterr().out.removesuffix("\n")


def test_the_code_of_a_colour_is_no_part_of_a_word(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert redacted(f"36m{PATH}") != f"36m{PATH}", "with the code before it, the path looks like a secret"
    line = f"  1. {style(PATH, fg='cyan')}  class {style('PhpDocNode', bold=True)}".rstrip()
    expected = f"  1. \x1b[36m{PATH}\x1b[0m  class \x1b[1mPhpDocNode\x1b[0m"
    assert printed(line, capsys, monkeypatch) == expected


@pytest.mark.parametrize(
    "line",
    [
        style(f"key {KEY}", dim=True),
        f"key {style(KEY[:7], bold=True)}{KEY[7:]}",
        f"key {KEY[:7]}{style(KEY[7:12], fg='red')}{style(KEY[12:])}",
        f"key{style(KEY, fg='cyan')}",
        f"key{style(chr(9) + KEY, fg='cyan')}",
        f"key\x1b{KEY}",
    ],
    ids=["whole", "begun", "in the middle", "after a word", "after a tab", "after a control character"],
)
def test_no_style_hides_a_secret(
    line: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = click.unstyle(printed(line, capsys, monkeypatch))
    assert REDACTED in shown
    assert not any(KEY[at : at + 4] in shown for at in range(len(KEY) - 3))


def test_control_characters_are_escaped_and_a_styled_text_stays_on_its_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = "\x1b[2J\n" + style("a\tb\n\x1b[31m", fg="red")
    assert printed(line, capsys, monkeypatch) == "\\u001b[2J\n\x1b[31ma\\u0009b\\u000a\\u001b[31m\x1b[0m"


def test_secrets_are_redacted_in_the_values_of_json_and_not_in_its_text(capsys: pytest.CaptureFixture[str]) -> None:
    texts = ["uses:\n\x1bsrc/Ast/PhpDoc/PhpDocNode.php", "require (\n\tmvdan.cc/sh/v3 v3.13.2\n)", f"key\n{KEY}"]
    show_json({"texts": texts, KEY: "\u202e"})
    assert json.loads(capsys.readouterr().out) == {"texts": [*texts[:2], f"key\n{REDACTED}"], REDACTED: "\u202e"}
