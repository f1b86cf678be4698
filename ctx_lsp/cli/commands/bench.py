"""`ctx-lsp bench`: measure the engine on a folder."""

import tempfile
from pathlib import Path

import click

from ctx_lsp.analysis import Workspace
from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cli import output
from ctx_lsp.cli.options import as_json, folder
from ctx_lsp.cli.session import settings_of
from ctx_lsp.evaluation.bench import bench as measure


@click.command(short_help="Measure indexing, queries, edits and memory on a folder.")
@folder
@click.option("--samples", type=click.IntRange(1), default=50, show_default=True, help="Queries, and edits, measured.")
@as_json
def bench(path: Path, samples: int, as_json: bool) -> None:
    """Measure on the folder PATH: time to index, warm queries by stage, edit to fresh answer, memory, cache size.

    Uses an empty cache of its own. Questions and edits derive from the folder's symbols, the same each time.
    """
    with tempfile.TemporaryDirectory(prefix="ctx-lsp-bench-") as cache:
        settings = settings_of(path, CTX_LSP_CACHE_DIRECTORY=cache, CTX_LSP_CACHE_ENABLED="true")
        try:
            report = measure(lambda: Workspace([path], settings), samples, CancelToken())
        except ValueError as error:
            raise click.ClickException(str(error)) from error
    output.show_bench(report, as_json)
