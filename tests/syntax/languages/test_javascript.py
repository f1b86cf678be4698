"""JavaScript: the results of the queries in modules of both kinds."""

from tests.syntax.languages.outlines import expected, imports, references, symbols

MODULE = """
/** A shop. */
import stock, { Price as P, default as money, total } from "./stock.js";
import * as signals from "./signals.js";
import "./styles.css";
export { Price, total as sum } from "./stock.js";
export * from "./all.js";
export * as bag from "./bag.js";
const { join, resolve: absolute } = require("path");
const debug = require("debug")("shop");

/**
 * Holds items.
 */
export class Cart extends stock.Holder {
  static limit = 10;
  #items = [];
  onChange = (event) => { this.render(event); };

  constructor(price) {
    super(price);
    this.price = price;
    this.total = new Total(price);
  }

  get size() { return this.#items.length; }
  set size(value) {}
  static async *load(path, { retries = 3 } = {}) { yield* read(path); }
  [Symbol.iterator]() {}
  #drop() {}
}

export const MAX = 10, MIN = 1;
export const add = async (a, b = MAX) => a + b;
export default function () {}
let counter = 0;

// Adds.
// Twice.
function outer(first, ...rest) {
  const local = 1;
  function inner() { return local; }
  const arrow = () => inner();
  first.call(signals.emit, local);
  return { get() { return counter; }, set: (value) => value };
}

export function* numbers() {}
const api = {
  get() {},
  post: async (body) => { send(body); },
  remove: function () {},
  path: "/api",
};

/**
 * Starts the app.
 */

app.start = function start() { this.listen(); };
Cart.prototype.clear = function () {};
Cart.prototype = { fill() {} };
on("load", () => { const cart = new Cart(); function ready() {} });
const View = <Layout title={total}><ui.Button onClick={add} /><div /></Layout>;
import("./lazy.js");
"""

COMMON_JS = """
var app = exports = module.exports = {};
var Router = require("./router");
var compile = require("./utils").compile;

exports.VERSION = "1";
exports.render = function render(view) { return compile(view); };
exports.Route = class Route {};
module.exports.helper = () => Router();
function hidden() {}
require("./side");
"""

EXPORTED_OBJECT = """
const { a, b: c } = require("./x");
class Store {}
function open() {}
module.exports = { Store, open, close() {}, size: () => 0, reopen: open };
module.exports = function create() {};
module.exports = require("./all");
"""


def test_imports_of_a_module() -> None:
    assert imports("shop.js", MODULE) == expected("""
        ./stock.js default as stock
        ./stock.js Price as P
        ./stock.js default as money
        ./stock.js total as total
        ./signals.js as signals
        ./styles.css
        ./stock.js Price as Price (reexport)
        ./stock.js total as sum (reexport)
        ./all.js * (reexport)
        ./bag.js as bag (reexport)
        path join as join
        path resolve as absolute
        debug
        ./lazy.js
    """)


def test_symbols_of_a_module() -> None:
    assert symbols("shop.js", MODULE) == expected("""
        Constant debug | const debug = require("debug")("shop") | (hidden)
        Class Cart | export class Cart extends stock.Holder | inherits stock.Holder "Holds items."
        Field Cart.limit | static limit = 10
        Field Cart.#items | #items = [] | (hidden)
        Method Cart.onChange | onChange = (event) =>
        Constructor Cart.constructor | constructor(price)
        Field Cart.price | this.price = price
        Field Cart.total | this.total = new Total(price)
        Property Cart.size | get size()
        Property Cart.size#2 | set size(value)
        Method Cart.load | static async *load(path, { retries = 3 } = {})
        Method Cart.[Symbol.iterator] | [Symbol.iterator]()
        Method Cart.#drop | #drop() | (hidden)
        Constant MAX | MAX = 10
        Constant MIN | MIN = 1
        Function add | export const add = async (a, b = MAX) =>
        Function default | export default function ()
        Variable counter | let counter = 0 | (hidden)
        Function outer | function outer(first, ...rest) | (hidden) "Adds."
        Function outer.inner | function inner() | (hidden)
        Function outer.arrow | const arrow = () => | (hidden)
        Function outer.get | get() | (hidden)
        Function outer.set | set: (value) => | (hidden)
        Function numbers | export function* numbers()
        Constant api | const api | (hidden)
        Method api.get | get() | (hidden)
        Method api.post | post: async (body) => | (hidden)
        Method api.remove | remove: function () | (hidden)
        Method app.start | app.start = function start() | (hidden) "Starts the app."
        Method Cart.clear | Cart.prototype.clear = function ()
        Method Cart.fill | fill()
        Function ready | function ready() | (hidden)
        Constant View | const View = <Layout title={total}><ui.Button onClick={add} /><div /></Layout> | (hidden)
    """)


def test_references_of_a_module() -> None:
    assert references("shop.js", MODULE) == expected("""
        read {"path"}!.join in -
        read {"path"}!.resolve in -
        read stock in Cart
        inherits stock.Holder in Cart
        call @self.render in Cart.onChange
        call Total in Cart.constructor
        read @self.#items in Cart.size
        read @self.#items.length in Cart.size
        call read in Cart.load
        read Symbol in Cart.[Symbol.iterator]
        read Symbol.iterator in Cart.[Symbol.iterator]
        read MAX in add
        call inner in outer.arrow
        call ?.call in outer
        read signals in outer
        read signals.emit in outer
        read counter in outer.get
        call send in api.post
        read app in app.start
        call @self.listen in app.start
        read Cart in Cart.clear
        read Cart.prototype in Cart.clear
        read Cart in Cart
        write Cart.prototype in Cart
        call on in -
        call Cart in -
        call Layout in View
        write Layout(0)!.title in View
        read total in View
        read ui in View
        call ui.Button in View
        write ui.Button(0)!.onClick in View
        read add in View
        read div in View
        call Layout in View
    """)


def test_imports_of_a_commonjs_module() -> None:
    assert imports("app.js", COMMON_JS) == expected("""
        ./router as Router
        ./utils compile as compile
        ./side
    """)


def test_symbols_of_a_commonjs_module() -> None:
    assert symbols("app.js", COMMON_JS) == expected("""
        Variable app | var app = exports = module.exports = {}
        Constant VERSION | exports.VERSION = "1"
        Function render | exports.render = function render(view)
        Class Route | exports.Route = class Route
        Function helper | module.exports.helper = () =>
        Function hidden | function hidden() | (hidden)
    """)


def test_references_of_a_commonjs_module() -> None:
    assert references("app.js", COMMON_JS) == expected("""
        write exports in app
        write module.exports in app
        call compile in render
        read module.exports in helper
        call Router in helper
    """)


def test_imports_of_an_exported_object() -> None:
    assert imports("index.cjs", EXPORTED_OBJECT) == expected("""
        ./x a as a
        ./x b as c
        ./all = as = (reexport)
        ./all * (reexport)
    """)


def test_symbols_of_an_exported_object() -> None:
    assert symbols("index.cjs", EXPORTED_OBJECT) == expected("""
        Class Store | class Store
        Function open | function open()
        Method close | close()
        Method size | size: () =>
        Function create | module.exports = function create()
    """)


def test_references_of_an_exported_object() -> None:
    assert references("index.cjs", EXPORTED_OBJECT) == expected("""
        read {"./x"}!.a in -
        read {"./x"}!.b in -
        read module in -
        write module.exports in -
        read Store in -
        read open in -
        write module.exports!.reopen in -
        read open in -
        read module in create
        write module.exports in create
        read module in -
        write module.exports in -
    """)
