// Rows of the panel: code that another item shows whole is a part of that item's row.

import assert from "node:assert/strict";
import { test } from "node:test";
import { piecesOf } from "../src/core/pack/pieces";
import type { PackItem } from "../src/protocol";
import { item } from "./pack";

function at(name: string, from: number, to: number, more: Partial<PackItem> = {}): PackItem {
  return item(name, { range: { start: { line: from, character: 0 }, end: { line: to, character: 0 } }, ...more });
}

function rows(items: readonly PackItem[], staysApart?: (item: PackItem) => boolean): string[] {
  return piecesOf(items.map((one, index) => ({ item: one, index })), staysApart).map(
    ({ item: one, parts, score }) => `${one.symbol?.split("::")[1] ?? "file"} ${score}${parts.map((part) => ` [${part.item.symbol?.split("::")[1]}]`).join("")}`,
  );
}

const BODY = "    def add(self):\n        return 1";
const CART = at("Cart", 0, 9, { text: `class Cart:\n${BODY}` });
const ADD = at("Cart.add", 1, 2, { text: "def add(self):\n    return 1", score: 4 });

test("a member is a part of its class, which has the better score of both", () => {
  assert.deepEqual(rows([ADD, CART]), ["Cart 4 [Cart.add]"]);
});

test("a member stays a row where its class is not shown whole, is in another file, or shows other code", () => {
  assert.equal(rows([{ ...CART, level: "folded" }, ADD]).length, 2);
  assert.equal(rows([{ ...CART, uri: "file:///other.py" }, ADD]).length, 2);
  assert.equal(rows([{ ...CART, text: "class Cart: ..." }, ADD]).length, 2);
});

test("the outermost item has all parts", () => {
  const inner = at("Cart.add.inner", 2, 2, { text: "return 1" });
  assert.deepEqual(rows([inner, ADD, CART]), ["Cart 4 [Cart.add.inner] [Cart.add]"]);
});

test("an item that shall stay apart is a row of its own", () => {
  assert.deepEqual(rows([CART, ADD], ({ symbol }) => symbol === ADD.symbol), ["Cart 1.5", "Cart.add 4"]);
});

test("code without a name is shown once, by a name if there is one, and names are no parts of it", () => {
  const whole = { ...CART, symbol: null, kind: "File" };
  assert.deepEqual(rows([whole, { ...whole }]), ["file 1.5"]);
  assert.deepEqual(rows([whole, CART]), ["Cart 1.5"]);
  assert.equal(rows([{ ...whole, text: `import money\n${CART.text}` }, CART]).length, 2);
});

test("of two items with the same code, the first one stays", () => {
  assert.deepEqual(rows([CART, { ...CART, symbol: "money.py::Basket" }]), ["Cart 1.5 [Basket]"]);
});
