"""Dart: the results of the queries in a small text."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

SOURCE = """
// Copyright.
library shapes;

import 'dart:async';
import 'package:http/http.dart' as http show Client, get hide post;
import 'src/base.dart';
export 'src/base.dart' show Base;
part 'shapes.g.dart';
part of 'x.dart';

/// How a shape is drawn.
enum Mode {
  fill,
  line(2);

  const Mode([this.width = 1]);
  final int width;
}

typedef Handler = void Function(Event event);

/// A shape.
@immutable
abstract class Shape<T> extends Base with Logging implements Drawable, Comparable<Shape> {
  static const maxSides = 8;
  final String name;
  int? _count = 0;
  late final List<Point> points;

  /// Makes one.
  Shape(this.name, {required this.points, super.key}) : _count = 1 {
    init();
  }
  const Shape.empty() : name = '';
  factory Shape.of(Map<String, Object> json) => Square(json['name'] as String);

  double area();

  @override
  String toString() => 'Shape $name ${points.length}';

  int get sides => points.length;
  set sides(int value) {
    _count = value;
  }

  Shape operator +(Shape other) => this;

  Future<void> load(Client client, [int retries = maxSides]) async {
    final response = await client.get(Uri.parse(name));
    for (final line in response.lines) {
      print(line);
    }
    try { helper(response); } on FormatException catch (error) { log(error); }
    var f = (int a) => a + retries;
  }
  external int native();
}

mixin Logging on Base {
  void log(String text) => print(text);
}

extension Names on String {
  String get shouted => toUpperCase();
}
extension type Id(int value) {}

sealed class Result {}
final class Ok = Result with Logging;

const limit = 10;
final _cache = <String, Shape>{};
String? current;
int get total => _cache.length;

void main(List<String> args) {
  void inner(int x) {}
  inner(limit);
  final square = const Square.empty();
  new Square('a')..load(http.Client());
}
"""


def test_symbols() -> None:
    """Members belong to classes, mixins, extensions and enums; a body beside its signature belongs to it."""
    assert symbols("a.dart", SOURCE) == expected("""
        Enum Mode | enum Mode | "How a shape is drawn."
        EnumMember Mode.fill | fill
        EnumMember Mode.line | line(2)
        Constructor Mode.Mode | const Mode([this.width = 1])
        Field Mode.width | final int width
        Interface Handler | typedef Handler = void Function(Event event)
        Class Shape | abstract class Shape<T> extends Base with Logging implements Drawable, Comparable<Shape> | inherits Base, Logging implements Drawable, Comparable @immutable "A shape."
        Constant Shape.maxSides | static const maxSides = 8
        Field Shape.name | final String name
        Field Shape._count | int? _count = 0 | (hidden)
        Field Shape.points | late final List<Point> points
        Constructor Shape.Shape | Shape(this.name, {required this.points, super.key}) : _count = 1 | "Makes one."
        Constructor Shape.empty | const Shape.empty() : name = ''
        Constructor Shape.of | factory Shape.of(Map<String, Object> json)
        Method Shape.area | double area()
        Method Shape.toString | String toString() | @override
        Property Shape.sides | int get sides
        Property Shape.sides#2 | set sides(int value)
        Operator Shape.+ | Shape operator +(Shape other)
        Method Shape.load | Future<void> load(Client client, [int retries = maxSides])
        Method Shape.native | external int native()
        Class Logging | mixin Logging on Base | inherits Base
        Method Logging.log | void log(String text)
        Class Names | extension Names on String
        Property Names.shouted | String get shouted
        Class Id | extension type Id(int value)
        Class Result | sealed class Result
        Class Ok | final class Ok = Result with Logging | inherits Result, Logging
        Constant limit | limit = 10
        Variable _cache | _cache = <String, Shape>{} | (hidden)
        Variable current | current
        Property total | int get total
        Function main | void main(List<String> args)
        Function main.inner | void inner(int x) | (hidden)
    """)


def test_imports() -> None:
    """Imported modules and names, with their aliases."""
    assert imports("a.dart", SOURCE) == expected("""
        dart:async *
        package:http/http.dart as http
        src/base.dart *
        src/base.dart Base as Base (reexport)
        shapes.g.dart
    """)


def test_references() -> None:
    """Uses of names, without parameters and local variables."""
    assert references("a.dart", SOURCE) == expected("""
        type int in Mode.width
        type Event in Handler
        read event in Handler
        decorates immutable in Shape
        inherits Base in Shape
        inherits Logging in Shape
        implements Drawable in Shape
        implements Comparable in Shape
        type Shape in Shape
        type String in Shape.name
        type int in Shape._count
        type List in Shape.points
        type Point in Shape.points
        call init in Shape.Shape
        type Map in Shape.of
        type String in Shape.of
        type Object in Shape.of
        call Square in Shape.of
        type String in Shape.of
        type double in Shape.area
        decorates override in Shape.toString
        type String in Shape.toString
        read points in Shape.toString
        read points.length in Shape.toString
        type int in Shape.sides
        read points in Shape.sides
        read points.length in Shape.sides
        type int in Shape.sides#2
        read _count in Shape.sides#2
        type Shape in Shape.+
        type Shape in Shape.+
        type Future in Shape.load
        type Client in Shape.load
        type int in Shape.load
        read maxSides in Shape.load
        call ?.get in Shape.load
        read Uri in Shape.load
        call Uri.parse in Shape.load
        read name in Shape.load
        read ?.lines in Shape.load
        call print in Shape.load
        call helper in Shape.load
        type FormatException in Shape.load
        call log in Shape.load
        type int in Shape.load
        type int in Shape.native
        inherits Base in Logging
        type String in Logging.log
        call print in Logging.log
        type String in Names
        type String in Names.shouted
        call toUpperCase in Names.shouted
        type int in Id
        read value in Id
        inherits Result in Ok
        inherits Logging in Ok
        type String in _cache
        type Shape in _cache
        type String in -
        type int in total
        read _cache in total
        read _cache.length in total
        type List in main
        type String in main
        type int in main.inner
        call inner in main
        read limit in main
        call Square in main
        read Square.empty in main
        call Square in main
        call ?.load in main
        read http in main
        call http.Client in main
    """)
