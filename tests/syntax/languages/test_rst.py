"""reStructuredText: the results of the queries in small texts."""

from tests.syntax.languages.outlines import expected, references, symbols

RESTRUCTURED = """
Title
~~~~~

Text ``app.run()`` and :meth:`~flask.Flask.route`, `link text`_.

Sub
===

more

Sub2
====

Deep
~~~~
"""


def test_underlines_nest_in_the_order_in_which_they_come() -> None:
    """Whatever they are made of."""
    assert symbols("a.rst", RESTRUCTURED) == expected("""
        String Title | Title
        String Title.Sub | Sub
        String Title.Sub2 | Sub2
        String Deep | Deep
    """)


def test_literals_and_roles_name_code() -> None:
    """Links are not references."""
    assert references("a.rst", RESTRUCTURED) == expected("""
        read app.run in Title
        read flask.Flask.route in Title
    """)
