"""The command `ctx-lsp savings`, which shows how many tokens packs saved compared with whole files."""

from pathlib import Path

import click

from ctx_lsp.cli.options import as_json
from ctx_lsp.cli.printing import show_json, show_table
from ctx_lsp.cli.session import settings_of
from ctx_lsp.protocol.answers.parts import wire_savings
from ctx_lsp.workspace import kept_savings


@click.command(short_help="Show daily token savings.")
@click.option("--days", type=click.IntRange(1, 400), default=7, show_default=True, help="Today included.")
@as_json
def savings(days: int, as_json: bool) -> None:
    """Show by day the number of packs, their tokens, and the tokens of the whole files.

    Only these sums are stored, in the cache folder.
    """
    found = kept_savings(settings_of(Path.cwd()).cache, days)
    if as_json:
        show_json(wire_savings(found))
        return
    rows = [(one.date, one.packs, one.used, one.baseline, one.savings) for one in found.days]
    rows.append(("total", found.packs, found.used, found.baseline, found.savings))
    show_table(("day", "packs", "tokens", "whole files", "saved"), [_row(*row) for row in rows])


def _row(day: str, packs: int, used: int, baseline: int, share: float) -> tuple[str, ...]:
    return day, f"{packs:,}", f"{used:,}", f"{baseline:,}", f"{share:.0%}"
