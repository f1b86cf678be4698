"""The command `ctx-lsp status`, which shows indexed and skipped files and the state of the cache."""

from pathlib import Path

import click

from ctx_lsp.cli import output
from ctx_lsp.cli.options import as_json, folder
from ctx_lsp.cli.session import VECTOR_LOAD_SECONDS, open_workspace, settings_of, wait_until_indexed


@click.command(short_help="Show indexed and skipped files, and the cache.")
@folder
@as_json
def status(path: Path, as_json: bool) -> None:
    """Show how many files of the folder PATH are indexed or skipped, without waiting for vectors."""
    with open_workspace(path, settings_of(path)) as workspace:
        wait_until_indexed(workspace, semantic=False)
        workspace.wait_ready(VECTOR_LOAD_SECONDS)
        cycles = [cycle.files for cycle in workspace.analysis().result().relations.cycles().cycles]
        output.show_status(workspace.status(), as_json, cycles)
