"""Tests of Mocha, Jest, Vitest, Playwright and `node:test`: blocks with titles are symbols, their locals are not."""

import pytest

from tests.syntax.languages.outlines import expected, references, symbols

TESTS = """
import { Cart } from "./cart";
describe("Cart", () => {
  let cart;
  const fill = () => cart.add(1);
  beforeEach(() => { cart = new Cart(); });
  it("adds  items. Twice", async () => { const total = fill(); class Local {} cart.pay(total); });
  it.only('"is" paid', function () {});
  test.each([1, 2])("takes %s", (n) => { fill(n); });
  it.each`a|b`("takes $a", () => {});
  describe.skip(`when ${late}`, () => { test.concurrent.only("waits", () => {}); });
  test.skipIf(late).concurrent("hurries", () => {});
  it("is planned");
});
describe(Cart.name, () => {});
test("counts", { timeout: 1 }, async (t) => { await t.test("from one", () => {}); });
test.describe.serial("Page", () => { test("opens", () => {}); test.step("clicks", () => {}); });
on("load", () => {});
for (const kind of KINDS) describe(kind, () => { it("is " + kind, () => {}); it(named("x"), () => {}); });
"""

SYMBOLS = """
    Function describe Cart | describe("Cart", () =>
    Function describe Cart.fill | const fill = () => | (hidden)
    Function describe Cart.it adds items. Twice | it("adds items. Twice", async () => | (hidden)
    Class describe Cart.it adds items. Twice.Local | class Local | (hidden)
    Function describe Cart.it "is" paid | it.only('"is" paid', function () | (hidden)
    Function describe Cart.test takes %s | test.each([1, 2])("takes %s", (n) => | (hidden)
    Function describe Cart.it takes $a | it.each`a|b`("takes $a", () => | (hidden)
    Function describe Cart.describe when ${late} | describe.skip(`when ${late}`, () => | (hidden)
    Function describe Cart.describe when ${late}.test waits | test.concurrent.only("waits", () => | (hidden)
    Function describe Cart.test hurries | test.skipIf(late).concurrent("hurries", () => | (hidden)
    Function describe Cart.name | describe(Cart.name, () =>
    Function test counts | test("counts", { timeout: 1 }, async (t) =>
    Function test counts.test from one | t.test("from one", () => | (hidden)
    Function describe Page | test.describe.serial("Page", () =>
    Function describe Page.test opens | test("opens", () => | (hidden)
    Function describe kind | describe(kind, () =>
    Function describe kind.it "is " + kind | it("is " + kind, () => | (hidden)
    Function describe kind.it named("x") | it(named("x"), () => | (hidden)
"""


@pytest.mark.parametrize("suffix", ["js", "jsx", "mjs", "cjs", "ts", "tsx"])
def test_blocks_are_symbols(suffix: str) -> None:
    assert symbols(f"cart.test.{suffix}", TESTS) == expected(SYMBOLS).replace("\n    ", "\n").removeprefix("    ")


def test_locals_of_callbacks_are_not_references() -> None:
    found = references("cart.test.js", TESTS).splitlines()
    in_test = [one for one in found if one.endswith("in describe Cart.it adds items. Twice")]
    assert in_test == [
        "call it in describe Cart.it adds items. Twice",
        "call fill in describe Cart.it adds items. Twice",
        "call ?.pay in describe Cart.it adds items. Twice",
    ]
