"""Odin: the results of the queries in a small text."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

SOURCE = """
// Shapes.
package shapes
import "core:fmt"
import m "core:math"
MAX_SIDES :: 8
total: int = 3
// A mode.
Mode :: enum { Fill, Line }
Point :: struct { x, y: int }
Shape :: struct {
	using base: Base,
	name: string,
}
Value :: union { int, Shape }
Handler :: proc(x: int) -> int
// Its area.
@(private)
area :: proc(s: ^Shape, scale: f32 = 1) -> f32 {
	local := helper(s.name)
	fmt.println(local, MAX_SIDES)
	for x in s.items { m.sqrt(x) }
	p := Point{1, 2}
	return local * scale
}
helper :: proc(x: string) -> f32 { return 1 }
draw :: proc{area, helper}
"""


def test_symbols() -> None:
    """Declarations by `::`, with fields and members."""
    assert symbols("a.odin", SOURCE) == expected("""
        Constant MAX_SIDES | MAX_SIDES :: 8
        Variable total | total: int = 3
        Enum Mode | Mode :: enum | "A mode."
        EnumMember Mode.Fill | Fill
        EnumMember Mode.Line | Line
        Struct Point | Point :: struct
        Field Point.x | x, y: int
        Field Point.y | x, y: int
        Struct Shape | Shape :: struct
        Field Shape.base | using base: Base
        Field Shape.name | name: string
        Struct Value | Value :: union
        Function Handler | Handler :: proc(x: int) -> int
        Function area | area :: proc(s: ^Shape, scale: f32 = 1) -> f32 | @private (hidden) "Its area."
        Function helper | helper :: proc(x: string) -> f32
        Function draw | draw :: proc{area, helper}
    """)


def test_imports() -> None:
    """Imported modules and names, with their aliases."""
    assert imports("a.odin", SOURCE) == expected("""
        package shapes
        core:fmt as core:fmt
        core:math as m
    """)


def test_references() -> None:
    """Uses of names, without parameters and local variables."""
    assert references("a.odin", SOURCE) == expected("""
        type int in total
        type int in Point.y
        type Base in Shape.base
        type string in Shape.name
        type int in Value
        type Shape in Value
        type int in Handler
        type int in Handler
        decorates private in area
        type Shape in area
        type f32 in area
        type f32 in area
        call helper in area
        read ?.name in area
        call fmt.println in area
        read MAX_SIDES in area
        read ?.items in area
        read m in area
        call m.sqrt in area
        call Point in area
        type string in helper
        type f32 in helper
        read area in draw
        read helper in draw
    """)
