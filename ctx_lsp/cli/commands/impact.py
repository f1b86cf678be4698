"""The command `ctx-lsp impact`, which lists the dependants of a symbol or file."""

from pathlib import Path

import click

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cli import relations_output
from ctx_lsp.cli.options import MAX_DEPTH, as_json, folders
from ctx_lsp.cli.session import open_analysis, settings_of


@click.command(short_help="List the dependants of a symbol or file, by distance.")
@folders
@click.argument("symbol")
@click.option(
    "--depth", type=click.IntRange(1, MAX_DEPTH), default=2, show_default=True, help="Number of edges to follow."
)
@as_json
@click.pass_context
def impact(ctx: click.Context, paths: tuple[Path, ...], symbol: str, depth: int, as_json: bool) -> None:
    """List what depends on SYMBOL: callers, subclasses, overriders, importers and tests.

    SYMBOL is `path::Qualified.name`, an unambiguous ending, the path of a file in the folders PATH, or an external
    module that the code in PATH imports.
    """
    path, *more = paths
    with open_analysis(path, settings_of(path), semantic=False, more=more, await_history=True) as analysis:
        relations, token = analysis.relations, CancelToken()
        if analysis.source(symbol) is not None:
            answer = relations.files_impact([symbol], depth, token)
        else:
            answer = relations.impact(symbol, depth, token)
        answer, definitions = analysis.past.frequent_definitions(answer, token, is_only_request=True)
        partners = analysis.past.partners_of(answer)
        relations_output.show_impact(answer, partners, definitions, as_json)
    ctx.exit(0 if answer.dependants or definitions or partners else 1)
