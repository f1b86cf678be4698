"""Finds the definitions of functions and variables that headers declare, as in C.

A header is recognised by the end of its file name; see `headers` in `languages/README.md`.
"""

from collections.abc import Iterator

from ctx_lsp.graph.entry import Definition
from ctx_lsp.graph.lookups import Lookups
from ctx_lsp.graph.resolution.bindings import RatedDefinitions

_DEFINED_APART = frozenset({"Function", "Method", "Constructor", "Operator", "Variable"})


def with_definitions(found: RatedDefinitions, headers: tuple[str, ...], lookups: Lookups) -> RatedDefinitions:
    """Return `found`, with each declaration in a header preceded by its definitions outside headers, if there are any.

    `headers` holds the endings of the names of header files. If it is empty, `found` is returned unchanged.
    """
    return tuple(_with_definitions(found, headers, lookups)) if headers else found


def _with_definitions(
    found: RatedDefinitions, headers: tuple[str, ...], lookups: Lookups
) -> Iterator[tuple[Definition, float]]:
    for one, sure in found:
        if one.kind in _DEFINED_APART and one.path.endswith(headers):
            holder, _, name = one.qualname.rpartition(".")
            members = lookups.added(one.language, holder, name) if holder else ()
            for other in members if holder else lookups.by_name_fallback(one.language, name, members=False):
                is_elsewhere = not other.path.endswith(headers)
                if other.qualname == one.qualname and is_elsewhere and not other.fallback:
                    yield other, sure
        yield one, sure
