"""Documentation as clean text."""

import pytest

from ctx_lsp.syntax.outlines.documentation import comment, docstring


@pytest.mark.parametrize(
    ("literal", "expected"),
    [
        ('"""One line."""', "One line."),
        ('r"""Raw."""', "Raw."),
        ("'single'", "single"),
        ('"""First.\n\n    Second.\n      Deeper.\n    """', "First.\n\nSecond.\n  Deeper."),
        ('""""""', ""),
        ('"""Broken', '"""Broken'),
    ],
)
def test_a_string_loses_its_quotes_and_indentation(literal: str, expected: str) -> None:
    assert docstring(literal) == expected


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["// One.", "// Two."], "One.\nTwo."),
        (["/// Doc.", "///   code"], "Doc.\n  code"),
        (["//! Inner."], "Inner."),
        (["# One.", "#  two"], "One.\n two"),
        (["#: Attribute."], "Attribute."),
        (["/** One line. */"], "One line."),
        (["/**\n   * First.\n   *\n   * @param a b\n   */"], "First.\n\n@param a b"),
        (["/* Plain. */"], "Plain."),
        (["-- | Haskell."], "Haskell."),
        (["# ------", "# Section", "# ------"], "Section"),
        (["//", "// Text."], "Text."),
        (["// a / b * c"], "a / b * c"),
        ([], ""),
    ],
)
def test_a_run_of_comments_loses_its_marks(texts: list[str], expected: str) -> None:
    assert comment(texts) == expected
