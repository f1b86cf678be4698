"""HTML: the results of the queries in small texts."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

HTML = """
<!DOCTYPE html>
<html>
<head>
<script type="module" src="x.js">
import { save } from "./store.js";
export function run(a) { return save(a); }
</script>
<script type="text/template"><b id="no">{{ x }}</b></script>
<script type="application/json">{"limits": {"most": 1}}</script>
<style>.wide { color: red }</style>
</head>
<body>
<!-- The page. -->
<main id="app" class="wide">
  <h1>Title <b>x</b></h1>
  <button onclick="run(1)">x</button>
  <my-element id="own"/>
</main>
<nav><a href="#app">q</a></nav>
</body>
</html>
"""


def test_ids_sections_headings_and_script_definitions() -> None:
    """An element may have a name of its own and that of a section."""
    assert symbols("a.html", HTML) == expected("""
        Function run | export function run(a)
        Key limits | "limits"
        Key limits.most | "most": 1
        Key wide | .wide
        Key main | <main id="app" class="wide" | "The page."
        Key app | <main id="app" class="wide"
        String app.Title | <h1>Title <b>x</b></h1>
        Key app.own | <my-element id="own"/>
        Key nav | <nav
    """)


def test_imports_of_a_script() -> None:
    """Of an inline module."""
    assert imports("a.html", HTML) == expected("""
        ./store.js save as save
    """)


def test_a_handler_calls_functions_of_the_script() -> None:
    """The call is inside the element."""
    assert references("a.html", HTML) == expected("""
        call save in run
        call run in app
    """)
