"""The command `ctx-lsp index`, which indexes a folder ahead of the first question."""

from pathlib import Path

import click

from ctx_lsp.cli import output
from ctx_lsp.cli.options import as_json, folder, no_semantic
from ctx_lsp.cli.printing import print_line
from ctx_lsp.cli.session import open_workspace, settings_of, wait_until_indexed
from ctx_lsp.workspace import SharingError, check_publication, publish_cache


@click.command(short_help="Index a folder ahead of the first question.")
@folder
@no_semantic
@click.option("--publish", is_flag=True, help="Share the cached data of the folder at sharing.location.")
@as_json
@click.pass_context
def index(ctx: click.Context, path: Path, no_semantic: bool, publish: bool, as_json: bool) -> None:
    """Index the folder PATH: read, parse and embed the files that are not cached. The folder itself is not changed."""
    settings = settings_of(path)
    try:
        if publish:
            check_publication(settings)
        with open_workspace(path, settings) as workspace:
            wait_until_indexed(workspace, semantic=not no_semantic)
            status = workspace.status()
            output.show_status(status, as_json)
            if publish:
                done = publish_cache(workspace, settings, path)
                print_line(f"shared {done.new:,} rows; {done.known:,} were already shared", err=True)
    except SharingError as error:
        raise click.ClickException(str(error)) from error
    ctx.exit(1 if status.state == "failed" else 0)
