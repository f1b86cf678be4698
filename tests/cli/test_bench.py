"""The benchmark, run once on real code for all tests: the report has every measurement that it names."""

import json
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ctx_lsp.cli.bench_output import show_bench
from ctx_lsp.evaluation.bench.bench import BenchReport
from ctx_lsp.models.reranker import BUNDLED_FOLDER
from tests.cli.conftest import Ran, Run

SHORT = ("--quick", "--samples", "3", "--edits", "8")
NOTHING = f'"{sys.executable}" -c pass {{path}}'  # a program that indexes nothing, at once
FILES = ("nap.py", "stop.py", "wait.py")


@pytest.fixture(scope="module")
def ran(run: Run, tenacity_root: Path, tmp_path_factory: pytest.TempPathFactory) -> Ran:
    """The benchmark of three files of a real package."""
    folder = tmp_path_factory.mktemp("bench")
    for name in FILES:
        shutil.copy(tenacity_root / "tenacity" / name, folder)
    return run("bench", folder, *SHORT, "--json", "--against", NOTHING, "--scale-files", "4", "--graph-lines", "400")


def test_bench_measures_a_small_folder(ran: Ran) -> None:
    report = ran.json
    assert report["files"] == len(FILES)
    assert report["symbols"] > 30
    assert report["cache"] > 50_000
    _check_starts(report)
    for kind in ("search", "query"):
        assert report[kind]["total"]["n"] == 3
        assert 0 < report[kind]["total"]["p50"] <= report[kind]["total"]["p95"] <= report[kind]["total"]["highest"]
    assert bool(report["reranked"]) == BUNDLED_FOLDER.is_dir()
    for edits in (report["editsBySymbol"], report["editsByFile"]):
        assert (edits["stale"], edits["lexical"]["n"], edits["semantic"]["n"]) == (0, 3, 3)
        assert 0 < edits["applied"]["p50"] <= edits["lexical"]["p50"] <= edits["semantic"]["p50"]
    assert report["switch"]["there"]["stale"] == report["switch"]["back"]["stale"] == 0
    assert [(one["files"], one["edits"]["stale"]) for one in report["scale"]] == [(4, 0)]
    (graph,) = report["graph"]
    assert 150 <= graph["cost"]["lines"] <= 800
    assert graph["cost"]["edges"] > 30
    assert 0 < graph["toFacts"] < 2, "the graph is no more than twice the work of reading the files"
    assert report["coldStartComparison"]["ratio"] > 1, "nothing is faster than doing nothing"
    assert json.dumps(report["ratios"]).count(":") == 5


def _check_starts(report: Any) -> None:  # noqa: ANN401 - decoded JSON
    for start in (report["server"]["cold"], report["server"]["warm"]):
        assert 0 < start["initialized"] < start["searchable"] <= start["embedded"]
        assert start["resident"] > 10_000_000
    assert report["server"]["idle"] < 0.5
    loop = report["server"]["loop"]
    assert 0 < loop["ping"]["p50"] < loop["edit"]["highest"]
    assert (loop["edit"]["n"], loop["rename"]["n"]) == (30 * len(FILES), 5 * len(FILES))
    assert loop["rename"]["p50"] > loop["ping"]["p50"], "hundreds of edits are more than none"
    assert report["server"]["memory"]["edits"] == 8
    assert report["server"]["memory"]["after"] > 10_000_000


def test_bench_as_text_names_every_measure_and_explains_it(ran: Ran, capsys: pytest.CaptureFixture[str]) -> None:
    report = _in_snake_case(ran.json)
    show_bench(msgspec.convert(report, BenchReport), as_json=False)
    shown = capsys.readouterr().out
    for measure in (
        "files", "lines", "chunks", "searchable", "embedded", "an answer from text and graph",
        "an answer of semantic search", "one parse", "switch of", "a ping behind an edit",
        "a message that edits each line", "memory", "idle CPU", "query: total", "stale answers", "ours / theirs",
        "copies without",
    ):  # fmt: skip
        assert measure in shown
    tables = shown.split("\n\n")[1:]
    heads = [table.splitlines()[1] for table in tables[1:]]
    assert all(table.splitlines()[0].endswith(".") for table in tables[1:]), "a sentence stands over each table"
    assert all("p50" in head for head in heads if "(ms)" in head and "copies" not in head)


def _in_snake_case(plain: Any) -> Any:  # noqa: ANN401 - decoded JSON
    if isinstance(plain, dict):
        return {re.sub("[A-Z]", lambda one: f"_{one[0].lower()}", k): _in_snake_case(v) for k, v in plain.items()}
    return list(map(_in_snake_case, plain)) if isinstance(plain, list) else plain


def test_bench_reports_progress_without_a_terminal(ran: Ran) -> None:
    assert "… warm queries\n" in ran.err


def test_bench_of_an_empty_folder_is_a_problem(run: Run, tmp_path: Path) -> None:
    ran = run("bench", tmp_path)
    assert (ran.code, ran.out) == (1, "")
    assert "nothing to measure" in ran.err


def test_a_rival_that_does_not_name_the_folder_or_fails_is_a_problem(run: Run, tmp_path: Path) -> None:
    assert "{path}" in run("bench", tmp_path, "--against", "true").err
    (tmp_path / "a.py").write_text("def f(): pass\n")
    ran = run("bench", tmp_path, "--against", f'"{sys.executable}" -c "raise SystemExit(3)" {{path}}')
    assert ran.code == 1
    assert "ended with 3" in ran.err
