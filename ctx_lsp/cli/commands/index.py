"""The command `ctx-lsp index`, which indexes a folder ahead of the first question."""

from pathlib import Path

import click

from ctx_lsp.cli import output
from ctx_lsp.cli.options import as_json, folder, no_semantic
from ctx_lsp.cli.session import open_workspace, settings_of, wait_until_indexed


@click.command(short_help="Index a folder ahead of the first question.")
@folder
@no_semantic
@as_json
@click.pass_context
def index(ctx: click.Context, path: Path, no_semantic: bool, as_json: bool) -> None:
    """Index the folder PATH: read, parse and embed the files that are not cached. The folder itself is not changed."""
    with open_workspace(path, settings_of(path)) as workspace:
        wait_until_indexed(workspace, semantic=not no_semantic)
        status = workspace.status()
        output.show_status(status, as_json)
    ctx.exit(1 if status.state == "failed" else 0)
