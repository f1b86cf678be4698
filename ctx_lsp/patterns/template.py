"""Template method: a method that calls other methods of its own type (steps), which derived types implement."""

from collections.abc import Iterator

from ctx_lsp.graph.entry import Definition
from ctx_lsp.graph.resolution.visibility import visibility_of
from ctx_lsp.patterns.model import Instance, Participant, make_instance
from ctx_lsp.patterns.types import is_abstract
from ctx_lsp.patterns.view import OBJECT, View
from ctx_lsp.patterns.words import words
from ctx_lsp.syntax.symbol_kinds import TYPE_KINDS

MIN_HOOK_OVERRIDERS = 2  # of a step that has a body; a single override is no evidence of a pattern
SURE, LIKELY = 0.9, 0.7


def centers(view: View, one: Definition) -> Iterator[Definition]:
    """Yield the methods that may be the template method of a pattern in which the symbol `one` takes part.

    For a type, these are its methods. For a method, these are the method itself, its callers, and the callers of the
    methods that it overrides.
    """
    if one.kind in TYPE_KINDS:
        yield from view.methods(one)
    elif one.kind in ("Method", "Function"):
        yield one
        for step in (one, *view.targets(one, "overrides")):
            yield from view.sources(step, "calls")


def template_method(view: View, center: Definition) -> Instance | None:
    """Return the pattern in which the method `center` is the template method, or None if it is not one.

    A template method is a concrete method that calls abstract or overridden methods on its own object.
    """
    holder = view.holder(center)
    if center.kind not in ("Method", "Function") or holder is None or holder.kind not in TYPE_KINDS:
        return None
    if center.name.startswith("__") or is_abstract(view, center):
        return None
    steps: list[Definition] = []
    overriders: list[Definition] = []
    is_left_open = False
    for step in _own_calls(view, center, holder):
        written = [one for one in view.sources(step, "overrides") if not view.is_test(one) or view.is_test(step)]
        abstract = bool(written) and is_abstract(view, step)
        if abstract or (len(written) >= MIN_HOOK_OVERRIDERS and _is_hook(view, step)):
            steps.append(step)
            overriders += written
            is_left_open = is_left_open or abstract
    if not steps:
        return None
    others = [Participant(step.id, "step") for step in steps] + [Participant(one.id, "overrider") for one in overriders]
    names = ", ".join(step.name for step in steps)
    reason = f"{center.name} calls {names} of its own type, with {len(overriders)} overrides."
    return make_instance(
        "template method", Participant(center.id, "template"), others, reason, SURE if is_left_open else LIKELY
    )


def _is_hook(view: View, step: Definition) -> bool:
    """Return whether `step` is a method that makes no calls. Such a method probably exists to be overridden."""
    return step.kind != "Property" and not any(reference.kind == "call" for reference in view.references(step))


def _own_calls(view: View, method: Definition, holder: Definition) -> Iterator[Definition]:
    """Yield the methods and properties that `method` uses on its own object, without duplicates.

    They are members of the type `holder`, which contains `method`, or are inherited by it. Recursive calls are left
    out, and so are members that only describe or copy the object, such as `name` and `toString`.
    """
    bare = visibility_of(method.language).bare_members == "inherited"
    receivers = OBJECT if not bare else OBJECT | {""}
    called = (
        reference.name
        for reference in view.references(method)
        if reference.kind in ("call", "read") and reference.receiver in receivers
    )
    for name in dict.fromkeys(one for one in called if one != method.name and not words().telling.match(one)):
        step = view.inherited(holder, name)
        if step is not None and step.id != method.id and step.kind in ("Method", "Function", "Property"):
            yield step
