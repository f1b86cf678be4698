"""The command `ctx-lsp doctor`, which checks that this installation works."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import click

from ctx_lsp.cli.checks import Check, check_packages, check_python, check_watches
from ctx_lsp.cli.printing import show_checks


@click.command(short_help="Check the installation.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def doctor(ctx: click.Context, as_json: bool) -> None:
    """Check Python, packages, grammars, the model, the cache folder and the system's limits."""
    ctx.exit(0 if show_checks(run_checks(), as_json) else 1)


def run_checks() -> Iterator[Check]:
    """Run all checks, quickest first. The engine is imported only if its packages are installed."""
    yield check_python()
    yield (packages := check_packages())
    yield check_watches(Path("/proc/sys/fs/inotify/max_user_watches"))
    if packages.ok:
        yield from import_module("ctx_lsp.cli.engine_checks").check_engine()
