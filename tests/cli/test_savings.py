"""`ctx-lsp savings` as users run it, with a cache for the test alone."""

from pathlib import Path

import pytest

from ctx_lsp.cache.savings_book import SavingsBook
from tests.cli.conftest import Run


def test_savings_are_shown_by_day(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CTX_LSP_CACHE_DIRECTORY", str(tmp_path))
    assert run("savings").out.split()[-5:] == ["total", "0", "0", "0", "0%"]
    book = SavingsBook(tmp_path)
    book.note(1_500, 10_000)
    book.note(500, 10_000)
    book.write()
    head, day, total = run("savings", "--days", "2").out.splitlines()
    assert head.split("  ")[0] == "day"
    assert day.split()[1:] == total.split()[1:] == ["2", "2,000", "20,000", "90%"]
    told = run("savings", "--days", "2", "--json").json
    assert (told["packs"], told["used"], told["baseline"], told["savings"], told["kept"]) == (
        2,
        2_000,
        20_000,
        0.9,
        True,
    )
    assert [one["date"] for one in told["days"]] == [day.split()[0]]


def test_packs_of_the_command_line_count(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CTX_LSP_CACHE_DIRECTORY", str(tmp_path / "cache"))
    monkeypatch.setenv("CTX_LSP_MODEL_EMBEDDING", "none")
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "tax.py").write_text("def with_tax(net):\n    return net * 1.19\n")
    pack = run("query", tmp_path / "shop", "with_tax", "--json").json
    run("context", tmp_path / "shop", "tax.py")
    told = run("savings", "--json").json
    assert told["packs"] == 2
    assert told["used"] > pack["tokens"]["used"]
