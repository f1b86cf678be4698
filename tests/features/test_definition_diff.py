"""Definitions that differ between two texts."""

import pytest

from ctx_lsp.features.definition_diff import definition_changes, edited_definitions, is_source

BEFORE = b"""class Shop:
    open = True

    def sell(self):
        def pack():
            return 1
        return pack()

RATE = 3

def pay():
    return RATE
"""


def edited(*changes: tuple[bytes, bytes], path: str = "shop.py") -> list[str]:
    after = BEFORE
    for old, new in changes:
        assert old in after
        after = after.replace(old, new)
    return [node.symbol.removeprefix(f"{path}::") for node in edited_definitions(path, BEFORE, after)]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (b"return RATE", b"return RATE + 1", ["pay"]),
        (b"return pack()", b"return pack() + 1", ["Shop.sell"]),
        (b"open = True", b"open = False", ["Shop"]),
        (b"def pay", b"def pay_all", ["pay"]),
        (b"RATE = 3", b"RATE = 4", []),
        (b"    return RATE\n", b"    return RATE  \n\n", []),
        (b"def pay", b"def give():\n    return 1\n\ndef pay", []),
        (b"\n    def sell", b"\n    def buy(self):\n        return 2\n\n    def sell", []),
    ],
)
def test_the_innermost_definition_that_was_there_before(old: bytes, new: bytes, expected: list[str]) -> None:
    assert edited((old, new)) == expected


def test_several_edits_in_order_and_all_of_a_deleted_text() -> None:
    assert edited((b"return RATE", b"return 1"), (b"open = True", b"")) == ["Shop", "pay"]
    gone = [node.symbol for node in edited_definitions("shop.py", BEFORE, b"")]
    assert gone[0] == "shop.py::Shop"
    assert gone[-1] == "shop.py::pay"


def test_binary_files_have_none() -> None:
    assert edited_definitions("shop.py", b"\0", BEFORE) == ()
    assert edited_definitions("shop.py", BEFORE, b"\0") == ()


def test_which_files_are_the_projects_own_code() -> None:
    assert [path for path in ("a.py", "tests/test_a.py", "docs/a.md", "package.json", "examples/a.py")
            if is_source(path)] == ["a.py"]  # fmt: skip


def test_changes_have_the_lines_of_each_definition_alone() -> None:
    before = (
        b"class Cart:\n    rate = 1\n\n    def total(self):\n        return 0\n\n    def old(self):\n        return 1\n"
    )
    after = (
        b"class Cart:\n    rate = 2\n\n    def total(self):\n        return 0\n\n    def new(self):\n        return 1\n"
    )
    found = {one.symbol: one for one in definition_changes("shop.py", before, after)}
    assert found.keys() == {"shop.py::Cart", "shop.py::Cart.new"}
    assert found["shop.py::Cart.new"].before == ()
    assert found["shop.py::Cart.new"].after == (b"def new(self):", b"        return 1")
    assert b"rate = 2" in b"\n".join(found["shop.py::Cart"].after)
    assert b"total" not in b"\n".join(found["shop.py::Cart"].after)
    assert definition_changes("shop.py", b"\0", after) == definition_changes("shop.py", before, b"\0") == ()
