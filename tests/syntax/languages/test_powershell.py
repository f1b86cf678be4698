"""PowerShell: the results of the queries in a small text."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

SOURCE = """
using module ./Base.psm1
using namespace System.Text
Import-Module Pester
. ./util.ps1
# Gets it.
function Get-Shape {
    [CmdletBinding()]
    param([string]$Name, [int]$Scale = 1)
    $local = Get-Helper -Name $Name
    $local | Where-Object { $_.Side -gt $script:MaxSides }
    return [Shape]::new($Name).Area($Scale)
}
filter Select-It { $_ }
$MaxSides = 8
$script:cache = @{}
enum Mode { Fill; Line = 2 }
# A shape.
class Shape : Base, IDraw {
    [string]$Name
    hidden [int]$Count = 0
    static [int]$Total
    Shape([string]$name) : base($name) { $this.Name = $name }
    [double] Area([int]$scale) { return $this.Helper($scale) }
}
Get-Shape -Name a
"""


def test_symbols() -> None:
    """Functions, classes with their members, and variables of the script."""
    assert symbols("a.ps1", SOURCE) == expected("""
        Function Get-Shape | function Get-Shape | "Gets it."
        Function Select-It | filter Select-It
        Variable $MaxSides | $MaxSides = 8
        Variable $script:cache | $script:cache = @{}
        Enum Mode | enum Mode
        EnumMember Mode.Fill | Fill
        EnumMember Mode.Line | Line = 2
        Class Shape | class Shape : Base, IDraw | inherits Base "A shape."
        Field Shape.$Name | [string]$Name
        Field Shape.$Count | hidden [int]$Count = 0 | (hidden)
        Field Shape.$Total | static [int]$Total
        Method Shape.Shape | Shape([string]$name) : base($name)
        Method Shape.Area | [double] Area([int]$scale)
    """)


def test_imports() -> None:
    """Imported modules and names, with their aliases."""
    assert imports("a.ps1", SOURCE) == expected("""
        ./Base.psm1 *
        System.Text *
        Pester *
        ./util.ps1 *
    """)


def test_references() -> None:
    """Uses of names, without parameters and local variables."""
    assert references("a.ps1", SOURCE) == expected("""
        decorates CmdletBinding in Get-Shape
        call Get-Helper in Get-Shape
        call Where-Object in Get-Shape
        read $_ in Get-Shape
        read $_.Side in Get-Shape
        read $script:MaxSides in Get-Shape
        type Shape in Get-Shape
        call {}.new in Get-Shape
        call ?.Area in Get-Shape
        read $_ in Select-It
        inherits Base in Shape
        read $this in Shape.Shape
        read @self.Name in Shape.Shape
        read $this in Shape.Area
        call @self.Helper in Shape.Area
        call Get-Shape in -
    """)
