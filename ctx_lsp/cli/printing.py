"""Printing to the terminal: lines, JSON, tables and checks. `output` prints answers of the engine.

Names and texts come from files, so every line goes through `print_line`, which escapes control characters and redacts
likely secrets.
"""

from collections.abc import Iterable, Sequence
from secrets import token_hex

import click
import orjson

from ctx_lsp.cli.checks import Check
from ctx_lsp.cli.json_answers.values import Json, plain
from ctx_lsp.text.redaction import redacted, redacted_answer
from ctx_lsp.text.terminal import escaped, escaped_line

# `style` writes this marker for the escape character, so that `print_line` escapes only those in the text itself.
_STYLE = f"\x1e{token_hex(8)}\x1e"


def print_line(text: str = "", *, err: bool = False) -> None:
    """Print a line. Redact likely secrets, and escape control characters except the codes that `style` adds."""
    click.echo("\x1b".join(map(escaped, redacted(text).split(_STYLE))), err=err)


def style(text: str, *, fg: str | None = None, bold: bool | None = None, dim: bool | None = None) -> str:
    """Style a single line of text with a colour or weight, so that it can be passed to `print_line`."""
    return click.style(escaped_line(text), fg=fg, bold=bold, dim=dim).replace("\x1b", _STYLE)


def show_json(value: Json) -> None:
    """Print indented JSON. Non-ASCII characters are not escaped."""
    options = orjson.OPT_INDENT_2 | orjson.OPT_PASSTHROUGH_DATACLASS  # so that a dataclass causes an error
    print_line(orjson.dumps(redacted_answer(plain(value)), option=options).decode())


def show_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table with its first column left-aligned and the others right-aligned."""
    widths = [max(len(row[column]) for row in (heads, *rows)) for column in range(len(heads))]
    for number, row in enumerate((heads, *rows)):
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        line = "  ".join(cells)
        print_line(style(line, bold=True) if number == 0 else line)


def show_checks(checks: Iterable[Check], as_json: bool) -> bool:
    """Print each check on a line as soon as it has run, or all as JSON at the end. Return whether all passed."""
    made = []
    for check in checks:
        made.append(check)
        if not as_json:
            mark = style("ok  ", fg="green") if check.ok else style("FAIL", fg="red")
            print_line(f"{mark}  {check.name}: {check.detail}")
    if as_json:
        show_json([{"name": check.name, "ok": check.ok, "detail": check.detail} for check in made])
    return all(check.ok for check in made)
