"""SCSS: the results of the queries in small texts."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

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
    """A used sheet has a name; an imported one provides all its names."""
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
