"""JSON: the results of the queries in small texts."""

from tests.syntax.languages.outlines import expected, symbols

JSON = """
{
  "name": "app",
  "scripts": {"build": "tsc", "test": "jest"},
  "config": {"deep": {"deeper": {"deepest": 1}}, "list": [{"inside": 1}]}
}
"""


def test_keys_of_json_nest() -> None:
    """Three levels, and none inside lists."""
    assert symbols("a.json", JSON) == expected("""
        Key name | "name": "app"
        Key scripts | "scripts"
        Key scripts.build | "build": "tsc"
        Key scripts.test | "test": "jest"
        Key config | "config"
        Key config.deep | "deep"
        Key config.deep.deeper | "deeper"
        Key config.list | "list"
    """)
