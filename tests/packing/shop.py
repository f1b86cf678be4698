"""A small workspace and ways to ask it for packs, shared by the tests of this layer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rs_bpe.bpe import openai  # type: ignore[import-not-found]  # its compiled modules have no stubs

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.timings import Timings
from ctx_lsp.features.users import users_asked_for
from ctx_lsp.packing.model import Encoding, Pack, PackItem, PackOptions
from ctx_lsp.packing.pack import make_pack
from ctx_lsp.packing.pack_draft import PackInput
from ctx_lsp.retrieval.evidence import Evidence, gather_evidence
from ctx_lsp.retrieval.model import Item, QueryAnalysis, SearchRequest
from ctx_lsp.retrieval.question.understanding import understand
from ctx_lsp.retrieval.search import chosen_items, make_item, score
from ctx_lsp.retrieval.search_context import SearchContext
from ctx_lsp.retrieval.units import Unit
from ctx_lsp.snapshot.snapshot import Snapshot
from tests.workspaces import snapshot_of

ENCODERS: Mapping[Encoding, "openai.Tokenizer"] = {
    "o200k_base": openai.o200k_base(),
    "cl100k_base": openai.cl100k_base(),
}

SHOP = snapshot_of('''
=== shop/base.py
"""What everything in the shop is made of."""
import abc


class Priced(abc.ABC):
    """Anything that has a price.

    Prices are net.
    """

    @abc.abstractmethod
    def price(self) -> int:
        """Cents."""
=== shop/cart.py
from dataclasses import dataclass

from shop.base import Priced
from shop.tax import Rate, with_tax

LIMIT = 50


@dataclass
class Line:
    """One article, so many times."""

    article: Priced
    count: int


class Cart(Priced):
    """What a customer wants to buy.

    A cart holds at most `LIMIT` lines.
    """

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self.lines: list[Line] = []

    def add(self, article: Priced, count: int = 1) -> None:
        """Put an article into the cart."""
        if len(self.lines) >= LIMIT:
            raise OverflowError("the cart is full")
        self.lines.append(Line(article, count))

    def price(self) -> int:
        """The sum of all lines, tax included."""
        total = 0
        for line in self.lines:
            total += with_tax(line.article.price() * line.count, self.rate)
        return total
=== shop/tax.py
class Rate:
    """A tax rate in percent."""

    def __init__(self, percent: int) -> None:
        self.percent = percent


def with_tax(net: int, rate: Rate) -> int:
    """Add the tax.

    Rounds half up, as the law demands.
    """
    return round_half_up(net * (100 + rate.percent), 100)


def round_half_up(number: int, divisor: int) -> int:
    return (2 * number + divisor) // (2 * divisor)
=== shop/desk.py
from shop.cart import Cart
from shop.tax import Rate


def check_out(cart: Cart) -> int:
    """What the customer pays."""
    return cart.price()
=== tests/test_cart.py
from shop.cart import Cart
from shop.tax import Rate


def test_an_empty_cart_costs_nothing() -> None:
    assert Cart(Rate(19)).price() == 0
''')


def encoded(text: str, encoding: Encoding = "o200k_base") -> int:
    """A token count independent of the package's: encode the whole text without a cache."""
    return len(ENCODERS[encoding].encode(text))


def item(snapshot: Snapshot, symbol: str, score: float = 1.0) -> Item:
    """The result for a symbol."""
    definition = snapshot.definition(symbol)
    assert definition is not None, symbol
    return make_item(snapshot, Unit(definition.path, definition.index, -1), {"test": score})


def pack_of(snapshot: Snapshot, ranked: Sequence[Item], options: PackOptions, question: str = "What is it?") -> Pack:
    """The pack for given results."""
    query = QueryAnalysis(question, "question", (), ())
    return make_pack(snapshot, PackInput(query, tuple(ranked), options), CancelToken(), Timings())


@dataclass(frozen=True, slots=True)
class Found:
    """A question with its results, best first, and the evidence for their files."""

    query: QueryAnalysis
    ranked: tuple[Item, ...]
    evidence: Evidence


def find(snapshot: Snapshot, question: str, options: PackOptions | None = None) -> Found:
    """The results of a question by words and names alone, as `workspace.analysis` uses them."""
    query, wanted = understand(snapshot, question), options or PackOptions()
    request = SearchRequest(question, 60, wanted.filter, wanted.rerank)
    scored = score(SearchContext(snapshot, request, query, CancelToken()), Timings())
    ranked = tuple(chosen_items(snapshot, scored))
    return Found(query, ranked, gather_evidence(scored.context, ranked))


def answer_of(snapshot: Snapshot, found: Found, options: PackOptions, already_sent: Sequence[PackItem] = ()) -> Pack:
    """The pack for a question whose results are known."""
    users = users_asked_for(snapshot, found.query.text, CancelToken())
    inputs = PackInput(
        found.query, found.ranked, options, already_sent=tuple(already_sent), evidence=found.evidence, users=users
    )
    return make_pack(snapshot, inputs, CancelToken(), Timings())


def ask(
    snapshot: Snapshot, question: str, options: PackOptions | None = None, already_sent: Sequence[PackItem] = ()
) -> Pack:
    """The pack for a question, by words and names alone."""
    return answer_of(snapshot, find(snapshot, question, options), options or PackOptions(), already_sent)


def about(snapshot: Snapshot, symbol: str, max_tokens: int = 4096, **options: object) -> Pack:
    """The pack for one symbol."""
    return pack_of(snapshot, [item(snapshot, symbol)], PackOptions(max_tokens, **options), symbol)  # type: ignore[arg-type]  # by name
