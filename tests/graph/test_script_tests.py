"""Calls of tests in JavaScript and TypeScript, and titles that are not references."""

from tests.graph.meant import meant
from tests.workspaces import snapshot_of

SHOP = """
=== src/cart.ts
export class Cart { add(one: number) { return total(one); } pay() {} }
export function total(one: number) { return one; }
=== src/cart.test.ts
import { Cart, total } from "./cart";
describe("total", () => {
  const cart = new Cart();
  const fill = () => cart.add(1);
  it("handles v1.2. Twice", () => { const sum = «fill»(); cart.«pay»(); });
  it("fill", () => { «total»(1); });
  it.each([1])("refills", (total) => { «total»(1); «fill»(); });
});
test("Cart", () => { new «Cart»(); });
"""


def test_titles_are_not_names() -> None:
    assert meant(SHOP) == [
        "fill -> cart.test.ts::describe total.fill",
        "pay -> cart.ts::Cart.pay",
        "total -> cart.ts::total",
        "total ->",
        "fill -> cart.test.ts::describe total.fill",
        "Cart -> cart.ts::Cart",
    ]


def test_a_test_has_edges_to_its_callees() -> None:
    edges = snapshot_of(SHOP.replace("«", "").replace("»", "")).graph.by_file["src/cart.test.ts"]
    tested = {
        (one.source.partition("::")[2], one.target.partition("::")[2])
        for one in edges
        if one.kind == "tests" and one.confidence > 0.6  # those by name are less sure
    }
    assert tested == {
        ("", "Cart"),
        ("", "total"),
        ("describe total", "Cart"),
        ("describe total.fill", "Cart.add"),
        ("describe total.it handles v1.2. Twice", "Cart.pay"),
        ("describe total.it fill", "total"),
        ("test Cart", "Cart"),
    }
