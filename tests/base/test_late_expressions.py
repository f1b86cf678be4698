"""Expressions that are compiled when they are first used act like compiled ones."""

import re
from types import SimpleNamespace

import pytest

from ctx_lsp.base import late_expressions
from ctx_lsp.base.late_expressions import compile_late

TEXT = "Two owls, two-eyed"


@pytest.mark.parametrize(
    ("method", "arguments"),
    [
        ("findall", (TEXT,)),
        ("split", (TEXT, 1)),
        ("sub", ("2", TEXT)),
        ("subn", ("2", TEXT)),
    ],
)
def test_a_late_expression_finds_what_a_compiled_one_finds(method: str, arguments: tuple[object, ...]) -> None:
    late, compiled = compile_late(r"\btwo\b", re.IGNORECASE), re.compile(r"\btwo\b", re.IGNORECASE)
    assert getattr(late, method)(*arguments) == getattr(compiled, method)(*arguments)
    assert getattr(late, method)(*arguments) == getattr(compiled, method)(*arguments)  # once it is compiled, too


def test_matches_know_their_expression() -> None:
    late = compile_late(rb"(?P<count>\d+) owls")
    found = late.search(b"we saw 12 owls", 3)
    assert found is not None
    assert (found["count"], found.span(), found.re.pattern) == (b"12", (7, 14), late.pattern)
    assert (late.flags, late.groups, dict(late.groupindex)) == (0, 1, {"count": 1})


def test_an_expression_is_compiled_once_and_only_for_its_first_use(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []

    def recording(text: str, flags: int) -> re.Pattern[str]:
        compiled.append(text)
        return re.compile(text, flags)

    late = compile_late("owl")
    monkeypatch.setattr(late_expressions, "re", SimpleNamespace(compile=recording))
    assert compiled == []
    assert late.search(TEXT)
    assert late.match(TEXT) is None
    assert compiled == ["owl"]


def test_an_attribute_that_expressions_lack_is_an_error_and_compiles_nothing() -> None:
    late = compile_late("(")  # no expression
    with pytest.raises(AttributeError, match="finder"):
        _ = late.finder  # type: ignore[attr-defined]
    with pytest.raises(re.error):
        late.search(TEXT)
