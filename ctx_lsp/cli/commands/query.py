"""The command `ctx-lsp query`, which prints a context pack for a question."""

from pathlib import Path

import click

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cli import output
from ctx_lsp.cli.options import as_json, folders, no_semantic, scope, scope_of, with_pack_options
from ctx_lsp.cli.session import open_analysis, settings_of
from ctx_lsp.packing.model import PackRequest, QuestionSubject
from ctx_lsp.protocol.messages.options import Options
from ctx_lsp.protocol.requests import pack_options, scope_or_default, unset_if_none
from ctx_lsp.workspace import note_pack


@click.command(short_help="Print a context pack for a question, within a token budget.")
@folders
@click.argument("text", metavar="QUERY")
@scope
@with_pack_options
@no_semantic
@as_json
@click.pass_context
def query(
    ctx: click.Context,
    paths: tuple[Path, ...],
    text: str,
    scope: tuple[str, ...],
    given: Options,
    no_semantic: bool,
    as_json: bool,
) -> None:
    """Print a context pack for QUERY: the code that answers it in the folders PATH, and what this code depends on."""
    path, *more = paths
    settings = settings_of(path)
    with open_analysis(
        path, settings, semantic=not no_semantic, more=more, await_vectors=True, await_history=True
    ) as analysis:
        subject = QuestionSubject(text, scope=scope_or_default(unset_if_none(scope_of(scope)), settings))
        request = PackRequest(subject, pack_options(given, settings))
        pack = analysis.pack(request, CancelToken())
        output.show_pack(pack, analysis, as_json)
        note_pack(settings.cache, request.subject, pack)  # last, as this may wait for the key of the cache
    ctx.exit(0 if pack.items or pack.elsewhere else 1)
