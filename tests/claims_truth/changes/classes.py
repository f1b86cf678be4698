"""Changes of facts: inheritance and overrides."""

from tests.claims_truth.changes.mutator import Mutator
from tests.claims_truth.model import Fact, Parts
from tests.claims_truth.truth.world import World, words


def other_base(made: Mutator, fact: Fact) -> Parts | None:
    """Another type of the same sort, which is no ancestor."""
    class_ = fact.parts["class"]
    noun = made.world.symbols[fact.parts["base"]].noun
    other = made.pick(
        made.classes, lambda one: made.world.symbols[one].noun == noun and _derives_not(made.world, class_, one)
    )
    return {"base": other} if other else None


def sibling_class(made: Mutator, fact: Fact) -> Parts | None:
    """Another class, which does not derive from the base."""
    base = fact.parts["base"]
    near = made.alike(made.world.symbols[fact.parts["class"]])
    other = made.pick(near, lambda one: _derives_not(made.world, one, base))
    return {"class": other} if other else None


def swapped_classes(made: Mutator, fact: Fact) -> Parts | None:
    """The base derives from the class."""
    class_, base = fact.parts["class"], fact.parts["base"]
    return {"class": base, "base": class_} if _derives_not(made.world, base, class_) else None


def _derives_not(world: World, class_: str, base: str) -> bool:
    around = {class_, *world.ancestors.get(class_, ())}
    return (
        class_ != base
        and base not in around
        and all(world.symbols[one].id not in world.oracle.unsure for one in around)
    )


def base_of_override(made: Mutator, fact: Fact) -> Parts | None:
    """Another class, preferably with such a member, which is no ancestor."""
    other = made.pick(
        made.classes,
        lambda one: _derives_not(made.world, fact.parts["class"], one)
        and fact.parts["member"] in made.world.members.get(one, ()),
    ) or made.pick(made.classes, lambda one: _derives_not(made.world, fact.parts["class"], one))  # fmt: skip
    return {"base": other} if other else None


def member_of_override(made: Mutator, fact: Fact) -> Parts | None:
    """A member of the base that the class does not mention."""
    class_, base = fact.parts["class"], fact.parts["base"]
    own = sorted(made.world.members.get(base, ()))
    other = made.pick(own, lambda one: one not in words(made.world.text(class_)))
    return {"member": other} if other else None
