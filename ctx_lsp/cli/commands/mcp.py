"""The command `ctx-lsp mcp`, which serves coding agents through the Model Context Protocol."""

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


def _check_current_folder() -> None:
    try:
        Path.cwd()
    except OSError as error:
        raise click.ClickException("the current folder no longer exists; name a folder, or start in one") from error


@click.command(short_help="Serve coding agents through MCP.")
@click.argument(
    "paths",
    type=click.Path(exists=True, file_okay=False, resolve_path=True, path_type=Path),
    nargs=-1,
    metavar="[PATH]...",
)
@click.option("--http", is_flag=True, help="Serve over HTTP on the loopback interface, with a token.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Port of --http. Default: a free one.")
@click.option("--check", is_flag=True, help="Only check that the packages for agents are installed.")
def mcp(paths: tuple[Path, ...], http: bool, port: int, check: bool) -> None:
    """Answer a coding agent's questions about each folder PATH, over standard I/O or HTTP.

    If the folder is in a Git repository, the whole repository is served. Without PATH, the folders are those that the
    agent names, or else the current one; with --http, always the current one.

    While an editor with ctx-lsp has the folder open, answers come from that editor's server and include unsaved text.
    With --http, agents must send a bearer token: the one in CTX_LSP_MCP_TOKEN, or else the one that is printed.
    """
    require_extra()
    if check:
        return
    if not paths:
        _check_current_folder()
    log_to_stderr()
    logging.getLogger("mcp").setLevel(logging.ERROR)
    if not http:
        if port:
            raise click.UsageError("--port needs --http")
        asyncio.run(import_module("ctx_lsp.agents.mcp_server").serve(paths))
        return
    server = import_module("ctx_lsp.agents.http_server")
    try:
        asyncio.run(server.serve_http(paths or (Path.cwd(),), port))
    except server.PortError as error:
        raise click.ClickException(str(error)) from error
