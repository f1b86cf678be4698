"""Conversion of wire parameters to the engine's requests, for the server and for the command line.

Missing parameters take their values from the settings. `handlers.locations` resolves positions and URIs.
"""

from collections.abc import Callable
from typing import TypeVar

from msgspec import UNSET, UnsetType

from ctx_lsp.packing.model import PackOptions
from ctx_lsp.protocol.messages.options import Filter, Options
from ctx_lsp.protocol.messages.search import SearchParams
from ctx_lsp.retrieval.model import ResultFilter, Scope, SearchRequest
from ctx_lsp.settings import Settings

T = TypeVar("T")
PathOf = Callable[[str], str | None]
"""A function that returns the workspace path of a URI, or None for a URI outside of the workspace."""

FILE_URI = "file:"
DEFAULT_OPTIONS = Options()


def search_request(given: SearchParams, settings: Settings) -> SearchRequest:
    """Convert the parameters of a search to the engine's request."""
    search = settings.search
    return SearchRequest(
        question=given.query,
        limit=_value_or(given.limit, search.limit),
        filter=_result_filter(given.filter),
        rerank=_value_or(given.rerank, search.default_rerank),
        hypothetical=given.hypothetical,
        scope=scope_or_default(given.scope, settings),
    )


def scope_or_default(given: Scope | UnsetType, settings: Settings) -> Scope:
    """Return the scope in the parameters of a request (`given`), or the scope from the settings if that is missing.

    If the settings name no scope either, the result is "workspace".
    """
    return _value_or(given, settings.search.scope) or "workspace"


def pack_options(given: Options, settings: Settings, path_of: PathOf | None = None) -> PackOptions:
    """Convert the options of a pack to the engine's options.

    `path_of` converts URIs of files and folders to workspace paths. Without it, `given` must not contain URIs.
    """
    pack = settings.pack
    return PackOptions(
        max_tokens=_value_or(given.max_tokens, pack.max_tokens),
        min_completeness=_value_or(given.min_completeness, pack.min_completeness),
        dependency_depth=_value_or(given.dependency_depth, pack.dependency_depth),
        include_tests=_value_or(given.include_tests, pack.include_tests),
        rerank=_value_or(given.rerank, settings.search.default_rerank),
        format=_value_or(given.format, pack.format),
        filter=_result_filter(given.filter),
        pin=_without_uris(given.pin, path_of),
        exclude=_without_uris(given.exclude, path_of),
        policy=given.policy,
        cursor=given.cursor,
        encoding=given.encoding,
        since=_value_or(given.since, ""),
        tree=given.tree,
        guidance=_value_or(given.guidance, pack.guidance),
    )


def unset_if_none(value: T | None) -> T | UnsetType:
    """Return `value`, or `UNSET` if it is None."""
    return UNSET if value is None else value


def _without_uris(written: tuple[str, ...], path_of: PathOf | None) -> tuple[str, ...]:
    """Return names of symbols, files and folders, with workspace paths in place of URIs."""
    if path_of is None:
        return written
    return tuple((path_of(one) if one.startswith(FILE_URI) else None) or one for one in written)


def _result_filter(given: Filter) -> ResultFilter:
    since = _value_or(given.since, "")
    return ResultFilter(
        given.languages, given.kinds, given.include, given.exclude, given.tests, since, roots=given.roots
    )


def _value_or(given: T | UnsetType, default: T) -> T:
    return default if isinstance(given, UnsetType) else given
