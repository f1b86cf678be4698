"""The command `ctx-lsp cycles`, which lists files that import each other."""

from pathlib import Path

import click

from ctx_lsp.cli import relations_output
from ctx_lsp.cli.options import as_json, folder
from ctx_lsp.cli.session import open_analysis, settings_of


@click.command(short_help="List groups of files that import each other.")
@folder
@as_json
def cycles(path: Path, as_json: bool) -> None:
    """List the groups of files in the folder PATH that import each other, directly or through others."""
    with open_analysis(path, settings_of(path), semantic=False) as analysis:
        relations_output.show_cycles(analysis.relations.cycles(), as_json)
