"""Primary results, other candidates, and their roles and relations."""

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.packing.candidates import MAX_HEADING, MAX_MAIN, Candidate, collect
from ctx_lsp.packing.model import PackOptions
from ctx_lsp.retrieval.model import Item
from tests.packing.shop import SHOP, item
from tests.workspaces import snapshot_of

PRICE, TAX, RATE = "shop/cart.py::Cart.price", "shop/tax.py::with_tax", "shop/tax.py::Rate"
TEST = "tests/test_cart.py::test_an_empty_cart_costs_nothing"


def candidates(*ranked: Item, options: PackOptions | None = None) -> dict[str, Candidate]:
    found = collect(SHOP, ranked, options or PackOptions(), CancelToken())
    assert len({one.key for one in found}) == len(found)
    return {one.key: one for one in found}


def test_results_near_the_best_are_the_core() -> None:
    found = candidates(item(SHOP, PRICE, 2.0), item(SHOP, RATE, 1.0), item(SHOP, "shop/cart.py::LIMIT", 0.9))
    assert [key for key, one in found.items() if one.core] == [PRICE, RATE]
    assert found["shop/cart.py::LIMIT"].role == "primary"
    assert found["shop/cart.py::LIMIT"].relevance == 0.45


def test_the_core_is_small() -> None:
    workspace = snapshot_of("=== a.py\n" + "".join(f"def f{n}(): pass\n" for n in range(30)))
    ranked = [item(workspace, f"a.py::f{n}") for n in range(30)]
    found = collect(workspace, ranked, PackOptions(), CancelToken())
    assert [one.core for one in found] == [True] * MAX_MAIN + [False] * (30 - MAX_MAIN)


def test_a_result_twice_counts_once_at_its_better_place() -> None:
    found = candidates(item(SHOP, PRICE, 2.0), item(SHOP, RATE, 1.5), item(SHOP, PRICE, 1.0))
    assert list(found)[:2] == [PRICE, RATE]
    assert found[PRICE].relevance == 1.0


def test_scores_below_zero_do_no_harm() -> None:
    found = candidates(item(SHOP, PRICE, -1.0), item(SHOP, RATE, -2.0))
    assert found[PRICE].core
    assert all(0.0 <= one.relevance <= 1.0 for one in found.values())


def test_partners_have_their_path_and_the_completed_needs() -> None:
    found = candidates(item(SHOP, PRICE))
    tax = found[TAX]
    assert (tax.role, tax.relation, tax.short_relation) == ("dependency", f"calls ← {PRICE}", "calls ← Cart.price")
    assert (tax.name, tax.origins, tax.core) == ("with_tax", (PRICE,), False)
    assert found[RATE].origins == (TAX, PRICE)
    assert found[RATE].need == 0.0 < tax.need
    assert round(sum(one.need for one in found.values()), 9) == 1.0


def test_a_lesser_result_that_the_graph_leads_to_tells_its_way_and_does_not_wait() -> None:
    alone = candidates(item(SHOP, PRICE))[TAX]
    both = candidates(item(SHOP, PRICE, 1.0), item(SHOP, TAX, 0.2))[TAX]
    assert (both.role, both.relation, both.origins) == (alone.role, alone.relation, ())
    assert both.relevance > alone.relevance > 0.2


def test_unwanted_tests_are_dropped_unless_nothing_else_is_left() -> None:
    unwanted = PackOptions(include_tests=False)
    assert TEST not in candidates(item(SHOP, TEST, 2.0), item(SHOP, RATE, 1.0), options=unwanted)
    assert TEST in candidates(item(SHOP, TEST, 2.0), options=unwanted)


def test_chunks_are_named_by_their_place() -> None:
    chunk = Item("shop/tax.py", 0, 10, None, "File", "python", "", 1.0, {})
    assert list(candidates(chunk)) == ["shop/tax.py:0-10"]


def test_a_section_of_a_document_is_labelled_by_its_own_heading() -> None:
    book = snapshot_of(
        f"=== book.md\n# Guide\n\n## Set up\n\n### Windows\n\nRun it.\n\n### {'Very ' * 30}long\n\nEnd.\n"
    )
    ranked = [item(book, one.id) for one in book.files["book.md"].definitions]
    labels = [one.name for one in collect(book, ranked, PackOptions(), CancelToken())]
    assert labels[:3] == ["Guide", "Set up", "Windows"]
    assert labels[3].endswith("Very…")
    assert len(labels[3]) <= MAX_HEADING + 1
