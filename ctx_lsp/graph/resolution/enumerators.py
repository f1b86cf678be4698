"""Enumerators of C and C++, which belong to the scope around their enum as well as to the enum."""

from collections.abc import Sequence

from ctx_lsp.graph.entry import Definition, container_name
from ctx_lsp.graph.lookups import Lookups
from ctx_lsp.syntax.symbol_kinds import SPACE_KINDS


def only_enumerator(candidates: Sequence[Definition]) -> Definition | None:
    """Return the definition if there is exactly one candidate and it is an enumerator, else None."""
    return candidates[0] if len(candidates) == 1 and candidates[0].kind == "EnumMember" else None


def enumerator_in(holders: Sequence[Definition], name: str, lookups: Lookups) -> Definition | None:
    """Return the enumerator `name` of an enum that is a member of one of `holders`, as in `shop::error::EMPTY`.

    `holders` contains a namespace, or a type followed by its ancestors. The first one that has such an enum counts. The
    enum of a type must be in the same file as the type. The enum of a namespace may be in any file, because namespaces
    can be reopened; an enum in the file of the holder is preferred. Enumerators of an `enum class` are never returned,
    because they can only be accessed through the enum.
    """
    candidates = lookups.by_name_fallback(holders[0].language, name, members=False)
    found = [one for one in candidates if one.kind == "EnumMember"]
    for holder in holders if found else ():
        near = found if holder.kind in SPACE_KINDS else [one for one in found if one.path == holder.path]
        inside = [one for one in near if _scope(one, lookups) == holder.qualname]
        if inside:
            return min(inside, key=lambda one: (one.path != holder.path, one.path))
    return None


def _scope(enumerator: Definition, lookups: Lookups) -> str:
    """Return the qualified name of the scope around an enumerator's enum, in which the enumerator is visible, too.

    Return "" if that scope is the top level, or if the enumerator is only visible in its enum (`enum class`).
    """
    container = container_name(enumerator)
    enum = lookups.symbol(enumerator.path, container)
    if enum is None or enum.scoped:
        return ""
    return container.rpartition(".")[0] if enum.kind == "Enum" else container  # an enum without a name is no container
