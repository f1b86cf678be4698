"""Fortran: the results of the queries in a small text."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

SOURCE = """
!> Shapes.
module shapes
  use iso_fortran_env, only: real64, dp => real32
  use base
  implicit none
  private
  public :: area
  integer, parameter :: max_sides = 8
  real :: total, other = 1.0

  type, extends(base_type) :: square
    real :: side = 1.0
    integer, allocatable :: ids(:)
  contains
    procedure :: draw => square_draw
    procedure, private :: hide
  end type square

  interface area
    module procedure square_area
  end interface
  abstract interface
    function f(x) result(y)
      real :: x, y
    end function
  end interface
  enum, bind(c)
    enumerator :: red = 1, green
  end enum
contains
  !> Its area.
  pure function square_area(s, scale) result(res)
    type(square), intent(in) :: s
    real, intent(in) :: scale
    real :: res
    res = s%side * helper(scale)
    call s%draw(1)
    call report(res)
  end function square_area

  subroutine report(x)
    real, intent(in) :: x
    print *, x, max_sides
  end subroutine report
end module shapes

submodule (shapes) sub
contains
  module procedure foo
  end procedure
end submodule

program main
  use shapes, only: area
  call report(area(1))
end program main
"""


def test_symbols() -> None:
    """Modules hold types, constants and procedures."""
    assert symbols("a.f90", SOURCE) == expected("""
        Module shapes | module shapes | "Shapes."
        Constant shapes.max_sides | integer, parameter :: max_sides = 8
        Variable shapes.total | real :: total, other = 1.0
        Variable shapes.other | real :: total, other = 1.0
        Struct shapes.square | type, extends(base_type) :: square | inherits base_type
        Field shapes.square.side | real :: side = 1.0
        Field shapes.square.ids | integer, allocatable :: ids(:)
        Method shapes.square.draw | procedure :: draw => square_draw
        Method shapes.square.hide | procedure, private :: hide
        Interface shapes.area | interface area
        Function shapes.f | function f(x) result(y)
        EnumMember shapes.red | enumerator :: red = 1, green
        EnumMember shapes.green | enumerator :: red = 1, green
        Function shapes.square_area | pure function square_area(s, scale) result(res) | "Its area."
        Function shapes.report | subroutine report(x)
        Module sub | submodule (shapes) sub
        Function sub.foo | module procedure foo
        Module main | program main
    """)


def test_imports() -> None:
    """Imported modules and names, with their aliases."""
    assert imports("a.f90", SOURCE) == expected("""
        iso_fortran_env real64 as real64
        iso_fortran_env real32 as dp
        base *
        shapes area as area
    """)


def test_references() -> None:
    """Uses of names, without parameters and local variables."""
    assert references("a.f90", SOURCE) == expected("""
        inherits base_type in shapes.square
        read square_draw in shapes.square.draw
        read square_area in shapes.area
        read c in shapes
        type square in shapes.square_area
        call helper in shapes.square_area
        call ?.draw in shapes.square_area
        call report in shapes.square_area
        read max_sides in shapes.report
        call report in main
        call area in main
    """)
