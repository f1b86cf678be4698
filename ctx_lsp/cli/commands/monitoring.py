"""The command `ctx-lsp monitoring`, which writes files with alerts and a dashboard for the server's metrics."""

from importlib.resources import files
from pathlib import Path

import click

import ctx_lsp
from ctx_lsp.cli.printing import print_line

# The names of the files that are written, and of the package's own files.
FILES = {"ctx-lsp-alerts.yml": "alerts.yml", "ctx-lsp-grafana.json": "grafana.json"}


@click.command(short_help="Write Prometheus alerts and a Grafana dashboard.")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER")
@click.option("--force", is_flag=True, help="Replace files that exist.")
def monitoring(folder: Path, force: bool) -> None:
    """Write alerts (ctx-lsp-alerts.yml) and a dashboard (ctx-lsp-grafana.json) for the server's metrics into FOLDER.

    The settings metrics.port and metrics.textfile make the server export these metrics.
    """
    existing = [name for name in FILES if (folder / name).exists()]
    if existing and not force:
        raise click.ClickException(f"{folder / existing[0]} exists; --force replaces it")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, source in FILES.items():
            (folder / name).write_bytes((files(ctx_lsp) / "monitoring" / source).read_bytes())
            print_line(str(folder / name))
    except OSError as error:
        raise click.ClickException(str(error)) from error
