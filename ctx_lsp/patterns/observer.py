"""Observer: a subject with a collection of listeners, a method to add listeners, and a method to call them."""

import re
from collections.abc import Iterator

from ctx_lsp.graph.entry import Definition
from ctx_lsp.patterns.model import Instance, Participant, make_instance
from ctx_lsp.patterns.view import View
from ctx_lsp.patterns.words import words
from ctx_lsp.syntax.symbol_kinds import TYPE_KINDS, VALUE_KINDS

SURE, LIKELY = 0.9, 0.7
_ADDING = "append|add|push|insert|register|setdefault|put|subscribe|offer|unshift|\\[|\\+?=|<<"


def centers(view: View, one: Definition) -> Iterator[Definition]:
    """Yield the types that may be the subject in a pattern with the symbol `one`.

    For a type, these are the type itself and the types that use it or its bases. For a method, these are the type that
    contains the method and the types whose subscribe methods it calls.
    """
    if one.kind in TYPE_KINDS:
        yield one
        for above in (one, *view.ancestors(one)):
            for user in view.sources(above, "uses-type"):
                holder = view.holder(user)
                if holder is not None and holder.kind in TYPE_KINDS:
                    yield holder
        return
    holder = view.holder(one)
    if holder is not None and holder.kind in TYPE_KINDS:
        yield holder
    for called in view.targets(one, "calls"):
        subject = view.holder(called)
        if subject is not None and words().subscribe.match(called.name):
            yield subject


def observer(view: View, center: Definition) -> Instance | None:
    """Detect a type that has a method for adding listeners to a field, and a method for calling these listeners."""
    known = words()
    if center.kind not in TYPE_KINDS or center.kind == "Interface":
        return None
    methods = view.methods(center)
    subscribing = [method for method in methods if known.subscribe.match(method.name)]
    notifying = [method for method in methods if known.notify.match(method.name)]
    if not subscribing or not notifying:
        return None
    for field in _fields(view, center):
        adders = [method for method in subscribing if _adds(view.body(method), field.name)]
        notifiers = [method for method in notifying if _walks(view.body(method), field.name)]
        if adders and notifiers:
            return _instance(view, center, field, adders, notifiers)
    return None


def _fields(view: View, center: Definition) -> list[Definition]:
    own = [member for member in view.members(center) if member.kind in VALUE_KINDS]
    above = [m for base in view.ancestors(center) for m in view.members(base) if m.kind in VALUE_KINDS]
    return own + above


def _adds(body: str, field: str) -> bool:
    """Return whether code adds an element to the collection in a field, or to a collection nested in it."""
    added = rf"\b{re.escape(field)}\W{{0,3}}(?:\[[^\]]{{0,200}}\])?\W{{0,3}}(?:{_ADDING})"
    return bool(re.search(added, body, re.IGNORECASE))


def _walks(body: str, field: str) -> bool:
    """Return whether code iterates over the collection in a field."""
    name = re.escape(field)
    walked = rf"\bfor(?:each)?\b[^\n{{]{{0,200}}\b{name}\b|\b{name}\b[^\n;]{{0,40}}(?:{words().each})"
    return bool(re.search(walked, body))


def _instance(
    view: View, center: Definition, field: Definition, adders: list[Definition], notifiers: list[Definition]
) -> Instance:
    listeners = {
        held.id: held
        for one in (field, *adders)
        for held in view.targets(one, "uses-type")
        if held.kind in TYPE_KINDS and held.id != center.id
    }
    others = [Participant(one.id, "subscribes") for one in adders]
    others += [Participant(one.id, "notifies") for one in notifiers]
    others += [Participant(one, "listener interface") for one in listeners]
    observers = [below for one in listeners.values() for below in view.derived(one)]
    others += [Participant(one.id, "observer") for one in observers]
    subscribers = [user for one in adders for user in view.sources(one, "calls") if not view.is_test(user)]
    others += [Participant(user.id, "subscriber") for user in subscribers]
    reason = (
        f"{center.name} keeps listeners in {field.name}: {adders[0].name} adds them, "
        f"and {notifiers[0].name} calls them."
    )
    return make_instance("observer", Participant(center.id, "subject"), others, reason, SURE if listeners else LIKELY)
