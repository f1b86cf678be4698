"""Changes of facts: parameters, their number and their defaults, values of constants, decorators."""

from tests.claims_truth.changes.mutator import Mutator
from tests.claims_truth.facts import count_parts
from tests.claims_truth.model import Fact, Parts
from tests.claims_truth.truth.details import Parameter
from tests.claims_truth.truth.world import World, words


def other_parameter(made: Mutator, fact: Fact) -> Parts | None:
    """A parameter of another function."""
    function = fact.parts["function"]
    others = sorted(
        {one.name for detail in made.world.details.of.values() for one in detail.parameters or () if one.name}
    )
    held = set(words(made.world.text(function)))
    is_open = any(one.is_variadic for one in _parameters(made.world, function))
    other = None if is_open else made.pick(others, lambda one: one not in held)
    return {"parameter": other} if other else None


def sibling_function(made: Mutator, fact: Fact) -> Parts | None:
    """A function without such a parameter."""
    parameter = fact.parts["parameter"]
    other = made.pick(
        made.alike(made.world.symbols[fact.parts["function"]]), lambda one: _has_no(made.world, one, parameter)
    )
    return {"function": other} if other else None


def _has_no(world: World, function: str, parameter: str) -> bool:
    detail = world.detail(function)
    if detail is None or detail.parameters is None or any(one.is_variadic for one in detail.parameters):
        return False
    return parameter not in words(world.text(function))


def _parameters(world: World, function: str) -> tuple[Parameter, ...]:
    detail = world.detail(function)
    return (detail.parameters or ()) if detail else ()


def more_parameters(made: Mutator, fact: Fact) -> Parts | None:
    """One more parameter, or one less if there are many."""
    count = len(_parameters(made.world, fact.parts["function"]))
    extra = other_parameter(made, fact)
    if extra is None:
        return None
    signature = ", ".join(part for part in (fact.parts["signature"], extra["parameter"]) if part)
    if "=" in fact.parts["signature"]:
        signature = f"{extra['parameter']}, {fact.parts['signature']}"
    counted = count_parts(count + 1 if count < 5 else count - 1) if "count" in fact.parts else {}
    return {"signature": signature, **counted}


def other_default(made: Mutator, fact: Fact) -> Parts | None:
    """Another value of the same type."""
    return {"value": made.value(fact.parts["value"])}


def other_decorator(made: Mutator, fact: Fact) -> Parts | None:
    """A decorator of another declaration."""
    decorators = sorted({one for detail in made.world.details.of.values() for one in detail.decorators})
    text = made.world.text(fact.parts["function"])
    own = made.world.detail(fact.parts["function"])
    other = made.pick(decorators, lambda one: own is not None and one not in own.decorators and one not in text)
    return {"decorator": other} if other else None


def undecorated(made: Mutator, fact: Fact) -> Parts | None:
    """A function without decorators."""
    near = made.alike(made.world.symbols[fact.parts["function"]])
    other = made.pick(near, lambda one: (own := made.world.detail(one)) is not None and not own.decorators)
    return {"function": other} if other else None


def sibling_constant(made: Mutator, fact: Fact) -> Parts | None:
    """A constant with another value."""
    near = made.alike(made.world.symbols[fact.parts["constant"]])
    other = made.pick(
        near, lambda one: (own := made.world.detail(one)) is not None and own.value not in (None, fact.parts["value"])
    )
    return {"constant": other} if other else None
