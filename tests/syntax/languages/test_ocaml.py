"""OCaml: the results of the queries in a small text."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

SOURCE = """
(** Shapes. *)
open Base
open! Core.List
include Comparable
module M = Map.Make (String)
module type DRAWABLE = sig
  type t
  val draw : t -> unit
end
module Square (D : DRAWABLE) : DRAWABLE = struct
  type t = { side : float; mutable name : string }
  let draw s = D.draw s.side
end
type mode = Fill | Line of int
type 'a tree = Leaf | Node of 'a tree * 'a
and handler = event -> unit
exception Bad of string
external now : unit -> float = "now"
(** Its area. *)
let rec area ?(scale = 1.0) (s : Square.t) : float =
  let side = s.side in
  let inner x = x *. scale in
  match s with
  | { name; _ } -> helper (inner side)
and perimeter s = List.map (fun x -> x) s
let max_sides = 8
let ( + ) a b = a
let () = main ()
let a, b = 1, 2
class virtual shape name = object (self)
  inherit base
  val mutable count = 0
  method name : string = name
  method private incr = self#name
end
let pipe x = x |> Square.draw |> fun y -> `Tag y
[@@deriving show]
let f = function Fill -> 1 | Line n -> n
let open_local = M.(empty)
"""


def test_symbols() -> None:
    """Modules hold their types and functions; a local `let` that takes parameters is a function."""
    assert symbols("a.ml", SOURCE) == expected("""
        Module M | module M = Map.Make (String)
        Interface DRAWABLE | module type DRAWABLE
        Interface DRAWABLE.t | type t
        Method DRAWABLE.draw | val draw : t -> unit
        Module Square | module Square (D : DRAWABLE) : DRAWABLE | implements DRAWABLE
        Struct Square.t | type t
        Field Square.t.side | side : float
        Field Square.t.name | mutable name : string
        Function Square.draw | let draw s
        Enum mode | type mode
        EnumMember mode.Fill | Fill
        EnumMember mode.Line | Line of int
        Enum tree | 'a tree
        EnumMember tree.Leaf | Leaf
        EnumMember tree.Node | Node of 'a tree * 'a
        Interface handler | handler = event -> unit
        Class Bad | exception Bad of string
        Function now | external now : unit -> float = "now"
        Function area | area ?(scale = 1.0) (s : Square.t) : float
        Function area.inner | let inner x | (hidden)
        Function perimeter | perimeter s
        Variable max_sides | let max_sides = 8
        Function + | let (+) a b
        Class shape | class virtual shape name | inherits base
        Field shape.count | val mutable count = 0
        Method shape.name | method name : string
        Method shape.incr | method private incr
        Function pipe | let pipe x
        Function f | let f
        Variable open_local | let open_local = M.(empty)
    """)


def test_imports() -> None:
    """Imported modules and names, with their aliases."""
    assert imports("a.ml", SOURCE) == expected("""
        Base *
        Core.List *
        Comparable * (reexport)
    """)


def test_references() -> None:
    """Uses of names, without parameters and local variables."""
    assert references("a.ml", SOURCE) == expected("""
        read Comparable in -
        read Map in M
        call Map.Make in M
        read String in M
        type t in DRAWABLE.draw
        type unit in DRAWABLE.draw
        type DRAWABLE in Square
        implements DRAWABLE in Square
        type float in Square.t.side
        type string in Square.t.name
        read D in Square.draw
        call D.draw in Square.draw
        type int in mode.Line
        type tree in tree.Node
        type event in handler
        type unit in handler
        type string in Bad
        type unit in now
        type float in now
        read Square in area
        type Square.t in area
        type float in area
        read ?.scale in area.inner
        call helper in area
        call inner in area
        read List in perimeter
        call List.map in perimeter
        call main in -
        read a in -
        read b in -
        inherits base in shape
        type string in shape.name
        read name in shape.name
        read self in shape.incr
        call name in shape.incr
        read Square in pipe
        call Square.draw in pipe
        read Fill in f
        read Line in f
        read M in open_local
        read empty in open_local
    """)
