"""The command `ctx-lsp graph`, which shows the dependency graph around a symbol or file."""

from pathlib import Path
from typing import get_args

import click

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cli import relations_output
from ctx_lsp.cli.options import MAX_DEPTH, as_json, folder
from ctx_lsp.cli.session import open_analysis, settings_of
from ctx_lsp.workspace import KINDS, Direction


@click.command(short_help="Show the dependencies and dependants of a symbol or file.")
@folder
@click.argument("symbol")
@click.option(
    "--direction", type=click.Choice(get_args(Direction)), default="both", show_default=True,
    help="Dependencies, dependants, or both.",
)  # fmt: skip
@click.option("--kind", "kinds", type=click.Choice(KINDS), multiple=True,
              help="Kinds of edges to follow. Repeatable. Default: all but contains.")  # fmt: skip
@click.option(
    "--depth", type=click.IntRange(1, MAX_DEPTH), default=1, show_default=True, help="Number of edges to follow."
)
@as_json
def graph(path: Path, symbol: str, direction: Direction, kinds: tuple[str, ...], depth: int, as_json: bool) -> None:
    """Show the dependency graph around SYMBOL, as nodes and edges.

    SYMBOL is `path::Qualified.name`, an unambiguous ending, or the path of a file in the folder PATH.
    """
    with open_analysis(path, settings_of(path), semantic=False) as analysis:
        answer = analysis.relations.graph(symbol, direction, kinds or None, depth, CancelToken())
        relations_output.show_graph(answer, analysis, as_json)
