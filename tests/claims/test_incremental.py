"""A check after an edit: the same as a new check, for a small part of the work."""

from typing import Any

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.claims import Checker, CheckOptions
from ctx_lsp.claims.check import MAX_KEPT_READS
from ctx_lsp.claims.former import FormerPlace, NoFormerCode
from ctx_lsp.claims.index import PathListing
from ctx_lsp.claims.sections import markdown_sections
from ctx_lsp.snapshot.host import Host
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.source import SourceText

GUIDE = """Shop of `Cart` and `Store`.

# Cart

- `Cart.total_price` sums the items.
- `Cart.limit` is checked.

```python
basket = Cart()
```

## Größen

`Cart.add_item` calls `check_stock`. See [the store](store.py) and `store.py:2`.

# Store

`Store.save_rows` raises `StoreError`. The default of `MAX_ROWS` is `40`.
"""
FILES = {
    "cart.py": "from store import check_stock\n\n\nclass Cart:\n    limit = 3\n\n    def total_price(self): ...\n\n"
    "    def add_item(self, item):\n        check_stock(item)\n",
    "store.py": "MAX_ROWS = 40\n\n\nclass StoreError(Exception): ...\n\n\nclass Store:\n    def save_rows(self):\n"
    "        raise StoreError\n\n\ndef check_stock(item): ...\n",
    "guide.md": GUIDE,
}
NONE = CancelToken()


class Shop:
    """A workspace whose files are edited, with a checker that has seen all of its versions."""

    def __init__(self) -> None:
        self._host = Host()
        self.checker = Checker()
        self._texts = dict(FILES)
        self.snapshot = self.edit()

    def edit(self, **texts: str) -> Snapshot:
        """Replace files, named without their ending."""
        self._texts |= {next(one for one in FILES if one.startswith(f"{name}.")): text for name, text in texts.items()}
        self._host.apply({path: SourceText(text.encode()) for path, text in self._texts.items()})
        self._host.resolve()
        self.snapshot = self._host.snapshot(len(self._texts))
        return self.snapshot

    def check(self) -> int:
        """Check the guide as a new checker would, and return how many sentences were judged."""
        before = self.checker.judgements
        source = SourceText(self._texts["guide.md"].encode())
        found = self.checker.check(self.snapshot, "guide.md", source, CheckOptions(), NONE)
        fresh = Checker().check(self.snapshot, "guide.md", source, CheckOptions(), NONE)
        assert found == fresh
        return self.checker.judgements - before


@pytest.fixture
def shop() -> Shop:
    one = Shop()
    assert one.check() == 7
    return one


def test_a_string_that_appears_makes_a_name_a_key(shop: Shop) -> None:
    shop.edit(guide=GUIDE + "\n`Cart.checked` is sent.\n")
    assert shop.check() == 1
    shop.edit(store=FILES["store.py"] + '\nsend("Cart.checked")\n')
    assert shop.check() >= 1
    source = SourceText(b"`Cart.checked` is sent.\n")
    [one] = shop.checker.check(shop.snapshot, "a.md", source, CheckOptions(), NONE).claims
    assert one.judgement.reason == "store.py contains Cart.checked as a string"


def test_a_check_without_a_change_judges_nothing(shop: Shop) -> None:
    shop.edit(cart=FILES["cart.py"] + "\n")
    shop.edit(cart=FILES["cart.py"])
    shop.check()
    assert shop.check() == 0


def test_an_edit_of_the_document_judges_the_edited_sentence(shop: Shop) -> None:
    shop.edit(guide=GUIDE.replace("sums the items", "adds all items up"))
    assert shop.check() == 1
    shop.edit(guide="New first line.\n\n" + GUIDE)
    assert shop.check() == 1  # the sentence that the edit before had changed


def test_an_edit_of_code_judges_what_speaks_of_it(shop: Shop) -> None:
    shop.edit(store=FILES["store.py"].replace("= 40", "= 50"))
    assert 1 <= shop.check() <= 4
    shop.edit(cart=FILES["cart.py"].replace("total_price", "sum_prices"))
    assert 1 <= shop.check() <= 5


def test_a_file_that_appears_or_goes_is_seen(shop: Shop) -> None:
    shop.edit(store="")
    assert shop.check() > 0
    shop.edit(store=FILES["store.py"])
    assert shop.check() > 0


def test_a_name_in_an_example_is_judged_again(shop: Shop) -> None:
    shop.edit(guide=GUIDE.replace("basket = Cart()", "basket = Cart(StoreError)"))
    assert shop.check() == 1  # the sentence that speaks of it


def edits() -> dict[str, str]:
    """Edits that change how the text around them is read."""
    return {
        "nothing": GUIDE,
        "fence": GUIDE.replace("## Größen", "```\n## Größen"),
        "closed": GUIDE.replace("basket = Cart()\n```", "basket = Cart()"),
        "comment": GUIDE.replace("- `Cart.limit`", "<!-- - `Cart.limit`"),
        "html": GUIDE.replace("## Größen", "<pre>\n## Größen"),
        "no heading": GUIDE.replace("# Store", "Store"),
        "indented heading": GUIDE.replace("# Store", "   # Store"),
        "joined": GUIDE.replace("`store.py:2`.\n\n# Store", "`store.py:2`.# Store"),
        "lower heading": GUIDE.replace("# Cart\n", "### Cart\n"),
        "item before a heading": GUIDE.replace("# Store", "- `Cart`\n# Store"),
        "front matter": "---\ntitle: `Nothing`\n---\n" + GUIDE,
        "ends": GUIDE.replace("\n", "\r\n"),
        "empty": "",
        "cut": GUIDE[: len(GUIDE) // 2],
        "twice": GUIDE + GUIDE,
    }


@pytest.mark.parametrize("first", list(edits()))
def test_sections_after_an_edit_are_those_of_the_text(first: str) -> None:
    for text in edits().values():
        before = markdown_sections(SourceText(edits()[first].encode()))
        fresh = markdown_sections(SourceText(text.encode()))
        assert markdown_sections(SourceText(text.encode()), before) == fresh
        assert sum(len(one.text) for one in fresh) == len(text.encode())


def test_an_edit_reads_one_section() -> None:
    before = markdown_sections(SourceText(GUIDE.encode()))
    after = markdown_sections(SourceText(GUIDE.replace("add_item", "add").encode()), before)
    assert len(after) == 4
    assert sum(one not in before for one in after) == 1


def test_a_listing_of_paths_keeps_no_file() -> None:
    files: dict[str, Any] = {"a.py": object()}
    listing = PathListing({}).of(files)
    assert listing.of({"a.py": files["a.py"]}) is listing
    assert list(listing.files.values()) == [None]


def test_a_false_name_among_thousands_is_not_judged_again(shop: Shop) -> None:
    many = "".join(f"def check_{number:04}_stock(): ...\n\n\n" for number in range(MAX_KEPT_READS))
    shop.edit(store=FILES["store.py"] + many, guide=f"{GUIDE}\nCall `check_stok()` first.\n")
    shop.check()
    shop.edit(guide=f"{GUIDE}\nCall `check_stok()` first.\n\nThen pay.\n")
    assert shop.check() == 0


class FailingPast(NoFormerCode):
    """A history that cannot be read for a while."""

    fails = False

    def name(self, name: str) -> FormerPlace | None:
        if self.fails:
            raise OSError("no disk")
        return super().name(name)


def test_a_check_that_fails_leaves_nothing_outdated(shop: Shop) -> None:
    past = shop.checker.former = FailingPast()
    shop.check()
    past.fails = True
    shop.edit(store=FILES["store.py"].replace("save_rows", "keep_rows"))
    with pytest.raises(OSError, match="no disk"):
        shop.check()
    past.fails = False
    assert shop.check()
