"""CSS, SCSS and LESS: what the queries find in small texts."""

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


def test_rules_are_found_by_what_they_select() -> None:
    """Classes, ids and elements name a rule; custom properties are variables; the rest of a rule is none."""
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


SCSS = """
@use "sass/math";
@import "mixins";
// Widths.
$width: 1px;
@mixin rounded($radius: 2px) { border-radius: $radius; .inner { width: $width } }
@function double($x) { @return $x * 2; }
.menu {
  &:hover { color: red; }
  &__item { width: double($width); }
  .link { @include rounded(3px); @extend .base; color: var(--main); }
}
"""


def test_mixins_functions_and_variables_are_definitions() -> None:
    """Rules nest; the parent selector is no rule of its own."""
    assert symbols("a.scss", SCSS) == expected("""
        Variable $width | $width: 1px | "Widths."
        Function rounded | @mixin rounded($radius: 2px)
        Function double | @function double($x)
        Key menu | .menu
        Key menu.__item | &__item
        Key menu.link | .link
    """)


def test_used_and_imported_sheets() -> None:
    """A used sheet has a name, an imported one gives all of its own."""
    assert imports("a.scss", SCSS) == expected("""
        sass/math as math
        mixins *
    """)


def test_includes_calls_and_variables_are_references() -> None:
    """Parameters are local."""
    assert references("a.scss", SCSS) == expected("""
        read $width in rounded
        call double in menu.__item
        read $width in menu.__item
        call rounded in menu.link
        inherits base in menu.link
        read --main in menu.link
    """)


LESS = """
@primary: #333;
.box { color: @primary; .title { x: y } }
@media print { .box { x: y } }
"""


def test_variables_of_less_are_definitions() -> None:
    """At-rules of CSS are none."""
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
