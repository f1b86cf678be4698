"""Packs given again: whatever is edited, what is given again is what would be made anew."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.timings import Timings
from ctx_lsp.packing.model import Pack, PackOptions
from ctx_lsp.packing.pack import make_pack
from ctx_lsp.packing.pack_cache import PackCache
from ctx_lsp.retrieval.evidence import Evidence
from ctx_lsp.retrieval.model import Item, QueryAnalysis
from ctx_lsp.snapshot.host import Host
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.source import SourceText
from tests.packing.shop import SHOP, find, item
from tests.workspaces import snapshot_of_package

TOKEN = CancelToken()
QUESTIONS = ("How is the tax added to a price?", "Cart", "add a discount to the cart", "what does the customer pay")
PRICE = "shop/cart.py::Cart.price"

Asking = tuple[QueryAnalysis, Sequence[Item], Evidence | None]


def given(reuse: PackCache, snapshot: Snapshot, asking: Asking, **options: object) -> Pack:
    query, ranked, evidence = asking
    wanted = PackOptions(**options)  # type: ignore[arg-type]  # by name
    return reuse.pack(snapshot, query, ranked, wanted, TOKEN, Timings(), evidence=evidence)


def made(snapshot: Snapshot, asking: Asking, options: PackOptions) -> Pack:
    query, ranked, evidence = asking
    return make_pack(snapshot, query, ranked, options, TOKEN, Timings(), evidence=evidence)


def about(snapshot: Snapshot, symbol: str) -> Asking:
    return QueryAnalysis(symbol, "symbol", (), ()), [item(snapshot, symbol)], None


def asked(snapshot: Snapshot, question: str) -> Asking:
    found = find(snapshot, question)
    return found.query, found.ranked, found.evidence


def is_cached(pack: Pack) -> bool:
    return "cached" in pack.timings


class Editing:
    """The shop, edited."""

    def __init__(self) -> None:
        self._host = Host()
        self.texts = {path: entry.source.data.decode() for path, entry in SHOP.files.items()}
        self.snapshot = self._applied(self.texts)

    def put(self, path: str, text: str) -> Snapshot:
        self.texts[path] = text
        return self._applied({path: text})

    def change(self, path: str, old: str, new: str) -> Snapshot:
        assert old in self.texts[path]
        return self.put(path, self.texts[path].replace(old, new))

    def _applied(self, texts: dict[str, str]) -> Snapshot:
        self._host.apply({path: SourceText(text.encode()) for path, text in texts.items()})
        self._host.resolve()
        self.snapshot = self._host.snapshot(len(self.texts))
        return self.snapshot


@pytest.fixture
def shop() -> Editing:
    return Editing()


def test_the_same_again_is_given_again(shop: Editing) -> None:
    reuse = PackCache()
    first = given(reuse, shop.snapshot, about(shop.snapshot, PRICE))
    again = given(reuse, shop.snapshot, about(shop.snapshot, PRICE))
    assert not is_cached(first)
    assert again.timings.keys() == {"cached"}
    assert replace(again, timings=first.timings) == first


def test_an_edit_elsewhere_is_let_by(shop: Editing) -> None:
    reuse = PackCache()
    first = given(reuse, shop.snapshot, about(shop.snapshot, PRICE))
    shop.put("shop/other.py", "def unrelated():\n    return 1\n")
    again = given(reuse, shop.snapshot, about(shop.snapshot, PRICE))
    assert is_cached(again)
    assert again.revision == shop.snapshot.revision > first.revision
    assert again.pack_id == first.pack_id


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("shop/cart.py", "total = 0", "total = 1"),  # in what is asked about
        ("shop/cart.py", "LIMIT = 50", "\nLIMIT = 50"),  # above it
        ("shop/tax.py", "Rounds half up", "Rounds up"),  # in what it uses
        ("shop/tax.py", "def with_tax", "def taxed"),  # what it uses is gone
        ("shop/desk.py", "What the customer pays", "What they pay"),  # in what uses it
        ("tests/test_cart.py", "Rate(19)", "Rate(7)"),  # in a test of it
        ("shop/base.py", "def price", "def cost"),  # it overrides nothing any more
    ],
)
def test_an_edit_that_matters_is_not(shop: Editing, path: str, old: str, new: str) -> None:
    reuse = PackCache()
    given(reuse, shop.snapshot, about(shop.snapshot, PRICE), include_tests=True)
    shop.change(path, old, new)
    assert not is_cached(given(reuse, shop.snapshot, about(shop.snapshot, PRICE), include_tests=True))


def test_a_new_user_of_it_is_seen(shop: Editing) -> None:
    reuse = PackCache()
    given(reuse, shop.snapshot, about(shop.snapshot, PRICE))
    text = "from shop.cart import Cart\n\n\ndef bill(cart: Cart) -> int:\n    return cart.price()\n"
    shop.put("shop/bill.py", text)
    pack = given(reuse, shop.snapshot, about(shop.snapshot, PRICE))
    assert "shop/bill.py::bill" in {one.item.symbol for one in pack.items}


def test_other_options_are_another_pack(shop: Editing) -> None:
    reuse = PackCache()
    given(reuse, shop.snapshot, about(shop.snapshot, PRICE))
    assert not is_cached(given(reuse, shop.snapshot, about(shop.snapshot, PRICE), max_tokens=500))
    assert not is_cached(given(reuse, shop.snapshot, about(shop.snapshot, PRICE), format="xml"))
    assert is_cached(given(reuse, shop.snapshot, about(shop.snapshot, PRICE)))


def test_other_coverage_is_another_pack(shop: Editing) -> None:
    reuse = PackCache()
    given(reuse, shop.snapshot, about(shop.snapshot, PRICE))
    half = replace(shop.snapshot, known_files=2 * len(shop.texts))
    assert "covers 50% of the files" in given(reuse, half, about(half, PRICE)).warnings[0]


def edits(random: Random, shop: Editing) -> Iterator[Snapshot]:
    """Lines that are lost, doubled or moved, and files that come."""
    for number in range(40):
        path = random.choice(sorted(shop.texts))
        lines = shop.texts[path].splitlines(keepends=True)
        place, other = random.randrange(len(lines) + 1), random.randrange(len(lines) + 1)
        cut = lines[min(place, other) : min(min(place, other) + 3, max(place, other))]
        kind = random.choice(("lose", "double", "comment", "file"))
        if kind == "file":
            yield shop.put(
                f"shop/new_{number % 5}.py", f"def added_{number}(cart):\n    return cart.price() + {number}\n"
            )
        elif kind == "comment":
            yield shop.put(path, "".join(lines) + f"# {number}\n")
        else:
            rest = lines[:place] + lines[place + len(cut) :] if kind == "lose" else lines[:place] + cut + lines[place:]
            yield shop.put(path, "".join(rest))


@pytest.mark.parametrize("seed", range(2))
def test_whatever_is_edited_it_is_what_would_be_made_anew(shop: Editing, seed: int) -> None:
    reuse, hits = PackCache(), 0
    for snapshot in edits(Random(seed), shop):  # noqa: S311  # edits need no secrecy
        askings = [asked(snapshot, question) for question in QUESTIONS]
        askings += [about(snapshot, one) for one in (PRICE, "shop/tax.py::with_tax") if snapshot.definition(one)]
        for asking in askings:
            pack = given(reuse, snapshot, asking, max_tokens=800)
            anew = made(snapshot, asking, PackOptions(max_tokens=800))
            assert replace(pack, timings={}) == replace(anew, timings={})
            hits += is_cached(pack)
    assert hits > 25, "and much of it is given again"


def test_packing_reads_nothing_else() -> None:
    """What `PackCache` notes is all there is: the rest of the index is taken away here."""
    networkx = snapshot_of_package("networkx")
    asking = asked(networkx, "convert a graph to a matrix")
    whole = made(networkx, asking, PackOptions())
    nothing: Any = None
    bare = replace(networkx, names=nothing, initials=nothing, tables=nothing, lexical=nothing, chunks_by_key=nothing)
    assert replace(given(PackCache(), bare, asking), timings={}) == replace(whole, timings={})


@pytest.mark.parametrize("later", [True, False])
def test_a_pack_that_waits_for_vectors_is_made_anew_once_they_are_there(later: bool) -> None:
    before, after = (
        replace(SHOP, no_semantic_reason="the provider is down", more_vectors=one) for one in (not later, later)
    )
    reuse, asking = PackCache(), asked(SHOP, "what does the customer pay")
    given(reuse, before, asking)
    again = given(reuse, after, asking)
    assert not is_cached(again)
    assert again.readiness == made(after, asking, PackOptions()).readiness
