"""Members in TypeScript and JavaScript resolve by types: workspaces as text in, edges as text out.

Each workspace has a namesake of the member that is meant, which must not be hit.
"""

import pytest

from tests.workspaces import snapshot_of

KINDS = frozenset({"calls", "reads", "writes"})


def reached(text: str) -> list[str]:
    """The members of types that are called, read or written, by what: `source kind target`, qualified names alone."""
    graph = snapshot_of(text).graph
    every = (edge for edges in graph.by_file.values() for edge in edges.edges if edge.kind in KINDS)
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


def test_javascript_by_what_is_constructed() -> None:
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
