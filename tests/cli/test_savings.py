"""`ctx-lsp savings` as users run it, with a cache for the test alone."""

from datetime import date, timedelta
from pathlib import Path

import pytest

from ctx_lsp.cache.blob_store import today
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
    assert [one["command"] for one in told["commands"]] == ["ctx-lsp.contextForFiles", "ctx-lsp.query"]
    assert told["commands"][1]["used"] == pack["tokens"]["used"]


def test_the_oldest_week_is_whole(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CTX_LSP_CACHE_DIRECTORY", str(tmp_path))
    now = today()
    for age in range(22):
        book = SavingsBook(tmp_path, lambda age=age: now - age)  # type: ignore[misc]
        book.note(1, 10)
        book.write()
    for days in range(1, 15):
        _, *weeks, _ = run("savings", "--days", str(days), "--by", "week").out.splitlines()
        assert date.fromisoformat(weeks[-1].split()[0]) <= date.today() - timedelta(days - 1)
        assert [week.split()[1] for week in weeks[1:]] == ["7"] * (len(weeks) - 1)


def test_savings_are_shown_by_week_and_by_command_with_a_price(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CTX_LSP_CACHE_DIRECTORY", str(tmp_path))
    now = today()
    for age, command in ((0, "ctx-lsp.query"), (7, "ctx-lsp.query"), (7, "ctx-lsp.contextAt")):
        book = SavingsBook(tmp_path, lambda age=age: now - age)  # type: ignore[misc]
        book.note(100_000, 1_100_000, command)
        book.write()
    _, this_week, last_week, total = run("savings", "--days", "14", "--by", "week", "--price", "2.5").out.splitlines()
    monday = date.fromisoformat(this_week.split()[0])
    assert monday.weekday() == 0
    assert date.fromisoformat(last_week.split()[0]) == monday - timedelta(7)
    assert last_week.split()[1:] == ["2", "200,000", "2,200,000", "91%", "5.00"]
    assert total.split()[-1] == "7.50"
    heads, *rows, _ = run("savings", "--days", "14", "--by", "command").out.splitlines()
    assert heads.split()[0] == "command"
    assert [row.split()[:2] for row in rows] == [["ctx-lsp.contextAt", "1"], ["ctx-lsp.query", "2"]]
    told = run("savings", "--days", "14", "--price", "2.5", "--json").json
    assert (told["value"], [one["packs"] for one in told["weeks"]]) == (7.5, [1, 2])


def test_the_first_week_is_counted_from_its_monday_on(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CTX_LSP_CACHE_DIRECTORY", str(tmp_path))
    now = today()
    for age in range(14):
        book = SavingsBook(tmp_path, lambda age=age: now - age)  # type: ignore[misc]
        book.note(100, 1_000, "ctx-lsp.query")
        book.write()
    for days in range(1, 8):
        told = run("savings", "--days", str(days), "--json").json
        assert (told["packs"], len(told["days"])) == (days, days)
        first = date.fromisoformat(told["weeks"][-1]["date"])
        assert first.weekday() == 0
        assert told["weeks"][0]["packs"] == date.today().weekday() + 1
        if len(told["weeks"]) > 1:
            assert told["weeks"][-1]["packs"] == 7
