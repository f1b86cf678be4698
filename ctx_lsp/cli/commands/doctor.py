"""`ctx-lsp doctor`: check that this installation works."""

import click

from ctx_lsp.cli.checks import run_checks
from ctx_lsp.cli.printing import show_checks


@click.command(short_help="Check that this installation works.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def doctor(ctx: click.Context, as_json: bool) -> None:
    """Check Python, packages, grammars, the model, the cache folder and the system's limits."""
    ctx.exit(0 if show_checks(run_checks(), as_json) else 1)
