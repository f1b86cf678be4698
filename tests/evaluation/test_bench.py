"""Figures and edits of the benchmark. `tests/cli/test_bench.py` runs it as a whole."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import ctx_lsp
from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.system import peak_bytes, resident_bytes
from ctx_lsp.evaluation.bench.client import ServerClient
from ctx_lsp.evaluation.bench.edits import KINDS, by_file, by_symbol, edits_of
from ctx_lsp.evaluation.bench.figures import Spread, by_stage, ratio, spread
from ctx_lsp.evaluation.bench.freshness import freshness
from ctx_lsp.evaluation.bench.process import probe
from ctx_lsp.evaluation.bench.switch import switch
from ctx_lsp.retrieval.model import Item
from ctx_lsp.settings import CacheSettings, ModelSettings, Settings
from ctx_lsp.workspace import Analysis, Workspace

MEGABYTE = 1_000_000
TEXT_ONLY = Settings(model=ModelSettings("none"), cache=CacheSettings(enabled=False))
SHOP = """\
import prices
from shop import tax


def total(items):
    net = sum(items)
    gross = net * tax.rate()
    return gross
"""


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[Workspace]:
    (tmp_path / "shop.py").write_text(SHOP)
    (tmp_path / "prices.py").write_text("class Price:\n    pass\n\n\nclass Net(Price):\n    pass\n")
    workspace = Workspace([tmp_path], TEXT_ONLY)
    workspace.start()
    workspace.wait_ready()
    yield workspace
    workspace.close()


def test_a_spread_is_the_median_two_percentiles_and_the_highest() -> None:
    assert spread([float(ms) for ms in range(101)]) == Spread(50.0, 95.0, 99.0, 100.0, 101)


def test_the_spread_of_one_and_of_none() -> None:
    assert spread([7.0]) == Spread(7.0, 7.0, 7.0, 7.0, 1)
    assert spread([]) == Spread(0.0, 0.0, 0.0, 0.0, 0)


def test_a_ratio_to_nothing_is_zero() -> None:
    assert (ratio(3.0, 2.0), ratio(3.0, 0.0)) == (1.5, 0.0)


def test_a_stage_counts_the_answers_that_went_through_it_and_the_total_comes_last() -> None:
    stages = by_stage([{"total": 3.0, "embed": 2.0}, {"total": 5.0}, {"rerank": 9.0, "total": 12.0}])
    assert list(stages) == ["embed", "rerank", "total"]
    assert (stages["embed"].n, stages["total"].n, stages["total"].p50) == (1, 3, 5.0)


def test_measured_memory_grows_with_allocations() -> None:
    before = resident_bytes()
    block = b"x" * (200 * MEGABYTE)
    assert resident_bytes() - before == pytest.approx(len(block), rel=0.2)
    assert peak_bytes() >= 200 * MEGABYTE


EDITED = {
    "word": SHOP.replace("gross = net", "gross quizzaciouslya = net"),
    "statement": SHOP.replace("    gross =", "    quizzaciouslyb()\n    gross ="),
    "rename": SHOP.replace("def total", "def total_quizzaciouslyc"),
    "blank line": SHOP.replace("    gross =", "\n    gross ="),
    "import": SHOP.replace("import prices\n", "import quizzaciouslye\nimport prices\n"),
}


def test_each_kind_of_edit_changes_one_place(shop: Workspace) -> None:
    analysis = shop.analysis().result()
    total = _symbol(analysis, "shop.py::total")
    edits = edits_of(analysis, [total] * len(KINDS))
    assert {edit.kind: edit.source.data.decode() for edit in edits} == EDITED
    assert edits[list(KINDS).index("rename")].symbol == "shop.py::total_quizzaciouslyc"


def test_edits_by_file_go_to_another_file_each_and_those_by_symbol_to_every_symbol(shop: Workspace) -> None:
    analysis = shop.analysis().result()
    assert sorted(edit.path for edit in by_file(analysis, 10, CancelToken())) == ["prices.py", "shop.py"]
    found = [edit.path for edit in by_symbol(analysis, 10, CancelToken())]
    assert sorted(found) == ["prices.py", "prices.py", "shop.py"]


def test_edits_are_seen_and_taken_back(shop: Workspace) -> None:
    analysis = shop.analysis().result()
    edits = edits_of(analysis, [_symbol(analysis, "shop.py::total")] * len(KINDS))
    measured = freshness(shop, edits, semantic=False, token=CancelToken())
    assert (measured.stale, measured.lexical.n, measured.semantic.n) == (0, len(KINDS), 0)
    assert 0 < measured.applied.p50 < measured.lexical.p50
    assert 0 < measured.parse.p50 < measured.lexical.p50
    assert list(measured.by_kind) == list(KINDS)
    source = shop.analysis().result().source("shop.py")
    assert source is not None
    assert source.data.decode() == SHOP


def test_an_answer_that_does_not_show_the_edit_is_counted(shop: Workspace) -> None:
    analysis = shop.analysis().result()
    edit = edits_of(analysis, [_symbol(analysis, "shop.py::total")])[0]
    measured = freshness(shop, [edit, replace(edit, word="unwritten")], semantic=False, token=CancelToken())
    assert measured.stale == 1


def test_a_switch_changes_every_file_and_leaves_the_folder_alone(tmp_path: Path) -> None:
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "shop.py").write_text(SHOP)
    (folder / "other.py").write_text(SHOP.replace("total", "amount"))
    switched = switch(folder, TEXT_ONLY, 500, CancelToken())
    assert (switched.files, switched.there.stale, switched.back.stale) == (2, 0, 0)
    assert 0 < switched.there.fresh <= switched.there.embedded
    assert (folder / "shop.py").read_text() == SHOP


def test_nothing_of_the_folder_that_is_measured_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gzip.py").write_text("raise SystemExit('run')\n")
    (tmp_path / "ctx_lsp").mkdir()
    (tmp_path / "ctx_lsp/__init__.py").write_text("raise SystemExit('run')\n")
    monkeypatch.setenv("PYTHONPATH", str(Path(ctx_lsp.__file__).parents[1]))  # the product, from wherever
    monkeypatch.chdir(tmp_path)
    variables = {"CTX_LSP_MODEL_EMBEDDING": "none", "CTX_LSP_CACHE_ENABLED": "false"}
    assert probe("searchable", tmp_path, variables)["searchable"]["elapsed"] > 0
    with ServerClient(tmp_path, variables) as server:
        assert server.command("status")["versions"]


def _symbol(analysis: Analysis, symbol: str) -> Item:
    name = symbol.rpartition("::")[2].rpartition(".")[2]
    found = analysis.workspace_symbols(name, 100, CancelToken())
    return next(item for item in found if item.symbol == symbol)
