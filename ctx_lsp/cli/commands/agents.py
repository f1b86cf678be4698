"""The command `ctx-lsp agents`, which lists the logged calls of coding agents."""

from dataclasses import asdict

import click

from ctx_lsp.agents.call_log import KEPT_DAYS, LoggedCall, log_folder, logged_calls
from ctx_lsp.cli.options import as_json
from ctx_lsp.cli.printing import show_json, show_table

HEADS = ("time (UTC)", "agent", "tool", "from", "pieces", "tokens", "folder")


@click.command(short_help="List the tool calls of coding agents.")
@click.option("--days", type=click.IntRange(1, KEPT_DAYS), default=7, show_default=True, help="Today included.")
@as_json
def agents(days: int, as_json: bool) -> None:
    """List the tool calls of agents (`ctx-lsp mcp`): the agent, the tool, the folder, and how much code was sent.

    Neither questions nor answers are logged. The log is kept for 30 days in the user's data folder.
    """
    folder = log_folder()
    calls = list(logged_calls(folder, days))
    if as_json:
        show_json({"path": str(folder), "calls": [asdict(call) for call in calls]})
        return
    show_table(HEADS, [_row(call) for call in calls])


def _row(call: LoggedCall) -> tuple[str, ...]:
    time = call.at.removesuffix("+00:00").replace("T", " ")
    tokens = f"{'~' if call.estimated else ''}{call.tokens:,}"
    return time, call.agent, call.tool, call.source, f"{call.pieces:,}", tokens, call.root
