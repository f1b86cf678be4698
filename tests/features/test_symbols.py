"""Symbols by written names, positions and selections."""

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features.symbols import resolve_symbol, selected, workspace_symbols
from ctx_lsp.workspace import BadRequest
from tests.workspaces import snapshot_of

TEXT = """
=== a/shop.py
class Cart:
    def total(self): return tax(1)
    def clear(self): ...
def tax(x): return x
=== b/shop.py
class Cart:
    def total(self): return 2
"""
SHOP = snapshot_of(TEXT)


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("a/shop.py::Cart.total", "a/shop.py::Cart.total"),
        ("b/shop.py::Cart", "b/shop.py::Cart"),
        ("Cart.clear", "a/shop.py::Cart.clear"),
        ("clear", "a/shop.py::Cart.clear"),
        ("tax", "a/shop.py::tax"),
    ],
)
def test_a_symbol_is_named_in_full_or_by_an_end_that_only_it_has(written: str, found: str) -> None:
    assert resolve_symbol(SHOP, written).id == found


@pytest.mark.parametrize("written", ["Box.fmt#2", "fmt#2", "src/box.rs::Box.fmt#2"])
def test_one_of_several_definitions_with_a_name_is_named_by_its_number(written: str) -> None:
    snapshot = snapshot_of(
        """
=== src/box.rs
struct Box;
impl Display for Box { fn fmt(&self) -> i32 { 1 } }
impl Debug for Box { fn fmt(&self) -> i32 { 2 } }
"""
    )
    assert resolve_symbol(snapshot, written).id == "src/box.rs::Box.fmt#2"


SPELLINGS = snapshot_of(
    """
=== src/click/utils.py
def echo(message): ...
def main():
    def visit(): ...
=== src/click/core.py
from typing import overload
class Context:
    @overload
    def lookup(self, name: int): ...
    @overload
    def lookup(self, name: str): ...
    def lookup(self, name): ...
    def invoke(self): ...
    def visit(self): ...
=== tests/test_utils.py
class Context: ...
def test_echo():
    def echo(): ...
    def only_here(): ...
=== docs/api.md
# Context

## echo
=== store/store.go
package store
type Cart struct{}
func (c *Cart) Total() int { return 1 }
=== src/Gson.java
public class Gson {
  public Gson() {}
  public Gson(int depth) {}
}
=== lib/plug.ex
defmodule Plug do
  def assign(conn, key), do: conn
end
"""
)


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("echo", "src/click/utils.py::echo"),
        ("echo()", "src/click/utils.py::echo"),
        ("echo(message, nl=True)", "src/click/utils.py::echo"),
        ("click.echo", "src/click/utils.py::echo"),
        ("click.utils.echo", "src/click/utils.py::echo"),
        ("src.click.utils.echo", "src/click/utils.py::echo"),
        ("click/utils.echo", "src/click/utils.py::echo"),
        ("click/utils.py::echo()", "src/click/utils.py::echo"),
        ("./src/click/utils.py::echo", "src/click/utils.py::echo"),
        ("src/click/utils.py:echo", "src/click/utils.py::echo"),
        ("`echo`", "src/click/utils.py::echo"),
        ("Context", "src/click/core.py::Context"),
        ("click.Context.invoke()", "src/click/core.py::Context.invoke"),
        ("click.core.Context.invoke", "src/click/core.py::Context.invoke"),
        ("Context#invoke", "src/click/core.py::Context.invoke"),
        ("Context::invoke", "src/click/core.py::Context.invoke"),
        ("Context->invoke()", "src/click/core.py::Context.invoke"),
        ("lookup", "src/click/core.py::Context.lookup"),
        ("Context.lookup", "src/click/core.py::Context.lookup"),
        ("lookup#2", "src/click/core.py::Context.lookup#2"),
        ("visit", "src/click/core.py::Context.visit"),
        ("only_here", "tests/test_utils.py::test_echo.only_here"),
        ("test_utils.py::Context", "tests/test_utils.py::Context"),
        ("docs/api.md::Context", "docs/api.md::Context"),
        ("store.Cart.Total", "store/store.go::Cart.Total"),
        ("(*Cart).Total", "store/store.go::Cart.Total"),
        ("Gson", "src/Gson.java::Gson"),
        ("new Gson(1)", "src/Gson.java::Gson"),
        ("Gson.Gson", "src/Gson.java::Gson.Gson"),
        ("Plug.assign/2", "lib/plug.ex::Plug.assign"),
        ("Context.invoke(a, (b))", "src/click/core.py::Context.invoke"),
        ("Context.invoke(get(a)(b), ')')", "src/click/core.py::Context.invoke"),
        ('echo("(")', "src/click/utils.py::echo"),
        ("new Cart(one(), 2)", "store/store.go::Cart"),
        ("(*Cart).Total((1))", "store/store.go::Cart.Total"),
    ],
)
def test_a_name_is_understood_as_agents_write_it(written: str, found: str) -> None:
    assert resolve_symbol(SPELLINGS, written).id == found


@pytest.mark.parametrize(
    "written",
    [
        "os.echo", "clic.echo", "()", "other/utils.py::echo", "/home/me/click/src/click/utils.py::echo",
        "echo(1).invoke", "new Nothing()",
    ],
)  # fmt: skip
def test_a_name_of_another_module_is_unknown(written: str) -> None:
    with pytest.raises(BadRequest, match="no symbol named"):
        resolve_symbol(SPELLINGS, written)


@pytest.mark.parametrize("written", ["utils.py", "click/utils.py", "./src/click/utils.py", "src/click/utils.py"])
def test_a_file_is_no_symbol(written: str) -> None:
    with pytest.raises(BadRequest, match="is a file, not a symbol") as caught:
        resolve_symbol(SPELLINGS, written)
    assert caught.value.names == ("src/click/utils.py",)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("Cart.total", "a/shop.py::Cart.total, b/shop.py::Cart.total"),
        ("nothing", "no symbol named 'nothing'"),
        ("", "no symbol named ''"),
        ("a/shop.py", "a/shop.py is a file, not a symbol"),
        ("totals", "no symbol named 'totals'; nearest: total"),
        ("Cart.totals", "no symbol named 'Cart.totals'; nearest: Cart.total"),
        ("Basket.totals", "no symbol named 'Basket.totals'; nearest: total"),
    ],
)
def test_an_ambiguous_or_unknown_name_is_refused(written: str, expected: str) -> None:
    with pytest.raises(BadRequest) as refused:
        resolve_symbol(SHOP, written)
    assert expected in str(refused.value)


@pytest.mark.parametrize(
    ("first", "last", "names"),
    [
        ("class Cart", "return x", ["Cart", "tax"]),
        ("    def total", "clear(self): ...", ["Cart.total", "Cart.clear"]),
        ("return tax", "tax(1)", ["Cart.total"]),
    ],
)
def test_a_selection_means_the_outermost_definitions_in_it(first: str, last: str, names: list[str]) -> None:
    data = SHOP.files["a/shop.py"].source.data
    found = selected(SHOP, "a/shop.py", data.index(first.encode()), data.index(last.encode()) + len(last))
    assert [definition.qualname for definition in found] == names


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("total", ["a/shop.py::Cart.total", "b/shop.py::Cart.total"]),
        ("cart.tot", ["a/shop.py::Cart.total", "b/shop.py::Cart.total"]),
        ("b/shop.py::Cart.total", ["b/shop.py::Cart.total"]),
        ("a.cart.clr", ["a/shop.py::Cart.clear"]),
        ("tax.total", []),
        (".", []),
    ],
)
def test_symbols_are_matched_by_letters_of_names_and_containers(query: str, expected: list[str]) -> None:
    assert [item.symbol for item in workspace_symbols(SHOP, query, 10, CancelToken())] == expected


def test_no_letters_at_all_list_everything() -> None:
    assert len(workspace_symbols(SHOP, "", 10, CancelToken())) == 6


ITEMS = snapshot_of(
    """
=== docs/spec.md
# Requirements

- REQ-5: The door must be red.
- The report must be signed by its author.
=== docs/adr/0007-use-sqlite.md
# Use SQLite

## Status

Accepted

## Context

Small.
=== shop.py
def report_total(): ...
"""
)


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("req-5", ["REQ-5"]),
        ("ADR-7", ["Use SQLite"]),
        ("report", ["report_total", "The report must be signed by its author."]),
        ("rptt", ["report_total"]),
        ("igned", []),
        ("tmd", []),
    ],
)
def test_titles_and_sentences_are_found_by_words_and_identifiers(query: str, names: list[str]) -> None:
    found = workspace_symbols(ITEMS, query, 20, CancelToken())
    items = [ITEMS.definition(one.symbol or "") for one in found]
    assert [one.name for one in items if one] == names


def test_an_ambiguous_name_lists_what_is_most_likely_meant_first() -> None:
    snapshot = snapshot_of(
        """
=== src/a_parser.ts
export class AParser { parse() { return 1 } }
=== src/fp/parse.ts
export function parse() { return 2 }
=== src/inner.ts
function parse() { return 3 }
export const size = 3
=== src/z/core/parse.ts
export function parse() { return 4 }
=== src/use.ts
import { parse } from './z/core/parse'
export function first() { return parse() }
"""
    )
    with pytest.raises(BadRequest) as caught:
        resolve_symbol(snapshot, "parse")
    assert list(caught.value.names) == [
        "src/z/core/parse.ts::parse",
        "src/fp/parse.ts::parse",
        "src/inner.ts::parse",
        "src/a_parser.ts::AParser.parse",
    ]
