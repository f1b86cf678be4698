"""Factories: functions that return instances of several related types, and factory methods that types override."""

import re
from collections.abc import Iterator

from ctx_lsp.graph.entry import Definition
from ctx_lsp.patterns.idioms import idioms_of
from ctx_lsp.patterns.model import Instance, Participant, make_instance
from ctx_lsp.patterns.view import View
from ctx_lsp.patterns.words import words
from ctx_lsp.syntax.symbol_kinds import FUNCTION_KINDS, TYPE_KINDS

MIN_PRODUCTS = 2
SURE, LIKELY = 0.9, 0.7
_WRAPPERS = r"await\s+|new\s+|&|\w+\.|(?:Box|Arc|Rc)::new\(|Some\(|Ok\("


def centers(view: View, one: Definition) -> Iterator[Definition]:
    """Yield the functions that may be the factory in a pattern with the symbol `one`.

    For a function, these are the function itself and the methods that it overrides. For a type, these are the functions
    that construct the type or one of its nearest subtypes.
    """
    if one.kind in TYPE_KINDS:
        for product in (one, *view.derived(one)[:MIN_PRODUCTS]):
            yield from _constructing(view, product)
    elif one.kind in FUNCTION_KINDS:
        yield one
        yield from view.targets(one, "overrides")


def factory(view: View, center: Definition) -> Instance | None:
    """Detect a function or method that returns new instances of several types with a common base.

    Instances returned by methods that override it count too.
    """
    if center.kind not in ("Function", "Method"):
        return None
    return _by_choice(view, center) or _by_overriding(view, center)


def _by_choice(view: View, center: Definition) -> Instance | None:
    made = returned_types(view, center)
    base = _common_base(view, made) if len(made) >= MIN_PRODUCTS else None
    if base is None:
        return None
    products = [one for one in made if base.id == one.id or base.id in {above.id for above in view.ancestors(one)}]
    others = [Participant(base.id, "product interface"), *(Participant(one.id, "product") for one in products)]
    names = ", ".join(one.name for one in products)
    reason = f"{center.name} returns new instances of {names}, which share the base {base.name}."
    return make_instance("factory", Participant(center.id, "factory"), others, reason, SURE)


def _by_overriding(view: View, center: Definition) -> Instance | None:
    """Detect a method whose implementations (its own and its overrides) return different types with a common base."""
    written = [center, *view.sources(center, "overrides")]
    if len(written) < MIN_PRODUCTS:
        return None
    by_method = [(one, returned_types(view, one)) for one in written]
    making = [(one, made[0]) for one, made in by_method if len(made) == 1]
    kinds = {made.id: made for _, made in making}
    base = _common_base(view, list(kinds.values())) if len(kinds) >= MIN_PRODUCTS else None
    if base is None or _is_own_family(view, center, base):
        return None
    others = [Participant(base.id, "product interface"), *(Participant(one, "product") for one in kinds)]
    others += [Participant(one.id, "factory method") for one, _ in making]
    reason = (
        f"{center.name} is implemented by {len(making)} types, each of which returns a different kind of {base.name}."
    )
    return make_instance("factory", Participant(center.id, "factory method"), others, reason, LIKELY)


def _is_own_family(view: View, center: Definition, base: Definition) -> bool:
    """Return whether the type that contains the method `center` is `base`, or a subtype or supertype of `base`.

    `base` is the common base of the types that the implementations of the method return. If the result is true, the
    method is not a factory: it computes another value of its own type.
    """
    holder = view.holder(center)
    if holder is None:
        return False
    above = {one.id for one in (holder, *view.ancestors(holder))}
    return base.id in above or holder.id in {one.id for one in view.ancestors(base)}


def returned_types(view: View, one: Definition) -> list[Definition]:
    """Return the workspace types that a function may construct as its result, in order."""
    text = view.body(one)
    if not text:
        return []
    called = view.targets(one, "calls")
    types = [target if target.kind in TYPE_KINDS else _constructed(view, target) for target in called]
    found = {each.id: each for each in types if each is not None and each.id != one.container}
    products = [each for each in found.values() if not words().outcomes.search(each.name)]
    return [each for each in products if re.search(_constructs(each.name, one.language), text)]


def _constructs(name: str, language: str) -> str:
    """Return a regular expression that matches code whose result is a new instance of the type `name`."""
    idioms = idioms_of(language)
    return rf"(?:{idioms.before_instance})\s*(?:{_WRAPPERS})*{re.escape(name)}{idioms.after_instance}"


def _constructed(view: View, target: Definition) -> Definition | None:
    return view.holder(target) if target.kind == "Constructor" else None


def _common_base(view: View, made: list[Definition]) -> Definition | None:
    """Return the most common base of the types in `made`, where each type counts as a base of itself.

    Return None if no two types share a base.
    """
    counts: dict[str, int] = {}
    bases: dict[str, Definition] = {}
    for one in made:
        for above in (one, *view.ancestors(one)):
            counts[above.id] = counts.get(above.id, 0) + 1
            bases[above.id] = above
    shared = [base for key, base in bases.items() if counts[key] >= MIN_PRODUCTS]
    return max(shared, key=lambda base: counts[base.id], default=None)


def _constructing(view: View, product: Definition) -> Iterator[Definition]:
    constructors = [one for one in view.members(product) if one.kind == "Constructor"]
    for target in (product, *constructors):
        yield from view.sources(target, "calls")
