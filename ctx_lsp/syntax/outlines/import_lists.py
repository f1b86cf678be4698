"""Joins the names in an import list with the module that follows the list: `import { a, b } from './module'`.

If one query pattern captured both, a match would stay open from each name to the module, and names in long lists would
be lost.
"""

from collections.abc import Iterable, Mapping

from ctx_lsp.syntax.rows import NodeSpan, QueryMatch

LIST = "import.list"
_MODULE = "import.module"


def modules_of_lists(listed: Iterable[QueryMatch]) -> dict[NodeSpan, QueryMatch]:
    """Return those of the matches in lists that capture the list's module, keyed by the list's node."""
    return {match.first(LIST): match for match in listed if _MODULE in match.names}


def with_module(match: QueryMatch, modules: Mapping[NodeSpan, QueryMatch]) -> QueryMatch | None:
    """Return the match of a name in an import list, with the captures of the list, such as its module.

    The result is None for the match of a list itself, and for names in other lists, such as destructuring patterns.
    """
    whole = modules.get(match.first(LIST)) if _MODULE not in match.names else None
    if whole is None:
        return None
    return QueryMatch((*whole.spots, *match.spots), match.pattern, (*whole.names, *match.names))
