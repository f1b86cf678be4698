"""Markdown: the results of the queries in small texts."""

from tests.syntax.languages.outlines import expected, references, symbols

MARKDOWN = """
---
title: Front
---
# Guide

Use `Flask.route()` in `src/app.py`, see [the docs](docs/quick/start.md) and https://x.y/a/b.md.

## Install `pip`

Call run_server() or `name`, `MAX_SIZE`.

```python
x = `not_a_ref`
```

### Deep

text

Usage
-----

`a::b::Type`

# Other
## Install `pip`
"""


def test_sections_of_markdown_nest() -> None:
    """Under both kinds of headings; fenced code and front matter have none."""
    assert symbols("a.md", MARKDOWN) == expected("""
        String Guide | Guide
        String Guide.Install `pip` | Install `pip`
        String Guide.Install `pip`.Deep | Deep
        String Guide.Usage | Usage
        String Other | Other
        String Other.Install `pip` | Install `pip`
    """)


def test_code_that_markdown_speaks_of() -> None:
    """Code spans and words that look like calls or paths; plain words and web addresses are not references."""
    assert references("a.md", MARKDOWN) == expected("""
        read Flask.route in Guide
        read src/app.py in Guide
        read docs/quick/start.md in Guide
        read run_server in Guide.Install `pip`
        read MAX_SIZE in Guide.Install `pip`
        read a.b.Type in Guide.Usage
    """)
