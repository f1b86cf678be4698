"""Validates searches and their filters, and looks up the folders that they name. Retrieval applies the filters."""

from collections.abc import Iterable
from dataclasses import replace
from difflib import get_close_matches
from functools import cache
from typing import get_args

from ctx_lsp.features.model import BadRequest
from ctx_lsp.languages.table import all_languages
from ctx_lsp.retrieval.model import ResultFilter, Scope, SearchRequest
from ctx_lsp.syntax.model import SymbolKind
from ctx_lsp.text.roots import Roots

MAX_LIMIT = 200  # results of one search
MAX_NAMED = 10  # names that a message lists in full


def check_search(request: SearchRequest) -> None:
    """Check the limit and the filter of a search. Raises `BadRequest`."""
    if not 1 <= request.limit <= MAX_LIMIT:
        raise BadRequest(f"limit must be a number from 1 to {MAX_LIMIT}")
    check_filter(request.filter)


def check_filter(wanted: ResultFilter) -> None:
    """Raise `BadRequest` if a language or kind does not exist, because then nothing could match."""
    _check("a known language", wanted.languages, _languages())
    _check("a kind of symbol", wanted.kinds, get_args(SymbolKind))


def with_folders(wanted: ResultFilter, roots: Roots, scope: Scope = "workspace") -> ResultFilter:
    """Return the filter with `folders` set to the workspace folders that both the filter and `scope` allow.

    The filter is returned unchanged if neither restricts the folders. Raises `BadRequest` if the filter names a folder
    that does not exist.
    """
    _check("a folder of the workspace", wanted.roots, roots.names)
    names = wanted.roots or roots.names
    if isinstance(scope, tuple):
        names = tuple(name for name in names if name in scope)
    elif not wanted.roots:
        return wanted
    return replace(wanted, folders=roots.selected(names))


def _check(what: str, given: Iterable[str], known: Iterable[str]) -> None:
    by_letters = {name.lower(): name for name in known}
    for name in given:
        if by_letters.get(name.lower()) != name:
            nearest = get_close_matches(name.lower(), by_letters, 1)
            every = f". Known: {', '.join(by_letters.values())}" if len(by_letters) <= MAX_NAMED else ""
            hint = f". Did you mean {by_letters[nearest[0]]!r}?" if nearest else every
            raise BadRequest(f"{name!r} is not {what}{hint}")


@cache
def _languages() -> tuple[str, ...]:
    return tuple(language.name for language in all_languages())
