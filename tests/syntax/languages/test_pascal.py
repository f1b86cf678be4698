"""Pascal: the results of the queries in a small text."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

SOURCE = """
unit Shapes;
interface
uses SysUtils, Classes;
const
  MaxSides = 8;
type
  { A shape. }
  TShape = class(TBase, IDraw)
  private
    FName: string;
  public
    constructor Create(const AName: string);
    destructor Destroy; override;
    function Area(Scale: Integer): Double; virtual;
    property Name: string read FName write FName;
  end;
  TMode = (mFill, mLine);
  TPoint = record
    X, Y: Integer;
  end;
  IDraw = interface
    procedure Draw;
  end;
  THandler = procedure(Sender: TObject) of object;
var
  Total: Integer;
function Helper(X: Integer): Integer;
implementation
uses Math;
// Makes one.
constructor TShape.Create(const AName: string);
begin
  inherited Create;
  FName := AName;
end;
function TShape.Area(Scale: Integer): Double;
var L: Integer;
begin
  L := Helper(Scale);
  Result := L * MaxSides + Max(1, 2);
  Self.Draw;
end;
function Helper(X: Integer): Integer;
begin
  Result := X;
end;
end.
"""


def test_symbols() -> None:
    """A declaration gives way to the definition; methods belong to their class."""
    assert symbols("a.pas", SOURCE) == expected("""
        Constant MaxSides | MaxSides = 8
        Class TShape | TShape | inherits TBase, IDraw "A shape."
        Field TShape.FName | FName: string
        Method TShape.Destroy | destructor Destroy; override
        Property TShape.Name | property Name: string read FName write FName
        Enum TMode | TMode
        EnumMember TMode.mFill | mFill
        EnumMember TMode.mLine | mLine
        Struct TPoint | TPoint
        Field TPoint.X | X, Y: Integer
        Field TPoint.Y | X, Y: Integer
        Interface IDraw | IDraw
        Method IDraw.Draw | procedure Draw
        Interface THandler | THandler = procedure(Sender: TObject) of object
        Variable Total | Total: Integer
        Constructor TShape.Create | constructor TShape.Create(const AName: string) | "Makes one."
        Method TShape.Area | function TShape.Area(Scale: Integer): Double
        Function Helper | function Helper(X: Integer): Integer
    """)


def test_imports() -> None:
    """Imported modules and names, with their aliases."""
    assert imports("a.pas", SOURCE) == expected("""
        package Shapes
        SysUtils *
        Classes *
        Math *
    """)


def test_references() -> None:
    """Uses of names, without parameters and local variables."""
    assert references("a.pas", SOURCE) == expected("""
        inherits TBase in TShape
        inherits IDraw in TShape
        type Integer in TShape
        type Double in TShape
        read FName in TShape.Name
        read FName in TShape.Name
        type Integer in TPoint.Y
        type TObject in THandler
        type Integer in Total
        type Integer in -
        type Integer in -
        call Create in TShape.Create
        read FName in TShape.Create
        type Integer in TShape.Area
        type Double in TShape.Area
        type Integer in TShape.Area
        call Helper in TShape.Area
        read MaxSides in TShape.Area
        call Max in TShape.Area
        call @self.Draw in TShape.Area
        type Integer in Helper
        type Integer in Helper
    """)
