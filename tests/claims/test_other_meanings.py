"""Names, paths and commands that mean something else than it seems: modules with dots, families, namesakes, stubs.

Each test also has a statement of the same form that is false.
"""

import pytest

from ctx_lsp.claims.examples import example_of
from ctx_lsp.claims.known_members import is_given_by_language
from ctx_lsp.claims.modality import is_no_fact_section
from tests.claims.test_verdicts import false_names, verdicts_in

CART = "=== shop/cart.py\nclass Cart:\n    def total_price(self, rate): ...\n    def total_rate(self): ...\n"
ELIXIR = """=== assets/Shop.js
class Cart { run() {} }
=== lib/shop/cart.ex
defmodule Shop.Cart do
  defmodule Line do
    def sum(x), do: x
  end
  def run(x), do: x
end
=== lib/shop/cart/item.ex
defmodule Shop.Cart.Item do
  def price(x), do: x
end
"""


@pytest.mark.parametrize("text", ["Shop.Cart.Item", "Shop.Cart.Item.price", "Shop.Cart.Line", "Shop.Cart.Line.sum"])
def test_the_name_of_a_module_may_have_dots(text: str) -> None:
    assert false_names(f"`{text}` is one of them.", ELIXIR, "README.md") == []
    assert false_names("`Shop.Cart.Voucher` is one of them.", ELIXIR, "README.md") == ["Shop.Cart.Voucher"]


@pytest.mark.parametrize(
    ("files", "true", "false"),
    [
        ("=== a.rb\nmodule Shop::Till\n  class Cart\n    def sum; 1; end\n  end\nend\n", "Shop::Till::Cart#sum",
         "Shop::Till::Cart#summ"),
        ("=== a.cs\nnamespace Shop.Till { class Cart { int Sum() { return 1; } } }\n", "Shop.Till.Cart.Sum",
         "Shop.Till.Cart.Summ"),
        ("=== a.php\n<?php\nnamespace Shop\\Till;\nclass Cart { function sum() {} }\n", "Shop\\Till\\Cart::sum",
         "Shop\\Till\\Cart::summ"),
    ],
)  # fmt: skip
def test_modules_and_namespaces_inside_of_others_are_found(files: str, true: str, false: str) -> None:
    assert false_names(f"See `{true}` and `{false}`.", files, "README.md") == [false]


@pytest.mark.parametrize(
    "text", ["one of ShopCart::total_* or null", "Cart.total_XYZ() sums up", "`Cart.total_*` sum up"]
)
def test_the_beginning_of_several_names_is_no_name(text: str) -> None:
    code = f'{CART}class ShopCart(Cart): ...\n=== run.py\ndef run():\n    """{{}}"""\n'
    assert false_names("", code.format(text), "run.py") == []
    assert false_names("", code.format("one of ShopCart::total_fee or null"), "run.py") == ["ShopCart::total_fee"]
    assert false_names("", code.format("Cart.total_fee() sums up"), "run.py") == ["Cart.total_fee()"]
    assert false_names("", code.format("*Cart.total_fee* sums up"), "run.py") == ["Cart.total_fee"]


def test_a_name_may_stop_where_several_names_part() -> None:
    assert false_names("Use the `Cart.total_` methods, or `Cart.fee_`.", CART, "README.md") == ["Cart.fee_"]


def test_members_of_a_type_that_the_document_defines_are_its_own() -> None:
    text = "`Cart.owner` and `Cart.fee` are there.\n\n```python\nclass Cart(Base):\n    owner = column()\n```\n"
    assert false_names(text, CART, "README.md") == ["Cart.fee"], "the block may show only a part of the type"
    assert false_names(text.replace("class Cart", "class Till"), CART, "README.md") == ["Cart.owner", "Cart.fee"]
    example = CART.replace("shop/", "examples/shop/")
    assert false_names(text, example, "README.md") == []
    assert false_names(text.replace("class Cart", "class Till"), example, "README.md") == ["Cart.owner", "Cart.fee"]


def test_types_of_code_blocks_are_read() -> None:
    code = (
        "class Cart(Base): ...\n  public static class Item {}\nexport interface Till {}\nclassify Thing\nx = class_ X\n"
    )
    assert example_of(code).types == {"Cart", "Item", "Till"}


@pytest.mark.parametrize(("folder", "expected"), [("src/stubs", []), ("stubsstubs", []), ("src/main", ["Tree.Leaf"])])
def test_a_stub_outlines_a_type_of_another_project(folder: str, expected: list[str]) -> None:
    files = f"=== {folder}/tool/Tree.java\npackage tool;\npublic class Tree {{ static class Unit {{}} }}\n"
    assert false_names("See `Tree.Leaf` and `Tree.Unit`.", files, "README.md") == expected


@pytest.mark.parametrize(
    ("path", "expected"), [("../concepts/carts.md", []), ("../concepts/crats.md", ["../concepts/crats.md"])]
)
def test_a_path_in_a_comment_is_relative_to_the_page(path: str, expected: list[str]) -> None:
    code = f'=== shop/cart.py\ndef pay():\n    """See {path} of it."""\n=== docs/concepts/carts.md\n# Carts\n'
    assert false_names("", code, "shop/cart.py") == expected
    document = f"{code}=== a/b/c.md\nSee [it]({path}).\n"
    assert false_names("", document, "a/b/c.md") == (["../concepts/carts.md"] if not expected else [])


def test_a_table_of_what_was_removed_is_no_statement() -> None:
    table = "| {} | Component | Remark |\n|---|---|---|\n| 2 | `Cart.fee()` | use `Cart.total_rate()` |\n"
    assert false_names(table.format("Removed in"), CART, "README.md") == []
    assert false_names(table.format("Since"), CART, "README.md") == ["Cart.fee()"]


@pytest.mark.parametrize(("title", "expected"), [("Removals", []), ("Remote carts", ["Cart.fee"])])
def test_a_section_of_removals_is_about_the_past(title: str, expected: list[str]) -> None:
    assert is_no_fact_section(title) is not bool(expected)
    assert false_names(f"# {title}\n\n- `Cart.fee`, use `Cart.total_rate`\n", CART, "README.md") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It has scaled back parts such as the `Cart.fee()` method.", []),
        ("Old browsers don't support `total_prise`.", []),
        ("It has parts, including the `Cart.fee()` method.", ["Cart.fee()"]),
        ("Old browsers do support `total_prise`.", ["total_prise"]),
    ],
)
def test_what_is_withdrawn_or_not_supported_need_not_exist(text: str, expected: list[str]) -> None:
    assert false_names(text, CART, "README.md") == expected


GIVEN = [
    ("java", "public enum State { OPEN, CLOSED; }", "State.ordinal()", "State.original()"),
    ("java", "public class State { int a; }", "State.hashCode()", "State.ordinal()"),
    ("kt", "enum class State { OPEN, CLOSED }", "State.entries", "State.entrance"),
    ("cs", "public enum State { Open, Closed }", "State.HasFlag", "State.HasFlags2"),
    ("swift", "enum State { case open }", "State.allCases", "State.allTypes"),
    ("rs", "pub struct State { a: u8 }", "State::default", "State::defaults_of"),
    ("py", "class State:\n    a: int = 1", "State.__init__", "State.__enter__"),
    ("php", "<?php\nenum State: string { case Open = 'a'; }", "State::tryFrom", "State::tryAll"),
    ("rb", "class State\n  def a; end\nend", "State.new", "State.newest_of"),
]


@pytest.mark.parametrize(("suffix", "code", "true", "false"), GIVEN)
def test_members_that_the_language_gives_are_not_missing(suffix: str, code: str, true: str, false: str) -> None:
    assert false_names(f"See `{true}` and `{false}`.", f"=== a.{suffix}\n{code}\n", "README.md") == [false]


def test_members_of_enums_are_no_members_of_classes() -> None:
    assert is_given_by_language("java", "Enum", "values")
    assert not is_given_by_language("java", "Class", "values")
    assert not is_given_by_language("cobol", "Enum", "values")
    assert is_given_by_language("tsx", "Class", "toString")


@pytest.mark.parametrize(("package", "expected"), [("java.time", []), ("shop.core", ["Clock.ofSeconds()"])])
def test_a_file_may_import_a_namesake_from_elsewhere(package: str, expected: list[str]) -> None:
    core = "=== src/main/java/shop/core/Clock.java\npackage shop.core;\npublic class Clock { long now; }\n"
    own = f"package shop;\nimport {package}.Clock;\nclass Till {{\n  /** Is Clock.ofSeconds(). */\n  int a;\n}}\n"
    path = "src/main/java/shop/Till.java"
    assert false_names("", f"{core}=== {path}\n{own}", path) == expected


def test_a_package_exports_what_its_entry_defines() -> None:
    files = "=== till.py\nx = 1\n=== packages/till/src/{}.ts\nexport type TillConfig = {{ a: number }};\n"
    text = "The `till` package exports the `TillConfig` type."
    assert false_names(text, files.format("index"), "README.md") == []
    assert false_names(text, files.format("inner"), "README.md") == ["TillConfig"]


def test_a_default_export_has_the_name_that_importers_give_it() -> None:
    files = "=== src/constants.ts\nexport default {{ A: 1 }};\n=== src/index.ts\nimport H from './{}';\n"
    files += "class M {{ static H = H; }}\n"
    text = "Use the `H` constants from `src/constants.ts`."
    assert false_names(text, files.format("constants"), "README.md") == []
    assert false_names(text, files.format("others"), "README.md") == ["H"]


def test_an_overload_may_be_defined_where_the_function_is_not_declared() -> None:
    files = "=== util.h\nint SumIn(const C& c);\n=== sum-test.h\nint SumIn(const C& c) { return 1; }\n"
    text = "Call `SumIn(begin,end)`."
    assert false_names(text, files, "README.md") == ["SumIn(begin,end)"]
    more = f"{files}int SumIn(It begin, It end) {{ return 2; }}\n"
    assert false_names(text, more, "README.md") == []


def test_a_command_may_be_one_of_another_project() -> None:
    files = '=== package.json\n{"scripts": {"build": "tsc"}}\n=== Makefile\ntest:\n\tpytest\n'
    path = "CONTRIBUTING.md"
    assert false_names("You can use `npm run`, or `npm run biuld`.", files, path) == ["npm run biuld"]
    assert false_names("Run `make deploy` in the `docs` submodule.", files, path) == []
    assert false_names("Run `make deploy` in the `docs` folder.", files, path) == ["make deploy"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (".. _total_price: https://docs.org/sums", []),
        ("See _total_price: it sums up", ["_total_price"]),
        ("e.g.::\n\n            Cart.fee() is\n", []),
        ("e.g.:\n\n            Cart.fee() is\n", ["Cart.fee()"]),
        (".. note::\n\n            Cart.fee() is\n", ["Cart.fee()"]),
        ("fee: Rate = Cart.fee() of it", []),
        ("fee: Cart.fee() of it", ["Cart.fee()"]),
    ],
)
def test_code_and_link_targets_in_docstrings_are_no_statements(text: str, expected: list[str]) -> None:
    code = f'{CART}=== run.py\nclass Run:\n    def run():\n        """Run.\n\n        {text}\n        """\n'
    assert false_names("", code, "run.py") == expected


def test_a_literal_block_ends_with_its_indentation() -> None:
    text = "Use it::\n\n        with Cart.fee() as fee:\n\n    Call Cart.fee() twice."
    assert false_names("", f'{CART}=== run.py\ndef run():\n    """{text}\n    """\n', "run.py") == ["Cart.fee()"]


def test_items_of_a_list_are_not_related() -> None:
    code = "=== shop/all.py\nfrom shop import cart\n=== shop/cart.py\nclass Cart:\n    def fee(self): ...\n"
    code += '=== run.py\n"""{}"""\n'
    assert false_names("", code.format("More:\n\n- `shop.all`\n- `shop.cart.Cart.fee`\n"), "run.py") == []
    assert false_names("", code.format("`shop.all` - `shop.cart.Cart.fee`"), "run.py") == ["shop.cart.Cart.fee"]


def test_a_word_that_sphinx_is_not_to_look_up_is_no_member() -> None:
    text = f"{CART}=== docs/a.rst\nThe `Cart` class has an equivalent `!{{}}` version.\n"
    assert false_names("", text.format("Async"), "docs/a.rst") == []
    assert false_names("", text.format("async_fee"), "docs/a.rst") == ["async_fee"]


def test_an_annotation_quotes_expressions_of_other_code() -> None:
    code = "=== A.java\npublic {} A {{\n  /** Evaluates {{@code this.value}}. */\n  String field(){};\n}}\n"
    code += "class B {{ int value; }}\n"
    assert false_names("", code.format("@interface", ' default ""'), "A.java") == []
    assert false_names("", code.format("class", ' { return ""; }'), "A.java") == ["this.value"]


def test_an_interface_is_merged_with_a_class() -> None:
    files = "=== v.ts\nexport class Glyph {}\nexport class Other {}\n"
    files += "export interface Round extends Data {}\nexport class Round extends Glyph {}\n"
    files += "export interface Circle extends Data {}\nexport class Circle extends Round {}\n"
    text = "`Circle` extends `Glyph`. `Round` extends `Other`."
    assert verdicts_in(text, files, "README.md") == []
    assert false_names(text, files, "README.md") == ["Round"]


def test_a_default_may_be_that_of_an_option() -> None:
    code = "=== a.js\nexport function createCart({}) {{ return 1 }}\n"
    text = "`useFakes` is **false** by default in `createCart`."
    assert false_names(text, code.format("config"), "README.md") == []
    assert false_names(text, code.format("useFake = true"), "README.md") == ["createCart"]


RUST = """=== src/wheel.rs
pub struct Wheel;
impl Wheel { pub fn spin(&self) {} }
pub fn level() { spin_all(); }
pub fn spin_all() {}
pub fn socket(x: u8) {}
pub fn close_all() {}
"""


def test_what_a_relative_path_of_a_module_means_is_not_known() -> None:
    text = "It is `super::queue_of`, `self::queue_of` or `crate::queue_of`, not `Wheel::queue_of`."
    assert false_names(text, RUST, "README.md") == ["Wheel::queue_of"]


def test_two_dots_leave_out_arguments_too() -> None:
    text = "First `total_price(..)`, then `total_price(...)`, and last `total_price(1, 2)`."
    assert false_names(text, CART, "README.md") == ["total_price(1, 2)"]


def test_a_page_of_the_manual_is_no_function_here() -> None:
    assert false_names("`level` calls `socket(2)`.", RUST, "README.md") == []
    assert false_names("`level` calls `close_all`.", RUST, "README.md") == ["level"]


def test_the_end_of_file_names_is_no_file() -> None:
    files = "=== lib/eslint.config.js\nlet a = 1\n=== lib/rules.js\nlet b = 2\n"
    assert false_names("Names end in `.config.js`; see `lib/rulez.js`.", files, "README.md") == ["lib/rulez.js"]
