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

# Name -> one line of help. A command is the function of the same name in the module of the same name, imported when
# it is wanted: `--help`, `--version` and the shell's completion should not wait for the index's packages.
COMMANDS = {
    "serve": "Run the language server.",
    "index": "Index a folder, so that later answers come at once.",
    "search": "Find the definitions that answer a query.",
    "query": "Print a context pack: what a reader needs for a question, within a token budget.",
    "context": "Print a context pack for some files, or for what has changed, with whom that reaches.",
    "explain": "Say why a symbol is, or is not, in the answer to a query.",
    "graph": "Show what a symbol or file depends on, and what depends on it.",
    "impact": "List what depends on a symbol or file, by distance.",
    "test-scope": "List the tests that reach some files, or what differs from a git revision.",
    "patterns": "List design patterns and framework roles, with what belongs to them.",
    "cycles": "List groups of files that import each other.",
    "status": "Tell what is indexed, how far, and where the cache is.",
    "savings": "Tell by day what packs have saved against whole files.",
    "cache": "List, prune, clear, export or import what is kept between runs.",
    "eval": "Score the search on tasks with known answers.",
    "bench": "Measure indexing, queries, edits and memory on a folder.",
    "doctor": "Check that this installation works.",
}
MODULES = {"eval": "evaluate", "test-scope": "affected_tests"}  # where a name would hide a builtin, or is none


class CommandTable(click.Group):
    """A group that imports a command when it is asked for, and ends every command in the same way."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or None."""
        if cmd_name not in COMMANDS:
            return None
        name = MODULES.get(cmd_name, cmd_name)
        with _nothing_to_collect():
            command = getattr(import_module(f"ctx_lsp.cli.commands.{name}"), name)
        return command if isinstance(command, click.Command) else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
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
