"""V: the results of the queries in a small text."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

SOURCE = """
// Shapes.
module shapes
import os
import math { sqrt }
import net.http as h
const max_sides = 8
pub const (
	a = 1
	b = 2
)
pub enum Mode { fill line }
// A shape.
pub struct Shape {
	Base
pub mut:
	name string = 'a'
	side int
}
interface Drawable { draw() }
type Value = int | string
type Handler = fn (int) int
// Its area.
pub fn (s &Shape) area(scale f64) f64 {
	local := helper(s.name)
	for x in s.items { println(x) }
	return local * scale + sqrt(2.0)
}
fn helper(x string) f64 { return Shape{name: x}.area(1) }
fn main() { os.getenv('x') }
"""


def test_symbols() -> None:
    """Methods belong to the type of their receiver; definitions without `pub` are hidden."""
    assert symbols("a.v", SOURCE) == expected("""
        Constant max_sides | max_sides = 8 | (hidden)
        Constant a | a = 1
        Constant b | b = 2
        Enum Mode | pub enum Mode
        EnumMember Mode.fill | fill
        EnumMember Mode.line | line
        Struct Shape | pub struct Shape | inherits Base "A shape."
        Field Shape.name | name string = 'a'
        Field Shape.side | side int
        Interface Drawable | interface Drawable | (hidden)
        Method Drawable.draw | draw() | (hidden)
        Interface Value | type Value = int | string | (hidden)
        Interface Handler | type Handler = fn (int) int | (hidden)
        Method Shape.area | pub fn (s &Shape) area(scale f64) f64 | "Its area."
        Function helper | fn helper(x string) f64 | (hidden)
        Function main | fn main() | (hidden)
    """)


def test_imports() -> None:
    """Imported modules and names, with their aliases."""
    assert imports("a.v", SOURCE) == expected("""
        package shapes
        os as os
        math as math
        math sqrt as sqrt
        net.http as http
        net.http as h
    """)


def test_references() -> None:
    """Uses of names, without parameters and local variables."""
    assert references("a.v", SOURCE) == expected("""
        inherits Base in Shape
        call helper in Shape.area
        read ?.name in Shape.area
        read ?.items in Shape.area
        call println in Shape.area
        call sqrt in Shape.area
        call Shape in helper
        call {}.area in helper
        read os in main
        call os.getenv in main
    """)
