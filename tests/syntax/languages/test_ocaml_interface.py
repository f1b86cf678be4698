"""OCaml interfaces: the results of the queries in a small text."""

from tests.syntax.languages.outlines import expected, references, symbols

SOURCE = """
(** Draws. *)
val draw : t -> unit
type t
type mode = Fill | Line of int
module Sub : sig
  val x : int
end
exception Bad
external now : unit -> float = "now"
class shape : object method name : string end
module type S = sig end
"""


def test_symbols() -> None:
    """A value of a function type is a function."""
    assert symbols("a.mli", SOURCE) == expected("""
        Function draw | val draw : t -> unit | "Draws."
        Interface t | type t
        Enum mode | type mode
        EnumMember mode.Fill | Fill
        EnumMember mode.Line | Line of int
        Module Sub | module Sub
        Variable Sub.x | val x : int
        Class Bad | exception Bad
        Function now | external now : unit -> float = "now"
        Class shape | class shape
        Method shape.name | method name : string
        Interface S | module type S
    """)


def test_references() -> None:
    """Uses of names, without parameters and local variables."""
    assert references("a.mli", SOURCE) == expected("""
        type t in draw
        type unit in draw
        type int in mode.Line
        type int in Sub.x
        type unit in now
        type float in now
        type string in shape.name
    """)
