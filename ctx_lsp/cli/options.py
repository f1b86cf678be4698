"""Options shared by several commands. The commands are in `commands`.

Options are converted to the protocol's types, and `protocol.requests` converts these to the engine's types. An option
that was not given takes its value from the settings, or from the engine if there is no such setting.
"""

from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import get_args

import click

from ctx_lsp.packing.model import Encoding, PackFormat, Policy
from ctx_lsp.protocol.messages.options import Filter, Options
from ctx_lsp.protocol.requests import unset_if_none
from ctx_lsp.retrieval.model import Auto, Scope, ScopeWord

Command = Callable[..., None]
Option = Callable[[Command], Command]

# The protocol and the engine have the same bounds.
MAX_LIMIT = 200  # nobody reads more results
MAX_DEPTH = 10  # beyond this distance, everything depends on everything
MIN_TOKENS = 100  # a smaller budget cannot hold even one signature with its file and range

folder = click.argument(
    "path", type=click.Path(exists=True, file_okay=False, resolve_path=True, path_type=Path), metavar="PATH"
)
folders = click.argument(
    "paths",
    type=click.Path(exists=True, file_okay=False, resolve_path=True, path_type=Path),
    metavar="PATH...",
    nargs=-1,
    required=True,
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
no_semantic = click.option("--no-semantic", is_flag=True, help="Do not wait for vectors; use text and cached vectors.")
rerank = click.option(
    "--rerank/--no-rerank", default=None, help="Rerank the best results with a cross-encoder. Default: search.rerank."
)
limit = click.option("--limit", type=click.IntRange(1, MAX_LIMIT), help="Number of results. Default: search.limit.")
scope = click.option(
    "--scope",
    "scope",
    multiple=True,
    metavar="NAME",
    help='"everywhere": published repositories, too; "workspace"; or names of folders and repositories. Repeatable.',
)


def not_empty(_: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """Reject an empty value, which would mean no restriction. It may come from an unset variable in a script."""
    if value == "":
        raise click.BadParameter("must not be empty", param=parameter)
    return value


_FILTER_OPTIONS = (
    click.option("--language", "languages", multiple=True, help="Only files in this language. Repeatable."),
    click.option(
        "--kind", "kinds", multiple=True, help="Only symbols of this kind, such as Class or Requirement. Repeatable."
    ),
    click.option("--include", multiple=True, metavar="GLOB", help="Only matching files. Repeatable."),
    click.option("--exclude", multiple=True, metavar="GLOB", help="Skip matching files. Repeatable."),
    click.option(
        "--tests/--no-tests",
        default=None,
        help="Include or exclude test code. Default: include it if the question is about tests.",
    ),
    click.option("--root", "roots", multiple=True, metavar="NAME", help="Only the folder of this name. Repeatable."),
    click.option(
        "--since",
        "revision",
        metavar="REVISION",
        callback=not_empty,
        help="Only definitions that have changed since this Git revision, or since a day such as 2026-01-31.",
    ),
)
_PACK_OPTIONS = (
    click.option("--max-tokens", type=click.IntRange(MIN_TOKENS), help="Token budget. Default: pack.maxTokens."),
    click.option(
        "--min-completeness",
        type=click.FloatRange(0, 1),
        help="Warn below this completeness. Default: pack.minCompleteness.",
    ),
    click.option(
        "--depth", type=click.IntRange(0, MAX_DEPTH), help="Depth of dependencies. Default: pack.dependencyDepth."
    ),
    click.option("--pin", multiple=True, metavar="SYMBOL", help="Always include this symbol. Repeatable."),
    click.option("--leave-out", multiple=True, metavar="SYMBOL", help="Never include this symbol. Repeatable."),
    click.option("--policy", type=click.Choice(get_args(Policy)), default="adaptive", help="How the budget is spent."),
    click.option(
        "--encoding", type=click.Choice(get_args(Encoding)), default="o200k_base", help="Tokenizer used for the budget."
    ),
    click.option(
        "--guidance/--no-guidance",
        default=None,
        help="Quote style documents, notes and the team's patterns in packs for an edit. Default: pack.guidance.",
    ),
    click.option("--tree", is_flag=True, help="Show which symbols of the pack use which."),
    click.option(
        "--format", "style", type=click.Choice(get_args(PackFormat)), help="Output format. Default: pack.format."
    ),
    rerank,
)


def with_filter_options(command: Command) -> Command:
    """Add the filter options to a command, which receives them as a `Filter` in its parameter `wanted`."""

    @wraps(command)
    def run(
        languages: tuple[str, ...],
        kinds: tuple[str, ...],
        include: tuple[str, ...],
        exclude: tuple[str, ...],
        tests: bool | None,
        roots: tuple[str, ...],
        revision: str | None,
        **others: object,
    ) -> None:
        wanted = Filter(languages, kinds, include, exclude, auto_unless_set(tests), unset_if_none(revision), roots)
        command(wanted=wanted, **others)

    return _with(run, _FILTER_OPTIONS)


def with_pack_options(command: Command) -> Command:
    """Add the pack and filter options to a command, which receives them as `Options` in its parameter `given`."""

    @with_filter_options
    @wraps(command)
    def run(  # noqa: PLR0913 - a parameter for each option
        *,
        wanted: Filter,
        max_tokens: int | None,
        min_completeness: float | None,
        depth: int | None,
        style: PackFormat | None,
        rerank: bool | None,
        pin: tuple[str, ...],
        leave_out: tuple[str, ...],
        policy: Policy,
        encoding: Encoding,
        tree: bool,
        guidance: bool | None,
        **others: object,
    ) -> None:
        given = Options(
            max_tokens=unset_if_none(max_tokens),
            min_completeness=unset_if_none(min_completeness),
            dependency_depth=unset_if_none(depth),
            include_tests=unset_if_none(None if wanted.tests == "auto" else wanted.tests),
            rerank=unset_if_none(rerank),
            format=unset_if_none(style),
            filter=wanted,
            pin=pin,
            exclude=leave_out,
            policy=policy,
            encoding=encoding,
            tree=tree,
            guidance=unset_if_none(guidance),
        )
        command(given=given, **others)

    return _with(run, _PACK_OPTIONS)


def auto_unless_set(flag: bool | None) -> Auto:
    """Return the value of an on/off option, or "auto" if it was not given, so that the engine decides."""
    return "auto" if flag is None else flag


def scope_of(names: tuple[str, ...]) -> Scope | None:
    """Return the scope given by the values of `--scope`, or None if there are none.

    The scope is "everywhere" or "workspace" if that is the only value, and otherwise a tuple of names.
    """
    word: ScopeWord
    for word in get_args(ScopeWord):
        if names == (word,):
            return word
    return names or None


def _with(command: Command, options: Sequence[Option]) -> Command:
    for option in reversed(options):  # the help lists the decorator that was applied last first
        command = option(command)
    return command
