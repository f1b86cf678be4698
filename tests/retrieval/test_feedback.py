"""Feedback in the ranking: the symbols that it raises or lowers, for which questions, and how long."""

from ctx_lsp.retrieval.model import Item, SearchRequest, Verdict
from ctx_lsp.retrieval.question.analyse import analyse
from ctx_lsp.retrieval.ranking.rank_feedback import applicable_feedback, definition_digest, neighbourhood
from ctx_lsp.retrieval.ranking.weights import Weights
from ctx_lsp.snapshot.snapshot import Snapshot
from tests.retrieval.searching import found
from tests.workspaces import snapshot_of, snapshot_of_package

SHOP = '''
=== shop/price.py
from shop.ledger import book


def net_price(item):
    """The price of an item without tax."""
    return item.price


def gross_price(item):
    """The price of an item with tax."""
    return book(item.price)
=== shop/ledger.py
def book(amount):
    """Write an amount into the books."""
    return round(amount)


def close(year):
    """The end of a year."""
'''
QUESTION = "the price of an item"
WEIGHT = Weights().feedback
NET, GROSS, BOOK, CLOSE = (
    "shop/price.py::net_price", "shop/price.py::gross_price", "shop/ledger.py::book", "shop/ledger.py::close",
)  # fmt: skip


def verdict(snapshot: Snapshot, symbol: str, strength: float, question: str = QUESTION) -> Verdict:
    text = definition_digest(snapshot, symbol)
    assert text is not None
    return Verdict(symbol, text, frozenset(analyse(question).terms), strength)


def by_symbol(snapshot: Snapshot, *verdicts: Verdict, question: str = QUESTION) -> dict[str, Item]:
    """The results by symbol, best first."""
    answer = found(snapshot, SearchRequest(question, 100), feedback=verdicts)
    return {item.symbol: item for item in answer.items if item.symbol}


def test_a_verdict_raises_or_lowers_its_symbol() -> None:
    snapshot = snapshot_of(SHOP)
    for symbol, other in ((NET, GROSS), (GROSS, NET)):
        raised = list(by_symbol(snapshot, verdict(snapshot, symbol, 0.5)))
        lowered = list(by_symbol(snapshot, verdict(snapshot, symbol, -0.5)))
        assert raised.index(symbol) < raised.index(other)
        assert lowered.index(symbol) > lowered.index(other)


def test_it_is_a_part_of_the_score() -> None:
    snapshot = snapshot_of(SHOP)
    item = by_symbol(snapshot, verdict(snapshot, NET, 0.5))[NET]
    assert item.scores["feedback"] == 0.5 * WEIGHT
    assert abs(item.score - sum(item.scores.values())) < 1e-9


def test_the_neighbours_have_a_share_of_it() -> None:
    snapshot = snapshot_of(SHOP)
    scores = by_symbol(snapshot, verdict(snapshot, GROSS, 0.5), question=f"{QUESTION}, amount")
    assert 0 < scores[BOOK].scores["feedback"] < scores[GROSS].scores["feedback"]
    assert "feedback" not in scores[NET].scores


def test_a_file_that_imports_a_symbol_is_not_its_neighbour() -> None:
    snapshot = snapshot_of(SHOP)
    assert "shop/price.py" in {edge.source for edge in snapshot.graph.incoming(BOOK)}
    assert list(neighbourhood(snapshot, BOOK)) == [GROSS]


def test_missed_symbols_are_found_afterwards() -> None:
    snapshot = snapshot_of(SHOP)
    assert CLOSE not in by_symbol(snapshot)
    assert by_symbol(snapshot, verdict(snapshot, CLOSE, 1.0))[CLOSE].scores["feedback"] == WEIGHT
    assert CLOSE not in by_symbol(snapshot, verdict(snapshot, CLOSE, -1.0)), "what is out of place stays out"


def test_in_a_package_it_is_among_the_first_results() -> None:
    networkx = snapshot_of_package("networkx")
    question, missed = "convert a graph to a matrix", "networkx/lazy_imports.py::attach"
    there = by_symbol(networkx, verdict(networkx, missed, 1.0, question), question=question)
    assert missed in list(there)[:10]
    assert missed not in list(by_symbol(networkx, question=question))[:10]


def test_other_questions_are_answered_as_before() -> None:
    snapshot = snapshot_of(SHOP)
    on_another = verdict(snapshot, CLOSE, 1.0, "when does the fiscal year end")
    assert by_symbol(snapshot, on_another) == by_symbol(snapshot)
    half = applicable_feedback(snapshot, analyse("the tax on an item"), (verdict(snapshot, NET, 0.5),))
    assert half == {NET: 0.25}, "one of two words is shared"


def test_it_ends_with_the_text_that_it_was_given_on() -> None:
    verdicts = (verdict(snapshot_of(SHOP), NET, 0.5),)
    moved = snapshot_of(SHOP.replace("def net_price", "LIMIT = 3\n\n\ndef net_price"))
    edited = snapshot_of(SHOP.replace("return item.price\n", "return item.net\n"))
    gone = snapshot_of(SHOP.replace("net_price", "plain_price"))
    assert applicable_feedback(moved, analyse(QUESTION), verdicts) == {NET: 0.5}
    assert applicable_feedback(edited, analyse(QUESTION), verdicts) == {}
    assert by_symbol(gone, *verdicts) == by_symbol(gone)


def test_verdicts_add_up_to_one_at_most() -> None:
    snapshot = snapshot_of(SHOP)
    many = tuple(verdict(snapshot, NET, 0.5, f"{QUESTION} number {number}") for number in range(9))
    assert applicable_feedback(snapshot, analyse(QUESTION), many) == {NET: 1.0}
    assert by_symbol(snapshot, *many)[NET].scores["feedback"] == WEIGHT
