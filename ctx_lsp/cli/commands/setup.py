"""The command `ctx-lsp setup`, which adds this program to a coding agent's configuration or removes it."""

import shutil
import sys
from difflib import unified_diff
from importlib import import_module
from pathlib import Path

import click
import orjson

from ctx_lsp.agents.clients import CLIENTS, ClientFileError
from ctx_lsp.base.system import IS_BUNDLE, PYTHON_MODULE
from ctx_lsp.cli.commands.mcp import require_extra
from ctx_lsp.cli.printing import print_line


@click.command(short_help="Set up a coding agent to use this program.")
@click.argument("agent", type=click.Choice(list(CLIENTS)))
@click.argument(
    "path",
    type=click.Path(exists=True, file_okay=False, resolve_path=True, path_type=Path),
    default=".",
    metavar="[PATH]",
)
@click.option("--remove", is_flag=True, help="Remove what was added.")
@click.option("--print", "only_print", is_flag=True, help="Print the resulting file without likely secrets.")
@click.option("-y", "--yes", is_flag=True, help="Change the file without asking.")
def setup(agent: str, path: Path, remove: bool, only_print: bool, yes: bool) -> None:
    """Configure the coding agent AGENT to start `ctx-lsp mcp` for the folder PATH.

    The change is shown first, and made only if you agree. Everything else in the configuration file is kept, including
    members that you added to the entry. Codex and Copilot CLI keep their list of servers in your home folder, so they
    start this server in every project.
    """
    require_extra()
    files = import_module("ctx_lsp.agents.client_files")
    client = CLIENTS[agent]
    file = client.path(path, Path.home())
    if client.is_outside(path, Path.home()):
        raise click.ClickException(f"{file} is a link to a file outside of {path}")
    entry = client.entry(_own_program())
    try:
        old = files.read_text(file)
        new = files.without_entry(old, client) if remove else files.with_entry(old, client, entry)
    except ClientFileError as error:
        by_hand = orjson.dumps(entry).decode()
        raise click.ClickException(
            f"{file}: {error}. Edit it by hand: the entry `ctx-lsp` in `{client.servers}` is {by_hand}"
        ) from error
    if only_print:
        print_line((new or "").removesuffix("\n"))
        return
    if new == old:
        print_line(f"Nothing to do: {file} {'does not name' if remove else 'already names'} ctx-lsp.")
        return
    try:
        files.require_writable(file)
        for line in unified_diff((old or "").splitlines(), (new or "").splitlines(), str(file), str(file), lineterm=""):
            print_line(line)
        if not yes and not click.confirm("Remove the file?" if new is None else "Write the file?"):
            raise click.Abort
        files.write(file, new)
    except ClientFileError as error:
        raise click.ClickException(str(error)) from error
    print_line(f"Done. Restart {client.title}, or reload its MCP servers.")


def _own_program() -> tuple[str, ...]:
    """Return a command that starts this program even from editors whose PATH differs from this shell's."""
    if IS_BUNDLE:
        return (sys.executable,)
    found = Path(shutil.which("ctx-lsp") or sys.prefix)
    is_own = found.resolve().is_relative_to(Path(sys.prefix).resolve()) and found.is_file()
    is_activated = sys.prefix != sys.base_prefix and found.is_relative_to(sys.prefix)  # on the PATH of this shell only
    return ("ctx-lsp",) if is_own and not is_activated else (*PYTHON_MODULE, "ctx_lsp")
