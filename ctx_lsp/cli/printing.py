"""Printing to the terminal: lines, JSON, tables and checks. `output` prints answers of the engine.

Names and texts come from files, so every line goes through `print_line`, which redacts likely secrets and then escapes
control characters.
"""

from collections.abc import Iterable, Sequence
from secrets import token_hex

import click
import orjson

from ctx_lsp.cli.checks import Check
from ctx_lsp.cli.json_answers.values import Json, plain
from ctx_lsp.text.redaction import redacted_answer, redacted_parts
from ctx_lsp.text.terminal import escaped, escaped_line

# `style` puts this marker before, between and after the codes and the text. No text of a file can contain it. It has no
# white space, which callers may strip.
_MARK = f"\x1b{token_hex(8)}\x1b"
_RESET = "\x1b[0m"


def print_line(text: str = "", *, err: bool = False) -> None:
    """Print a line. Redact likely secrets, and escape control characters except the codes that `style` adds.

    Secrets are searched for in the text without these codes, and before anything is escaped: a code or an escaped
    character directly before a word would look like part of it.
    """
    pieces = text.split(_MARK)  # plain text, codes, styled text, plain text, codes, …
    codes = pieces[1::3]
    del pieces[1::3]
    plain, *others = redacted_parts(pieces)
    printed = escaped(plain)
    for code, styled, following in zip(codes, others[::2], others[1::2], strict=True):
        printed += f"{code}{escaped_line(styled)}{_RESET}{escaped(following)}"
    click.echo(printed, err=err)


def style(text: str, *, fg: str | None = None, bold: bool | None = None, dim: bool | None = None) -> str:
    """Style a single line of text with a colour or weight, so that it can be passed to `print_line`.

    The result must be neither cut nor styled again.
    """
    codes = click.style("", fg=fg, bold=bold, dim=dim, reset=False)
    return f"{_MARK}{codes}{_MARK}{text}{_MARK}"


def show_json(value: Json) -> None:
    """Print indented JSON. Non-ASCII characters are not escaped.

    Secrets are redacted in each string, not in the JSON text, where an escaped line feed would join two words. The key
    of a string does not tell whether it is a secret.
    """
    options = orjson.OPT_INDENT_2 | orjson.OPT_PASSTHROUGH_DATACLASS  # so that a dataclass causes an error
    shown = redacted_answer(plain(value), keep_addresses=False)
    click.echo(escaped(orjson.dumps(shown, option=options).decode()))


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
