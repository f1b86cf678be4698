"""`ctx-lsp mcp`: context for coding agents through the Model Context Protocol."""

import asyncio
import logging
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import click

from ctx_lsp.protocol.stderr_log import log_to_stderr


def require_extra() -> None:
    """Raise `ClickException` if the packages that agents need are not installed."""
    if find_spec("mcp") is None or find_spec("tomlkit") is None:
        raise click.ClickException("this command needs the extra mcp: pip install 'ctx-lsp[mcp]'")


@click.command(short_help="Serve coding agents through MCP.")
@click.argument(
    "path",
    type=click.Path(exists=True, file_okay=False, resolve_path=True, path_type=Path),
    default=".",
    metavar="[PATH]",
)
def mcp(path: Path) -> None:
    """Serve a coding agent over standard input and output, about the folder PATH or the repository around it.

    While an editor with ctx-lsp has the folder open, answers come from there and include unsaved text.
    """
    require_extra()
    log_to_stderr()
    logging.getLogger("mcp").setLevel(logging.ERROR)
    asyncio.run(import_module("ctx_lsp.agents.mcp_server").serve(path))
