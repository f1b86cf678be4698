"""Cached packs: after any edit, a cached pack equals a freshly made one."""

import gc
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any
from weakref import ref

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.timings import Timings
from ctx_lsp.graph.entry import RECENT_ENTRIES
from ctx_lsp.packing.model import Pack, PackOptions, PackRequest, QuestionSubject, SymbolSubject
from ctx_lsp.packing.pack import make_pack
from ctx_lsp.packing.pack_draft import PackInput
from ctx_lsp.retrieval.evidence import Evidence
from ctx_lsp.retrieval.model import Item, QueryAnalysis
from ctx_lsp.snapshot.host import Host
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.source import SourceText
from ctx_lsp.workspace import pack_cache
from ctx_lsp.workspace.feedback import ShownPack
from ctx_lsp.workspace.pack_cache import KeptPack, PackCache, PackRecipe
from tests.packing.shop import SHOP, find, item
from tests.workspaces import snapshot_of_package

TOKEN = CancelToken()
QUESTIONS = ("How is the tax added to a price?", "Cart", "add a discount to the cart", "what does the customer pay")
PRICE = "shop/cart.py::Cart.price"

Asking = tuple[QueryAnalysis, tuple[Item, ...], Evidence | None]


def given(cache: PackCache, snapshot: Snapshot, asking: Asking, **options: object) -> Pack:
    query, ranked, evidence = asking
    wanted = PackOptions(**options)  # type: ignore[arg-type]  # by name
    recipe = PackRecipe(PackRequest(QuestionSubject(query.text), wanted))
    return cache.pack(recipe, snapshot, PackInput(query, ranked, wanted, evidence=evidence), TOKEN, Timings())


def made(snapshot: Snapshot, asking: Asking, options: PackOptions) -> Pack:
    query, ranked, evidence = asking
    return make_pack(snapshot, PackInput(query, ranked, options, evidence=evidence), TOKEN, Timings())


def about(snapshot: Snapshot, symbol: str) -> Asking:
    return QueryAnalysis(symbol, "symbol", (), ()), (item(snapshot, symbol),), None


def asked(snapshot: Snapshot, question: str) -> Asking:
    found = find(snapshot, question)
    return found.query, found.ranked, found.evidence


def is_cached(pack: Pack) -> bool:
    return "cached" in pack.timings


class Editing:
    """The shop with edits."""

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
    cache = PackCache()
    first = given(cache, shop.snapshot, about(shop.snapshot, PRICE))
    again = given(cache, shop.snapshot, about(shop.snapshot, PRICE))
    assert not is_cached(first)
    assert again.timings.keys() == {"cached"}
    assert replace(again, timings=first.timings) == first


def test_an_edit_elsewhere_is_let_by(shop: Editing) -> None:
    cache = PackCache()
    first = given(cache, shop.snapshot, about(shop.snapshot, PRICE))
    shop.put("shop/other.py", "def unrelated():\n    return 1\n")
    again = given(cache, shop.snapshot, about(shop.snapshot, PRICE))
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
    cache = PackCache()
    given(cache, shop.snapshot, about(shop.snapshot, PRICE), include_tests=True)
    shop.change(path, old, new)
    assert not is_cached(given(cache, shop.snapshot, about(shop.snapshot, PRICE), include_tests=True))


def test_a_new_user_of_it_is_seen(shop: Editing) -> None:
    cache = PackCache()
    given(cache, shop.snapshot, about(shop.snapshot, PRICE))
    text = "from shop.cart import Cart\n\n\ndef bill(cart: Cart) -> int:\n    return cart.price()\n"
    shop.put("shop/bill.py", text)
    pack = given(cache, shop.snapshot, about(shop.snapshot, PRICE))
    assert "shop/bill.py::bill" in {one.item.symbol for one in pack.items}


def test_a_cached_pack_keeps_no_text_of_an_earlier_revision(shop: Editing) -> None:
    cache = PackCache()
    given(cache, shop.snapshot, about(shop.snapshot, PRICE))
    before = ref(shop.snapshot.files["shop/cart.py"])
    for number in range(2 * RECENT_ENTRIES):  # the maker of entries keeps a few earlier ones
        shop.put("shop/cart.py", f"{shop.texts['shop/cart.py']}# {number}\n")
    gc.collect()
    assert before() is None
    again = given(cache, shop.snapshot, about(shop.snapshot, PRICE))
    assert not is_cached(again)
    assert replace(again, timings={}) == replace(
        made(shop.snapshot, about(shop.snapshot, PRICE), PackOptions()), timings={}
    )


def test_packs_are_dropped_by_the_bytes_of_all_their_texts(shop: Editing, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pack_cache, "MAX_BYTES", 20_000)
    monkeypatch.setattr(pack_cache, "LEAST_KEPT", 2)
    cache = PackCache()
    whole = made(shop.snapshot, about(shop.snapshot, PRICE), PackOptions())
    bare = replace(whole, text="", items=(), document=replace(whole.document, excerpts=()))

    def kept_after(**packs: Pack) -> set[str]:
        for pack_id, pack in packs.items():
            request = PackRequest(SymbolSubject(PRICE), PackOptions())
            cache.keep(KeptPack(replace(pack, pack_id=pack_id), request, ShownPack({}, frozenset()), (), ()))
        return {pack_id for pack_id in "abcdefghi" if cache.kept(pack_id)}

    short = replace(bare, text="x" * 6_000)
    assert kept_after(a=short, b=short, c=short) == {"a", "b", "c"}
    assert kept_after(d=short) == {"b", "c", "d"}
    wide = replace(bare, text="→" * 3_000)  # two bytes a character in memory
    assert kept_after(e=wide) == {"c", "d", "e"}
    shown, (excerpt, _) = whole.items[0], whole.document.excerpts[0]
    assert kept_after(f=replace(bare, items=(replace(shown, text=short.text),))) == {"d", "e", "f"}
    document = replace(bare.document, excerpts=((excerpt, short.text),))
    assert kept_after(g=replace(bare, document=document)) == {"e", "f", "g"}
    long = replace(bare, text="x" * 90_000)
    assert kept_after(h=long, i=long) == {"h", "i"}  # two are kept however long they are


def test_other_options_are_another_pack(shop: Editing) -> None:
    cache = PackCache()
    given(cache, shop.snapshot, about(shop.snapshot, PRICE))
    assert not is_cached(given(cache, shop.snapshot, about(shop.snapshot, PRICE), max_tokens=500))
    assert not is_cached(given(cache, shop.snapshot, about(shop.snapshot, PRICE), format="xml"))
    assert is_cached(given(cache, shop.snapshot, about(shop.snapshot, PRICE)))


def test_other_coverage_is_another_pack(shop: Editing) -> None:
    cache = PackCache()
    given(cache, shop.snapshot, about(shop.snapshot, PRICE))
    half = replace(shop.snapshot, known_files=2 * len(shop.texts))
    assert "covers 50% of the files" in given(cache, half, about(half, PRICE)).warnings[0]


def edits(random: Random, shop: Editing) -> Iterator[Snapshot]:
    """Random edits: lines removed, doubled or moved, and new files."""
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
def test_after_any_edit_a_cached_pack_equals_a_fresh_one(shop: Editing, seed: int) -> None:
    cache, hits = PackCache(), 0
    for snapshot in edits(Random(seed), shop):  # noqa: S311  # edits need no secrecy
        askings = [asked(snapshot, question) for question in QUESTIONS]
        askings += [about(snapshot, one) for one in (PRICE, "shop/tax.py::with_tax") if snapshot.definition(one)]
        for asking in askings:
            pack = given(cache, snapshot, asking, max_tokens=800)
            anew = made(snapshot, asking, PackOptions(max_tokens=800))
            assert replace(pack, timings={}) == replace(anew, timings={})
            hits += is_cached(pack)
    assert hits > 25, "and much of it is given again"


def test_packing_reads_only_recorded_look_ups() -> None:
    """`PackCache` records every look-up: the rest of the index is removed here."""
    networkx = snapshot_of_package("networkx")
    asking = asked(networkx, "convert a graph to a matrix")
    whole = made(networkx, asking, PackOptions())
    nothing: Any = None
    bare = replace(networkx, names=nothing, initials=nothing, tables=nothing, lexical=nothing, chunks_by_key=nothing)
    assert replace(given(PackCache(), bare, asking), timings={}) == replace(whole, timings={})


@pytest.mark.parametrize("later", [True, False])
def test_a_pack_without_vectors_is_recomputed_when_they_exist(later: bool) -> None:
    before, after = (
        replace(SHOP, no_semantic_reason="the provider is down", more_vectors=one) for one in (not later, later)
    )
    cache, asking = PackCache(), asked(SHOP, "what does the customer pay")
    given(cache, before, asking)
    again = given(cache, after, asking)
    assert not is_cached(again)
    assert again.readiness == made(after, asking, PackOptions()).readiness


def test_a_late_answer_about_an_older_state_changes_no_later_pack(shop: Editing) -> None:
    cache, options = PackCache(), PackOptions()
    recipe = PackRecipe(PackRequest(SymbolSubject(PRICE), options))

    def pack(snapshot: Snapshot) -> Pack:
        query, ranked, _ = about(snapshot, PRICE)
        return cache.pack(recipe, snapshot, PackInput(query, ranked, options), TOKEN, Timings())

    old = shop.snapshot
    before = pack(old)
    new = shop.change("shop/cart.py", "total = 0", "total = 1")
    after = pack(new)
    cache.put_answer(recipe, old, before)
    assert cache.answer(recipe, old) is before
    assert cache.answer(recipe, new) is None
    again = pack(new)
    assert is_cached(again)
    assert again.text == after.text != before.text
