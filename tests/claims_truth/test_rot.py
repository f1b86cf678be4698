"""The truth of the measure of rotten documents: mentions, the trees that have them, and alerts about them."""

from tests.claims_truth.rot.judging import Trees, rotten_mentions
from tests.claims_truth.rot.mentions import TreeWords, is_about_now, mentions

README = b"""# Shop

`Cart.total()` uses `shop/rates.py` and [taxes](shop/taxes.py), see `docs/guide.md`.
`old_name` was removed. A `plain text` is no name.

```
`fenced_name`
```
"""
RST = b"See :func:`~shop.pay` and ``Cart.empty`` (`a title`_).\n"
CODE = b'class Cart:\n    """fenced_name"""\n    def total(self):  # old_comment\n        return pay("max_items")\n'


def test_names_and_paths_in_documents() -> None:
    found = [(one.text, one.thing, one.is_path) for one in mentions("README.md", README)]
    assert found == [
        ("Cart.total()", "Cart.total", False),
        ("shop/rates.py", "shop/rates.py", True),
        ("shop/taxes.py", "shop/taxes.py", True),
    ]
    assert all(README[one.start : one.end].decode() == one.text for one in mentions("README.md", README))
    assert [one.thing for one in mentions("index.rst", RST)] == ["shop.pay", "Cart.empty"]
    assert [path for path in ("README.md", "docs/changelog.md", "tests/a.md", "a.py") if is_about_now(path)] == [
        "README.md"
    ]


def test_words_of_a_tree_are_those_of_its_code() -> None:
    tree = TreeWords({"src/shop/cart.py": CODE, "README.md": README})
    asked = ("Cart", "total", "pay", "max_items", "fenced_name", "old_comment", "Shop", "max")
    assert [word for word in asked if tree.has_word(word)] == ["Cart", "total", "pay", "max_items"]


def test_rotten_is_what_the_older_code_had_and_the_newer_one_has_not() -> None:
    before = {"README.md": README, "src/shop/cart.py": CODE, "src/shop/rates.py": b"x = 1\n"}
    after = {"README.md": README.replace(b"Cart.total()", b"Cart.sum()"), "src/shop/cart.py": b"class Cart: pass\n"}
    count, rotten = rotten_mentions(Trees(before, after, {}))
    assert count == 2
    assert [(one.mention.thing, one.is_corrected) for one in rotten] == [("Cart.total", True), ("shop/rates.py", True)]
