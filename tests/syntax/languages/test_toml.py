"""TOML: the results of the queries in small texts."""

from tests.syntax.languages.outlines import expected, symbols

TOML = """
title = "x"
[project]
name = "y"
version = "1"
[tool."a.b".c]
# The limit.
limit = 1
point = { x = 1 }
[[package]]
name = "p"
[[package]]
name = "q"
"""


def test_tables_and_keys_of_toml() -> None:
    """A list of tables has one name and no keys: its tables are records."""
    assert symbols("a.toml", TOML) == expected("""
        Key title | title = "x"
        Key project | [project]
        Key project.name | name = "y"
        Key project.version | version = "1"
        Key tool."a.b".c | [tool."a.b".c]
        Key tool."a.b".c.limit | limit = 1 | "The limit."
        Key tool."a.b".c.point | point = { x = 1 }
        Key package | [[package]]
    """)
