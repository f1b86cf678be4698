"""D: the results of the queries in a small text."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

SOURCE = """
/// Shapes.
module shapes.core;
import std.stdio;
import std.algorithm : map, filter;
import io = std.file;
public import shapes.base;
import std.conv : to, parse = parse2;

/// A shape.
@safe abstract class Shape(T) : Base, Drawable
{
    private string name;
    static immutable int max = 8;
    this(string name) { this.name = name; super(); }
    ~this() {}
    /// Its area.
    double area(int scale = 1) const { auto local = helper(scale); return local * max; }
    @property int sides() { return 1; }
    abstract void draw();
}
interface Drawable { void draw(); }
struct Point { int x; int y; }
enum Mode { fill, line }
enum LIMIT = 10;
union U { int a; }
alias Handler = void delegate(int);
template Max(T) { enum Max = 1; }
T helper(T)(T x) if (is(T : int)) { return x; }
int total = 3;
void main(string[] args) { auto s = new Square("a"); s.draw(); writeln(to!int("3")); foreach (i; 0 .. 3) {} }
unittest { assert(helper(1) == 1); }
mixin template Foo() { int z; }
"""


def test_symbols() -> None:
    """Aggregates, templates, functions and unit tests."""
    assert symbols("a.d", SOURCE) == expected("""
        Class Shape | abstract class Shape(T) : Base, Drawable | inherits Base, Drawable @safe "A shape."
        Field Shape.name | private string name | (hidden)
        Field Shape.max | static immutable int max = 8
        Constructor Shape.this | this(string name)
        Method Shape.area | double area(int scale = 1) const | "Its area."
        Method Shape.sides | int sides() | @property
        Method Shape.draw | abstract void draw()
        Interface Drawable | interface Drawable
        Method Drawable.draw | void draw()
        Struct Point | struct Point
        Field Point.x | int x
        Field Point.y | int y
        Enum Mode | enum Mode
        EnumMember Mode.fill | fill
        EnumMember Mode.line | line
        Constant LIMIT | enum LIMIT = 10
        Struct U | union U
        Field U.a | int a
        Interface Handler | alias Handler = void delegate(int)
        Module Max | template Max(T)
        Constant Max.Max | enum Max = 1
        Function helper | T helper(T)(T x) if (is(T : int))
        Variable total | int total = 3
        Function main | void main(string[] args)
        Function unittest | unittest | (hidden)
        Module Foo | template Foo()
        Variable Foo.z | int z
    """)


def test_imports() -> None:
    """Imported modules and names, with their aliases."""
    assert imports("a.d", SOURCE) == expected("""
        package shapes.core
        std.stdio *
        std.algorithm map as map
        std.algorithm filter as filter
        std.file *
        std.file as io
        shapes.base * (reexport)
        std.conv to as to
        std.conv parse2 as parse
    """)


def test_references() -> None:
    """Uses of names, without parameters and local variables."""
    assert references("a.d", SOURCE) == expected("""
        decorates safe in Shape
        inherits Base in Shape
        inherits Drawable in Shape
        read @self.name in Shape.this
        call helper in Shape.area
        read max in Shape.area
        decorates property in Shape.sides
        call Square in main
        type s in main
        call ?.draw in main
        call writeln in main
        call to in main
        call helper in unittest
    """)
