"""Patterns in which an object delegates to another object through an interface: strategies and wrappers.

A wrapper implements the same interface as the object that it wraps. Both patterns are found only in code with declared
types, where a field, constructor or setter names the interface.
"""

from collections.abc import Iterator

from ctx_lsp.graph.entry import Definition
from ctx_lsp.patterns.model import Instance, Participant, make_instance
from ctx_lsp.patterns.observer import observer
from ctx_lsp.patterns.types import abstract_methods, calls_of, held_types, holds_single, is_single_slot, users_of
from ctx_lsp.patterns.view import View
from ctx_lsp.patterns.words import words
from ctx_lsp.syntax.symbol_kinds import TYPE_KINDS, VALUE_KINDS

MAX_STEPS = 6  # abstract methods; an interface with more of them is not a strategy
FEW_STEPS = 3
MIN_IMPLEMENTATIONS = 2
MIN_LEFT_OPEN = 0.5  # minimum share of abstract methods; a type with a smaller share is a base class, not a strategy
SURE, LIKELY = 0.9, 0.7


def strategy_centers(view: View, one: Definition) -> Iterator[Definition]:
    """Yield the possible interfaces of strategies that involve a symbol.

    For a type, these are the type itself, its bases, and the types that it holds. For any other symbol, these are the
    types that the symbol names.
    """
    if one.kind in TYPE_KINDS:
        yield one
        yield from view.ancestors(one)
        yield from (held for held, _ in held_types(view, one))
    else:
        yield from (held for held in view.targets(one, "uses-type") if held.kind in TYPE_KINDS)


def strategy(view: View, center: Definition) -> Instance | None:
    """Detect an abstract type that has several implementations, and code that receives one of them and calls it."""
    if center.kind not in TYPE_KINDS:
        return None
    below = view.derived(center)
    steps = abstract_methods(view, center) if len(below) >= MIN_IMPLEMENTATIONS else []
    if (
        not 1 <= len(steps) <= MAX_STEPS
        or len(steps) < MIN_LEFT_OPEN * len(_ordinary(view, center))
        or any(words().visiting.match(step.name) for step in steps)
    ):
        return None
    names = frozenset(step.name for step in steps)
    written = [one for one in below if any(view.member(one, name) for name in names)]
    implementations = [one for one in written if not abstract_methods(view, one)]
    if len(implementations) < MIN_IMPLEMENTATIONS:
        return None
    inside = {center.id, *(one.id for one in below)}
    users = [one for one in users_of(view, center) if one.id not in inside and one.container not in inside]
    contexts = [one for one in users if _is_context(view, one, center) and calls_of(view, one, names)]
    if not any(one.kind in TYPE_KINDS for one in contexts):
        return None
    others = [Participant(one.id, "implementation") for one in implementations]
    others += [Participant(one.id, "context") for one in contexts]
    reason = (
        f"{center.name} declares {_listed([step.name for step in steps])}, has {len(implementations)} implementations, "
        f"and is used by {_listed([one.name for one in contexts])}."
    )
    sure = SURE if len(steps) <= FEW_STEPS else LIKELY
    return make_instance("strategy", Participant(center.id, "interface"), others, reason, sure)


def _ordinary(view: View, one: Definition) -> list[Definition]:
    """Return the methods of a type whose names do not begin with two underscores."""
    return [method for method in view.methods(one) if not method.name.startswith("__")]


def _is_context(view: View, user: Definition, held: Definition) -> bool:
    """Return whether `user` receives a single object of the type `held`, rather than a collection of such objects.

    A test does not count unless `held` is test code, too. A subject of the observer pattern does not count either.
    """
    if (view.is_test(user) and not view.is_test(held)) or observer(view, user) is not None:
        return False  # a subject in the observer pattern does not choose among its listeners
    if user.kind not in TYPE_KINDS:
        return is_single_slot(view, user, held)
    return any(one.id == held.id and holds_single(view, member, held) for one, member in held_types(view, user))


def wrapper_centers(view: View, one: Definition) -> Iterator[Definition]:
    """Yield the possible wrappers in patterns that involve a type: the type itself, and the types that hold it."""
    if one.kind in TYPE_KINDS:
        yield one
        yield from (user for user in users_of(view, one) if user.kind in TYPE_KINDS)


def wrapper(view: View, center: Definition) -> Instance | None:
    """Detect a type that holds an object with the same interface and forwards method calls to that object."""
    if center.kind not in TYPE_KINDS or center.kind == "Interface":
        return None
    above = {one.id: one for one in view.ancestors(center)}
    for held, member in held_types(view, center):
        if held.id not in above or not _is_inner(view, center, member, held):
            continue
        inner = _inner_receivers(view, center)
        passed = [method for method in view.methods(center) if _passes_on(view, method, held, inner)]
        if passed:
            others = [
                Participant(held.id, "interface"),
                *(Participant(method.id, "passes on") for method in passed),
            ]
            others += [Participant(one.id, "wrapped") for one in _siblings(view, held, center)]
            names = _listed([method.name for method in passed])
            reason = f"{center.name} is a {held.name}, holds another, and forwards {names} to it."
            return make_instance("decorator", Participant(center.id, "wrapper"), others, reason, LIKELY)
    return None


def _passes_on(view: View, method: Definition, held: Definition, inner: frozenset[str]) -> bool:
    """Return whether a method calls the same-named method of the interface `held` on one of the receivers `inner`."""
    if view.inherited(held, method.name) is None:
        return False
    return any(
        reference.kind == "call" and reference.name == method.name and reference.receiver in inner
        for reference in view.references(method)
    )


def _inner_receivers(view: View, center: Definition) -> frozenset[str]:
    """Return the receiver expressions through which the code of a type accesses the objects that the type holds.

    Objects that are neighbours in a chain or tree, such as `next` or `parent`, are left out.
    """
    fields = [one for one in view.members(center) if one.kind in VALUE_KINDS]
    names = [one.name for one in fields if not words().neighbours.match(one.name)]
    return frozenset([*names, *(f"@self.{name}" for name in names)])


def _siblings(view: View, held: Definition, center: Definition) -> list[Definition]:
    """Return the concrete types, except `center`, that implement an interface and can therefore be wrapped."""
    return [one for one in view.derived(held) if one.id != center.id and not abstract_methods(view, one)]


def _is_inner(view: View, center: Definition, member: Definition, held: Definition) -> bool:
    """Return whether a member holds a single wrapped object rather than a neighbour in a chain or tree."""
    if words().neighbours.match(member.name):
        return False
    if member.kind == "Constructor" or member.id == center.id:
        return is_single_slot(view, member, held)
    alike = [one for one, field in held_types(view, center) if one.id == held.id and field.kind == "Field"]
    return len(alike) == 1 and holds_single(view, member, held)


def _listed(names: list[str], most: int = 3) -> str:
    shown = ", ".join(names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"
