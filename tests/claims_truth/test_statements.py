"""True statements are true, changed ones are false, by what the source of a real package says."""

import importlib
import inspect
from pathlib import Path

from tests.claims_truth.facts import facts
from tests.claims_truth.forms import FOLDER, FOLDERS, forms, is_kept
from tests.claims_truth.model import FACTS, Statement
from tests.claims_truth.statements import choose
from tests.claims_truth.truth.world import World

_UNIMPORTABLE = frozenset({"TornadoRetrying"})  # needs a package that the tests do not have


def chosen(world: World) -> list[Statement]:
    return choose(world, half="development")


def test_every_form_is_in_the_half_that_its_digest_says() -> None:
    every = [form for half in FOLDERS for form in forms(half)]
    assert len(every) >= 450
    assert all(is_kept(form.text) is (form.half in ("held_out", "more_kept")) for form in every)
    assert {path.name for path in FOLDER.iterdir() if path.is_dir()} == set(FOLDERS.values())


def test_forms_have_a_truth_or_none_is_generated() -> None:
    kinds = {form.fact for half in FOLDERS for form in forms(half)}
    assert kinds - FACTS.keys() == {"route", "setting"}


def test_the_choice_is_reproducible(world: World) -> None:
    assert [one.text for one in chosen(world)] == [one.text for one in chosen(world)]


def test_known_facts_are_found(world: World) -> None:
    known = {(fact.kind, tuple(sorted(fact.parts.items()))) for fact in facts(world)}
    base = {"class": "RetryError", "base": "Exception"}
    assert ("inherits", tuple(sorted(base.items()))) not in known  # not of the package
    assert ("inherits", (("base", "wait_base"), ("class", "wait_chain"))) in known
    assert ("default", (("function", "wait_random.__init__"), ("parameter", "min"), ("value", "0"))) not in known
    assert ("calls", (("callee", "BaseRetrying.begin"), ("caller", "Retrying.__call__"))) not in known  # dunder
    assert not any(parts for kind, parts in known if ("caller", "BaseRetrying.wrapped_f") in parts)  # in a function
    assert not any(("exception", "retry_exc") in parts for kind, parts in known)  # a variable
    assert ("keyword", (("function", "to_ordinal"), ("parameter", "pos_num"))) in known
    assert ("module", (("module", "tenacity._utils"), ("noun", "function"), ("symbol", "to_ordinal"))) in known


def test_inheritance_and_members_agree_with_the_running_package(world: World) -> None:
    checked = 0
    for one in chosen(world):
        parts = one.fact.parts
        if any(part in _UNIMPORTABLE for part in parts.values()):
            continue
        if one.fact.kind == "inherits" and one.fact.operator not in ("typo", "removed"):
            class_, base = (_object(world, parts[slot]) for slot in ("class", "base"))
            assert issubclass(class_, base) is one.is_true, one.text
            checked += 1
        elif one.fact.kind == "member" and parts["noun"] == "method":
            assert hasattr(_object(world, parts["owner"]), parts["member"]) is one.is_true, one.text
            checked += 1
    assert checked > 30


def test_parameters_agree_with_the_running_package(world: World) -> None:
    checked = 0
    for one in chosen(world):
        if one.fact.kind == "keyword":
            signature = inspect.signature(_object(world, one.fact.parts["function"]))
            assert (one.fact.parts["parameter"] in signature.parameters) is one.is_true, one.text
            checked += 1
    assert checked > 15


def test_changed_lines_are_wrong(world: World) -> None:
    for one in chosen(world):
        if one.fact.kind == "line" and one.fact.operator in (None, "line"):
            parts = one.fact.parts
            line = world.sources[parts["path"]].stripped_lines()[int(parts["line"]) - 1]
            name = parts["symbol"].rpartition(".")[2]
            assert (name in line) or not one.is_true, one.text
            assert int(parts["line"]) != world.symbols[parts["symbol"]].line or one.is_true


def test_names_that_do_not_exist_occur_nowhere(world: World) -> None:
    text = "\n".join(source.data.decode() for source in world.sources.values())
    checked = 0
    for one in chosen(world):
        if one.fact.operator in ("typo", "removed") and one.fact.kind in ("exists", "place", "member", "calls"):
            (slot,) = one.fact.changed - {"class"}
            assert one.fact.parts[slot].rpartition(".")[2] not in text.split(), one.text
            checked += 1
        elif one.fact.operator == "moved":
            assert one.fact.parts["path"] not in world.sources
            checked += 1
    assert checked > 20


def test_a_form_shows_what_was_changed(world: World) -> None:
    for one in chosen(world):
        assert one.is_true or one.form.slots & one.fact.changed


def _object(world: World, spelled: str) -> type:
    one = world.symbols[spelled]
    found = importlib.import_module(
        Path(one.path).with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__")
    )
    for name in spelled.split("."):
        found = getattr(found, name)
    return found  # type: ignore[return-value]
