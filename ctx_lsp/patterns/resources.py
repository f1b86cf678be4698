"""Context managers, which are entered and exited around other code, and units of work, which commit or roll back."""

from collections.abc import Iterator

from ctx_lsp.graph.entry import Definition
from ctx_lsp.patterns.idioms import idioms_of
from ctx_lsp.patterns.model import Instance, Participant, make_instance
from ctx_lsp.patterns.types import held_types
from ctx_lsp.patterns.view import View
from ctx_lsp.patterns.words import words
from ctx_lsp.syntax.symbol_kinds import FUNCTION_KINDS, TYPE_KINDS

SURE = 0.95


def centers(view: View, one: Definition) -> Iterator[Definition]:
    """Yield the symbols that may be the context manager or unit of work in a pattern with the symbol `one`.

    These are the symbol itself and, for a function, its container and the functions and types that it calls.
    """
    yield one
    holder = view.holder(one)
    if one.kind in FUNCTION_KINDS and holder is not None:
        yield holder
    if one.kind in FUNCTION_KINDS:
        for opened in view.targets(one, "calls"):
            yield view.holder(opened) or opened if opened.kind == "Constructor" else opened


def context_manager(view: View, center: Definition) -> Instance | None:
    """Detect a type with methods to enter and exit it or to close it, or a function decorated as a context manager."""
    known = words()
    if center.kind in FUNCTION_KINDS:
        by = next((d for d in view.symbol(center).decorators if _last(d) in known.managing_decorators), None)
        if by is None:
            return None
        users = [Participant(one.id, "user") for one in view.sources(center, "calls")]
        reason = f"{center.name} is decorated with {by}: it runs up to its yield on entry, and the rest on exit."
        return make_instance("context manager", Participant(center.id, "manager"), users, reason, SURE)
    if center.kind not in TYPE_KINDS or _is_unit_of_work(view, center):
        return None
    entered = _entered(view, center)
    if not entered:
        return None
    names = " and ".join(one.name for one in entered)
    others = [Participant(one.id, "enters or exits") for one in entered] + _opened_by(view, center)
    reason = f"{center.name} is entered and exited by {names}."
    return make_instance("context manager", Participant(center.id, "manager"), others, reason, SURE)


def unit_of_work(view: View, center: Definition) -> Instance | None:
    """Detect a type that has or inherits a method to commit and a method to roll back."""
    if center.kind not in TYPE_KINDS or not _is_unit_of_work(view, center):
        return None
    ends = _ends(view, center)
    others = [Participant(one.id, "ends the work") for one in ends]
    others += [Participant(one.id, "enters or exits") for one in _entered(view, center)]
    others += [Participant(held.id, "holds") for held, _ in held_types(view, center)]
    others += [Participant(one.id, "variant") for one in view.derived(center)]
    reason = f"{center.name} collects work that {ends[0].name} commits and {ends[1].name} rolls back."
    return make_instance(
        "unit of work", Participant(center.id, "unit of work"), others + _opened_by(view, center), reason
    )


def _is_unit_of_work(view: View, one: Definition) -> bool:
    return bool(_ends(view, one))


def _ends(view: View, one: Definition) -> list[Definition]:
    """Return the methods by which a type commits and rolls back, or an empty list if one of the two is missing."""
    known = words()
    methods = [method for holder in (one, *view.ancestors(one)) for method in view.methods(holder)]
    first = [next((m for m in methods if m.name in names), None) for names in (known.commit, known.rollback)]
    return [method for method in first if method is not None] if all(first) else []


def _entered(view: View, one: Definition) -> list[Definition]:
    """Return the methods by which a type is entered and exited, or by which it is closed."""
    known = words()
    pairs = idioms_of(one.language).managing_pairs
    found: list[Definition] = []
    if pairs:
        for enter, leave in pairs:
            pair = [view.inherited(one, name) for name in (enter, leave)]
            found += [method for method in pair if method is not None] if all(pair) else []
        return found
    bases = {_last(base.name) for each in (one, *view.ancestors(one)) for base in each.bases}
    if bases & known.closing_bases:
        closing = [view.inherited(one, name) for name in sorted(known.closing)]
        found += [method for method in closing if method is not None]
    return found


def _opened_by(view: View, one: Definition) -> list[Participant]:
    """Return a "user" participant for each caller of the type `one` or of its constructors. Tests are left out."""
    made = [one, *(member for member in view.members(one) if member.kind == "Constructor")]
    users = [user for target in made for user in view.sources(target, "calls")]
    return [Participant(user.id, "user") for user in users if not view.is_test(user)]


def _last(dotted: str) -> str:
    return dotted.replace("::", ".").rpartition(".")[2]
