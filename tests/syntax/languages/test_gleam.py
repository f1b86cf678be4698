"""Gleam: the results of the queries in a small text."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

SOURCE = """
//// Shapes.
import gleam/list
import gleam/string.{join, type Thing as T} as str
/// A shape.
pub type Shape {
  Circle(radius: Float)
  Square(side: Float, name: String)
}
pub opaque type Name { Name(String) }
type Alias = List(Shape)
const max_sides = 8
/// Its area.
pub fn area(shape: Shape, scale s: Float) -> Float {
  let local = helper(shape)
  case shape {
    Circle(radius: r) -> r *. s
    Square(side, _) -> local |> list.map(fn(x) { x }) |> str.join(max_sides)
  }
}
fn helper(shape) { shape.side }
@external(erlang, "math", "sqrt")
pub fn sqrt(x: Float) -> Float
"""


def test_symbols() -> None:
    """Types hold their constructors; definitions without `pub` are hidden."""
    assert symbols("a.gleam", SOURCE) == expected("""
        Enum Shape | pub type Shape | "A shape."
        EnumMember Shape.Circle | Circle(radius: Float)
        Field Shape.radius | radius: Float
        EnumMember Shape.Square | Square(side: Float, name: String)
        Field Shape.side | side: Float
        Field Shape.name | name: String
        Enum Name | pub opaque type Name
        EnumMember Name.Name | Name(String)
        Interface Alias | type Alias = List(Shape) | (hidden)
        Constant max_sides | const max_sides = 8 | (hidden)
        Function area | pub fn area(shape: Shape, scale s: Float) -> Float | "Its area."
        Function helper | fn helper(shape) | (hidden)
        Function sqrt | pub fn sqrt(x: Float) -> Float | @external
    """)


def test_imports() -> None:
    """Imported modules and names, with their aliases."""
    assert imports("a.gleam", SOURCE) == expected("""
        gleam/list as list
        gleam/string join as join
        gleam/string Thing as T
        gleam/string as str
    """)


def test_references() -> None:
    """Uses of names, without parameters and local variables."""
    assert references("a.gleam", SOURCE) == expected("""
        type Float in Shape.radius
        type Float in Shape.side
        type String in Shape.name
        type String in Name.Name
        type List in Alias
        type Shape in Alias
        type Shape in area
        type Float in area
        type Float in area
        call helper in area
        read Circle in area
        read Square in area
        read list in area
        call list.map in area
        read str in area
        call str.join in area
        read max_sides in area
        read ?.side in helper
        decorates external in sqrt
        type Float in sqrt
        type Float in sqrt
    """)
