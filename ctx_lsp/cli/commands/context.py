"""The command `ctx-lsp context`, which prints a context pack for some files or for a change."""

from pathlib import Path
from typing import TextIO

import click

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cli import output
from ctx_lsp.cli.options import as_json, folder, with_pack_options
from ctx_lsp.cli.session import open_analysis, settings_of
from ctx_lsp.packing.model import ChangeSubject, FilesSubject, PackRequest
from ctx_lsp.protocol.messages.options import Options
from ctx_lsp.protocol.requests import pack_options
from ctx_lsp.workspace import note_pack


@click.command(short_help="Print a context pack for files, or for a change.")
@folder
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option("--base", metavar="REVISION", help="Use the changes since this Git revision or day. Default: HEAD.")
@click.option(
    "--diff", type=click.File(encoding="utf-8", errors="replace"), help="Use this unified diff; - is standard input."
)
@with_pack_options
@as_json
@click.pass_context
def context(
    ctx: click.Context,
    path: Path,
    files: tuple[str, ...],
    base: str | None,
    diff: TextIO | None,
    given: Options,
    as_json: bool,
) -> None:
    """Print a context pack for a change in the folder PATH: the changed symbols, their users and their tests.

    The change consists of the differences from --base, or of the patch in --diff. With FILEs (paths in PATH), it is all
    code in these files.
    """
    if bool(files) + (base is not None) + (diff is not None) > 1:
        raise click.UsageError("give either files, or --base, or --diff")
    settings = settings_of(path)
    with open_analysis(path, settings, semantic=False, await_history=True) as analysis:
        subject = FilesSubject(files) if files else ChangeSubject(base or "HEAD", diff.read() if diff else None)
        pack = analysis.pack(PackRequest(subject, pack_options(given, settings)), CancelToken())
        output.show_pack(pack, analysis, as_json)
        note_pack(settings.cache, subject, pack)  # last, as this may wait for the key of the cache
    ctx.exit(0 if pack.items else 1)
