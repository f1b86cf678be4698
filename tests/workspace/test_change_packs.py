"""Packs about files and about changes: changed symbols first, then dependants, then tests."""

from dataclasses import replace
from pathlib import Path

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.features.pack_seeds import seeds_of_changes
from ctx_lsp.packing.model import (
    ChangeSubject,
    FilesSubject,
    Pack,
    PackOptions,
    PackRequest,
    QuestionSubject,
    Readiness,
)
from ctx_lsp.workspace import BadRequest
from tests.workspace.repository import Repository

TOKEN = CancelToken()
SHOP = '''
=== shop/money.py
RATE = 0.2

class Account:
    """Somebody's money."""

    def __init__(self):
        self.sum = 0

    def pay(self, sum):
        """Put money in."""
        self.sum += sum

def tax(x):
    """What the state wants."""
    return rounded(x * RATE)

def rounded(x):
    return round(x)

def unused(): ...
=== shop/cart.py
from shop.money import tax

def total():
    """What the customer pays."""
    return tax(1)
=== shop/desk.py
from shop.cart import total

def check_out():
    return total()
=== notes.txt
Taxes are due in May.
=== tests/test_cart.py
from shop.cart import total
def test_total(): assert total()
'''


@pytest.fixture
def shop(tmp_path: Path) -> Repository:
    return Repository(tmp_path, SHOP)


def about_diff(shop: Repository, options: PackOptions | None = None, **asked: str) -> Pack:
    return shop.analysis().pack(PackRequest(ChangeSubject(**asked), options or PackOptions()), TOKEN)


def roles(pack: Pack) -> dict[str, str]:
    return {(one.item.symbol or one.item.path).partition("::")[2]: one.role for one in pack.items}


def test_a_change_its_callers_and_its_tests(shop: Repository) -> None:
    shop.edit("shop/money.py", "x * RATE", "x * RATE * 2")
    pack = about_diff(shop)
    assert roles(pack) == {
        "tax": "primary",
        "rounded": "dependency",
        "RATE": "dependency",
        "total": "caller",
        "check_out": "caller",
        "test_total": "test",
    }
    assert {one.relation for one in pack.items if one.item.symbol == "tests/test_cart.py::test_total"} == {
        "calls → shop/cart.py::total → calls → shop/money.py::tax"
    }
    assert pack.text.startswith("# Changes since HEAD\n")
    assert (pack.query.intent, pack.query.symbols) == ("change", ("tax",))
    assert pack.completeness.score == 1.0
    assert pack.warnings == ()


def test_changed_symbols_enter_before_dependants(shop: Repository) -> None:
    shop.edit("shop/money.py", "x * RATE", "x * RATE * 2")
    assert roles(about_diff(shop, PackOptions(170))).keys() == {"tax", "rounded", "RATE"}
    assert set(roles(about_diff(shop, PackOptions(dependency_depth=0)))) == {"tax", "test_total"}
    assert "test_total" not in roles(about_diff(shop, PackOptions(include_tests=False)))


def test_an_unsaved_buffer_is_a_change(shop: Repository) -> None:
    shop.buffers["shop/cart.py"] = "from shop.money import tax\ndef total(): return tax(2)\n"
    assert roles(about_diff(shop))["total"] == "primary"


def test_new_definitions_count_as_a_whole_and_removed_ones_are_reported(shop: Repository) -> None:
    shop.edit("shop/money.py", "def unused(): ...", "class Fresh:\n    def one(self): ...\n    def two(self): ...\n")
    pack = about_diff(shop)
    assert pack.query.symbols == ("Fresh",)
    assert pack.warnings == ("removed: shop/money.py::unused; users of removed symbols are unknown",)


def test_code_that_uses_a_removed_name_is_shown(shop: Repository) -> None:
    shop.edit("shop/money.py", "def tax(", "def tax_of(")
    pack = about_diff(shop)
    users = {one.item.symbol: (one.role, one.relation) for one in pack.items if one.role in ("caller", "test")}
    assert users["shop/cart.py::total"] == ("caller", "calls → shop/money.py::tax")
    assert "still used, as far as names tell, in shop/cart.py::total" in pack.warnings[0]
    assert pack.readiness == Readiness(False, "removed names are still used in 1 file")


def test_a_change_that_only_removes_code_tells_who_uses_it_and_what_else_is_missing(shop: Repository) -> None:
    shop.edit("shop/money.py", 'def tax(x):\n    """What the state wants."""\n    return rounded(x * RATE)\n\n', "")
    pack = about_diff(shop)
    assert roles(pack)["total"] == "caller"
    assert pack.readiness == Readiness(False, "removed names are still used in 1 file")
    analysis = shop.analysis()
    found = replace(analysis.past.changes("HEAD", None, TOKEN), doubt="notes.txt usually changes too")
    seeds = seeds_of_changes(analysis.snapshot, found, 1, TOKEN).seeds
    assert seeds.doubt == "removed names are still used in 1 file; notes.txt usually changes too"


def test_a_new_file_is_all_new_and_a_renamed_one_has_its_differences(shop: Repository) -> None:
    shop.write("shop/fresh.py", "class Fresh:\n    def one(self): ...\ndef other(): ...\n")
    (shop.folder / "shop/desk.py").rename(shop.folder / "shop/till.py")
    pack = about_diff(shop)
    assert set(pack.query.symbols) == {"Fresh", "other"}
    assert {"Fresh", "other"} <= {name for name, role in roles(pack).items() if role == "primary"}


def test_changes_between_symbols_are_shown(shop: Repository) -> None:
    shop.edit("shop/cart.py", "import tax\n", "import tax\nprint(tax(2))\n")
    pack = about_diff(shop)
    assert [one.item.path for one in pack.items if one.item.symbol is None] == ["shop/cart.py"]
    assert "print(tax(2))" in pack.text


def test_another_revision_can_be_the_base(shop: Repository) -> None:
    shop.edit("shop/money.py", "x * RATE", "x * RATE * 2")
    shop.commit()
    nothing = about_diff(shop)
    assert (nothing.items, nothing.warnings) == ((), ("Nothing has changed.",))
    assert roles(about_diff(shop, base="HEAD~1"))["tax"] == "primary"
    with pytest.raises(BadRequest, match="no Git revision"):
        about_diff(shop, base="nowhere")


def test_a_text_without_symbols_is_a_change_too(shop: Repository) -> None:
    shop.edit("notes.txt", "May", "June")
    shop.buffers["notes.txt"] = "Taxes are due in June.\n"
    assert "Taxes are due in June." in about_diff(shop).text


@pytest.mark.parametrize("is_done", [True, False])
def test_a_diff_that_is_done_or_still_to_come(shop: Repository, is_done: bool) -> None:
    shop.edit("shop/money.py", "x * RATE", "x * RATE * 2")
    shop.edit("shop/money.py", "def unused(): ...\n", "")
    diff = shop.git("diff")
    if not is_done:
        shop.git("checkout", "--", ".")
    pack = about_diff(shop, diff=diff)
    assert pack.query.symbols == (("tax",) if is_done else ("tax", "unused"))
    assert {"total", "check_out", "test_total"} <= roles(pack).keys()


@pytest.mark.parametrize("is_done", [True, False])
def test_a_diff_that_renames_a_file_or_adds_one(shop: Repository, is_done: bool) -> None:
    shop.git("mv", "shop/money.py", "shop/taxes.py")
    shop.edit("shop/taxes.py", "x * RATE", "x * RATE * 2")
    shop.write("shop/fresh.py", "def fresh(): ...\n")
    shop.git("add", "-A")
    diff = shop.git("diff", "--cached", "-M")
    if not is_done:
        shop.git("reset", "--hard")
    pack = about_diff(shop, diff=diff)
    assert "rename from" in diff
    assert pack.query.symbols == (("fresh", "tax") if is_done else ("tax",))
    moved = "moved: shop/money.py to shop/taxes.py; the old path is still used in shop/cart.py"
    new = "shop/fresh.py is new in the diff, and not in the workspace yet"
    assert pack.warnings == ((moved,) if is_done else (new, moved))


def test_a_diff_of_another_text_is_rejected_with_the_mismatch(shop: Repository) -> None:
    shop.edit("shop/money.py", "x * RATE", "x * RATE * 2")
    diff = shop.git("diff")
    shop.edit("shop/money.py", "x * RATE * 2", "x * RATE * 3")
    moved = diff.replace("shop/money.py", "shop/gone.py")
    assert about_diff(shop, diff=diff).warnings[0] == "the diff does not apply to the current text of shop/money.py"
    assert about_diff(shop, diff=moved).warnings == (
        "shop/gone.py is not an indexed file of the workspace",
        "There is no changed code to show.",
    )
    with pytest.raises(BadRequest, match="diff is not a unified diff"):
        about_diff(shop, diff="make it faster")


def test_a_diff_of_the_repository_around_the_workspace(shop: Repository) -> None:
    shop.edit("shop/money.py", "x * RATE", "x * RATE * 2")
    analysis = shop.analysis(shop.folder / "shop")
    assert roles(analysis.pack(PackRequest(ChangeSubject(diff=shop.git("diff"))), TOKEN))["tax"] == "primary"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            PackOptions(pin=("tax", "nothing")),
            r"no symbol named 'nothing'",
        ),
        (PackOptions(exclude=("money.py::nothing",)), r"no symbol named 'money.py::nothing'"),
        (PackOptions(pin=("tax",), exclude=("money.py::tax",)), r"is both pinned and excluded"),
    ],
)
def test_an_unknown_symbol_in_the_options_is_rejected(shop: Repository, options: PackOptions, message: str) -> None:
    with pytest.raises(BadRequest, match=message):
        about_diff(shop, options)
    with pytest.raises(BadRequest, match=message):
        shop.analysis().pack(PackRequest(QuestionSubject("tax"), options), TOKEN)


def test_symbols_in_the_options_are_named_like_anywhere_else(shop: Repository) -> None:
    options = PackOptions(200, pin=("Account.pay",), exclude=("cart.py::total",))
    pack = shop.analysis().pack(PackRequest(QuestionSubject("check out"), options), TOKEN)
    assert roles(pack)["Account.pay"] == "primary"
    assert "total" not in roles(pack)


def test_files_take_turns_with_their_dependants(shop: Repository) -> None:
    pack = shop.analysis().pack(PackRequest(FilesSubject(("shop/money.py", "shop/cart.py"))), TOKEN)
    found = roles(pack)
    assert {name for name, role in found.items() if role == "primary"} >= {"tax", "rounded", "Account", "total"}
    assert (found["check_out"], found["test_total"]) == ("caller", "test")
    assert pack.query.symbols[:2] == ("tax", "total"), "the most used symbol of each file comes first"
    with pytest.raises(BadRequest, match=r"is not in the index"):
        shop.analysis().pack(PackRequest(FilesSubject(("shop/money.py", "no.py"))), TOKEN)


@pytest.mark.parametrize("budget", [100, 150, 300, 600])
def test_a_bigger_budget_loses_nothing(shop: Repository, budget: int) -> None:
    shop.edit("shop/money.py", "x * RATE", "x * RATE * 2")
    small, big = (roles(about_diff(shop, PackOptions(tokens))) for tokens in (budget, 2 * budget))
    assert small.items() <= big.items()
    assert about_diff(shop, PackOptions(budget)).tokens.used <= budget
