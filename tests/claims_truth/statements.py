"""Chooses the statements about a package: true facts and changed ones, each put into a form."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator

from tests.claims_truth.changes.mutator import Mutator
from tests.claims_truth.facts import facts
from tests.claims_truth.forms import forms
from tests.claims_truth.model import Fact, Form, Half, Statement
from tests.claims_truth.operators import false_facts
from tests.claims_truth.truth.world import World

TRUE = 20  # of each kind of fact
FALSE = 5  # of each kind of fact and operator
_WORDS = frozenset({"noun", "count", "arguments", "parameters", "line", "value", "signature"})  # never names
_TRIES = 12


def choose(world: World, *, half: Half, true: int = TRUE, false: int = FALSE) -> list[Statement]:
    """The statements about a package, always the same."""
    chance = random.Random(world.package.name)  # noqa: S311 - a sample that is the same every time
    known = sorted(facts(world), key=lambda fact: fact.key)
    chance.shuffle(known)
    by_kind: dict[str, list[Fact]] = {}
    for fact in known:
        by_kind.setdefault(fact.kind, []).append(fact)
    available: dict[str, list[Form]] = {}
    for form in forms(half):
        available.setdefault(form.fact, []).append(form)
    mutator = Mutator(world, chance)
    found: list[Statement] = []
    for kind in sorted(by_kind):
        found += _put(by_kind[kind][: 3 * true], available.get(kind, []), chance, true)
        found += _put(_changed(by_kind[kind], mutator, false), available.get(kind, []), chance, None)
    return found


def _changed(true: list[Fact], mutator: Mutator, count: int) -> Iterator[Fact]:
    """Up to so many changed facts of each operator; another fact for each as long as there are enough."""
    made: Counter[str] = Counter()
    for fact in true[: _TRIES * count]:
        for changed in false_facts(mutator, fact):
            if changed.operator is not None and made[changed.operator] < count:
                made[changed.operator] += 1
                yield changed


def _put(chosen: Iterable[Fact], available: list[Form], chance: random.Random, most: int | None) -> Iterator[Statement]:
    """The facts as sentences, each in a form that shows what an operator has changed."""
    count = 0
    for fact in chosen:
        suited = [form for form in available if _suits(form, fact)]
        if suited and (most is None or count < most):
            count += 1
            form = chance.choice(suited)
            yield Statement(fact, form, form.fill(fact.parts))


def _suits(form: Form, fact: Fact) -> bool:
    if not form.slots <= fact.parts.keys() or (fact.changed and not form.slots & fact.changed):
        return False
    if ":meth:" in form.text and fact.parts.get("noun", "method") != "method":
        return False
    return all(_looks_like_code(fact.parts[slot]) for slot in form.bare - _WORDS)


def _looks_like_code(name: str) -> bool:
    return any(mark in name.strip("_") for mark in "_./") or (name[1:] != name[1:].lower() and not name.isupper())
