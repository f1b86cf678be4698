"""The benchmark run on a real package: it measures what it says it measures."""

import json
import sys
from pathlib import Path
from typing import Any

from tests.cli.conftest import Run

SHORT = ("--quick", "--samples", "5", "--edits", "20")
NOTHING = f'"{sys.executable}" -c pass {{path}}'  # a program that indexes nothing, at once


def test_bench_measures_a_small_package(run: Run, tenacity_root: Path) -> None:
    report = run("bench", tenacity_root, *SHORT, "--json", "--against", NOTHING, "--scale-files", "20").json
    files = [file for file in tenacity_root.rglob("*") if file.is_file()]
    assert report["files"] == len(files)
    assert report["symbols"] > 100
    assert report["cache"] > 100_000
    _check_starts(report)
    for kind in ("search", "query"):
        assert report[kind]["total"]["n"] == 5
        assert 0 < report[kind]["total"]["p50"] <= report[kind]["total"]["p95"] <= report[kind]["total"]["highest"]
    for edits in (report["editsBySymbol"], report["editsByFile"]):
        assert (edits["stale"], edits["lexical"]["n"], edits["semantic"]["n"]) == (0, 5, 5)
        assert 0 < edits["applied"]["p50"] <= edits["lexical"]["p50"] <= edits["semantic"]["p50"]
    assert report["switch"]["there"]["stale"] == report["switch"]["back"]["stale"] == 0
    assert [(one["files"], one["edits"]["stale"]) for one in report["scale"]] == [(20, 0)]
    assert report["contest"]["ratio"] > 1, "nothing is faster than doing nothing"
    assert json.dumps(report["ratios"]).count(":") == 5


def _check_starts(report: Any) -> None:  # noqa: ANN401 - decoded JSON
    for start in (report["server"]["cold"], report["server"]["warm"]):
        assert 0 < start["initialized"] < start["searchable"] <= start["embedded"]
        assert start["resident"] > 10_000_000
    assert report["server"]["warm"]["embedded"] < report["server"]["cold"]["embedded"]
    assert report["server"]["idle"] < 0.5
    assert 0 < report["server"]["loop"]["ping"]["p50"] < report["server"]["loop"]["edit"]["highest"]
    assert report["server"]["memory"]["edits"] == 20
    assert report["server"]["memory"]["after"] > 10_000_000


def test_bench_as_text_names_every_measure(run: Run, tenacity_root: Path) -> None:
    ran = run("bench", tenacity_root, "--quick", "--samples", "1", "--edits", "1")
    assert ran.code == 0, ran.err
    for measure in (
        "files", "lines", "chunks", "searchable", "embedded", "an answer from text and graph", "an answer by meaning",
        "one parse", "switch of", "a ping behind an edit", "memory", "idle CPU", "query: total", "stale answers",
    ):  # fmt: skip
        assert measure in ran.out


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
