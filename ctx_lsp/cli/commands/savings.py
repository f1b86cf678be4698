"""The command `ctx-lsp savings`, which shows how many tokens packs saved compared with whole files."""

from pathlib import Path
from typing import Literal

import click

from ctx_lsp.cli.json_answers.values import JsonObject
from ctx_lsp.cli.options import as_json
from ctx_lsp.cli.printing import show_json, show_table
from ctx_lsp.cli.session import settings_of
from ctx_lsp.protocol.answers.parts import wire_savings
from ctx_lsp.protocol.messages.common import plain_members
from ctx_lsp.workspace import CommandSavings, DaySavings, Savings, days_of_whole_weeks, kept_savings

MILLION = 1_000_000

Grouping = Literal["day", "week", "command"]


@click.command(short_help="Show token savings by day, week or command.")
@click.option("--days", type=click.IntRange(1, 400), default=7, show_default=True, help="Today included.")
@click.option(
    "--by", type=click.Choice(("day", "week", "command")), default="day", show_default=True,
    help="One row for each day, week or command. A week is dated by its Monday and counted in full.",
)  # fmt: skip
@click.option(
    "--price",
    type=click.FloatRange(0),
    metavar="AMOUNT",
    help="Show the value of the saved tokens, at AMOUNT per million.",
)
@as_json
def savings(days: int, by: Grouping, price: float | None, as_json: bool) -> None:
    """Show the number of packs, their tokens, and the tokens of the whole files that they quote from.

    Only these sums are stored, by day and command, in the cache folder.
    """
    if by == "week":
        days = days_of_whole_weeks(days)
    found = kept_savings(settings_of(Path.cwd()).cache, days)
    if as_json:
        show_json(_json(found, price))
        return
    rows = [_row(name, one, price) for name, one in _groups(found, by)]
    heads = (by, "packs", "tokens", "whole files", "saved", *(["value"] if price is not None else []))
    show_table(heads, [*rows, _row("total", found, price)])


def _groups(found: Savings, by: Grouping) -> list[tuple[str, DaySavings | CommandSavings]]:
    if by == "command":
        return [(one.command or "not known", one) for one in found.commands]
    return [(one.date, one) for one in (found.days if by == "day" else found.weeks)]


def _row(name: str, sums: DaySavings | CommandSavings | Savings, price: float | None) -> tuple[str, ...]:
    value = [f"{_value(sums, price):,.2f}"] if price is not None else []
    return name, f"{sums.packs:,}", f"{sums.used:,}", f"{sums.baseline:,}", f"{sums.savings:.0%}", *value


def _value(sums: DaySavings | CommandSavings | Savings, price: float) -> float:
    """Return the value of the saved tokens at `price` per million tokens."""
    return (sums.baseline - sums.used) * price / MILLION


def _json(found: Savings, price: float | None) -> JsonObject:
    members = plain_members(wire_savings(found))
    assert isinstance(members, dict)
    return members | ({"price": price, "value": _value(found, price)} if price is not None else {})
