"""Names, keys and paths that look wrong, and are not, of kinds that readers found in real documents."""

import pytest

from ctx_lsp.claims.mention_shapes import is_placeholder
from tests.claims.test_verdicts import false_names

CART = (
    "=== shop/cart.py\nclass Cart:\n    total = 1\n    toolbar = 1\n=== shop/__init__.py\nfrom shop.cart import Cart\n"
)


@pytest.mark.parametrize(
    "text", ["ListXXX", "XXXParams", "addXX", "getFoo", "FooBar", "fooBar", "onXxx", "setXyz", "docs/NNNN-title.md"]
)
def test_placeholders_within_names(text: str) -> None:
    assert is_placeholder(text)


@pytest.mark.parametrize("text", ["CXX", "CXXFLAGS", "progressBar", "XX_NAME", "Foobar2000", "footer", "addFooter"])
def test_names_that_only_contain_letters_of_placeholders(text: str) -> None:
    assert not is_placeholder(text)


def test_a_placeholder_for_members_is_no_member() -> None:
    text = "`Cart` also has `ListXXX` methods.\n\n`Cart` also has `ListAll` methods."
    assert false_names(text, CART, "README.md") == ["ListAll"]


@pytest.mark.parametrize(
    "file",
    [
        '=== pyproject.toml\n[project]\nentry-points."shop.plugins".till = "shop.cart:Cart"\n',
        "=== setup.cfg\n[options.entry_points]\nshop.plugins =\n    till = shop.cart:Cart\n",
        '=== shop/load.py\ngroups = entry_points(group="shop.plugins")\n',
        '=== App.java\nclass App { String it = System.getProperty("shop.plugins"); }\n',
        "=== run.sh\njava -Dshop.plugins=off App\n",
    ],
)
def test_a_dotted_key_is_no_member(file: str) -> None:
    text = "``shop.plugins``\n    Plugins of the shop.\n\n``shop.plugin``\n    Nothing.\n"
    assert false_names(text, CART, "docs/plugins.rst") == ["shop.plugins", "shop.plugin"]
    assert false_names(text, CART + file, "docs/plugins.rst") == ["shop.plugin"]


def test_a_comment_makes_no_key() -> None:
    files = f"{CART}=== run.py\n# See `Cart.totl` and Cart.totl.\nx = 1\n"
    assert false_names("`Cart.totl` sums.", files, "README.md") == ["Cart.totl"]


def test_a_docstring_that_begins_with_a_name_makes_no_key_of_it() -> None:
    files = f'{CART}=== run.py\ndef run():\n    """Cart.totl sums; see `Cart.totl`."""\n'
    assert set(false_names("", files, "run.py")) == {"Cart.totl"}


def test_a_file_may_be_named_after_what_is_in_it() -> None:
    files = (
        "=== include/shop/types/shop_till.h\nstruct shop_till { int rows; };\n"
        "=== main.c\nstruct server { struct shop_till *till_box; struct shop_till *row_count; };\n"
        "=== include/shop/types/shop_till_box.h\nstruct shop_till_box { int rows; };\n"
    )
    text = "`till_box` lives in `types/shop_till_box.h`.\n\n`row_count` lives in `types/shop_till.h`."
    assert false_names(text, files, "README.md") == ["row_count"]


@pytest.mark.parametrize(
    "before",
    ["The old API was", "Older versions had", "The previous signature:", "Before this change, it was", "It used to be"],
)
def test_past_forms_are_no_statements_about_today(before: str) -> None:
    files = f"{CART}=== run.py\nx = 1\n# {before} `Cart.totl`. We support it.\n"
    assert false_names("", files, "run.py") == []
    assert false_names("", files.replace(before, "The API is"), "run.py") == ["Cart.totl"]


def test_a_file_beside_the_reader_is_the_readers_own() -> None:
    files = (
        f'=== README.md\nx\n{CART}=== run.py\ndef run():\n    """Run.\n\n        shop set mine ./notes.md\n    """\n'
    )
    assert false_names("", files, "run.py") == []
    assert false_names("It reads `./notes.md` and `./REDME.md`.", files, "docs/a.md") == ["./REDME.md"]


ORDERS = """
=== shop/orders.py
import argparse

class Record: ...
class Line(Record): ...
class Order(Record):
    def charge_card(self): ...
    def close_order(self):
        self.charge_card()

def run_checkout(argv=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("--dry-run")
    return parser.parse_args(argv), Order().close_order()
"""


@pytest.mark.parametrize("case", ["In a dry run, ", "For free orders, ", "Without lines, ", "On a timeout ", "Then "])
def test_what_is_unused_in_one_case_is_not_unused(case: str) -> None:
    assert false_names(f"{case}`charge_card` is never called.", ORDERS, "README.md") == []


@pytest.mark.parametrize("place", ["", "In this project, ", "In the whole code base, "])
def test_what_is_called_unused_everywhere_is_refuted(place: str) -> None:
    assert false_names(f"{place}`charge_card` is never called.", ORDERS, "README.md") == ["charge_card"]


@pytest.mark.parametrize(
    "text",
    ["`Order` has a child `Line` for each item.", "The children of an `Order` are `Line` objects."],
)
def test_parents_and_children_may_be_objects(text: str) -> None:
    assert false_names(text, ORDERS, "README.md") == []


def test_subclasses_and_members_are_types_and_members() -> None:
    assert false_names("The subclasses of `Order` are `Line` types.", ORDERS, "README.md") == ["Line"]
    assert false_names("`Order` has a method `open_order`.", ORDERS, "README.md") != []


def test_an_option_of_the_command_line_may_be_said_of_its_function() -> None:
    text = "`run_checkout` accepts the `dry_run` option.\n\n`run_checkout` accepts the `dry_walk` option."
    assert false_names(text, ORDERS, "README.md") == ["run_checkout"]


def test_a_decorator_before_a_name_may_be_anything() -> None:
    text = "Two ranges, `@wrapper`: `Order`, `Line` around a name."
    assert false_names(text, ORDERS, "README.md") == []
