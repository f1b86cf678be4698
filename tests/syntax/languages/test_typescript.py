"""TypeScript and TSX: the results of the queries in small texts."""

from tests.syntax.languages.outlines import expected, imports, references, symbols, values

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

TYPES = """
interface Loader<T> extends Base<T, string[]> {
  (path: string): Found;
  readonly source: Source;
  load(this: Loader<T>, path: string, then: (one: T, next: Next) => void): Promise<T>;
}
type Ready = Loaded & { at: Date };
class Shop<T extends Item> {
  #items = new Map<string, T>();
  prices: Price[] = [];
  owner = find() as Owner;
  static make(): Shop<Item> { return new Shop(); }
  first() { return this.prices[0]; }
  either(flag: boolean) { return flag ? this.owner : Shop.make(); }
  onSale: Handler = (event) => event.target;
}
const shelf = wrap({ rows: 1, each: (row) => row.open() });
function list(shop: Shop<Item>, { owner }: Options) {
  const { prices, owner: { name } } = shop;
  for (const price of prices) price.pay(owner.name, name);
  let last: Price | undefined = undefined;
  last?.pay();
  if (shop instanceof Outlet) shop.close();
  shop.prices.map((one) => one.pay()).forEach(({ total }) => total.add());
  // What is said here ends.
  return shop!.first()?.pay;
}
function sell(owner: Shop["owner"]) {
  list(shelf, { owner: null } satisfies Options);
}
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
        write Component(0)!.selector in Cart
        type Item in Cart
        type Item in Cart
        inherits stock.Holder in Cart
        implements Iterable in Cart
        implements ui.View in Cart
        type Map in Cart.items
        call Map in Cart.items
        decorates Input in Cart.name
        type Store in Cart.constructor
        write @self.total in Cart.constructor
        call Total in Cart.constructor
        read @self.items in Cart.count
        read @self.items.size in Cart.count
        decorates Log in Cart.add
        type Array in Cart.add
        type Item in Cart.add
        type Promise in Cart.add
        read @self.items in Cart.drop
        call @self.items.delete in Cart.drop
        read {T}.name in Cart.drop
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
        read Cart in find
        call Cart.first in find
        type Item in find
        type Options in config
        type Item in config
        write {Options<Item>}!.retries in config
        type Cart in check
        type Item in check
        read {Item}!.name in check
        read {Item}!.kind in check
        read {Item}.kind!.id in check
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
        read {Props}!.items in Page
        type Props in Page
        call Layout in Page
        call ui.List in Page
        write ui.List(0)!.items in Page
        call Layout in Page
        read Page in -
    """)


def test_results_of_symbols() -> None:
    assert values("types.ts", TYPES) == expected("""
        Loader[T]: {Callable<string,Found>}
        Loader.source: {Source}
        Loader.load: {Promise<T>}
        Ready: {Loaded}
        Ready.at: {Date}
        Shop[T]
        Shop.#items: {Map<string,T>}
        Shop.prices: {Array<Price>}
        Shop.owner: {Owner}
        Shop.make: {Shop<Item>}
        Shop.first: @self.prices[0]
        Shop.either: @self.owner, Shop.make()
        Shop.onSale: {Handler}()
        shelf: wrap()
        shelf.each: wrap(0).each(0).open()
        list: {Shop<Item>}.first().pay
    """)


def test_references_by_types() -> None:
    assert references("types.ts", TYPES) == expected("""
        inherits Base in Loader
        type Found in Loader
        type Source in Loader.source
        type Loader in Loader.load
        type Next in Loader.load
        type Promise in Loader.load
        type Loaded in Ready
        type Date in Ready.at
        type Item in Shop
        call Map in Shop.#items
        type Price in Shop.prices
        call find in Shop.owner
        type Owner in Shop.owner
        type Shop in Shop.make
        type Item in Shop.make
        call Shop in Shop.make
        read @self.prices in Shop.first
        read @self.owner in Shop.either
        read Shop in Shop.either
        call Shop.make in Shop.either
        type Handler in Shop.onSale
        read {Handler}(0).target in Shop.onSale
        call wrap in shelf
        write wrap(0)!.rows in shelf
        call wrap(0).each(0).open in shelf.each
        type Shop in list
        type Item in list
        read {Options}!.owner in list
        type Options in list
        read {Shop<Item>}!.prices in list
        read {Shop<Item>}!.owner in list
        read {Shop<Item>}.owner!.name in list
        call {Shop<Item>}.prices[].pay in list
        read {Options}.owner.name in list
        type Price in list
        call {Price}.pay in list
        read Outlet in list
        call {Outlet}.close in list
        read {Shop<Item>}.prices in list
        call {Shop<Item>}.prices.map in list
        call {Shop<Item>}.prices.map(0)(0).pay in list
        call {Shop<Item>}.prices.map().forEach in list
        read {Shop<Item>}.prices.map().forEach(0)(0)!.total in list
        call {Shop<Item>}.prices.map().forEach(0)(0).total.add in list
        call {Shop<Item>}.first in list
        read {Shop<Item>}.first().pay in list
        type Shop in sell
        read {Shop}!.owner in sell
        call list in sell
        read shelf in sell
        write {Options}!.owner in sell
        type Options in sell
    """)
