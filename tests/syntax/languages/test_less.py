"""LESS: the results of the queries in small texts."""

from tests.syntax.languages.outlines import expected, references, symbols

LESS = """
@primary: #333;
.box { color: @primary; .title { x: y } }
@media print { .box { x: y } }
"""


def test_variables_of_less_are_definitions() -> None:
    """At-rules of CSS are not variables."""
    assert symbols("a.less", LESS) == expected("""
        Variable @primary | @primary: #333
        Key box | .box
        Key box.title | .title
        Key print | @media print
        Key print.box | .box
    """)


def test_variables_of_less_are_read() -> None:
    """In values."""
    assert references("a.less", LESS) == expected("""
        read @primary in box
    """)
