"""The command `ctx-lsp check`, which checks what documents say about the code of a folder."""

from pathlib import Path
from typing import BinaryIO

import click

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cli import check_output
from ctx_lsp.cli.session import open_analysis, settings_of
from ctx_lsp.text.decode import decode
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import CLAIM_KINDS, Checks, DocumentReport

MAX_DRAFT = 4_000_000  # bytes of a draft; longer texts are not prose


@click.command(short_help="Check what documents say about the code.")
@click.argument(
    "root", type=click.Path(exists=True, file_okay=False, resolve_path=True, path_type=Path), metavar="ROOT"
)
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("--base", metavar="REVISION", help="Only statements in lines changed since this Git revision.")
@click.option("--text", type=click.File("rb"), metavar="FILE", help="Check a draft in Markdown; - is standard input.")
@click.option(
    "--kind", "kinds", type=click.Choice(CLAIM_KINDS), multiple=True, help="Only statements of this kind. Repeatable."
)
@click.option("--json", "form", flag_value="json", help="Print JSON.")
@click.option("--sarif", "form", flag_value="sarif", help="Print the false statements as SARIF 2.1.0.")
@click.option("--github", "form", flag_value="github", help="Print the false statements as GitHub annotations.")
@click.pass_context
def check(
    ctx: click.Context,
    root: Path,
    paths: tuple[str, ...],
    base: str | None,
    text: BinaryIO | None,
    kinds: tuple[str, ...],
    form: check_output.CheckFormat | None,
) -> None:
    """Check what documents say about the code in the folder ROOT.

    The documents are the files or folders PATH in ROOT, by default all documents. Each statement is confirmed, refuted
    or unknown. The exit code is 1 if any statement is refuted.
    """
    if text is not None and (paths or base):
        raise click.UsageError("--text checks a draft, so it takes neither paths nor --base")
    draft = _draft(text) if text is not None else None
    with open_analysis(root, settings_of(root), semantic=False, await_history=True) as analysis:
        checks, token = Checks.of(analysis), CancelToken()
        reports: tuple[DocumentReport, ...]
        if draft is not None:
            reports = (checks.draft(draft, kinds, token),)
        else:
            reports = checks.documents(_relative(root, paths), base, kinds, token)
        check_output.show_reports(reports, analysis, form or "text")
    ctx.exit(1 if any(one.is_false for report in reports for one in report.claims) else 0)


def _draft(file: BinaryIO) -> SourceText:
    source = decode(file.read(MAX_DRAFT))
    if source is None:
        raise click.ClickException("the draft is not text")
    return source


def _relative(root: Path, paths: tuple[str, ...]) -> tuple[str, ...]:
    """Return `paths` relative to the root. Each may be given relative to the root or to the current folder.

    Raises `click.ClickException` if a path does not exist or is not in the root.
    """
    found = []
    for one in paths:
        path = Path(one)
        if not path.is_absolute() and not (root / path).exists():
            path = Path.cwd() / path
        resolved = (root / path).resolve()
        if not resolved.exists():
            raise click.ClickException(f"{one} does not exist")
        if not resolved.is_relative_to(root):
            raise click.ClickException(f"{one} is not in {root}")
        found.append(resolved.relative_to(root).as_posix())
    return tuple(found)
