"""Changes of facts: calls and exceptions."""

from tests.claims_truth.changes.mutator import Mutator
from tests.claims_truth.model import Fact, Parts
from tests.claims_truth.truth.relations import reached
from tests.claims_truth.truth.world import World, words


def other_caller(made: Mutator, fact: Fact) -> Parts | None:
    """Another function, which does not call the callee."""
    callee = fact.parts["callee"]
    near = made.alike(made.world.symbols[fact.parts["caller"]])
    other = made.pick(near, lambda one: _calls_not(made.world, one, callee)) or made.pick(
        made.functions, lambda one: _calls_not(made.world, one, callee)
    )
    return {"caller": other} if other else None


def other_callee(made: Mutator, fact: Fact) -> Parts | None:
    """Another function, which the caller does not call."""
    caller = fact.parts["caller"]
    other = made.pick(
        made.alike(made.world.symbols[fact.parts["callee"]]), lambda one: _calls_not(made.world, caller, one)
    )
    return {"callee": other} if other else None


def swapped_call(made: Mutator, fact: Fact) -> Parts | None:
    """The callee calls the caller."""
    caller, callee = fact.parts["caller"], fact.parts["callee"]
    return {"caller": callee, "callee": caller} if _calls_not(made.world, callee, caller) else None


def _calls_not(world: World, caller: str, callee: str) -> bool:
    name = world.symbols[callee].name
    return (
        caller != callee
        and name not in words(world.text(caller))
        and callee not in reached(world.calls, caller)
        and all(name not in words(world.text(one)) for one in reached(world.calls, caller))
    )


def other_exception(made: Mutator, fact: Fact) -> Parts | None:
    """Another exception of the package, which the function cannot raise."""
    function = fact.parts["function"]
    held = made.world.words_of[made.world.symbols[function].path]
    raised = sorted(
        {one for detail in made.world.details.of.values() for one in detail.raises if one in made.world.symbols}
    )
    other = made.pick(raised, lambda one: one not in held and not _may_raise(made.world, function, one))
    return {"exception": other} if other else None


def other_raiser(made: Mutator, fact: Fact) -> Parts | None:
    """Another function, which cannot raise the exception."""
    exception = fact.parts["exception"]
    if exception not in made.world.symbols:  # one of the language can come from anywhere
        return None
    other = made.pick(
        made.functions, lambda one: made.world.detail(one) is not None and not _may_raise(made.world, one, exception)
    )
    return {"function": other} if other else None


def _may_raise(world: World, function: str, exception: str) -> bool:
    """Whether the exception, a base or a subtype of it is mentioned where control can go by names."""
    under = {one for one, above in world.ancestors.items() if exception in above}
    related = {exception, *world.ancestors.get(exception, ()), *under}
    mentioned = set(words(world.text(function)))
    waiting = list(mentioned)
    while waiting:
        new = world.words_by_name.get(waiting.pop(), frozenset()) - mentioned
        mentioned |= new
        waiting += new
    return bool(related & mentioned)
