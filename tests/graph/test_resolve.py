"""References resolve by the rules of their language: workspaces as text in, edges as text out."""

from itertools import pairwise

import pytest

from tests.workspaces import snapshot_of


def edges(text: str, kinds: str = "") -> list[str]:
    """The edges of a workspace as `source kind target`; only those of `kinds` if given."""
    graph = snapshot_of(text).graph
    wanted = kinds.split()
    every = (edge for edges_of_file in graph.by_file.values() for edge in edges_of_file)
    return sorted(f"{edge.source} {edge.kind} {edge.target}" for edge in every if not wanted or edge.kind in wanted)


PYTHON_IMPORTS = """
=== shop/__init__.py
from .cart import Cart
=== shop/cart.py
from shop import prices as p
from .prices import total as sum_up
import shop.tax
class Cart:
    def pay(self):
        return self.count() + sum_up([]) + p.total([]) + shop.tax.rate()
    def count(self): return 1
=== shop/prices.py
def total(items): return 0
=== shop/tax.py
def rate(): return 0.2
=== main.py
from shop import Cart
import os
def main():
    Cart().pay()
    os.total()
"""


def test_python_follows_relative_aliased_and_reexported_imports() -> None:
    assert edges(PYTHON_IMPORTS, "calls") == [
        "main.py::main calls shop/cart.py::Cart",
        "main.py::main calls shop/cart.py::Cart.pay",
        "shop/cart.py::Cart.pay calls shop/cart.py::Cart.count",
        "shop/cart.py::Cart.pay calls shop/prices.py::total",
        "shop/cart.py::Cart.pay calls shop/tax.py::rate",
    ]


INHERITANCE = """
=== base.py
class Shape:
    def area(self): return 0
    def name(self): return "shape"
=== square.py
from base import Shape
class Square(Shape):
    def area(self):
        return super().area() + len(self.name())
=== cube.py
import square
class Cube(square.Square):
    def area(self): return 6 * self.name()
"""


def test_methods_are_found_through_bases() -> None:
    assert edges(INHERITANCE, "inherits overrides calls") == [
        "cube.py::Cube inherits square.py::Square",
        "cube.py::Cube.area calls base.py::Shape.name",
        "cube.py::Cube.area overrides square.py::Square.area",
        "square.py::Square inherits base.py::Shape",
        "square.py::Square.area calls base.py::Shape.area",
        "square.py::Square.area calls base.py::Shape.name",
        "square.py::Square.area overrides base.py::Shape.area",
    ]


MEMBERS = """
=== ui.py
def prompt(text): ...
=== option.py
from ui import prompt
class Option:
    prompt = None
    shown = prompt
    def ask(self):
        def again(): return prompt("again?")
        return again() or prompt(self.shown)
=== box.ts
function size(): number { return 1; }
class Box<T> {
  size(): number { return size(); }
  fill(value: T): number { return this.size(); }
}
=== box.java
class Box {
  int size() { return 1; }
  int twice() { return 2 * size(); }
}
"""


def test_a_bare_name_is_not_a_member_in_languages_without_implicit_members() -> None:
    assert edges(MEMBERS, "calls reads") == [
        "box.java::Box.twice calls box.java::Box.size",
        "box.ts::Box.fill calls box.ts::Box.size",
        "box.ts::Box.size calls box.ts::size",
        "option.py::Option.ask calls option.py::Option.ask.again",
        "option.py::Option.ask calls ui.py::prompt",
        "option.py::Option.ask reads option.py::Option.shown",
        "option.py::Option.ask.again calls ui.py::prompt",
        "option.py::Option.shown reads option.py::Option.prompt",
    ]


EXTERNAL = """
=== app.py
import json
from requests import get
def run():
    json.dumps(get("x"))
    dumps()
    print(open("x"))
=== helpers.py
def dumps(): ...
def get(): ...
def print(): ...
def open(): ...
"""


def test_names_of_other_packages_do_not_resolve_to_namesakes() -> None:
    assert edges(EXTERNAL) == []


SCRIPT = """
=== src/index.ts
export { Client } from './client';
export * from './errors';
=== src/client.ts
import { Failure as Err } from './errors.js';
import * as util from '../lib/util';
import fs from 'fs';
export class Client implements Sender {
  send(): void { util.log(); throw new Err(); }
}
export interface Sender { send(): void }
=== src/errors.ts
export class Failure extends Error {}
=== lib/util/index.ts
export function log(): void {}
=== app.tsx
import { Client, Failure } from './src';
export function run() { return new Client(); }
export const other = () => new Failure();
"""


def test_typescript_follows_module_paths_and_barrels() -> None:
    found = edges(SCRIPT, "calls raises implements")
    assert "app.tsx::run calls src/client.ts::Client" in found
    assert "app.tsx::other calls src/errors.ts::Failure" in found
    assert "src/client.ts::Client implements src/client.ts::Sender" in found
    assert "src/client.ts::Client.send calls lib/util/index.ts::log" in found
    assert "src/client.ts::Client.send raises src/errors.ts::Failure" in found


JAVA = """
=== src/shop/Cart.java
package shop;
import shop.money.Price;
import java.util.List;
public class Cart implements Payable {
  private List<Price> prices;
  public Price pay() { return new Price(helper()); }
  private int helper() { return 1; }
}
=== src/shop/Payable.java
package shop;
public interface Payable { Object pay(); }
=== src/shop/money/Price.java
package shop.money;
public class Price { public Price(int x) {} }
=== src/other/Price.java
package other;
public class Price { }
"""


def test_java_resolves_by_package() -> None:
    found = edges(JAVA)
    assert "src/shop/Cart.java::Cart implements src/shop/Payable.java::Payable" in found
    assert "src/shop/Cart.java::Cart.pay calls src/shop/money/Price.java::Price" in found
    assert "src/shop/Cart.java::Cart.pay calls src/shop/Cart.java::Cart.helper" in found
    assert "src/shop/Cart.java::Cart.pay overrides src/shop/Payable.java::Payable.pay" in found
    assert not [edge for edge in found if "other/Price" in edge]


GO = """
=== go.mod
module example.com/shop
=== cart.go
package shop
import (
	"fmt"
	"example.com/shop/money"
)
type Cart struct { total money.Price }
func (c *Cart) Pay() money.Price { fmt.Println(); return money.New(count()) }
=== util.go
package shop
func count() int { return 1 }
=== money/price.go
package money
type Price int
func New(n int) Price { return Price(n) }
"""


def test_go_resolves_by_package_folder() -> None:
    found = edges(GO)
    assert "cart.go::Cart.Pay calls money/price.go::New" in found
    assert "cart.go::Cart.Pay calls util.go::count" in found
    assert "cart.go::Cart.Pay uses-type money/price.go::Price" in found


RUST = """
=== src/lib.rs
mod cart;
pub mod money;
pub use cart::Cart;
=== src/cart.rs
use crate::money::{Price, convert as conv};
use std::fmt::Display;
pub struct Cart;
impl Cart { pub fn pay(&self) -> Price { self.check(); conv(1) } fn check(&self) {} }
=== src/money/mod.rs
pub struct Price;
pub fn convert(n: i32) -> Price { Price }
"""


def test_rust_resolves_use_paths() -> None:
    found = edges(RUST)
    assert "src/cart.rs::Cart.pay calls src/money/mod.rs::convert" in found
    assert "src/cart.rs::Cart.pay uses-type src/money/mod.rs::Price" in found
    assert "src/cart.rs::Cart.pay calls src/cart.rs::Cart.check" in found


TESTS = """
=== calc.py
def add(a, b): return a + b
def helper(): ...
=== tests/test_calc.py
from calc import add
def test_add(): assert add(1, 2) == 3
"""


def test_a_test_has_edges_to_its_callees() -> None:
    assert edges(TESTS, "tests") == [
        "tests/test_calc.py tests calc.py",
        "tests/test_calc.py tests calc.py::add",
        "tests/test_calc.py::test_add tests calc.py::add",
    ]


@pytest.mark.parametrize("text", [PYTHON_IMPORTS, INHERITANCE, SCRIPT, JAVA, GO, RUST, TESTS])
def test_every_edge_leads_to_a_known_node_with_a_sane_confidence(text: str) -> None:
    snapshot = snapshot_of(text)
    for edges_of_file in snapshot.graph.by_file.values():
        for edge in edges_of_file:
            assert edge.target in snapshot.files or snapshot.definition(edge.target)
            assert 0.0 < edge.confidence <= 1.0


RUBY = """
=== lib/base.rb
class Base
  def log(text); end
end
=== lib/job.rb
require_relative "base"
class Job < Base
  def run
    log("started")
    finish
  end
  def finish; end
end
"""


def test_bare_calls_reach_inherited_methods_where_the_language_lets_them() -> None:
    found = edges(RUBY, "calls inherits")
    assert "lib/job.rb::Job inherits lib/base.rb::Base" in found
    assert "lib/job.rb::Job.run calls lib/base.rb::Base.log" in found
    assert "lib/job.rb::Job.run calls lib/job.rb::Job.finish" in found


@pytest.mark.parametrize(
    "text",
    [
        "class A(B.X): ...\nclass B(A.Y): ...\n",
        "class A(A): ...\nclass B(C): ...\nclass C(B): ...\ndef f(c): C.gone()\n",
        "".join(f"class C{n}(C{n + 1}.Inner): ...\n" for n in range(400)),
        "".join(f"class C{n}(C{n + 1}): ...\n" for n in range(400)) + "C0.gone()\n",
    ],
    ids=["by way of each other", "circles", "a long chain by members", "a long chain"],
)
def test_bases_that_lead_nowhere_end(text: str) -> None:
    assert list(snapshot_of(f"=== a.py\n{text}").graph.by_file) == ["a.py"]


def test_a_lattice_of_bases_is_walked_once() -> None:
    width, levels = 6, 8  # 6 ** 8 paths
    names = [[f"C{level}_{n}" for n in range(width)] for level in range(levels)]
    lines = [f"class {name}: ..." for name in names[0]]
    for lower, upper in pairwise(names):
        lines += [f"class {name}({', '.join(lower)}): ..." for name in upper]
    lines += [f"class Last({', '.join(names[-1])}):", "    def run(self): self.gone()"]
    snapshot = snapshot_of("=== a.py\n" + "\n".join(lines))
    assert len(snapshot.graph.outgoing("a.py::Last")) == width


PACKAGE = """
=== shop/__init__.py
def checkout(): ...
=== shop/tax.py
def rate(): ...
=== app.py
import shop.tax
def run():
    shop.checkout()
    shop.tax.rate()
"""


def test_importing_a_submodule_binds_its_package_too() -> None:
    assert edges(PACKAGE, "calls") == [
        "app.py::run calls shop/__init__.py::checkout",
        "app.py::run calls shop/tax.py::rate",
    ]


@pytest.mark.parametrize(
    "file",
    [
        "a.py\ndef f():\n    return 1\nclass A:\n    def m(self):\n        f()\n",
        "a.go\npackage a\n// f\nfunc f() {}\ntype A struct{}\nfunc (a A) m() { f() }\n",
        "a.rb\ndef f\n  1 # one\nend\nclass A\n  def m\n    f\n  end\nend\n",
    ],
)
def test_carriage_returns_end_lines(file: str) -> None:
    path, _, text = file.partition("\n")
    data = text.replace("\n", "\r")
    assert edges(f"=== {path}\n{data}", "calls") == [f"{path}::A.m calls {path}::f"]
