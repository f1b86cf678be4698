"""INI files: the results of the queries in small texts."""

from tests.syntax.languages.outlines import expected, symbols

INI = """
top = 1
# Paths.
[server]
host = localhost
[tool:pytest]
addopts = -q
"""


def test_sections_and_settings() -> None:
    """Settings belong to their section."""
    assert symbols("a.ini", INI) == expected("""
        Key top | top = 1
        Key server | [server] | "Paths."
        Key server.host | host = localhost
        Key tool:pytest | [tool:pytest]
        Key tool:pytest.addopts | addopts = -q
    """)
