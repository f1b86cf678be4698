"""TypeScript and TSX: what the queries find in small texts."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

CART = """
import type { Item } from "./item";
import fs = require("fs");
import Short = Long.Name;
export type { Price } from "./price";

/** Holds items. */
@Component({ selector: "cart" })
export abstract class Cart<T extends Item = Item> extends stock.Holder<T> implements Iterable<T>, ui.View {
  private readonly items: Map<string, T> = new Map();
  static limit?: number;
  @Input() name!: string;
  #secret = 1;

  constructor(private store: Store, public size = 1) {
    super();
    this.total = new Total();
  }

  abstract render(item: T): void;
  get count(): number { return this.items.size; }

  @Log("add")
  async add<U>(item?: U, ...rest: Array<Item>): Promise<void> {}
  protected drop = (item: T): boolean => { return this.items.delete(item.name); };
  [key: string]: unknown;
}

export interface View<T> extends Base<T>, ui.Node {
  title: string;
  readonly parent?: View<T>;
  open(item: Item): Promise<T>;
  new (item: Item): View<T>;
  (text: string): void;
}

export type Options<T> = {
  retries: number;
  onError(error: Error): void;
};
export type Result = Item | "none";
type Keys = { [K in keyof Item]: Item[K] };

export enum Colour {
  Red,
  Blue = 2,
}

declare const enum Size { Small }

export namespace Shop.Front {
  export const door = 1;
  export function open(): void {}
}

declare module "plugin" {
  export function install(app: App): void;
}

export function find(name: string): Item;
export function find(name: any): any { return Cart.first(name) as Item; }
export declare function later(value: number): void;
export const first = <T,>(items: T[]): T => items[0]!;
const config: Options<Item> = { retries: 1, onError() {} };
function check(this: Cart<Item>, { name, kind: { id } }: Item, [head]: number[] = []): asserts name {}
let held = load<Item>("a") satisfies Item;
"""

PAGE = """
export const Page = ({ items }: Props) => (
  <Layout>
    <ui.List items={items} />
    <p>{title}</p>
  </Layout>
);
export default Page;
"""


def test_imports() -> None:
    assert imports("cart.ts", CART) == expected("""
        ./item Item as Item
        fs as fs
        Long Name as Short
        ./price Price as Price (reexport)
    """)


def test_symbols() -> None:
    assert symbols("cart.ts", CART) == expected("""
        Class Cart | export abstract class Cart<T extends Item = Item> extends stock.Holder<T> implements Iterable<T>, ui.View | inherits stock.Holder implements Iterable, ui.View @Component "Holds items."
        Field Cart.items | private readonly items: Map<string, T> = new Map() | (hidden)
        Field Cart.limit | static limit?: number
        Field Cart.name | name!: string | @Input
        Field Cart.#secret | #secret = 1 | (hidden)
        Constructor Cart.constructor | constructor(private store: Store, public size = 1)
        Field Cart.store | private store: Store
        Field Cart.size | public size = 1
        Method Cart.render | abstract render(item: T): void
        Property Cart.count | get count(): number
        Method Cart.add | async add<U>(item?: U, ...rest: Array<Item>): Promise<void> | @Log
        Method Cart.drop | protected drop = (item: T): boolean =>
        Interface View | export interface View<T> extends Base<T>, ui.Node | inherits Base, ui.Node
        Field View.title | title: string
        Field View.parent | readonly parent?: View<T>
        Method View.open | open(item: Item): Promise<T>
        Interface Options | export type Options<T>
        Field Options.retries | retries: number
        Method Options.onError | onError(error: Error): void
        Interface Result | export type Result = Item | "none"
        Interface Keys | type Keys | (hidden)
        Enum Colour | export enum Colour
        EnumMember Colour.Red | Red
        EnumMember Colour.Blue | Blue = 2
        Enum Size | declare const enum Size | (hidden)
        EnumMember Size.Small | Small | (hidden)
        Namespace Shop.Front | export namespace Shop.Front
        Constant Shop.Front.door | export const door = 1
        Function Shop.Front.open | export function open(): void
        Module plugin | declare module "plugin" | (hidden)
        Function plugin.install | export function install(app: App): void | (hidden)
        Function find#2 | export function find(name: string): Item
        Function find | export function find(name: any): any
        Function later | export declare function later(value: number): void
        Function first | export const first = <T,>(items: T[]): T =>
        Constant config | const config: Options<Item> = { retries: 1 | (hidden)
        Method config.onError | onError() | (hidden)
        Function check | function check(this: Cart<Item>, { name, kind: { id } }: Item, [head]: number[] = []): asserts name | (hidden)
        Variable held | let held = load<Item>("a") satisfies Item | (hidden)
    """)


def test_references() -> None:
    assert references("cart.ts", CART) == expected("""
        decorates Component in Cart
        type Item in Cart
        type Item in Cart
        inherits stock.Holder in Cart
        implements Iterable in Cart
        implements ui.View in Cart
        type Map in Cart.items
        call Map in Cart.items
        decorates Input in Cart.name
        type Store in Cart.constructor
        call Total in Cart.constructor
        read this.items.size in Cart.count
        decorates Log in Cart.add
        type Array in Cart.add
        type Item in Cart.add
        type Promise in Cart.add
        call this.items.delete in Cart.drop
        read item.name in Cart.drop
        inherits Base in View
        inherits ui.Node in View
        type View in View.parent
        type Item in View.open
        type Promise in View.open
        type Item in View
        type View in View
        type Error in Options.onError
        type Item in Result
        type Item in Keys
        type Item in Keys
        type App in plugin.install
        type Item in find#2
        call Cart.first in find
        type Item in find
        type Options in config
        type Item in config
        type Cart in check
        type Item in check
        type Item in check
        call load in held
        type Item in held
        type Item in held
    """)


def test_symbols_of_tsx() -> None:
    assert symbols("page.tsx", PAGE) == expected("""
        Function Page | export const Page = ({ items }: Props) =>
    """)


def test_a_type_and_a_value_of_one_name() -> None:
    text = """
        export interface Colour { name: string }
        export const Colour: ColourMaker = make();
        type Size = number;
        let Size = 1;
        Size = 2;
    """
    assert symbols("colour.ts", text) == expected("""
        Interface Colour | export interface Colour
        Field Colour.name | name: string
        Constant Colour#2 | export const Colour: ColourMaker = make()
        Interface Size | type Size = number | (hidden)
        Variable Size#2 | let Size = 1 | (hidden)
    """)


def test_parameter_properties() -> None:
    text = """
        class Till {
          constructor(public open: boolean, readonly name = "", private key?: string, plain?: number) {}
        }
    """
    assert symbols("till.ts", text) == expected("""
        Class Till | class Till
        Constructor Till.constructor | constructor(public open: boolean, readonly name = "", private key?: string, plain?: number)
        Field Till.open | public open: boolean
        Field Till.name | readonly name = ""
        Field Till.key | private key?: string
    """)


def test_references_of_tsx() -> None:
    assert references("page.tsx", PAGE) == expected("""
        type Props in Page
        call Layout in Page
        call ui.List in Page
        read Page in -
    """)
