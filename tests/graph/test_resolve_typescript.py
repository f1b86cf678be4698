"""Members in TypeScript and JavaScript resolve by types: workspaces as text in, edges as text out.

Each workspace has a namesake of the target member, which must not be found.
"""

import pytest

from tests.graph.meant import meant
from tests.workspaces import snapshot_of

KINDS = frozenset({"calls", "reads", "writes"})


def reached(text: str) -> list[str]:
    """Calls, reads and writes of members of types, as `source kind target` with qualified names."""
    graph = snapshot_of(text).graph
    every = (edge for edges in graph.by_file.values() for edge in edges if edge.kind in KINDS)
    members = (edge for edge in every if "." in _name(edge.target))
    return sorted(f"{_name(edge.source)} {edge.kind} {_name(edge.target)}" for edge in members)


def _name(node: str) -> str:
    return node.partition("::")[2] or node


TYPES = """
=== item.ts
export interface Item { pay(): Receipt; name: string }
export interface Receipt { print(): void }
export interface Other { pay(): void; print(): void; name: string }
export class Shelf<T> { items: T[] = []; first(): T { return this.items[0]; } }
export type Maybe<T> = T | undefined;
export type Shown = Item & { at: number };
=== use.ts
import type { Item, Maybe, Shown } from "./item";
import { Shelf } from "./item";
"""


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("function f(item: Item) { item.pay().print(); }", ["f calls Item.pay", "f calls Receipt.print"]),
        ("function f(item?: Maybe<Item>) { item!.pay(); }", ["f calls Item.pay"]),
        ("function f(item: Shown) { item.pay(); item.at; }", ["f calls Item.pay", "f reads Shown.at"]),
        ("function f(items: Item[]) { items.map((one) => one.pay()); }", ["f calls Item.pay"]),
        ("function f(items: Item[]) { items.reduce((sum, one) => one.pay(), 0); }", ["f calls Item.pay"]),
        ("function f(items: Map<string, Item>) { items.get('a')?.pay(); }", ["f calls Item.pay"]),
        ("function f(items: Item[]) { for (const { name } of items) name; }", ["f reads Item.name"]),
        ("function f({ name: label }: Item) { label; }", ["f reads Item.name"]),
        ("function f(shelf: Shelf<Item>) { shelf.first().pay(); }", ["f calls Item.pay", "f calls Shelf.first"]),
        ("class S extends Shelf<Item> { f() { this.first().pay(); } }",
         ["S.f calls Item.pay", "S.f calls Shelf.first"]),
        ("function f() { const s = new Shelf<Item>(); s.first().pay(); }", ["f calls Item.pay", "f calls Shelf.first"]),
        ("async function f(item: Promise<Item>) { (await item).pay(); }", ["f calls Item.pay"]),
        ("function f(value: unknown) { (value as Item).pay(); }", ["f calls Item.pay"]),
        ("function f(): Item { return { pay: null, name: '' }; }", ["f writes Item.name", "f writes Item.pay"]),
        ("function g(item: Item, each: (one: Item) => void) {}\nfunction f() { g(x, (one) => one.pay()); }",
         ["f calls Item.pay"]),
        ("function g(item: Item) {}\nfunction f() { g({ name: '' }); }", ["f writes Item.name"]),
        ("const keys: Record<string, Item> = { '(': { name: '' } };", ["keys writes Item.name"]),
        ("const keys: Record<string, Item> = { 'a.b': { name: '' } };", ["keys writes Item.name"]),
        ("unknown({ '([a-z]+)x': { type: unknown('a') } });", []),
        ("type Make = () => (one: Item) => void;\nconst h: Make = () => { return (one) => { one.pay(); }; };",
         ["h calls Item.pay"]),
        ("const h: (one: Item) => void = (one) => { one.pay(); };", ["h calls Item.pay"]),
        ("interface Made { (item: Item): Item }\nfunction f(made: Made) { made({ name: '' }).pay(); }",
         ["f calls Item.pay", "f writes Item.name"]),
        ("class C { #item: Item; f(o: C) { o.#item.pay(); } }", ["C.f calls Item.pay", "C.f reads C.#item"]),
        ("class C { item; constructor(item: Item) { this.item = item; } f() { this.item.pay(); } }",
         ["C.constructor writes C.item", "C.f calls Item.pay", "C.f reads C.item"]),
        ("function f(this: Item) { this.pay(); }", ["f calls Item.pay"]),
        ("function f<T extends Item>(item: T) { item.pay(); }", ["f calls Item.pay"]),
        ("class C<T extends Item> { one!: T; f() { this.one.pay(); } }", ["C.f calls Item.pay", "C.f reads C.one"]),
        ("class C<T extends Other = Item> { one!: T }\nfunction f(c: C) { c.one.pay(); }",
         ["f calls Item.pay", "f reads C.one"]),
        ("class C<T extends Other = any> { one!: T }\nfunction f(c: C<Item>) { c.one.pay(); }",
         ["f calls Item.pay", "f reads C.one"]),
        ("type Open<T> = { -readonly [K in keyof T]?: T[K] };\nfunction f(item: Open<Item>) { item.pay(); }",
         ["f calls Item.pay"]),
        ("type A<T> = T extends Date ? never : B<T>;\ntype B<T> = T;\nfunction f(item: A<Item>) { item.pay(); }",
         ["f calls Item.pay"]),
        ("interface Deep { one: Item }\ntype D<T extends Deep> = T['one']['name'];",
         ["D reads Deep.one", "D reads Item.name"]),
        ("type Loop<T extends Loop<T>> = T;\nfunction f(one: Loop<any>) { one.pay(); }", []),
        ("function f(item: Item) {\n  // This ends here.\n  g();\n}\nfunction g() {}\nclass C { g() {} }", []),
        ("function f(item: Date) { item.pay(); }", []),
        ("function f() { const pay = 1; return { pay }; }", []),
        ("const api = { Item: (o: Item) => new Item(), pay() { Item; } };", []),
    ],
)  # fmt: skip
def test_members_by_types(code: str, expected: list[str]) -> None:
    assert [one for one in reached(TYPES + code) if "Shelf.first reads" not in one] == expected


SHAPES = """
=== shapes.ts
export enum Way { Up, Down }
export interface Circle { kind: "circle"; way: Way.Up; round: true; radius: number; area(): number }
export interface Square { kind: "square"; way: Way.Down; round: false; side: number; area(): number }
export type Shape = Circle | Square;
export class Boat { sail() {} trim() {} }
export class Car { sail() {} trim() {} }
=== use.ts
import { Boat, Car, Shape, Way } from "./shapes";
"""


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("if (s.kind === 'square') s.area();", ["Square.area"]),
        ("if (s.kind !== 'square') s.area();", ["Circle.area"]),
        ("if (s.kind === 'square') {} else { s.area(); }", ["Circle.area"]),
        ("if (s.kind === 'square') return;\n  s.area();", ["Circle.area"]),
        ("if (s.kind === 'square') { for (;;) {} }\n  s.area();", ["Circle.area", "Square.area"]),
        ("switch (s.kind) { case 'square': s.area(); break; }", ["Square.area"]),
        ("if (s.way === Way.Down) s.area();", ["Square.area"]),
        ("if ('side' in s) s.area();", ["Square.area"]),
        ("if (!('side' in s)) s.area();", ["Circle.area"]),
        ("return s.round ? s.area() : 0;", ["Circle.area"]),
        ("return !s.round && s.area();", ["Square.area"]),
        ("if (f && s.kind === 'circle') s.area();", ["Circle.area"]),
        ("if (f || s.kind === 'circle') s.area();", ["Circle.area", "Square.area"]),
        ("if (s.kind === 'square') { s = t; s.area(); }", ["Circle.area", "Square.area"]),
        ("if (f instanceof Car) f.sail();", ["Car.sail"]),
        ("if (!(f instanceof Car)) throw 1;\n  f.sail();", ["Car.sail"]),
        ("if (typeof f === 'string') f.trim();", []),
        ("s.area();", ["Circle.area", "Square.area"]),
    ],
)  # fmt: skip
def test_conditions_leave_some_of_a_union(code: str, expected: list[str]) -> None:
    function = f"function go(s: Shape, t: Shape, f: Boat | string) {{\n  {code}\n}}"
    called = [one.removeprefix("go calls ") for one in reached(SHAPES + function) if " calls " in one]
    assert called == expected


GENERICS = """
=== maker.ts
export interface Options { limit: number; stop(): void }
export interface Other { limit: number; stop(): void; open(): void }
export interface Maker<T, D = T["options"]> { new (options: D): T; init(made: T): void }
export declare function make<T, D = T["options"]>(name: string, start?: (made: T, options: D) => void): Maker<T, D>;
export interface Box { options: Options; open(): Options }
=== use.ts
import { make, Maker, Box, Options } from "./maker";
"""


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("const it: Maker<Box> = make('it', (made, options) => { made.open(); options.stop(); });",
         ["it calls Box.open", "it calls Options.stop"]),
        ("const it = make<Box>('it', (made) => { made.open(); });", ["it calls Box.open"]),
        ("const it: Maker<Box> = make('it');\nfunction f() { new it({ limit: 1 }).open().stop(); it.init(null); }",
         ["f calls Box.open", "f calls Maker.init", "f calls Options.stop", "f writes Options.limit"]),
        ("function f(one: Box['options']) { one.stop(); }", ["f calls Options.stop", "f reads Box.options"]),
        ("function g(): Options { return null; }\nfunction f(one: ReturnType<typeof g>) { one.stop(); }",
         ["f calls Options.stop"]),
        ("function f(one: import('./maker').Options) { one.stop(); }", ["f calls Options.stop"]),
        ("function g(): { box: Box; all: Box[] } { return null; }\n"
         "function f() { const { box, all } = g(); box.open(); all[0].open().stop(); }",
         ["f calls Box.open", "f calls Options.stop"]),
        ("function f(all: Options[]) { all.push({ limit: 1 }); }", ["f writes Options.limit"]),
        ("function f(all: Map<string, Options>) { for (const one of all.values()) one.stop(); }",
         ["f calls Options.stop"]),
        ("function f(one: Options) { const other = { ...one }; other.stop(); }", ["f calls Options.stop"]),
        ("interface Item { own(): void }\nconst Item: Maker<Box> = make('Item');\n"
         "function f(one: Item) { one.own(); Item.init(null); }", ["f calls Item.own", "f calls Maker.init"]),
    ],
)  # fmt: skip
def test_types_that_follow_from_others(code: str, expected: list[str]) -> None:
    assert reached(GENERICS + code) == expected


def test_members_of_the_language_are_not_guessed() -> None:
    text = "=== a.ts\nclass Registry { get(): void {} then(): void {} solve(): void {} }\n=== b.ts\n"
    assert reached(f"{text}function f(one) {{ one.get(); one.then(); one.solve(); }}") == ["f calls Registry.solve"]
    assert not reached(f"{text}function f(one: Map<string, Date>) {{ one.get('a').solve(); /x/g.solve(); }}")


COMMON = """
=== lib/app.js
const fresh = require("fresh");
module.exports = {
  get fresh() { return fresh(this.header) || new URL(this.header); },
  get header() { return 1; },
  URL() { return this.header; },
};
=== lib/server.js
const app = exports = module.exports = {};
app.listen = function () { this.close(); exports.close(); };
app.close = function () {};
=== lib/suite.js
function Suite() {}
Suite.prototype.run = function () { this.add(new Suite()); };
Suite.prototype.add = function (other) { other.missing; };
exports.Suite = Suite;
=== lib/namesakes.js
class Namesake { listen() {} close() {} run() {} add() {} get header() {} }
=== use.js
function f() { require("./lib/server").listen(); new (require("./lib/suite").Suite)().run(); }
"""


def test_modules_and_prototypes_of_commonjs() -> None:
    assert reached(COMMON) == [
        "Suite.run calls Suite.add",
        "app.listen calls app.close",
        "f calls Suite.run",
        "f calls app.listen",
    ]


def test_keys_of_an_exported_object_are_not_names_in_their_file() -> None:
    graph = snapshot_of(COMMON).graph
    targets = {(_name(edge.source), _name(edge.target)) for edge in graph.by_file["lib/app.js"]}
    assert targets == {("fresh", "header"), ("URL", "header")}


COMPONENT = """
=== card.tsx
export interface CardProps { title: string; onOpen(card: Opened): void }
export interface Opened { close(): void }
interface Namesake { title: string; close(): void }
export function Card(props: CardProps) { return <div title={props.title} />; }
=== page.tsx
import { Card } from "./card";
export const page = <Card title="x" onOpen={(card) => card.close()} />;
"""


def test_properties_of_components() -> None:
    assert reached(COMPONENT) == [
        "Card reads CardProps.title",
        "page calls Opened.close",
        "page writes CardProps.onOpen",
        "page writes CardProps.title",
    ]


SCRIPT = """
=== cart.js
class Cart { constructor() { this.shelf = new Shelf(); } total() { return this.shelf.count(); } }
class Shelf { count() { return 0; } }
class Namesake { count() { return 1; } total() {} }
module.exports = { Cart };
=== main.js
const { Cart } = require("./cart");
function main() { const cart = new Cart(); return cart.total() + cart.shelf.count(); }
"""


def test_javascript_members_follow_constructed_types() -> None:
    assert reached(SCRIPT) == [
        "Cart.total calls Shelf.count",
        "Cart.total reads Cart.shelf",
        "main calls Cart.total",
        "main calls Shelf.count",
        "main reads Cart.shelf",
    ]


CIRCLES = """
=== a.ts
type A = B;
type B = A;
interface C extends D<C> { own(): void }
type D<T> = T & E;
interface E extends C {}
function f(a: A, c: C) { a.missing(); c.missing(); c.own(); }
"""


def test_types_that_lead_to_themselves_end() -> None:
    assert reached(CIRCLES) == ["f calls C.own"]


SPACES = """
=== index.ts
import * as kit from "./all";
export { kit };
export * as bare from "./parts";
=== all.ts
export * from "./parts";
export * as more from "./more";
=== parts.ts
export class Part { run(): void {} }
export function make(): Part { return new Part(); }
=== more.ts
export class Other { run(): void {} stop(): void {} }
=== use.ts
import { kit, bare } from "./index";
function f(other: kit.more.Other) { kit.make().run(); other.stop(); new bare.Part().run(); kit.Other; }
"""


def test_modules_that_others_give_a_name() -> None:
    assert reached(SPACES) == ["f calls Other.stop", "f calls Part.run"]


ALIASES = """
=== a.ts
class Part { run(): void {} }
class Other { stop(): void {} }
type One = { kind: "a"; part: Part } | { kind: "b"; other: Other };
type Whole = { part: Part };
type Both = Whole & { other: Other };
type Either = Whole | ({ other: Other });
type Maybe = { part: Part } | null;
function one(it: One) { it.part.run(); if (it.kind === "b") it.other.stop(); }
function both(it: Both) { it.part.run(); it.other.stop(); }
function either(it: Either) { it.part.run(); it.other.stop(); }
function maybe(it: Maybe) { it.part.run(); }
"""


def test_members_of_aliases() -> None:
    assert reached(ALIASES) == [
        "both calls Other.stop", "both calls Part.run",
        "both reads Both.other", "both reads Whole.part",
        "either calls Other.stop", "either calls Part.run",
        "either reads Whole.part",
        "maybe calls Part.run",
        "one calls Other.stop", "one calls Part.run",
    ]  # fmt: skip


LITERALS = """
=== kit.ts
export class Part { run(): void {} static all(): void {} }
export class Other { stop(): void {} }
export function make(): Other { return new Other(); }
const held = new Part();
export const kit = {
  part: new Part(), made: make(), "quoted": new Other(), Type: Part, make, held,
  inner: { other: new Other(), deep: { part: held } }, again: kit,
  own() {},
};
export default { part: new Part() };
export function build() { const other = new Other(); return { other, part: new Part() }; }
=== use.ts
import standard, { build, kit } from "./kit";
function values() { kit.part.run(); kit.made.stop(); kit.quoted.stop(); kit.held.run(); }
function nested() { kit.inner.other.stop(); kit.again.inner.deep.part.run(); }
function types() { new kit.Type().run(); kit.Type.all(); kit.make().stop(); }
function methods() { kit.own(); kit.missing.run(); kit.part.stop(); }
function apart() { const { part, inner: { other } } = kit; part.run(); other.stop(); }
function whole() { standard.part.run(); }
function result() { build().other.stop(); const { part } = build(); part.run(); }
function local() { const box = { part: new kit.Type() }; box.part.run(); }
"""


def test_values_in_object_literals() -> None:
    assert [line for line in reached(LITERALS) if " calls " in line] == [
        "apart calls Other.stop", "apart calls Part.run",
        "local calls Part.run",
        "methods calls kit.own",
        "nested calls Other.stop", "nested calls Part.run",
        "result calls Other.stop", "result calls Part.run",
        "types calls Other.stop", "types calls Part.all", "types calls Part.run",
        "values calls Other.stop", "values calls Part.run",
        "whole calls Part.run",
    ]  # fmt: skip


DECLARATIONS = """
=== a.ts
import { found } from "outside";
class Part { run(): void {} stop(): void {} }
class Whole extends Part { stop(): void {} }
function declared() { let part: Part; part = found(); part.run(); }
function constructed() { let part: Part; part = new Whole(); part.stop(); }
function other(parts: Whole[]) { let part: Part; for (const part of parts) { part.stop(); } }
"""


def test_declared_types_hold_after_assignments() -> None:
    assert [line for line in reached(DECLARATIONS) if " calls " in line] == [
        "constructed calls Whole.stop",
        "declared calls Part.run",
        "other calls Whole.stop",
    ]


TUPLES = """
=== pair.ts
class Cat { name() {} }
class Dog { name() {} }
type Pair = [first: Cat, second?: Dog];
declare function both(): [Cat, Dog];
declare function hook<T>(): [T, (value: T) => void];
const [a, b] = both();
a.«name»();
b.«name»();
function run([x, y]: [Cat, Dog], pair: Pair, pairs: [Cat, Dog][], cats: Cat[]) {
  x.«name»();
  y.«name»();
  const [, second] = pair;
  second.«name»();
  pair[0].«name»();
  for (const [cat, dog] of pairs) cat.«name»() + dog.«name»();
  const [first, ...rest] = cats;
  first.«name»();
  const [state, set] = hook<Dog>();
  state.«name»();
}
async function later(promise: Promise<[Cat, Dog]>) {
  const [c, d] = await promise;
  c.«name»();
  d.«name»();
}
function others(rest: [Cat, ...Dog[]], second: Pair[1], any: Pair[number], cat: Cat[][0]) {
  rest[0].«name»();
  rest[2].«name»();
  second.«name»();
  any.«name»();
  cat.«name»();
}
"""


def test_items_of_a_tuple_have_their_own_types() -> None:
    found = [line.partition(" -> ")[2] for line in meant(TUPLES)]
    cat, dog = "pair.ts::Cat.name", "pair.ts::Dog.name"
    assert found == [cat, dog, cat, dog, dog, cat, cat, dog, cat, dog, cat, dog, cat, "", dog, cat, cat]
