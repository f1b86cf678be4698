"""F#: the results of the queries in a small text."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

SOURCE = """
/// Shapes.
module Shapes.Core

open System
open Shapes.Base

/// A mode.
type Mode =
    | Fill
    | Line of int

type Point = { X: int; mutable Y: int }
type Name = string
exception Bad of string

[<Literal>]
let MaxSides = 8

/// Its area.
let rec area (scale: float) (s: Point) : float =
    let local = helper s.X
    let inner x = x * scale
    match s with
    | { X = x } -> inner local |> abs
let private hidden x = x + 1
let (|Even|Odd|) n = if n % 2 = 0 then Even else Odd

type IDraw =
    abstract member Draw: unit -> unit

type Shape(name: string) =
    inherit Base(name)
    let mutable count = 0
    member val Size = 1 with get, set
    member this.Name = name
    member this.Area(scale: int) = helper scale + count
    static member Make(n) = Shape(n)
    interface IDraw with
        member this.Draw() = printfn "x"

module Inner =
    let value = Point.Zero

[<EntryPoint>]
let main argv =
    Inner.value |> ignore
    List.map (fun x -> x) [1]
    0
"""


def test_symbols() -> None:
    """Types with cases, fields and members; functions and modules."""
    assert symbols("a.fs", SOURCE) == expected("""
        Enum Mode | type Mode | "A mode."
        EnumMember Mode.Fill | Fill
        EnumMember Mode.Line | Line of int
        Struct Point | type Point
        Field Point.X | X: int
        Field Point.Y | mutable Y: int
        Enum Name | type Name
        EnumMember Name.string | string
        Class Bad | exception Bad of string
        Variable MaxSides | let MaxSides = 8 | @Literal
        Function area | let rec area (scale: float) (s: Point) : float
        Function area.inner | let inner x | (hidden)
        Function hidden | let private hidden x | (hidden)
        Class IDraw | type IDraw
        Method IDraw.Draw | abstract member Draw: unit -> unit
        Class Shape | type Shape(name: string) | inherits Base implements IDraw
        Field Shape.count | let mutable count = 0
        Property Shape.Size | member val Size = 1 with get, set
        Property Shape.Name | member this.Name = name
        Method Shape.Area | member this.Area(scale: int)
        Method Shape.Make | static member Make(n)
        Method Shape.Draw | member this.Draw()
        Module Inner | module Inner
        Variable Inner.value | let value = Point.Zero
        Function main | let main argv | @EntryPoint
    """)


def test_imports() -> None:
    """Imported modules and names, with their aliases."""
    assert imports("a.fs", SOURCE) == expected("""
        package Shapes.Core
        System *
        Shapes.Base *
    """)


def test_references() -> None:
    """Uses of names, without parameters and local variables."""
    assert references("a.fs", SOURCE) == expected("""
        type int in Mode.Line
        type int in Point.X
        type int in Point.Y
        type string in Bad
        decorates Literal in MaxSides
        type float in area
        type Point in area
        type float in area
        call helper in area
        read ?.X in area
        call inner in area
        call abs in area
        read n in -
        read Even in -
        read Odd in -
        type unit in IDraw.Draw
        type unit in IDraw.Draw
        type string in Shape
        inherits Base in Shape
        read name in Shape
        read name in Shape.Name
        type int in Shape.Area
        call helper in Shape.Area
        read count in Shape.Area
        call Shape in Shape.Make
        implements IDraw in Shape
        call printfn in Shape.Draw
        read Point in Inner.value
        read Point.Zero in Inner.value
        decorates EntryPoint in main
        read Inner in main
        read Inner.value in main
        call ignore in main
        read List in main
        call List.map in main
    """)
