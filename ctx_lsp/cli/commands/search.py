"""The command `ctx-lsp search`, which prints ranked definitions for a query."""

from pathlib import Path

import click

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cli import output
from ctx_lsp.cli.options import as_json, folders, limit, no_semantic, rerank, scope, scope_of, with_filter_options
from ctx_lsp.cli.session import open_analysis, settings_of
from ctx_lsp.protocol.messages.options import Filter
from ctx_lsp.protocol.messages.search import SearchParams
from ctx_lsp.protocol.requests import search_request, unset_if_none


@click.command(short_help="Find the definitions that answer a query.")
@folders
@click.argument("text", metavar="QUERY")
@limit
@with_filter_options
@rerank
@scope
@no_semantic
@as_json
@click.pass_context
def search(  # noqa: PLR0913 - a parameter for each option
    ctx: click.Context,
    *,
    paths: tuple[Path, ...],
    text: str,
    limit: int | None,
    wanted: Filter,
    rerank: bool | None,
    scope: tuple[str, ...],
    no_semantic: bool,
    as_json: bool,
) -> None:
    """Find the definitions in the folders PATH that answer QUERY: a question, a name, or words."""
    path, *more = paths
    settings = settings_of(path)
    with open_analysis(
        path, settings, semantic=not no_semantic, more=more, await_vectors=True, await_history=True
    ) as analysis:
        given = SearchParams(
            text, unset_if_none(limit), wanted, unset_if_none(rerank), scope=unset_if_none(scope_of(scope))
        )
        request, token = search_request(given, settings), CancelToken()
        answer = analysis.search(request, token)
        commits = analysis.past.commits_since(request.filter, answer.items, token)
        output.show_search(answer, analysis, as_json, commits)
    ctx.exit(0 if answer.items else 1)
