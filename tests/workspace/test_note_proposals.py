"""Notes that the commits of a repository propose, and the definitions that they are about."""

import subprocess
from pathlib import Path

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.settings import CacheSettings, ModelSettings, Settings
from ctx_lsp.workspace import Notes, ProposalQuery, ProposedNote, Workspace
from tests.workspace.opening import TIMEOUT

SETTINGS = Settings(model=ModelSettings("none"), cache=CacheSettings(enabled=False))
BEFORE = """\
class Cart:
    def total(self, prices):
        return sum(prices)

    def owner(self):
        return self.name


def test_total():
    assert Cart().total([1]) == 1
"""
ROUNDED = BEFORE.replace("sum(prices)", "round(sum(price / 100 for price in prices), 2)")
REASON = "Round the total once\n\nEach price must not be rounded by itself, because each loses up to half a cent."


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    commit(tmp_path, {"shop.py": BEFORE, "pay.py": "def pay(cart):\n    return cart\n"}, "Begin")
    return tmp_path


def commit(folder: Path, files: dict[str, str], message: str) -> None:
    """Write files, remove those without a text, and commit everything."""
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        if text:
            (folder / name).write_text(text)
        else:
            (folder / name).unlink()
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    for arguments in (("init", "-q"), ("add", "-A"), ("commit", "-qm", message)):
        subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)  # noqa: S607


def proposed(folder: Path) -> list[ProposedNote]:
    workspace = Workspace([folder], SETTINGS)
    workspace.start()
    try:
        assert workspace.wait_ready(TIMEOUT)
        return list(Notes(workspace.analysis().result()).proposals(ProposalQuery(), CancelToken()).notes)
    finally:
        workspace.close()


def test_a_reason_is_about_the_changed_definitions_that_it_speaks_of(shop: Path) -> None:
    changed = ROUNDED.replace("self.name", "self.name.title()").replace("== 1", "== 0.01")
    commit(shop, {"shop.py": changed, "pay.py": "def pay(cart):\n    return cart.closed\n"}, REASON)
    [note] = proposed(shop)
    assert (note.title, note.about) == ("Round the total once", ("shop.py::Cart.total",))


def test_a_reason_of_no_changed_definition_proposes_nothing(shop: Path) -> None:
    commit(shop, {"shop.py": BEFORE.replace("self.name", "self.name.title()")}, REASON)
    assert proposed(shop) == []


def test_a_reason_of_code_that_a_later_commit_took_back_proposes_nothing(shop: Path) -> None:
    commit(shop, {"shop.py": ROUNDED}, REASON)
    commit(shop, {"shop.py": BEFORE.replace("sum(prices)", "self.till.sum(prices)")}, "Leave it to the till")
    assert proposed(shop) == []


def test_a_reason_stays_while_its_code_is_formatted_renamed_or_moved(shop: Path) -> None:
    commit(shop, {"shop.py": ROUNDED}, REASON)
    formatted = ROUNDED.replace("round(sum(price", "round(\n            sum(price").replace("), 2)", "), 2\n        )")
    commit(shop, {"shop.py": "", "till/cart.py": formatted}, "Move the cart")
    [note] = proposed(shop)
    assert note.about == ("till/cart.py::Cart.total",)


def test_a_reason_follows_code_with_a_private_name(shop: Path) -> None:
    method = "  #total(prices) {\n    return Math.round(prices.reduce((sum, price) => sum + price, 0))\n  }\n"
    commit(shop, {"cart.js": "class Cart {\n}\n"}, "Begin a cart")
    commit(shop, {"cart.js": f"class Cart {{\n{method}}}\n"}, REASON)
    commit(shop, {"cart.js": "", "till.js": f"class Till {{\n{method}}}\n"}, "Move the cart")
    [note] = proposed(shop)
    assert "till.js::Till.#total" in note.about


def test_new_code_has_a_reason_and_removed_code_as_long_as_it_is_gone(shop: Path) -> None:
    fee = "\n\ndef fee(price):\n    return price // 50\n"
    why = "Add the fee of the card\n\nThe fee must be a whole number of cents, because the bank refuses others."
    commit(shop, {"pay.py": "def pay(cart):\n    return cart\n" + fee}, why)
    logged = BEFORE.replace("        return sum", "        print('total', prices)\n        return sum")
    commit(shop, {"shop.py": logged}, "Log the total")
    why = "Drop the log of the total\n\nThe prices of a cart must never be printed, because the log is public."
    commit(shop, {"shop.py": BEFORE}, why)
    assert {one.title: one.about for one in proposed(shop)} == {
        "Drop the log of the total": ("shop.py::Cart.total",),
        "Add the fee of the card": ("pay.py::fee",),
    }
    commit(shop, {"shop.py": logged}, "Log the total again")
    assert [one.title for one in proposed(shop)] == ["Add the fee of the card"]


@pytest.mark.parametrize(
    "said",
    [
        "return round(\n            # a price must not be rounded by itself: each loses half a cent\n            sum(",
        '"""Each price, rounded by itself, loses up to half a cent."""\n        return round(sum(',
    ],
)
def test_a_reason_that_a_comment_of_the_definition_says_proposes_nothing(shop: Path, said: str) -> None:
    commit(shop, {"shop.py": ROUNDED.replace("return round(sum(", said)}, REASON)
    assert proposed(shop) == []


def test_a_reason_that_the_comment_before_the_definition_says_proposes_nothing(shop: Path) -> None:
    comment = "// Each price must not be rounded by itself, because it loses half a cent.\n"
    code = "export function total(prices) {\n  return Math.round(sum(prices));\n}\n"
    commit(shop, {"till.js": f"{comment}\nlet rounds = 0;\n\n{code}"}, REASON)
    [note] = proposed(shop)
    assert note.about == ("till.js::total",)
    commit(shop, {"till.js": comment + code}, "Move the comment")
    assert proposed(shop) == []


def test_stubs_and_test_modules_have_no_reason(shop: Path) -> None:
    stub = "class Round:\n    def total_price_rounded(self, each):\n        raise NotImplementedError\n"
    checks = "mod cart_tests {\n    fn rounds_each_price_once() { assert_eq!(round(price(1)), half_a_cent()); }\n}\n"
    commit(shop, {"stub.py": stub, "till.rs": checks}, REASON)
    assert proposed(shop) == []


def test_a_removal_does_not_move_to_a_namesake(shop: Path) -> None:
    logged = BEFORE.replace("        return sum", "        print('total', prices)\n        return sum")
    commit(shop, {"shop.py": logged}, "Log the total")
    why = "Drop the log of the total\n\nThe prices of a cart must never be printed, because the log is public."
    commit(shop, {"shop.py": BEFORE}, why)
    other = "class Bill:\n    def total(self):\n        return self.bank.ask(self)\n"
    commit(shop, {"shop.py": "", "bill.py": other}, "Leave it to the bank")
    assert proposed(shop) == []
    commit(shop, {"bill.py": "", "till/cart.py": BEFORE}, "Take the cart back")
    [note] = proposed(shop)
    assert note.about == ("till/cart.py::Cart.total",)
