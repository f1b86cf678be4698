"""Joins the names of a list of imports with the module after the list: `import { a, b } from './module'`.

A query with both in one pattern has an open match for each name until the module, and loses names of long lists.
"""

from collections.abc import Iterable, Iterator

from ctx_lsp.syntax.rows import NodeSpan, QueryMatch

_LIST = "import.list"
_MODULE = "import.module"


def with_modules_of_lists(found: Iterable[QueryMatch]) -> Iterator[QueryMatch]:
    """Yield the matches, with each name of a list completed by the captures of the list's own match.

    Names in other lists, such as patterns that take values apart, are left out.
    """
    matches = [*found]
    modules = {_place(match): match for match in matches if _LIST in match.names and _MODULE in match.names}
    for match in matches:
        if _LIST not in match.names:
            yield match
        elif _MODULE not in match.names and (whole := modules.get(_place(match))):
            yield QueryMatch((*whole.spots, *match.spots), match.pattern, (*whole.names, *match.names))


def _place(match: QueryMatch) -> NodeSpan:
    return match.first(_LIST)
