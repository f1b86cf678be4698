"""Tcl: the results of the queries in a small text."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

SOURCE = """
# Shapes.
package require Tcl 8.6
package provide shapes 1.0
source util.tcl
namespace eval ::shapes {
    variable maxSides 8
    namespace export area
    # Its area.
    proc area {shape {scale 1}} {
        variable maxSides
        set local [helper $shape]
        foreach x $local { puts $x }
        return [expr {$local * $scale}]
    }
}
proc ::shapes::other {x} { area $x }
set total 3
oo::class create Shape {
    superclass Base
    variable name
    constructor {n} { set name $n }
    method draw {} { my helper }
}
"""


def test_symbols() -> None:
    """Namespaces hold procedures; classes hold methods."""
    assert symbols("a.tcl", SOURCE) == expected("""
        Namespace shapes | namespace eval ::shapes
        Variable shapes.maxSides | variable maxSides 8
        Function shapes.area | proc area {shape {scale 1}} | "Its area."
        Function shapes::other | proc ::shapes::other {x}
        Variable total | set total 3
        Class Shape | oo::class create Shape | inherits Base
        Field Shape.name | variable name
        Constructor Shape.constructor | constructor {n}
        Method Shape.draw | method draw {}
    """)


def test_imports() -> None:
    """Imported modules and names, with their aliases."""
    assert imports("a.tcl", SOURCE) == expected("""
        Tcl *
        util.tcl *
    """)


def test_references() -> None:
    """Uses of names, without parameters and local variables."""
    assert references("a.tcl", SOURCE) == expected("""
        call helper in shapes.area
        call area in shapes::other
        inherits Base in Shape
        call n in Shape.constructor
        read n in Shape.constructor
        call helper in Shape.draw
    """)
