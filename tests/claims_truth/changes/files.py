"""Changes of facts: imports, tests and uses."""

from tests.claims_truth.changes.mutator import Mutator
from tests.claims_truth.model import Fact, Parts


def swapped_import(made: Mutator, fact: Fact) -> Parts | None:
    """The imported file imports the other one."""
    if made.world.package.language == "python" or "symbol" in fact.parts:
        return None
    importer, imported = fact.parts["importer"], fact.parts["imported"]
    is_mutual = any(one.path == imported and one.target == importer for one in made.world.details.imports)
    return None if is_mutual else {"importer": imported, "imported": importer}


def other_import(made: Mutator, fact: Fact) -> Parts | None:
    """A module that the file does not import."""
    importer = fact.parts["importer"]
    taken = {one.module for one in made.world.details.imports if one.path == importer}
    held = made.world.words_of[importer]
    others = sorted({one.module for one in made.world.details.imports})
    other = made.pick(
        others,
        lambda one: one not in taken and not held & {one.rpartition(".")[2], one.rpartition("/")[2].partition(".")[0]},
    )
    return {"imported": other} if other and "symbol" not in fact.parts else None


def other_imported_name(made: Mutator, fact: Fact) -> Parts | None:
    """A name that the file does not mention."""
    if "symbol" not in fact.parts:
        return None
    held = made.world.words_of[fact.parts["importer"]]
    other = made.pick(made.names, lambda one: "." not in one and one not in held)
    return {"symbol": other} if other else None


def other_test(made: Mutator, fact: Fact) -> Parts | None:
    """A test file that does not mention the symbol."""
    name = made.world.symbols[fact.parts["symbol"]].name
    other = made.pick(sorted(made.world.tests), lambda one: name not in made.world.words_of[one])
    return {"path": other} if other else None


def used_symbol(made: Mutator, fact: Fact) -> Parts | None:
    """A symbol that is used."""
    near = made.alike(made.world.symbols[fact.parts["symbol"]])
    other = made.pick(near, lambda one: one in made.world.used)
    return {"symbol": other} if other else None
