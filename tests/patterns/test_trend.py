"""Trends of alternatives over states of a folder."""

import pytest

from ctx_lsp.patterns.trend import SampledFile, State, trends

UNITTEST, PYTEST, HTTPX = ("tests", "TestCase classes"), ("tests", "test functions"), ("http", "httpx")


def state(old: int, new: int, http: int = 0) -> State:
    """A state with this many files that use each alternative."""
    used = [UNITTEST] * old + [PYTEST] * new + [HTTPX] * http
    return [SampledFile("python", frozenset({key})) for key in used]


def test_a_migration_has_two_trends() -> None:
    found = trends([state(2, 18), state(15, 5), state(20, 0)])
    assert found == {("python", PYTEST): "rising", ("python", UNITTEST): "declining"}


@pytest.mark.parametrize(
    ("why", "states"),
    [
        ("nothing to compare with", [state(0, 20)]),
        ("stable", [state(10, 10), state(11, 9), state(9, 11)]),
        ("both grow", [state(30, 30), state(10, 10)]),
        ("a young repository", [state(0, 20), state(4, 1)]),
        ("few files", [state(1, 3), state(3, 1)]),
        ("chance", [state(6, 12), state(8, 8)]),
        ("back and forth", [state(5, 15), state(15, 5), state(5, 15), state(1, 19)]),
        ("long ago", [state(1, 19)] * 5),
    ],
)
def test_silent(why: str, states: list[State]) -> None:
    assert trends(states) == {}, why


def test_what_nobody_used_before_is_rising_from_a_few_files_on() -> None:
    assert trends([state(9, 0, http=4), state(9, 0)]) == {("python", HTTPX): "rising"}
    assert trends([state(9, 0, http=3), state(9, 0)]) == {}


def test_other_languages_do_not_count() -> None:
    before, now = [SampledFile("go", frozenset())] * 20, [SampledFile("go", frozenset({PYTEST}))] * 20
    assert trends([[*state(10, 10), *now], [*state(10, 10), *before]]) == {("go", PYTEST): "rising"}
