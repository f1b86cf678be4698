"""Printing that needs nothing of the engine: JSON, tables, checks. The engine's answers are printed by `output`."""

from collections.abc import Iterable, Sequence

import click
import orjson

from ctx_lsp.cli.checks import Check
from ctx_lsp.protocol.shapes import Locate, nowhere, shape


def show_json(value: object, locate: Locate = nowhere) -> None:
    """Print an answer as JSON for people and programs alike: indented, characters as they are."""
    click.echo(orjson.dumps(shape(value, locate), option=orjson.OPT_INDENT_2))


def show_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows under heads; the first column to the left, the numbers to the right."""
    widths = [max(len(row[column]) for row in (heads, *rows)) for column in range(len(heads))]
    for number, row in enumerate((heads, *rows)):
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        line = "  ".join(cells)
        click.echo(click.style(line, bold=True) if number == 0 else line)


def show_checks(checks: Iterable[Check], as_json: bool) -> bool:
    """Print checks as they are made, one a line; whether all hold."""
    made = []
    for check in checks:
        made.append(check)
        if not as_json:
            mark = click.style("ok  ", fg="green") if check.ok else click.style("FAIL", fg="red")
            click.echo(f"{mark}  {check.name}: {check.detail}")
    if as_json:
        show_json(made)
    return all(check.ok for check in made)
