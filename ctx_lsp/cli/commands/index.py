"""`ctx-lsp index`: fill the cache ahead of the first question."""

from pathlib import Path

import click

from ctx_lsp.cli import output
from ctx_lsp.cli.options import as_json, folder, no_semantic
from ctx_lsp.cli.session import open_workspace, settings_of, settle


@click.command(short_help="Index a folder, so that later answers come at once.")
@folder
@no_semantic
@as_json
@click.pass_context
def index(ctx: click.Context, path: Path, no_semantic: bool, as_json: bool) -> None:
    """Index the folder PATH: read, parse and embed what the cache does not hold yet. Changes nothing in the folder."""
    with open_workspace(path, settings_of(path)) as workspace:
        settle(workspace, semantic=not no_semantic)
        status = workspace.status()
        output.show_status(status, as_json)
    ctx.exit(1 if status.state == "failed" else 0)
