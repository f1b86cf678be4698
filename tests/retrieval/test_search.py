"""Search over small workspaces: ranking, sums of scores, and an order that follows from the texts alone."""

import random
from dataclasses import replace

import numpy as np
import pytest

from ctx_lsp.base.cancel import Cancelled
from ctx_lsp.base.timings import Timings
from ctx_lsp.retrieval.answerable import NO_CONTEXT_NEEDED, NOTHING_FITS
from ctx_lsp.retrieval.model import ResultFilter, SearchAnswer, SearchRequest
from ctx_lsp.retrieval.search import search, search_answering
from ctx_lsp.snapshot.host import Host
from ctx_lsp.snapshot.snapshot import Snapshot
from tests.retrieval.searching import context_of, found
from tests.workspaces import files_of, snapshot_of

SHOP = """
=== shop/cart.py
\"\"\"The shopping cart.\"\"\"
MAX_ITEMS = 50
DEFAULT_CURRENCY = "EUR"
class Cart:
    \"\"\"Items that a customer wants to buy.\"\"\"
    def add(self, item):
        \"\"\"Put an item into the cart.\"\"\"
        self.items.append(item)
    def total(self):
        \"\"\"Sum of all prices, taxes included.\"\"\"
        return sum(with_tax(item.price) for item in self.items)
=== shop/tax.py
def with_tax(price):
    \"\"\"Add value added tax to a net price.\"\"\"
    return price * 1.19
=== shop/mail.py
def send_receipt(customer, cart):
    \"\"\"Mail the receipt to the customer after checkout.\"\"\"
    smtp.send(customer.address, render(cart))
=== tests/test_cart.py
from shop.cart import Cart
def test_total_of_cart_includes_tax():
    assert Cart().total() == 0
=== docs/cart.md
# The cart

How to add an item to the cart and get its total with tax.
"""


def run(snapshot: Snapshot, query: str, wanted: ResultFilter | None = None, limit: int = 10) -> SearchAnswer:
    return found(snapshot, SearchRequest(query, limit, wanted or ResultFilter()))


def names(answer: SearchAnswer) -> list[str]:
    return [item.symbol or item.path for item in answer.items]


@pytest.mark.parametrize(
    ("query", "fits"),
    [
        ("xyzzy plugh frobnicate quux corge grault garply waldo fred thud wibble wobble item", False),
        ("how is the value added tax put on a price", True),
        ("frobnicate", True),  # a look-up, which the nearest names answer
        ("wibbleCartTotal", False),  # a name of several words, which occurs nowhere
        ("wibble_cart_total", False),
    ],
)
def test_a_question_that_nothing_fits_gets_a_warning(query: str, fits: bool) -> None:
    assert (NOTHING_FITS not in run(snapshot_of(SHOP), query).warnings) is fits


def test_only_results_that_may_answer_by_themselves_are_left() -> None:
    host = Host()
    host.use_model("two directions", 2)
    host.apply(files_of("=== tax.py\ndef with_tax(price): ...\n=== mail.py\ndef send(customer): ...\n"))
    host.add_vectors(
        [(key, np.array([1.0, 0.0] if "tax" in text else [0.1, 1.0])) for key, text in host.missing.items()]
    )
    context = context_of(host.snapshot(2), "how much is owed to the state", vector=np.array([1.0, 0.0], np.float32))
    assert len(search(context, Timings()).items) == 2, "the nearest, however far"
    assert [item.symbol for item in search_answering(context, Timings())] == ["tax.py::with_tax"]


def test_no_result_is_called_near_if_there_is_none() -> None:
    answer = run(snapshot_of(SHOP), "xyzzy plugh frobnicate", ResultFilter(include=("nowhere/**",)))
    assert (answer.items, NOTHING_FITS in answer.warnings) == ((), False)
    assert "No indexed file matches nowhere/**." in answer.warnings


def test_patterns_that_match_files_are_not_blamed() -> None:
    answer = run(snapshot_of(SHOP), "xyzzy plugh frobnicate", ResultFilter(include=("docs/",), kinds=("Class",)))
    assert (answer.items, [one for one in answer.warnings if "matches" in one]) == ((), [])


@pytest.mark.parametrize(("name", "fits"), [("zzzzqqqq", False), ("with_tax", True), ("with_tex", True)])
def test_a_name_that_nothing_resembles_gets_a_warning(name: str, fits: bool) -> None:
    host = Host()
    host.use_model("two directions", 2)
    host.apply(files_of("=== tax.py\ndef with_tax(price): ...\n=== mail.py\ndef send(customer): ...\n"))
    host.resolve()
    host.add_vectors([(key, np.array([0.1, 1.0])) for key in host.missing])
    answer = search(context_of(host.snapshot(2), name, vector=np.array([1.0, 0.0], np.float32)), Timings())
    assert answer.items
    assert (NOTHING_FITS not in answer.warnings) is fits


@pytest.mark.parametrize(
    ("query", "warning"),
    [
        ("wibbleCartTotal", NOTHING_FITS),
        ("how do I center an item?", NO_CONTEXT_NEEDED),
        (
            "xyzzy plugh frobnicate quux corge grault garply waldo fred item",
            "",
        ),  # its meaning may fit code without a vector
    ],
)
def test_what_the_text_index_knows_is_said_while_code_is_embedded(query: str, warning: str) -> None:
    host = Host()
    host.use_model("two directions", 2)
    host.apply(files_of(SHOP))
    host.resolve()
    answer = search(context_of(replace(host.snapshot(2), more_vectors=True), query), Timings())
    assert answer.items
    doubts = [one for one in answer.warnings if one in (NOTHING_FITS, NO_CONTEXT_NEEDED)]
    assert doubts == [warning] * bool(warning)
    assert answer.warnings[-1] == "Still indexing: semantic search covers 0% of the code."


def test_a_question_without_spaces_finds_comments_by_pairs_of_characters() -> None:
    found = run(
        snapshot_of("=== a.py\n# 当配置文件改变时重新加载\ndef reload(): ...\ndef stop(): ...\n"),
        "配置改变后哪里加载",
    )
    assert names(found)[0] == "a.py::reload"


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("Cart", "shop/cart.py::Cart"),
        ("Cart.total", "shop/cart.py::Cart.total"),
        ("with_tax", "shop/tax.py::with_tax"),
        ("MAX_ITEMS", "shop/cart.py::MAX_ITEMS"),
        ("DEFAULT_CURRENCY", "shop/cart.py::DEFAULT_CURRENCY"),
        ("how is the receipt mailed to a customer", "shop/mail.py::send_receipt"),
        ("where is value added tax added to a net price", "shop/tax.py::with_tax"),
        ("Cart.add", "shop/cart.py::Cart.add"),
        ("test_total_of_cart_includes_tax", "tests/test_cart.py::test_total_of_cart_includes_tax"),
    ],
)
def test_the_right_symbol_comes_first(query: str, first: str) -> None:
    assert names(run(snapshot_of(SHOP), query))[0] == first


def test_every_score_is_the_sum_of_its_named_parts() -> None:
    for item in run(snapshot_of(SHOP), "total price of the cart with tax").items:
        assert item.score == pytest.approx(sum(item.scores.values()), abs=1e-9)


def test_tests_and_documents_rank_below_the_code_they_are_about() -> None:
    found = names(run(snapshot_of(SHOP), "total of cart with tax"))
    code = found.index("shop/cart.py::Cart.total")
    assert all(found.index(name) > code for name in found if name.startswith(("tests/", "docs/")))


@pytest.mark.parametrize(
    ("wanted", "left"),
    [
        (ResultFilter(languages=("markdown",)), {"docs/cart.md"}),
        (ResultFilter(tests=False), {"shop/cart.py", "shop/tax.py", "shop/mail.py", "docs/cart.md"}),
        (ResultFilter(include=("shop/",)), {"shop/cart.py", "shop/tax.py", "shop/mail.py"}),
        (ResultFilter(exclude=("*.md", "tests/")), {"shop/cart.py", "shop/tax.py", "shop/mail.py"}),
        (ResultFilter(kinds=("Class",)), {"shop/cart.py"}),
        (ResultFilter(include=("nowhere/",)), set()),
    ],
)
def test_filters(wanted: ResultFilter, left: set[str]) -> None:
    assert {item.path for item in run(snapshot_of(SHOP), "cart total tax item customer", wanted).items} <= left
    assert bool(left) == bool(run(snapshot_of(SHOP), "cart total tax item customer", wanted).items)


def test_the_order_does_not_depend_on_the_order_of_indexing() -> None:
    files = files_of(SHOP)
    expected = run(snapshot_of(SHOP), "add an item to the cart")
    for seed in range(5):
        paths = sorted(files)
        random.Random(seed).shuffle(paths)  # noqa: S311  # a test's dice
        host = Host()
        for path in paths:
            host.apply({path: files[path]})
        host.resolve()
        answer = run(host.snapshot(len(files)), "add an item to the cart")
        assert answer.items == expected.items


def test_a_smaller_limit_gives_the_head_of_the_same_list() -> None:
    whole = run(snapshot_of(SHOP), "cart total tax item", limit=10)
    assert names(run(snapshot_of(SHOP), "cart total tax item", limit=3)) == names(whole)[:3]


def test_a_cancelled_search_stops() -> None:
    context = context_of(snapshot_of(SHOP), "cart")
    context.token.cancel()
    with pytest.raises(Cancelled):
        search(context, Timings())


def test_an_empty_workspace_answers_with_nothing() -> None:
    assert run(Host().snapshot(0), "anything at all").items == ()


@pytest.mark.parametrize(
    "wanted", [ResultFilter(languages=("markdown",)), ResultFilter(include=("docs/",)), ResultFilter(exclude=("*.py",))]
)
@pytest.mark.parametrize("has_vectors", [False, True])
def test_a_filter_finds_what_better_results_would_crowd_out(wanted: ResultFilter, has_vectors: bool) -> None:
    text = "".join(f"=== f{n}.py\ndef parse_config_{n}(config): return config.parse()\n" for n in range(300))
    host = Host()
    host.use_model("one direction", 2)
    host.apply(files_of(text + "=== docs/config.md\n# Notes\n\nOf configs, and of how they are read with care.\n"))
    if has_vectors:
        host.add_vectors([(key, np.array([1.0, "docs" not in text])) for key, text in host.missing.items()])
    query = "parse read" if has_vectors else "parse config"
    vector = np.array([1.0, 1.0], np.float32) if has_vectors else None
    answer = found(host.snapshot(301), SearchRequest(query, filter=wanted), vector=vector)
    assert [item.path for item in answer.items] == ["docs/config.md"]
    assert has_vectors == ("dense" in answer.items[0].scores)


@pytest.mark.parametrize("has_vectors", [False, True])
@pytest.mark.parametrize("kind", ["Enum", "EnumMember", "Constant"])
def test_a_kind_is_found_that_better_results_would_crowd_out(kind: str, has_vectors: bool) -> None:
    text = "".join(f"=== f{n}.py\ndef parse_config_{n}(config): return config.parse()\n" for n in range(300))
    host = Host()
    host.use_model("one direction", 2)
    host.apply(files_of(text + "=== other.py\nfrom enum import Enum\n\nclass Mode(Enum):\n    READ = 'with care'\n"))
    host.apply(files_of("=== limits.py\nMOST = 'to read'\n\ndef far(): ...\n"))
    if has_vectors:
        host.add_vectors([(key, np.array([1.0, text.startswith("f")])) for key, text in host.missing.items()])
    query = "parse config" if has_vectors else "parse config read"
    vector = np.array([1.0, 1.0], np.float32) if has_vectors else None
    items = found(host.snapshot(302), SearchRequest(query, filter=ResultFilter(kinds=(kind,))), vector=vector).items
    expected = {"Enum": "other.py::Mode", "EnumMember": "other.py::Mode.READ", "Constant": "limits.py::MOST"}
    assert [item.symbol for item in items] == [expected[kind]]
    assert ("dense" if has_vectors else "bm25") in items[0].scores


def test_a_look_up_finds_names_that_begin_like_it() -> None:
    found = run(snapshot_of(SHOP), "with").items  # no definition bears this name
    assert "prefix" in next(item for item in found if item.symbol == "shop/tax.py::with_tax").scores


@pytest.mark.parametrize("written", ["shop/mail.py", "./shop/mail.py", "Mail.py"])
def test_a_path_in_the_question_brings_the_definitions_of_the_file(written: str) -> None:
    found = run(snapshot_of(SHOP), f"what does {written} do?").items
    assert found[0].symbol == "shop/mail.py::send_receipt"
    assert "file" in found[0].scores


@pytest.mark.parametrize("written", ["ail.py", "p/mail.py", "other/mail.py"])
def test_a_path_means_files_by_whole_names(written: str) -> None:
    assert all("file" not in item.scores for item in run(snapshot_of(SHOP), f"what does {written} do?").items)


def test_an_answer_reports_its_coverage() -> None:
    files = files_of(SHOP)
    host = Host()
    host.apply(files)
    host.resolve()
    assert run(host.snapshot(len(files)), "cart").warnings == ()
    assert "50%" in run(host.snapshot(2 * len(files)), "cart").warnings[0]
    host.use_model("test-model", 4)
    assert "0% of the code" in run(host.snapshot(len(files)), "cart").warnings[0]


def test_a_missing_reranker_is_reported_on_request() -> None:
    answer = found(snapshot_of(SHOP), SearchRequest("cart", rerank=True))
    assert "reranker" in answer.warnings[0]


def test_the_filter_knows_tests_in_source_files() -> None:
    snapshot = snapshot_of("""
=== lib.rs
pub fn parse(text: &str) -> usize { text.len() }
mod tests {
    fn parse_counts() { assert_eq!(super::parse("ab"), 2); }
}
""")
    asked = "where is text parsed"
    assert "lib.rs::tests.parse_counts" in {item.symbol for item in run(snapshot, asked).items}
    left = {item.symbol for item in run(snapshot, asked, ResultFilter(tests=False)).items}
    assert "lib.rs::parse" in left
    assert "lib.rs::tests.parse_counts" not in left


def test_the_words_of_a_guessed_answer_find_code_that_the_question_does_not_name() -> None:
    snapshot, question = snapshot_of(SHOP), "where does the amount to pay come from?"
    plain = run(snapshot, question)
    guessed = found(snapshot, SearchRequest(question, hypothetical="def total(self): return sum(self.items) * tax"))
    assert guessed.query == plain.query, "the guess is no part of the question"
    assert "total" in names(guessed)[0]
    assert names(plain) != names(guessed)
