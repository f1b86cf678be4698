"""The command `ctx-lsp test-scope`, which lists the tests that reach a change."""

from pathlib import Path

import click

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cli import relations_output
from ctx_lsp.cli.options import as_json, folder
from ctx_lsp.cli.session import open_analysis, settings_of


@click.command("test-scope", short_help="List the tests that reach a change.")
@folder
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option("--base", metavar="REVISION", help="Test the changes since this Git revision. Default: HEAD.")
@as_json
@click.pass_context
def affected_tests(ctx: click.Context, path: Path, files: tuple[str, ...], base: str | None, as_json: bool) -> None:
    """List the tests in the folder PATH that reach a change, each with its call path.

    The change consists of the differences from --base. With FILEs (paths in PATH), it is all code in these files.
    """
    if files and base is not None:
        raise click.UsageError("give either files or --base")
    with open_analysis(path, settings_of(path), semantic=False) as analysis:
        relations, token = analysis.relations, CancelToken()
        answer = relations.tests_of_files(files, token) if files else relations.tests_since(base or "HEAD", token)
        relations_output.show_affected_tests(answer, as_json)
    ctx.exit(0 if answer.tests else 1)
