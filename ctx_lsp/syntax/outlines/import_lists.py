"""Joins the names in an import list with the module that follows the list: `import { a, b } from './module'`.

If one query pattern captured both, a match would stay open from each name to the module, and names in long lists would
be lost.
"""

from collections.abc import Iterable, Iterator, Mapping

from ctx_lsp.syntax.rows import NodeSpan, QueryMatch

_LIST = "import.list"
_MODULE = "import.module"


def with_modules_of_lists(found: Iterable[QueryMatch]) -> Iterable[QueryMatch]:
    """Return the matches, with the captures of an import list, such as its module, added to each name in the list.

    The matches of the lists themselves are left out, and so are names in other lists, such as destructuring patterns.
    """
    matches = [*found]
    listed = [match for match in matches if _LIST in match.names]
    if not listed:
        return matches
    modules = {_place(match): match for match in listed if _MODULE in match.names}
    return _joined(matches, modules)


def _joined(matches: Iterable[QueryMatch], modules: Mapping[NodeSpan, QueryMatch]) -> Iterator[QueryMatch]:
    for match in matches:
        if _LIST not in match.names:
            yield match
        elif _MODULE not in match.names and (whole := modules.get(_place(match))):
            yield QueryMatch((*whole.spots, *match.spots), match.pattern, (*whole.names, *match.names))


def _place(match: QueryMatch) -> NodeSpan:
    return match.first(_LIST)
