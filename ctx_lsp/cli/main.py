"""The entry point, with the table of commands and their common error handling. The commands are in `commands`."""

import errno
import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from io import TextIOWrapper

import click

import ctx_lsp
from ctx_lsp.base.memory import collect_seldom
from ctx_lsp.text.redaction import redacted
from ctx_lsp.text.terminal import escaped

INTERRUPTED = 130  # the exit code that shells expect after Ctrl-C: 128 + SIGINT

# Name -> one line of help. Each command is the function of that name in the module of that name, and is imported only
# when it runs, so that `--help`, `--version` and shell completion need not wait for the packages of the index.
COMMANDS = {
    "serve": "Run the language server.",
    "mcp": "Serve coding agents through MCP.",
    "agents": "List the tool calls of coding agents.",
    "setup": "Set up a coding agent to use this program.",
    "index": "Index a folder ahead of the first question.",
    "search": "Find the definitions that answer a query.",
    "query": "Print a context pack for a question, within a token budget.",
    "context": "Print a context pack for files, or for a change.",
    "history": "List the packs of a folder, or repeat one.",
    "explain": "Explain why a symbol was included, or was not.",
    "graph": "Show the dependencies and dependants of a symbol or file.",
    "impact": "List the dependants of a symbol or file, by distance.",
    "test-scope": "List the tests that reach a change.",
    "patterns": "List design patterns and framework roles.",
    "check": "Check what documents say about the code.",
    "remember": "Write a note about the code into the repository.",
    "recall": "List notes about the code, and whether they still hold.",
    "confirm": "Confirm that notes still hold, or accept proposed ones.",
    "update": "Update outdated notes to match the current code.",
    "retire": "Delete notes that no longer hold.",
    "propose": "Propose notes from commits and documents.",
    "journal": "Keep a journal of tasks, and resume them.",
    "cycles": "List groups of files that import each other.",
    "status": "Show indexed and skipped files, and the cache.",
    "savings": "Show token savings by day, week or command.",
    "monitoring": "Write Prometheus alerts and a Grafana dashboard.",
    "publish": "Publish a repository's index for search from other machines.",
    "sharing": "Set up and check the storage that a team shares.",
    "cache": "List, prune, clear, export or import the cache.",
    "eval": "Score the search on tasks with known answers.",
    "bench": "Measure starts, edits, queries and memory on a folder.",
    "doctor": "Check the installation.",
}
# Names that would hide a builtin or are not identifiers, and commands in a folder.
MODULES = {
    "eval": "evaluate",
    "test-scope": "affected_tests",
    "remember": "notes.remember",
    "recall": "notes.recall",
    "confirm": "notes.confirm",
    "update": "notes.update",
    "retire": "notes.retire",
    "propose": "notes.propose",
    "publish": "team.publish",
    "sharing": "team.sharing",
}


class CommandTable(click.Group):
    """A command group that imports each command only when needed and handles the errors of commands."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click calls it
        """Return the names of the commands in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  # click calls it
        """Import and return the command `cmd_name`, or return None if there is no such command."""
        if cmd_name not in COMMANDS:
            return None
        module = MODULES.get(cmd_name, cmd_name)
        with _disable_collection():
            command = getattr(import_module(f"ctx_lsp.cli.commands.{module}"), module.rpartition(".")[2])
        return command if isinstance(command, click.Command) else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002  # click calls it
        """Write the list of commands to the help text, without importing any command."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> object:
        """Run a command, and redact secrets in its error messages.

        Ctrl-C ends the command without a traceback. So does an operating system error, such as a full disk, a port in
        use or a deleted working folder.
        """
        try:
            return super().invoke(ctx)
        except click.ClickException as error:  # the message may quote the name or text of a file
            error.message = escaped(redacted(error.message))  # type: ignore[misc]  # declared Final
            raise
        except OSError as error:
            if error.errno == errno.EPIPE:  # nobody reads the output any more; click ends the process without a message
                raise
            about = f": {error.filename}" if error.filename else ""
            raise click.ClickException(escaped(redacted(f"{error.strerror or error}{about}"))) from error
        except KeyboardInterrupt:
            click.echo("interrupted", err=True)
            ctx.exit(INTERRUPTED)


@contextmanager
def _disable_collection() -> Iterator[None]:
    """Disable the garbage collector while modules load, then freeze the objects that were created.

    These objects live as long as the process, and collecting garbage among them would take a quarter of the loading
    time. Later collections skip frozen objects.
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
    """Gather complete code context within a token budget, using only the text on this machine.

    Exit codes: 0 done, 1 a problem or nothing found, 2 wrong usage.
    """


def main() -> None:
    """Run the command line and end the process."""
    collect_seldom()
    print_utf8()
    cli.main(prog_name="ctx-lsp")


def print_utf8() -> None:
    """Print UTF-8 to files and pipes. On Windows, they would have an encoding that lacks most characters.

    Terminals keep their own encoding.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and not stream.isatty():
            stream.reconfigure(encoding="utf-8", errors=stream.errors)
