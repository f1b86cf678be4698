"""Changes of facts: paths, lines, places and members."""

from tests.claims_truth.changes.mutator import Change, Mutator
from tests.claims_truth.facts import module_of
from tests.claims_truth.model import Fact, Parts
from tests.claims_truth.truth.world import World, words


def renamed(slot: str, how: str) -> Change:
    """Replace the last name of a part by one that does not exist."""

    def change(made: Mutator, fact: Fact) -> Parts | None:
        old = fact.parts.get(slot)
        if old is None:
            return None
        before, dot, last = old.rpartition(".")
        new = made.typo(last) if how == "typo" else made.gone(last)
        return (
            {slot: before + dot + new, **({"class": before + dot + new} if slot == "symbol" else {})} if new else None
        )

    return change


def other_path(how: str) -> Change:
    """Replace the path by one that does not exist."""

    def change(made: Mutator, fact: Fact) -> Parts | None:
        path = fact.parts["path"]
        if how == "moved":
            new = made.moved(path)
            return {"path": new} if new else None
        folder, slash, file = path.rpartition("/")
        stem, dot, suffix = file.partition(".")
        other = made.typo(stem) if how == "typo" else made.gone(stem)
        found = f"{folder}{slash}{other}{dot}{suffix}"
        return {"path": found} if other and found not in made.world.sources else None

    return change


def other_file(made: Mutator, fact: Fact) -> Parts | None:
    """A file that does not mention the symbol."""
    name = fact.parts["symbol"].rpartition(".")[2]
    path = made.pick(made.paths, lambda one: name not in made.world.words_of[one])
    return {"path": path} if path else None


def other_module(made: Mutator, fact: Fact) -> Parts | None:
    """A module that does not mention the symbol, and does not contain the right one."""
    other = other_file(made, fact)
    module = module_of(other["path"]) if other else None
    return {"module": module} if module and not fact.parts["module"].startswith(f"{module}.") else None


def other_symbol_of_place(made: Mutator, fact: Fact) -> Parts | None:
    """A symbol that the file does not mention."""
    path = fact.parts["path"]
    holds = made.world.words_of[path]
    other = made.pick(
        made.names,
        lambda one: made.world.symbols[one].name not in holds and made.world.symbols[one].noun == fact.parts["noun"],
    )
    return {"symbol": other} if other else None


def other_line(made: Mutator, fact: Fact) -> Parts | None:
    """Another line of the file."""
    line = made.far_line(fact.parts["path"], int(fact.parts["line"]))
    return {"line": line} if line else None


def other_owner(made: Mutator, fact: Fact) -> Parts | None:
    """A class without such a member."""
    member = fact.parts["member"]
    other = made.pick(made.classes, lambda one: _lacks(made.world, one, member))
    return {"owner": other} if other else None


def sibling_member(made: Mutator, fact: Fact) -> Parts | None:
    """A member of another class."""
    owner = fact.parts["owner"]
    old = made.world.symbols[f"{owner}.{fact.parts['member']}"]
    other = made.pick(made.alike(old), lambda one: "." in one and _lacks(made.world, owner, one.rpartition(".")[2]))
    return {"member": other.rpartition(".")[2]} if other else None


def _lacks(world: World, owner: str, member: str) -> bool:
    """Whether neither a class nor a known ancestor mentions a member, and no ancestor is unknown."""
    around = {owner, *world.ancestors.get(owner, ())}
    return all(
        world.symbols[one].id not in world.oracle.unsure and member not in words(world.text(one)) for one in around
    )
