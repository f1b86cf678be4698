"""More kinds of names, paths and parameters that look wrong, and are not, that readers found in real documents.

Each test also has a statement of the same form that is false.
"""

import pytest

from ctx_lsp.claims.docstring_fields import docstring_fields
from ctx_lsp.claims.nearest import is_slip
from tests.claims.test_verdicts import check, false_names

CART = "=== shop/cart.py\nclass Cart:\n    def total_price(self, rate): ...\n"


def test_a_space_before_the_parameters_hides_none() -> None:
    code = "/**\n * @param {number} rate\n * @param {number} rtae\n */\nfunction sum (rate) { return rate }\n"
    assert false_names("", f"=== sum.js\n{code}", "sum.js") == ["sum"]


def test_a_function_with_several_lists_of_parameters_is_not_judged() -> None:
    code = "/** @param f one\n  * @param g two\n  */\ndef sum{} = f\n"
    assert false_names("", f"=== A.scala\nobject A {{\n{code.format('(f: Int)(g: Int)')}}}\n", "A.scala") == []
    assert false_names("", f"=== A.scala\nobject A {{\n{code.format('(f: Int)')}}}\n", "A.scala") == ["A.sum"]


@pytest.mark.parametrize(("blank", "expected"), [("", ["open_cart"]), ("\n", [])])
def test_a_comment_that_is_apart_may_be_left_over(blank: str, expected: list[str]) -> None:
    code = f"/**\n * @param {{string}} name of a function that is gone\n */\n{blank}function open_cart(rate) {{}}\n"
    assert false_names("", f"=== cart.js\n{code}", "cart.js") == expected


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("@param [rate] the rate", []),
        ("@param [Array<String>, nil] names all", ["names"]),
        ("@param callable(string $name): string $maker makes one", []),
        ("@param string $name the name", ["name"]),
        ("\\class Cart\n\\param name of a method that is quoted", []),
    ],
)
def test_types_and_optional_parameters_are_told_apart(text: str, names: list[str]) -> None:
    assert [one.name for one in docstring_fields(text, is_doc=True)] == names


def test_a_function_may_be_that_of_a_library() -> None:
    files = "=== docs/conf.py\ndef setup(app): ...\n"
    text = "It needs the `name` parameter of `setup()`."
    assert false_names(text, files, "README.md") == ["setup()"]
    library = "=== setup.py\nfrom setuptools import setup\nsetup()\n"
    assert false_names(text, files + library, "README.md") == []
    own = "=== main.py\nfrom docs.conf import setup\nsetup(1)\n"
    assert false_names(text, files + own, "README.md") == ["setup()"]


def test_a_builtin_function_is_no_member_of_a_module() -> None:
    files = f"{CART}=== Makefile\nhelp:\n\techo\n"
    assert false_names("Call `help()` on `shop.cart`.", files, "README.md") == []


def test_a_file_name_begins_a_sentence_with_a_capital() -> None:
    files = "=== shop/reader.py\nread = 1\n=== shop/writer.py\nwrite = 1\n"
    assert false_names("`Reader.py` reads. `raeder.py` sums up.", files, "README.md") == ["raeder.py"]


def test_a_list_of_places_is_no_import() -> None:
    files = "=== shop/a_cart.py\nx = 1\n=== shop/b_cart.py\ny = 1\n=== shop/c_cart.py\nz = 1\n"
    listed = "All utilities in the `a_cart`, `b_cart`, and `c_cart` modules are imported directly."
    assert false_names(listed, files, "README.md") == []
    assert false_names("In `a_cart`, `b_cart` is imported.", files, "README.md") == ["a_cart"]


def test_extensions_are_members() -> None:
    code = "class Cart { val rate = 1 }\nfun <T> Cart.eachLine(run: T) = 1\n"
    text = "`Cart.eachLine` and `Cart.eachItem` run."
    assert false_names(text, f"=== Cart.kt\n{code}", "README.md") == ["Cart.eachItem"]


def test_a_macro_may_end_a_type_early() -> None:
    code = "class Cart {\n public:\n  int rate;\n};\nint SetRate(int rate);\n"
    text = "`Cart::SetRate` and `Cart::SetRatio` set it."
    assert false_names(text, f"=== cart.h\n{code}=== cart.cpp\nint x;\n", "README.md") == ["Cart::SetRatio"]


def test_a_dotted_name_may_be_that_of_a_package() -> None:
    files = "=== src/Shop/Shop.cs\npublic class Shop { int rate; }\n"
    text = "Install `Shop.Web7`, the package."
    assert false_names(text, files, "README.md") == ["Shop.Web7"]
    assert false_names(text, f"{files}=== src/Shop.Tests/Run.cs\nclass Run {{}}\n", "README.md") == []


@pytest.mark.parametrize(
    "text", ["See Cart.com_ and the rest.", "All of the Cart.* members.", "Of *_total_prices rules."]
)
def test_links_and_ends_of_names_are_no_names(text: str) -> None:
    assert false_names("", f'{CART}=== run.py\ndef run():\n    """{text}"""\n', "run.py") == []


@pytest.mark.parametrize(
    "text",
    [
        "It is a package, not the single `shop/carts.py` file that others have.",
        "There must be a file `shop/cart.py` or `shop/carts.py`.",
        "In Java, `shop/carts.py` has it.",
    ],
)
def test_paths_that_are_denied_or_alternatives_are_not_refuted(text: str) -> None:
    assert false_names(text, CART, "README.md") == []
    assert false_names("The file `shop/carts.py` has it.", CART, "README.md") == ["shop/carts.py"]


def test_a_path_may_begin_in_any_package() -> None:
    files = "=== src/lib.rs\npub fn one() {}\n=== crates/till/src/lib.rs\npub struct TillBase;\n"
    assert false_names("The `TillBase` type is in `src/lib.rs`.", files, "README.md") == []
    other = files.replace("till/src/lib.rs", "till/src/main.rs")
    assert false_names("The `TillBase` type is in `src/lib.rs`.", other, "README.md") == ["TillBase"]


def test_all_contents_of_a_package_are_no_member() -> None:
    files = f"{CART}=== shop/__init__.py\nfrom shop.cart import Cart\n"
    assert false_names("Import `shop._` first. Then `shop.carts`.", files, "README.md") == ["shop.carts"]


def test_what_does_the_work_of_a_type_need_not_inherit_from_it() -> None:
    files = "=== entry.rs\npub struct Entry { inner: EntryInner }\npub struct EntryInner { x: u8 }\n"
    assert false_names("`EntryInner` is the implementation of `Entry`.", files, "README.md") == []
    assert false_names("`EntryInner` is an implementation of `Entry`.", files, "README.md") == ["EntryInner"]


@pytest.mark.parametrize(
    ("written", "name", "expected"),
    [
        ("fflush", "flush", False),
        ("gui_scripts", "get_scripts", False),
        ("Anaylsis", "Analysis", True),
        ("_total_price", "total_price", True),
        ("initalize_with", "initialize_with", True),
        ("totl_price", "total_price", True),
    ],
)
def test_a_slip_of_the_pen_keeps_the_words(written: str, name: str, *, expected: bool) -> None:
    assert is_slip(written, name) is expected


def test_a_name_in_the_style_of_another_language_is_no_slip() -> None:
    files = "=== run.rs\nfn test_till_1() {}\nfn test_total_2() {}\n"
    assert false_names("Based on `testTill_1` and on `test_totl_2`.", files, "README.md") == ["test_totl_2"]


def test_members_of_a_type_of_the_language_are_not_refuted() -> None:
    files = "=== file.rb\nmodule Shop\n  class File\n    def read_all; end\n  end\nend\n"
    assert false_names("`File.expand_path` is called.", files, "README.md") == []


def test_a_file_is_not_its_own_neighbour() -> None:
    header = "=== vendor1/crow/all.h\n/** Used in crow/app.h. */\nint x;\n"
    assert false_names("", header, "vendor1/crow/all.h") == []
    assert false_names("", f"{header}=== vendor1/crow/web.h\nint y;\n", "vendor1/crow/all.h") == ["crow/app.h"]


def test_code_in_asciidoc_states_nothing() -> None:
    listing = "[,sh]\n----\n$ run `shop/gone.py`\n----\n\n $ run -f `shop/lost.py`\n"
    text = f"See `shop/carts.py`.\n\n{listing}\nNot `shop/crat.py`.\n"
    assert false_names(text, CART, "docs/use.adoc") == ["shop/carts.py", "shop/crat.py"]


def test_a_call_may_mean_any_overload() -> None:
    code = "class Text {\n  /** Same as {@code toUpper(Locale.ROOT)}. */\n  Text toUpper() { return this; }\n"
    other = "  Text toUpper(Locale one) { return this; }\n}\n"
    assert false_names("", f"=== Text.java\n{code}{other}", "Text.java") == []
    assert false_names("", f"=== Text.java\n{code}}}\n", "Text.java") == ["toUpper(Locale.ROOT)"]


def test_a_function_that_reads_all_arguments_may_have_any() -> None:
    code = "class Day {\n  static local() { return last(arguments) }\n  static utc() { return 1 }\n}\n"
    text = "Like `Day.local(2016, 12)`, and like `Day.utc(2016, 12)`."
    assert false_names(text, f"=== day.js\n{code}", "README.md") == ["Day.utc(2016, 12)"]


def test_variables_in_a_call_are_a_notation() -> None:
    files = "=== forms.py\nclass Both:\n    def __init__(self, parts): ...\n"
    assert false_names("`Both(A, B)` is short. `Both(a, b)` is long.", files, "README.md") == ["Both(a, b)"]


@pytest.mark.parametrize(("raised", "expected"), [("this.reason", []), ("new TypeError()", ["stop"])])
def test_a_value_that_is_raised_may_be_any_error(raised: str, expected: list[str]) -> None:
    code = "class StopError extends Error {}\n/** Throws a `StopError` if it is stopped. */\n"
    body = f"function stop() {{\n  throw {raised};\n}}\n"
    assert false_names("", f"=== stop.js\n{code}{body}", "stop.js") == expected


def test_what_documents_the_calls_of_instances_is_not_judged() -> None:
    text = '"""Get one.\n\n    :param name: the name\n    """'
    maker = f"class Getter:\n    {text}\n\n    def __init__(self): ...\n"
    assert false_names("", f"=== get.py\n{maker}", "get.py") == ["Getter"]
    assert false_names("", f"=== get.py\n{maker}\n    def __call__(self, name): ...\n", "get.py") == []


def test_a_comment_in_a_body_is_about_what_follows_it() -> None:
    code = "function proxy(capture) {\n  /** @param {Event} e */\n  return function (e) { run(e, capture) }\n}\n"
    assert false_names("", f"=== proxy.js\n{code}", "proxy.js") == []


@pytest.mark.parametrize("path", ["docs/transcript_2.md", "doc/ReleaseNotes4.6.md"])
def test_records_of_the_past_are_not_refuted(path: str) -> None:
    assert false_names("See `shop/carts.py`.", CART, path) == []


def test_one_of_the_members_may_be_a_value() -> None:
    files = "=== sums.py\nclass Operations:\n    ADD = 1\n\ndef run_operation(): ...\n"
    text = "`run_operation` is one of the members of `Operations`.\n\n`run_operation` is a member of `Operations`."
    assert false_names(text, files, "README.md") == ["run_operation"]


def test_a_placeholder_in_a_command_is_no_script() -> None:
    files = '=== package.json\n{"scripts": {"test": "run"}}\n'
    assert false_names("Run `npm run [script]` and `npm run tests`.", files, "README.md") == ["npm run tests"]


def test_an_underlined_title_in_asciidoc_begins_no_listing() -> None:
    text = "Use\n---\n\nTitle\n-----\n\nSee `shop/carts.py`.\n\n[source]\n----\n$ run `shop/gone.py`\n----\n"
    assert false_names(text, CART, "docs/use.adoc") == ["shop/carts.py"]


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("src/main.rs", "use crate::orders::refund_order;"),
        ("src/main.rs", "use shop::orders::refund_order;"),
    ],
)
def test_an_import_of_ones_own_function_is_none_of_a_library(path: str, line: str) -> None:
    orders = "=== src/orders.rs\npub fn refund_order(order: u8) {}\n=== src/lib.rs\npub mod orders;\n"
    files = f'{orders}=== Cargo.toml\n[package]\nname = "shop"\n=== {path}\n{line}\nfn main() {{ refund_order(1); }}\n'
    assert false_names("It needs the `customer` parameter of `refund_order()`.", files, "README.md") == [
        "refund_order()"
    ]


def test_a_free_function_is_no_member_of_the_type_that_it_takes() -> None:
    files = f"{CART}=== shop/tools.py\nfrom shop.cart import Cart\ndef refund_all(cart: Cart): ...\n"
    assert false_names("Use `Cart.refund_all` for it.", files, "README.md") == ["Cart.refund_all"]


def test_raised_classes_and_words_of_docstrings_are_no_values() -> None:
    code = (
        "from shop import errors\nclass RateError(Exception): ...\n"
        'def check_rate(rate):\n    """Check,\n    or raise errors\n    """\n    raise errors.CartError\n'
    )
    files = f"=== shop/errors.py\nclass CartError(Exception): ...\n=== shop/rates.py\n{code}"
    assert false_names("`check_rate` raises `RateError`.", files, "README.md") == ["check_rate"]


def test_the_word_arguments_is_no_name_in_python() -> None:
    files = (
        '=== shop/tools.py\ndef refund_order(order):\n    """Refund; the arguments are checked."""\n    run(order)\n'
    )
    assert false_names("It needs the `customer` parameter of `refund_order()`.", files, "README.md") == [
        "refund_order()"
    ]


@pytest.mark.parametrize("text", ["It returns the cart and not the price: see `{}`.", "In December, see `{}`."])
def test_other_denials_and_places_hedge_nothing(text: str) -> None:
    assert false_names(text.format("Cart.total_prise"), CART, "README.md") == ["Cart.total_prise"]


def test_a_builtin_that_a_module_defines_is_its_own() -> None:
    files = "=== shop/cart.py\ndef filter(): ...\n"
    assert false_names("`filter()` is a function of `shop.cart`.", files, "README.md") == []


def false_in_shop(text: str) -> list[str]:
    return [one.claim.subject for one in check(text).claims if one.is_false]


@pytest.mark.parametrize(
    "text",
    [
        "`shop/carts.py` was used to keep carts.",
        "`Cart.total_cost()` was formerly used to compute totals.",
        "We will use `Cart.add_item` for this.",
        "We should use `Cart.add_item` here.",
        "It would take a `Cart.add_item` method.",
        "We would need `Cart.add_item`.",
        "We will consider `Cart.add_item`.",
        "`shop/queue.py` will do it.",
        "In the next release, `checkout_cart` should call `Cart.add_item`.",
    ],
)
def test_plans_and_history_are_no_statements(text: str) -> None:
    assert false_in_shop(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "You should call `Cart.total_cost()`.",
        "`Cart.total_cost()` should be called.",
        "Call `Cart.total_cost()`.",
        "It will call `Cart.total_cost()`.",
        "Subclasses should call `Cart.total_cost()`.",
        "You will need `Cart.total_cost()`.",
    ],
)
def test_what_a_reader_ought_to_use_exists(text: str) -> None:
    assert false_in_shop(text) == ["Cart.total_cost()"]


def test_a_relative_clause_does_not_take_the_verb_of_its_sentence() -> None:
    true = "The `Cart.total_price` that calls `tax_of` raises `PriceError`."
    assert false_in_shop(true) == []
    assert false_in_shop("This is the `tax_of` that raises `PriceError`.") == ["tax_of"]


@pytest.mark.parametrize(
    "text",
    [
        "Use the `tax_of` that is right, because `Cart.total_price` raises `PriceError`.",
        "Use the `Store` that is right; `Cart.total_price` raises `PriceError`.",
        "Prefer the `tax_of` that is right; `Cart` inherits from `Store`.",
    ],
)
def test_a_relative_clause_ends_with_its_clause(text: str) -> None:
    assert false_in_shop(text) == []
    assert any(one.judgement.verdict == "confirmed" for one in check(text).claims if one.claim.object)
