"""The command `ctx-lsp serve`, which runs the language server."""

import click

from ctx_lsp.protocol.server import serve as serve_client


@click.command(short_help="Run the language server.")
@click.option("--stdio", is_flag=True, help="Use standard input and output.")
@click.option("--tcp", type=click.IntRange(0, 65535), metavar="PORT", help="Serve one client on 127.0.0.1:PORT.")
@click.pass_context
def serve(ctx: click.Context, stdio: bool, tcp: int | None) -> None:
    """Run the language server until its client exits."""
    if stdio == (tcp is not None):
        raise click.UsageError("give either --stdio or --tcp PORT")
    ctx.exit(serve_client(tcp))
