"""The entry point: the table of commands and what they have in common when they end. The commands are in `commands`."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

import click

import ctx_lsp
from ctx_lsp.text.redaction import redacted
from ctx_lsp.text.terminal import escaped

INTERRUPTED = 130  # what shells expect of a program that Ctrl-C ended: 128 + SIGINT

# Name -> one line of help. A command is the function of the same name in the module of the same name, imported only
# when it runs: `--help`, `--version` and shell completion must not wait for the packages of the index.
COMMANDS = {
    "serve": "Run the language server.",
    "mcp": "Serve coding agents through MCP.",
    "index": "Index a folder ahead of the first question.",
    "search": "Find the definitions that answer a query.",
    "query": "Print a context pack for a question, within a token budget.",
    "context": "Print a context pack for files, or for a change.",
    "explain": "Explain why a symbol was included, or was not.",
    "graph": "Show the dependencies and dependants of a symbol or file.",
    "impact": "List the dependants of a symbol or file, by distance.",
    "test-scope": "List the tests that reach a change.",
    "patterns": "List design patterns and framework roles.",
    "cycles": "List groups of files that import each other.",
    "status": "Show indexed and skipped files, and the cache.",
    "savings": "Show daily token savings.",
    "cache": "List, prune, clear, export or import the cache.",
    "eval": "Score the search on tasks with known answers.",
    "bench": "Measure starts, edits, queries and memory on a folder.",
    "doctor": "Check the installation.",
}
MODULES = {"eval": "evaluate", "test-scope": "affected_tests"}  # where the name hides a builtin or is no identifier


class CommandTable(click.Group):
    """A group that imports a command when it is asked for, and ends every command in the same way."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click calls it
        """The names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  # click calls it
        """The command of that name, or None."""
        if cmd_name not in COMMANDS:
            return None
        name = MODULES.get(cmd_name, cmd_name)
        with _nothing_to_collect():
            command = getattr(import_module(f"ctx_lsp.cli.commands.{name}"), name)
        return command if isinstance(command, click.Command) else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002  # click calls it
        """The table as help text; nothing is imported for it."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; Ctrl-C ends it with one line and no traceback."""
        try:
            return super().invoke(ctx)
        except click.ClickException as error:  # its message may hold a name of a file or a line of it
            error.message = escaped(redacted(error.message))  # type: ignore[misc]  # the one place to change it
            raise
        except KeyboardInterrupt:
            click.echo("interrupted", err=True)
            ctx.exit(INTERRUPTED)


@contextmanager
def _nothing_to_collect() -> Iterator[None]:
    """Load modules without looking for garbage among what they make: it stays, and looking takes a quarter of the time.

    What is there afterwards is not looked at again later either.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


@click.group(cls=CommandTable, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(ctx_lsp.__version__, prog_name="ctx-lsp")
def cli() -> None:
    """Complete code context within a token budget, from the text on this machine and nowhere else.

    Exit codes: 0 done, 1 a problem or nothing found, 2 wrong usage.
    """


def main() -> None:
    """Run the command line; ends the process."""
    cli.main(prog_name="ctx-lsp")
