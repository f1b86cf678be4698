"""Julia: the results of the queries in a small text."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

SOURCE = '''
"""
A module.
"""
module Shapes

using LinearAlgebra, Random
using Base: show, @kwdef
import JSON
import ..Parent: helper as h, other
import Foo.Bar as B
export Shape, area
include("util.jl")

const MAX_SIDES = 8
counter = 0
global total::Int = 3

"Shapes of all kinds."
abstract type Shape end
abstract type Round{T} <: Shape end
primitive type Byte 8 end

# A square.
struct Square{T<:Real} <: Shape
    side::T
    name
    Square(side) = new(side, "a")
end

Base.@kwdef mutable struct Circle <: Round{Int}
    radius::Float64 = 1.0
    const id::Int
end

@enum Color red green=2 blue

area(s::Square) = s.side^2
"""Its area."""
function area(c::Circle; scale::Int=1)::Float64
    inner(x) = x * π
    local y = helper(c.radius)
    for i in 1:10, j in 1:2
        counter += i
    end
    map(x -> x + MAX_SIDES, [1, 2])
    try; catch e; end
    return inner(y) * scale
end
function Base.show(io::IO, s::Shape) where {T}
    print(io, s.name)
end
Base.length(s::Square) = 4
(c::Circle)(x) = x
Square{T}(x, y) where T = 1
function generic end
macro check(ex)
    :( $(esc(ex)) )
end
f = x -> x + 1
+(a::Square, b::Square) = a
@inline function fast(x) @check x end
baremodule Inner
end
struct Point x; y end
a.b = 3
arr[1] = 2
x, y = 1, 2
end
'''


def test_symbols() -> None:
    """Short and long functions, types with their fields, and strings above them as documentation."""
    assert symbols("a.jl", SOURCE) == expected("""
        Module Shapes | module Shapes | "A module."
        Constant Shapes.MAX_SIDES | const MAX_SIDES = 8
        Variable Shapes.counter | counter = 0
        Variable Shapes.total | global total::Int = 3
        Interface Shapes.Shape | abstract type Shape end | "Shapes of all kinds."
        Interface Shapes.Round | abstract type Round{T} <: Shape end | inherits Shape
        Struct Shapes.Byte | primitive type Byte 8 end
        Struct Shapes.Square | struct Square{T<:Real} <: Shape | inherits Shape "A square."
        Field Shapes.Square.side | side::T
        Field Shapes.Square.name | name
        Method Shapes.Square.Square | Square(side)
        Struct Shapes.Circle | Base.@kwdef mutable struct Circle <: Round{Int} | inherits Round
        Field Shapes.Circle.radius | radius::Float64 = 1.0
        Field Shapes.Circle.id | const id::Int
        Enum Shapes.Color | @enum Color red green=2 blue
        Function Shapes.area#2 | area(s::Square)
        Function Shapes.area | function area(c::Circle; scale::Int=1)::Float64 | "Its area."
        Function Shapes.area.inner | inner(x) | (hidden)
        Function Shapes.show | function Base.show(io::IO, s::Shape) where {T}
        Function Shapes.length | Base.length(s::Square)
        Function Shapes.Square#2 | Square{T}(x, y) where T
        Function Shapes.generic | function generic end
        Function Shapes.check | macro check(ex)
        Function Shapes.f | f = x -> x + 1
        Function Shapes.+ | +(a::Square, b::Square)
        Function Shapes.fast | @inline function fast(x)
        Module Shapes.Inner | baremodule Inner end
        Struct Shapes.Point | struct Point
        Field Shapes.Point.x | x
        Field Shapes.Point.y | y
    """)


def test_imports() -> None:
    """Imported modules and names, with their aliases."""
    assert imports("a.jl", SOURCE) == expected("""
        LinearAlgebra *
        Random *
        Base show as show
        Base @kwdef as @kwdef
        JSON as JSON
        ..Parent helper as h
        ..Parent other as other
        Foo.Bar as B
        util.jl *
    """)


def test_references() -> None:
    """Uses of names, without parameters and local variables."""
    assert references("a.jl", SOURCE) == expected("""
        type Int in Shapes.total
        inherits Shape in Shapes.Round
        type Real in Shapes.Square
        inherits Shape in Shapes.Square
        read Base in Shapes.Circle
        call kwdef in Shapes.Circle
        inherits Round in Shapes.Circle
        type Int in Shapes.Circle
        type Float64 in Shapes.Circle.radius
        type Int in Shapes.Circle.id
        call enum in Shapes.Color
        read red in Shapes.Color
        read blue in Shapes.Color
        type Square in Shapes.area#2
        read ?.side in Shapes.area#2
        type Circle in Shapes.area
        type Int in Shapes.area
        type Float64 in Shapes.area
        read π in Shapes.area.inner
        call helper in Shapes.area
        read ?.radius in Shapes.area
        read counter in Shapes.area
        call map in Shapes.area
        read MAX_SIDES in Shapes.area
        call inner in Shapes.area
        read Base in Shapes.show
        type IO in Shapes.show
        type Shape in Shapes.show
        call print in Shapes.show
        read ?.name in Shapes.show
        read Base in Shapes.length
        type Square in Shapes.length
        read c in Shapes
        type Circle in Shapes
        read x in Shapes
        read x in Shapes.Square#2
        read y in Shapes.Square#2
        call esc in Shapes.check
        type Square in Shapes.+
        type Square in Shapes.+
        call inline in Shapes.fast
        call check in Shapes.fast
        read a in Shapes
        read a.b in Shapes
        read arr in Shapes
    """)
