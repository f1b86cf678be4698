"""Options that several commands share, and what they become. No command is here."""

from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import get_args

import click

from ctx_lsp.packing.model import PackFormat, PackOptions
from ctx_lsp.retrieval.model import Auto, Filter

Option = Callable[[Callable[..., None]], Callable[..., None]]

MAX_LIMIT = 200  # the protocol's bound too: more results than anyone reads
MAX_DEPTH = 10  # edges; a few steps away everything depends on everything
MIN_TOKENS = 100  # less does not hold one signature with its file and range

folder = click.argument(
    "path", type=click.Path(exists=True, file_okay=False, resolve_path=True, path_type=Path), metavar="PATH"
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
no_semantic = click.option(
    "--no-semantic", is_flag=True, help="Do not wait for vectors; answer from the text and those that are cached."
)
rerank = click.option(
    "--rerank/--no-rerank", default=None, help="Rerank the first results always, or never. Default: where it may help."
)
_FILTERS = (
    click.option("--language", "languages", multiple=True, help="Only files in this language. May be repeated."),
    click.option("--kind", "kinds", multiple=True, help="Only symbols of this kind, such as Class. May be repeated."),
    click.option("--include", multiple=True, metavar="GLOB", help="Only files that match. May be repeated."),
    click.option("--exclude", multiple=True, metavar="GLOB", help="No files that match. May be repeated."),
    click.option("--tests/--no-tests", default=None, help="Test code always, or never. Default: where asked for."),
)
_PACKING = (
    click.option("--max-tokens", type=click.IntRange(MIN_TOKENS), default=4096, show_default=True, help="Of the text."),
    click.option(
        "--min-completeness", type=click.FloatRange(0, 1), default=0.9, show_default=True, help="Of the pack."
    ),
    click.option("--depth", type=click.IntRange(0, MAX_DEPTH), default=2, show_default=True, help="Edges followed."),
    click.option("--format", "style", type=click.Choice(get_args(PackFormat)), default="markdown", show_default=True),
    rerank,
)


def filtered(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that make a `Filter`; it gets the filter alone, as its parameter `wanted`."""

    @wraps(command)
    def run(
        languages: tuple[str, ...],
        kinds: tuple[str, ...],
        include: tuple[str, ...],
        exclude: tuple[str, ...],
        tests: bool | None,
        **others: object,
    ) -> None:
        command(wanted=Filter(languages, kinds, include, exclude, automatic(tests)), **others)

    return _with(run, _FILTERS)


def packing(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that make `PackOptions`; it gets those alone, as its parameter `options`."""

    @filtered
    @wraps(command)
    def run(
        wanted: Filter,
        max_tokens: int,
        min_completeness: float,
        depth: int,
        style: PackFormat,
        rerank: bool | None,
        **others: object,
    ) -> None:
        options = PackOptions(
            max_tokens=max_tokens,
            min_completeness=min_completeness,
            dependency_depth=depth,
            include_tests=wanted.tests,
            rerank=automatic(rerank),
            format=style,
            filter=wanted,
        )
        command(options=options, **others)

    return _with(run, _PACKING)


def _with(command: Callable[..., None], options: Sequence[Option]) -> Callable[..., None]:
    for option in reversed(options):  # the help lists them in the order in which they decorate from below
        command = option(command)
    return command


def automatic(flag: bool | None) -> Auto:
    """An on/off option that was not given leaves the choice to the engine."""
    return "auto" if flag is None else flag
