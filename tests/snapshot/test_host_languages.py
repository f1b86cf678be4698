"""Incremental equals fresh in many languages: files whose meaning depends on packages, folders, stems and bases."""

import random
from collections.abc import Iterator

import pytest

from ctx_lsp.snapshot.host import Host
from ctx_lsp.text.source import SourceText
from tests.snapshot.test_host import canonical, fresh
from tests.workspaces import files_of

STEPS = 150

POLYGLOT = """
=== app/__init__.py
from .core import Base as Root, helper
from .util import *
=== app/core.py
class Base:
    def run(self): return helper()
    class Inner:
        def deep(self): pass
def helper(): return 1
=== app/util.py
import app.core
from app import Root
class Child(Root):
    def run(self): return app.core.helper()
class Nested(Root.Inner): pass
def shared(): return Child().run()
=== tests/test_core.py
from app.core import Base
from app import helper
def test_run(): assert Base().run() == helper()
=== web/index.ts
export * from "./shape";
export { area as size } from "./area.js";
=== web/shape.ts
export interface Shape { name: string }
export class Square implements Shape { name = "s"; side(): number { return helper(this); } }
function helper(s: Shape) { return 1; }
export { helper as aid };
export default Square;
=== web/area.ts
import { Square, Shape } from ".";
import * as all from "./index";
import Box, { aid } from "./shape";
const { size } = await import("./index");
export function tall(): number { return aid(new Box()) + size(new Box()); }
export function area(s: Shape): number { return new Square().side() + new all.Square().side(); }
=== jv/one/Animal.java
package one;
public class Animal { public String name() { return helper(); } static String helper() { return ""; } }
=== jv/one/Dog.java
package one;
class Dog extends Animal { String bark() { return name(); } }
=== jv/two/Cat.java
package two;
import one.Animal;
import one.*;
class Cat extends Animal { public String name() { Dog d; return super.name(); } }
=== gm/pkg/store.go
package pkg
type Store struct{}
func (s *Store) Get() int { return size() }
func size() int { return 1 }
=== gm/pkg/extra.go
package pkg
func (s *Store) Put() int { return size() + Get() }
func Get() int { return 2 }
=== gm/pkg/face.go
package pkg
type Getter interface { Get() int; Put() int }
type Wide interface { Getter; size() int }
=== gm/main.go
package main
import "example.com/gm/pkg"
func main() { pkg.Get(); var s pkg.Store; s.Put(); size() }
=== rs/src/lib.rs
pub mod shapes;
pub use shapes::Circle;
pub fn total() -> i32 { shapes::radius() }
=== rs/src/shapes/mod.rs
pub struct Circle { r: i32 }
impl Circle { pub fn grow(&self) -> i32 { radius() } }
pub fn radius() -> i32 { 1 }
=== rs/src/use_it.rs
use crate::shapes::{Circle, radius};
fn go(c: Circle) -> i32 { c.grow() + radius() + crate::total() }
=== sw/Sources/Base/Base.swift
public struct Base { var one: Circle; func run() { helper() } }
public func helper() {}
=== sw/Sources/Base/deep/Circle.swift
struct Circle { func area() { size() } }
extension Base { func size() { one.area(); run() } }
=== sw/Tests/two.swift
import Base
func go(base: Base) { base.run(); base.one.area() }
=== cc/shape.h
struct Shape { int area(); };
int scale(int by);
=== cc/shape.cpp
#include "shape.h"
int Shape::area() { return scale(2); }
int scale(int by) { return by; }
=== rb/base.rb
class Base
  def log(text); end
end
=== rb/job.rb
require_relative "base"
class Job < Base
  def run; log("x"); scale(1); end
end
=== php/A.php
<?php
namespace Shop\\Cart;
class A extends B { public function go() { return $this->stop(); } }
=== php/B.php
<?php
namespace Shop\\Cart;
use Shop\\Cart\\A;
class B { public function stop() { return new A(); } }
=== docs/README.md
# Shapes
See `Circle` and `Base`.
"""

FOLDERS = ("", "app/", "web/", "jv/one/", "jv/two/", "gm/pkg/", "rs/src/", "rs/src/shapes/", "cc/", "rb/")
STEMS = ("index", "__init__", "mod", "core", "shape", "shapes", "Base", "pkg", "store")
WORDS = (b"Base", b"helper", b"Root", b"Square", b"one", b"two", b"Store", b"Get", b"size", b"Circle", b"area", b"run")


def changes(files: dict[str, SourceText], rng: random.Random) -> Iterator[dict[str, SourceText | None]]:
    """Random edits of lines and words, moves to other folders and stems, removals, and restored files."""
    original = dict(files)
    for _ in range(STEPS):
        path = rng.choice(sorted(files))
        text = files[path].data
        lines = text.split(b"\n")
        at = rng.randrange(len(lines))
        match rng.choice(("drop", "double", "words", "move", "remove", "return", "return", "swap", "several")):
            case "drop":
                yield {path: SourceText(b"\n".join([*lines[:at], *lines[at + 1 :]]))}
            case "double":
                yield {path: SourceText(b"\n".join([*lines, lines[at]]))}
            case "words":
                yield {path: SourceText(text.replace(rng.choice(WORDS), rng.choice(WORDS)))}
            case "move":
                suffix = path.rpartition(".")[2]
                yield {path: None, f"{rng.choice(FOLDERS)}{rng.choice(STEMS)}.{suffix}": files[path]}
            case "swap":
                yield {path: files[rng.choice(sorted(files))]}
            case "remove":
                yield {path: None}
            case "several":
                yield {back: original[back] for back in rng.sample(sorted(original), 4)}
            case _:
                back = rng.choice(sorted(original))
                yield {back: original[back]}


@pytest.mark.parametrize("seed", range(3))
def test_random_changes_of_many_languages_give_the_state_of_a_fresh_build(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311  # a test's dice
    files = files_of(POLYGLOT)
    host = Host()
    host.use_model("test-model", 4)
    host.apply(files)
    for number, change in enumerate(changes(files, rng)):
        for path, source in change.items():
            files.pop(path, None) if source is None else files.update({path: source})
        host.apply(change)
        if number % 3:  # changes also come faster than edges are made
            host.resolve()
        if number % 6 == 5:
            assert canonical(host.snapshot(len(files))) == canonical(fresh(files)), (number, change.keys())


@pytest.mark.parametrize(
    ("reader", "before", "after"),
    [
        pytest.param(
            ("g/b.go", "package g\nfunc f() int { return Get() }\n"),
            ("g/a.go", "package g\ntype S struct{}\nfunc (s *S) Get() int { return 1 }\n"),
            ("g/a.go", "package g\nfunc (s *S) Get() int { return 1 }\n"),
            id="a method whose type goes",
        ),
        pytest.param(
            ("b.rb", "def f()\n  foo(1)\nend\n"),
            ("run", "#!/usr/bin/env ruby\ndef foo()\nend\n"),
            ("run", "#!/usr/bin/env python\ndef foo():\n  pass\n"),
            id="another language",
        ),
    ],
)
def test_the_visible_part_of_a_name_changes_without_its_id(
    reader: tuple[str, str], before: tuple[str, str], after: tuple[str, str]
) -> None:
    host = Host()
    host.use_model("test-model", 4)
    for path, text in (reader, before, after):
        host.apply({path: SourceText(text.encode())})
        host.resolve()
    texts = dict((reader, after))
    assert canonical(host.snapshot(2)) == canonical(fresh({p: SourceText(t.encode()) for p, t in texts.items()}))
