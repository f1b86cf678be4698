"""The command `ctx-lsp explain`, which explains why a symbol was, or was not, included in an answer."""

from pathlib import Path

import click

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cli import output
from ctx_lsp.cli.options import as_json, folder, no_semantic
from ctx_lsp.cli.session import open_analysis, settings_of
from ctx_lsp.protocol.requests import DEFAULT_OPTIONS, pack_options


@click.command(short_help="Explain why a symbol was included, or was not.")
@folder
@click.argument("text", metavar="QUERY")
@click.argument("symbol")
@no_semantic
@as_json
def explain(path: Path, text: str, symbol: str, no_semantic: bool, as_json: bool) -> None:
    """Explain why SYMBOL (`path::Qualified.name`, or an unambiguous ending) was included in the answer to QUERY."""
    settings = settings_of(path)
    with open_analysis(path, settings, semantic=not no_semantic, await_vectors=True, await_history=True) as analysis:
        options = pack_options(DEFAULT_OPTIONS, settings)
        explanation = analysis.explain(text, symbol, options, CancelToken())
        output.show_explanation(explanation, as_json)
