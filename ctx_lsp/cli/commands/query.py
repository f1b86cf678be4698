"""`ctx-lsp query`: a context pack for a question."""

from pathlib import Path

import click

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cli import output
from ctx_lsp.cli.options import as_json, folder, no_semantic, packing
from ctx_lsp.cli.session import open_analysis
from ctx_lsp.packing.model import PackOptions


@click.command(short_help="Print a context pack for a question, within a token budget.")
@folder
@click.argument("text", metavar="QUERY")
@packing
@no_semantic
@as_json
@click.pass_context
def query(ctx: click.Context, path: Path, text: str, options: PackOptions, no_semantic: bool, as_json: bool) -> None:
    """Print what a reader of the folder PATH needs for QUERY: whole definitions, then signatures, then names."""
    with open_analysis(path, semantic=not no_semantic) as analysis:
        pack = analysis.query(text, options, CancelToken())
        output.show_pack(pack, analysis, as_json)
    ctx.exit(0 if pack.items else 1)
