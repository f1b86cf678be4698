"""Enumerators of C and C++, which belong to the scope around their enum as well as to the enum."""

from collections.abc import Sequence

from ctx_lsp.graph.entry import Definition, container_name
from ctx_lsp.graph.lookups import Lookups


def only_enumerator(candidates: Sequence[Definition]) -> Definition | None:
    """Return the definition if there is exactly one candidate and it is an enumerator, else None."""
    return candidates[0] if len(candidates) == 1 and candidates[0].kind == "EnumMember" else None


def enumerator_in(holders: Sequence[Definition], name: str, lookups: Lookups) -> Definition | None:
    """Return the enumerator `name` of an enum that is a member of one of `holders`, as in `shop::error::EMPTY`.

    `holders` are a namespace, or a type and its ancestors; the first that has such an enum counts. A namespace may be
    reopened, so the enum may be in any file; an enum in the file of the holder precedes others.
    """
    candidates = lookups.by_name_fallback(holders[0].language, name, members=False)
    found = [one for one in candidates if one.kind == "EnumMember"]
    for holder in holders if found else ():
        inside = [one for one in found if _scope(one) == holder.qualname]
        if inside:
            return min(inside, key=lambda one: (one.path != holder.path, one.path))
    return None


def _scope(enumerator: Definition) -> str:
    """Return the qualified name of the scope around the enum of an enumerator; "" at the top level."""
    return container_name(enumerator).rpartition(".")[0]
