"""`ctx-lsp status`: what is indexed, and where the cache is."""

from pathlib import Path

import click

from ctx_lsp.cli import output
from ctx_lsp.cli.options import as_json, folder
from ctx_lsp.cli.session import RECALL_SECONDS, open_workspace, settings_of, settle


@click.command(short_help="Tell what is indexed, how far, and where the cache is.")
@folder
@as_json
def status(path: Path, as_json: bool) -> None:
    """Tell what of the folder PATH is indexed and what was skipped, without waiting for vectors that are not cached."""
    with open_workspace(path, settings_of(path)) as workspace:
        settle(workspace, semantic=False)
        workspace.wait_ready(RECALL_SECONDS)
        cycles = [cycle.files for cycle in workspace.analysis().result().relations.cycles().cycles]
        output.show_status(workspace.status(), as_json, cycles)
