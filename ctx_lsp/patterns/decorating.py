"""Decorator functions and classes, in languages that have decorators, and the definitions that they decorate."""

from collections.abc import Iterator

from ctx_lsp.graph.entry import Definition
from ctx_lsp.patterns.idioms import idioms_of
from ctx_lsp.patterns.model import Instance, Participant, make_instance
from ctx_lsp.patterns.view import View
from ctx_lsp.syntax.symbol_kinds import FUNCTION_KINDS, TYPE_KINDS

SURE = 0.95
_WRAPPING = frozenset({"wraps", "functools.wraps", "update_wrapper"})


def centers(view: View, one: Definition) -> Iterator[Definition]:
    """Yield the possible decorators in patterns that involve a symbol.

    These are the symbol itself, the decorators applied to it, and the functions that enclose it.
    """
    yield one
    yield from view.targets(one, "decorates")
    holder = view.holder(one)
    while holder is not None and holder.kind in FUNCTION_KINDS:
        yield holder
        holder = view.holder(holder)


def decorating(view: View, center: Definition) -> Instance | None:
    """Detect a function or class that decorates other definitions, or that returns a wrapper created with `wraps`."""
    if not idioms_of(center.language).decorators_wrap or center.kind not in FUNCTION_KINDS | TYPE_KINDS:
        return None
    decorated = view.sources(center, "decorates")
    holder = view.holder(center)
    is_outermost = center.kind in FUNCTION_KINDS and (holder is None or holder.kind not in FUNCTION_KINDS)
    inner = _wrappers(view, center) if is_outermost else []
    if not decorated and not inner:
        return None
    others = [Participant(one.id, "wrapper") for one in inner]
    others += [Participant(one.id, "decorated") for one in decorated if one.container != center.id]
    if inner:
        reason = f"{center.name} returns {inner[0].name}, a wrapper of the function that it receives."
    else:
        reason = f"{center.name} decorates {len(decorated)} definitions."
    return make_instance("decorator", Participant(center.id, "decorator"), others, reason, SURE)


def _wrappers(view: View, one: Definition) -> list[Definition]:
    """Return the functions nested in a function, at any depth, that have the decorator `wraps` or a similar one."""
    found: list[Definition] = []
    waiting = list(view.members(one))
    for inner in waiting:  # the list grows during the iteration
        if inner.kind in FUNCTION_KINDS:
            if _WRAPPING.intersection(view.symbol(inner).decorators):
                found.append(inner)
            waiting += view.members(inner)
    return found
