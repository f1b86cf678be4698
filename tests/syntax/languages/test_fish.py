"""Fish: the results of the queries in a small text."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

SOURCE = """
# Shapes.
source util.fish
set -g max_sides 8
set -l local 1
# Its area.
function area --description 'Area' --argument-names shape scale
    set -l x (helper $shape)
    echo $x $max_sides
    if test $x; other; end
end
function _hidden; end
area 1
alias ll='ls -l'
"""


def test_symbols() -> None:
    """Functions, and variables that outlive them."""
    assert symbols("a.fish", SOURCE) == expected("""
        Variable max_sides | set -g max_sides 8
        Function area | function area --description 'Area' --argument-names shape scale | "Its area."
        Function _hidden | function _hidden; end | (hidden)
    """)


def test_imports() -> None:
    """Imported modules and names, with their aliases."""
    assert imports("a.fish", SOURCE) == expected("""
        util.fish *
    """)


def test_references() -> None:
    """Uses of names, without parameters and local variables."""
    assert references("a.fish", SOURCE) == expected("""
        call helper in area
        read max_sides in area
        call other in area
        call area in -
    """)
