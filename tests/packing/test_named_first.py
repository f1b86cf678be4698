"""Packs about a symbol or files: what is named is shown whole before its neighbours, and counts if it can be read."""

from itertools import pairwise

import pytest

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.timings import Timings
from ctx_lsp.features.pack_seeds import seeds_of_files
from ctx_lsp.packing.assessment.shown_results import ShownCheck
from ctx_lsp.packing.candidates import PackSeeds
from ctx_lsp.packing.detail.growth import STEP_BYTES, with_growth
from ctx_lsp.packing.detail.levels import levels_of
from ctx_lsp.packing.detail.lines import Lines, covers
from ctx_lsp.packing.model import Pack, PackItem, PackOptions, ShownResults
from ctx_lsp.packing.pack import make_pack
from ctx_lsp.packing.pack_draft import PackInput
from ctx_lsp.retrieval.model import QueryAnalysis
from ctx_lsp.snapshot.snapshot import Snapshot
from tests.packing.checks import check_excerpts, check_growth
from tests.packing.shop import about, encoded, item
from tests.workspaces import snapshot_of, snapshot_of_package

HELPERS = 12
CALLS = "".join(f"\tif err := check{n}(key); err != nil {{\n\t\treturn err\n\t}}\n" for n in range(HELPERS))
CHECKS = "".join(
    f"// check{n} checks it.\nfunc check{n}(key string) error {{\n\treturn nil\n}}\n\n" for n in range(HELPERS)
)
STORE = snapshot_of(f"""
=== store.go
package store

// Put stores a value.
//
// It checks the key first, in {HELPERS} ways.
func Put(key string) error {{
{CALLS}
\t// All is well.
\treturn write(key)
}}

{CHECKS}
func write(key string) error {{
\treturn nil
}}
""")
PUT = "store.go::Put"
CALLED = CALLS.replace("\t", "").splitlines()


def about_files(snapshot: Snapshot, paths: list[str], budget: int, already_sent: tuple[PackItem, ...] = ()) -> Pack:
    found = seeds_of_files(snapshot, paths, 1, CancelToken()).seeds
    seeds = PackSeeds(found.core, found.partners)
    query = QueryAnalysis("Context for files", "change", (), ())
    inputs = PackInput(query, (), PackOptions(budget, dependency_depth=1), seeds, already_sent)
    return make_pack(snapshot, inputs, CancelToken(), Timings())


def test_the_body_of_a_named_symbol_comes_before_its_neighbours() -> None:
    whole = about(STORE, PUT, 4_096)
    assert whole.readiness.ready
    for budget in range(150, 900, 50):
        pack = about(STORE, PUT, budget)
        others = [one for one in pack.items if one.item.symbol != PUT]
        (own,) = (one for one in pack.items if one.item.symbol == PUT)
        assert own.level == "full" or not others, budget
        assert pack.shown.main == 0 or own.level in {"full", "folded"}
    enough = 60 + encoded(own.text)
    assert about(STORE, PUT, enough + 120).shown == ShownResults(1, 1)


def test_a_pack_is_not_ready_before_most_of_the_body_is_shown() -> None:
    for budget in range(100, 900, 20):
        pack = about(STORE, PUT, budget)
        shown = sum(line in pack.text.replace("\t", "").splitlines() for line in CALLED) / len(CALLED)
        assert pack.shown.main == 0 or shown >= 0.7, budget
        if pack.shown.main == 0:
            assert "most of its body is not shown" in pack.readiness.reason


def test_the_budget_that_is_advised_is_enough_and_not_much_more() -> None:
    networkx = snapshot_of_package("networkx")
    for name in ("from_pandas_edgelist", "to_pandas_adjacency", "from_numpy_array"):
        symbol = f"networkx/convert_matrix.py::{name}"
        first = about(networkx, symbol, 300, dependency_depth=1, include_tests=False)
        assert first.readiness.reason.startswith("raise the budget to ")
        advised = int(first.readiness.reason.split()[4].rstrip(":").replace(",", ""))
        second = about(networkx, symbol, advised, dependency_depth=1, include_tests=False)
        assert second.shown == ShownResults(1, 1)
        assert about(networkx, symbol, advised // 2, dependency_depth=1, include_tests=False).shown.main == 0


@pytest.mark.parametrize("paths", [["networkx/convert.py"], ["networkx/convert.py", "networkx/relabel.py"]])
def test_packs_for_files_are_ready_only_if_nearly_all_is_shown(paths: list[str]) -> None:
    networkx = snapshot_of_package("networkx")
    packs = [about_files(networkx, paths, budget) for budget in (200, 500, 1_000, 2_000, 4_096, 16_000, 60_000)]
    for pack in packs:
        assert encoded(pack.text) <= pack.tokens.budget
        check_excerpts(networkx, pack)
        if pack.shown.main < 0.9 * pack.shown.of:
            assert ", or name fewer files: " in pack.readiness.reason
            assert not pack.readiness.ready
    for poorer, richer in pairwise(packs):
        check_growth(poorer, richer)
    assert packs[0].shown.main < packs[-1].shown.main == packs[-1].shown.of


@pytest.mark.parametrize("sent", [False, True])
def test_a_larger_budget_loses_nothing_of_a_named_symbol(*, sent: bool) -> None:
    networkx = snapshot_of_package("networkx")
    known = about_files(networkx, ["networkx/relabel.py"], 1_500).items if sent else ()
    packs = [about_files(networkx, ["networkx/relabel.py"], budget, known) for budget in range(120, 6_000, 170)]
    for poorer, richer in pairwise(packs):
        assert encoded(poorer.text) <= poorer.tokens.budget
        check_growth(poorer, richer)
    assert len({pack.tokens.used for pack in packs}) > 5


def test_braces_comments_and_documentation_do_not_make_a_body_readable() -> None:
    put = item(STORE, PUT)
    text = STORE.files["store.go"].source.data.decode().splitlines()
    first, last = text.index("func Put(key string) error {"), text.index("\treturn write(key)")

    def check(*lines: tuple[int, int], hunks: Lines = ()) -> ShownCheck:
        return ShownCheck(STORE, {"store.go": lines}, {}, {"store.go": hunks} if hunks else {})

    braces = check((first - 3, first + 1), (last - 1, last), (last + 1, last + 2))
    assert not braces.has_body(put)
    assert braces.has_excerpt(put), "a comment may answer a question"
    brace = check((first, first + 1), (last + 1, last + 2))
    assert not brace.has_excerpt(put), "a brace does not"
    assert not check((first, last - 20)).has_body(put)
    assert check((first, last - 4)).has_body(put)
    assert check((last, last + 1), hunks=((last, last + 1),)).has_body(put), "of a change, the changed lines count"
    assert not check((first, last), hunks=((last, last + 1),)).has_body(put)
    assert check((first, last)).missing_tokens(put, len) < 100 < check((first, first + 1)).missing_tokens(put, len)


def test_levels_of_a_growing_body_are_nested_and_few() -> None:
    for count in (2, 40, 4_000):
        body = "".join(f"    step_{n}(value)\n" for n in range(count))
        entry = snapshot_of(f"=== a.py\ndef run(value):\n{body}").files["a.py"]
        plain = levels_of(entry, 0).ladder
        grown = with_growth(entry.source, plain)
        assert (grown[0], grown[-1]) == (plain[0], plain[-1])
        assert set(plain) <= set(grown)
        assert len(grown) < 60
        step = max(STEP_BYTES, plain[-1].size // 40)
        for smaller, larger in pairwise(grown[1:]):
            assert larger.size - smaller.size <= 2 * step
            assert covers(larger.lines, smaller.lines)
            assert smaller.size < larger.size
    assert with_growth(entry.source, plain[:1] + plain[-1:])[1].level == "excerpt"
