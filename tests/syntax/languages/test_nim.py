"""Nim: the results of the queries in a small text."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

SOURCE = """
## Shapes.
import std/[strutils, tables as t]
import os, ./util
from math import sqrt, pow as power
include base
export util
type
  Mode* = enum
    Fill, Line = 2
  Point* = object
    x*, y: int
  Shape* = ref object of Base
    name*: string ## Its name.
  Handler = proc (x: int): int
const MaxSides* = 8
var total: int = 0
let cache = newTable()
## Its area.
proc area*(s: Shape, scale = 1): float {.inline.} =
  ## Return it.
  let local = helper(s.name)
  for i in 0 ..< MaxSides:
    total += i
  result = local.side * sqrt(2.0)
proc hidden(x: int): int = x
func pure*[T](x: T): T = x
method draw*(s: Shape) {.base.} = discard
iterator items*(s: Shape): int = yield 1
template check*(x: untyped) = x
macro m*(x: untyped): untyped = x
converter toInt(x: Shape): int = 1
proc `+`*(a, b: Shape): Shape = a
when isMainModule:
  echo area(Shape(name: "a")).draw
"""


def test_symbols() -> None:
    """Definitions without `*` are hidden; fields belong to their objects."""
    assert symbols("a.nim", SOURCE) == expected("""
        Enum Mode | Mode*
        EnumMember Mode.Fill | Fill
        EnumMember Mode.Line | Line = 2
        Struct Point | Point*
        Field Point.x | x*, y: int
        Field Point.y | x*, y: int
        Class Shape | Shape* = ref | inherits Base
        Field Shape.name | name*: string
        Interface Handler | Handler = proc (x: int): int | (hidden)
        Constant MaxSides | MaxSides* = 8
        Variable total | total: int = 0 | (hidden)
        Variable cache | cache = newTable() | (hidden)
        Function area | proc area*(s: Shape, scale = 1): float | "Its area."
        Function hidden | proc hidden(x: int): int | (hidden)
        Function pure | func pure*[T](x: T): T
        Function draw | method draw*(s: Shape)
        Function items | iterator items*(s: Shape): int
        Function check | template check*(x: untyped)
        Function m | macro m*(x: untyped): untyped
        Function toInt | converter toInt(x: Shape): int | (hidden)
        Function `+` | proc `+`*(a, b: Shape): Shape
    """)


def test_imports() -> None:
    """Imported modules and names, with their aliases."""
    assert imports("a.nim", SOURCE) == expected("""
        strutils *
        tables *
        os *
        ./util *
        math sqrt as sqrt
        math pow as power
        base * (reexport)
    """)


def test_references() -> None:
    """Uses of names, without parameters and local variables."""
    assert references("a.nim", SOURCE) == expected("""
        type int in Point.y
        inherits Base in Shape
        type string in Shape.name
        type int in Handler
        type int in Handler
        type int in total
        call newTable in cache
        type Shape in area
        type float in area
        call helper in area
        read ?.name in area
        read MaxSides in area
        read total in area
        read ?.side in area
        call sqrt in area
        type int in hidden
        type int in hidden
        type Shape in draw
        type Shape in items
        type int in items
        type untyped in check
        type untyped in m
        type untyped in m
        type Shape in toInt
        type int in toInt
        read + in `+`
        type Shape in `+`
        type Shape in `+`
        call echo in -
        call area in -
        call Shape in -
        read ?.draw in -
    """)
