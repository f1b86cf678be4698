"""The command `ctx-lsp patterns`, which lists the team's habits, design patterns and framework roles in a folder."""

from pathlib import Path

import click

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cli import relations_output
from ctx_lsp.cli.options import as_json, folder
from ctx_lsp.cli.session import open_analysis, settings_of
from ctx_lsp.workspace import PATTERNS


@click.command(short_help="List design patterns and framework roles.")
@folder
@click.option("--symbol", help="Only the patterns of this symbol.")
@click.option("--kind", "kinds", type=click.Choice(PATTERNS), multiple=True,
              help="Kinds of patterns. Repeatable. Default: all.")  # fmt: skip
@click.option("--base", metavar="REVISION", help="Also list rare alternatives in lines changed since this revision.")
@click.option("--trends", is_flag=True, help="Also show which alternatives are rising or declining in the Git history.")
@as_json
@click.pass_context
def patterns(
    ctx: click.Context,
    path: Path,
    symbol: str | None,
    kinds: tuple[str, ...],
    base: str | None,
    trends: bool,
    as_json: bool,
) -> None:
    """List the team's habits in the folder PATH, then the design patterns and framework roles found there."""
    with open_analysis(path, settings_of(path), semantic=False, await_history=True) as analysis:
        answer = analysis.relations.patterns(symbol, kinds or None, CancelToken(), base, trends)
        relations_output.show_patterns(answer, as_json)
    ctx.exit(0 if answer.patterns or answer.adoption else 1)
