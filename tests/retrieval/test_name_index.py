"""The index of names answers as a walk over all names does, also after names came and went, but looks at few."""

import random
from collections.abc import Collection, Iterable, Mapping
from itertools import islice

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.graph.tables import initial
from ctx_lsp.retrieval import name_index as module
from ctx_lsp.retrieval.name_index import MAX_CHANGES, NameMatch, name_index, quality_of

PARTS = ("get", "User", "_", "name", "İstanbul", "s", "S", "straße", " ", "of", "日本", "\0", "\n", "x1", "Ünder", "")
QUERIES = ("", "g", "get", "user", "gun", "name of", "of", "ss", "ß", "i̇", "日", "\0", "xyz", "u", "_", "tes", "eman")


def initials_of(names: Iterable[str]) -> Mapping[str, Collection[str]]:
    cells: dict[str, list[str]] = {}
    for name in names:
        cells.setdefault(initial(name), []).append(name)
    return cells


def random_names(count: int, seed: int) -> set[str]:
    chance = random.Random(seed)  # noqa: S311 - not for secrets
    return {"".join(chance.choices(PARTS, k=chance.randint(1, 5))) for _ in range(count)}


def by_walking(names: Iterable[str], wanted: str) -> list[NameMatch]:
    rated = ((quality_of(name.lower(), wanted), name) for name in names)
    return sorted(NameMatch(quality, len(name), name) for quality, name in rated if quality is not None)


def found(initials: Mapping[str, Collection[str]], wanted: str) -> list[NameMatch]:
    return list(name_index(initials).matching(wanted, CancelToken()))


@pytest.mark.parametrize("wanted", [*QUERIES, "\0g"])
def test_matches_are_those_of_a_walk_over_all_names(wanted: str) -> None:
    names = random_names(600, 1)
    assert found(initials_of(names), wanted) == by_walking(names, wanted)


def test_without_names_there_are_no_matches() -> None:
    assert [found({}, wanted) for wanted in QUERIES] == [[] for _ in QUERIES]


@pytest.mark.parametrize("changed", [1, 40, 2 * MAX_CHANGES])
def test_after_changes_the_matches_are_those_of_the_names_there_are(changed: int) -> None:
    names, others = sorted(random_names(4_000, 2)), sorted(random_names(4_000, 3))
    before = dict(initials_of(names))
    assert found(before, "get") == by_walking(names, "get")
    kept = set(names[changed:]) | set(others[:changed])
    now = {key: before[key] if sorted(before.get(key, ())) == sorted(cell) else cell
           for key, cell in initials_of(kept).items()}  # fmt: skip
    again = {key: before[key] if sorted(before.get(key, ())) == sorted(cell) else cell
             for key, cell in initials_of(names).items()}  # fmt: skip
    for wanted in QUERIES:
        assert found(now, wanted) == by_walking(kept, wanted)
        assert found(again, wanted) == by_walking(names, wanted)


@pytest.mark.parametrize("wanted", ["handle", "user", "hr1", "e", "missing"])
def test_a_query_looks_at_few_of_the_names(monkeypatch: pytest.MonkeyPatch, wanted: str) -> None:
    names = [
        f"{verb}_{thing}{n}" for verb in ("get", "handle", "make") for thing in ("user", "order") for n in range(5_000)
    ]
    index, looked_at = name_index(initials_of(names)), 0

    def counted(name: str, query: str) -> int | None:
        nonlocal looked_at
        looked_at += 1
        return quality_of(name, query)

    monkeypatch.setattr(module, "quality_of", counted)
    assert len(list(islice(index.matching(wanted, CancelToken()), 100))) == (0 if wanted == "missing" else 100)
    assert looked_at <= 400, "30,000 names would be a walk"
