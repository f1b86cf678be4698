"""CSS: the results of the queries in small texts."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

CSS = """
@import url("base.css");
@import "theme.css";
/* Colours. */
:root { --main: #fff; --gap: 4px; }
.card, #page > .card__title:hover { color: var(--main, red); animation: spin 1s; }
body { margin: 0; }
@media (max-width: 3px) { .card { padding: var(--gap) } }
@keyframes spin { from { x: y } to { x: z } }
@layer base { .button { @apply px-4; } }
"""


def test_rules_are_named_by_their_selectors() -> None:
    """Classes, ids and elements name a rule; custom properties are variables; other properties are not symbols."""
    assert symbols("a.css", CSS) == expected("""
        Key root | :root | "Colours."
        Variable root.--main | --main: #fff
        Variable root.--gap | --gap: 4px
        Key card | .card, #page > .card__title:hover
        Key page | .card, #page > .card__title:hover
        Key card__title | .card, #page > .card__title:hover
        Key body | body
        Key (max-width: 3px) | @media (max-width: 3px)
        Key (max-width: 3px).card | .card
        Key spin | @keyframes spin
        Key base | @layer base
        Key base.button | .button
    """)


def test_imported_sheets_bind_nothing() -> None:
    """In both ways of writing them."""
    assert imports("a.css", CSS) == expected("""
        base.css
        theme.css
    """)


def test_custom_properties_and_animations_are_used() -> None:
    """Also with a fallback behind the name."""
    assert references("a.css", CSS) == expected("""
        read --main in card__title
        read spin in card__title
        read --gap in (max-width: 3px).card
    """)
