"""Properties: the results of the queries in small texts."""

from tests.syntax.languages.outlines import expected, symbols

PROPERTIES = """
# c
a.b=1
c: d
"""


def test_properties() -> None:
    """Whole keys."""
    assert symbols("a.properties", PROPERTIES) == expected("""
        Key a.b | a.b=1 | "c"
        Key c | c: d
    """)
