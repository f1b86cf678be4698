"""Luau: the results of the queries in a small text."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

SOURCE = """
--!strict
local Util = require(script.Parent.Util)
local Base = require("./Base")
type Point = { x: number, y: number }
export type Shape<T> = { name: string, draw: (self: Shape<T>) -> () }
local Shape = {}
Shape.__index = Shape
local MAX = 8
-- Its area.
function Shape.area(self: Shape<number>, scale: number?): number
	local l: number = Util.helper(self.name)
	for i, v in ipairs(l) do print(v) end
	return l * (scale or MAX)
end
function Shape:draw() self:area(1) end
local function private(x: number): number return x end
return Shape
"""


def test_symbols() -> None:
    """Types beside what Lua has."""
    assert symbols("a.luau", SOURCE) == expected("""
        Variable Util | local Util = require(script.Parent.Util) | "!strict"
        Interface Point | type Point
        Interface Shape | export type Shape<T>
        Object Shape#2 | local Shape
        Field Shape.__index | Shape.__index = Shape
        Constant MAX | local MAX = 8
        Method Shape.area | function Shape.area(self: Shape<number>, scale: number?): number | "Its area."
        Method Shape.draw | function Shape:draw()
        Function private | local function private(x: number): number | (hidden)
    """)


def test_imports() -> None:
    """Imported modules and names, with their aliases."""
    assert imports("a.luau", SOURCE) == expected("""
        ./Base as Base
    """)


def test_references() -> None:
    """Uses of names, without parameters and local variables."""
    assert references("a.luau", SOURCE) == expected("""
        read script.Parent in Util
        read script.Parent.Util in Util
        type Shape in Shape
        read Shape in Shape.__index
        type Shape in Shape.area
        read Util in Shape.area
        call Util.helper in Shape.area
        read @self.name in Shape.area
        call ipairs in Shape.area
        call print in Shape.area
        read MAX in Shape.area
        call @self.area in Shape.draw
        read Shape in -
    """)
