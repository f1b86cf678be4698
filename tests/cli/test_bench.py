"""The benchmark run on a real package: it measures what it says it measures."""

from pathlib import Path

from tests.cli.conftest import Run


def test_bench_measures_a_small_package(run: Run, tenacity_root: Path) -> None:
    report = run("bench", tenacity_root, "--samples", "5", "--json").json
    files = [file for file in tenacity_root.rglob("*") if file.is_file()]
    assert report["files"] == len(files)
    assert report["symbols"] > 100
    assert 0 < report["cold"]["searchable"] < report["cold"]["embedded"]
    assert report["cached"]["embedded"] < report["cold"]["embedded"]
    for kind in ("search", "query"):
        assert report[kind]["total"]["n"] == 5
        assert 0 < report[kind]["total"]["p50"] <= report[kind]["total"]["p95"]
    assert report["editToFresh"]["n"] == 5
    assert report["stale"] == 0
    assert 10_000_000 < report["resident"] <= report["peak"]
    assert report["cache"] > 100_000


def test_bench_as_text_names_every_measure(run: Run, tenacity_root: Path) -> None:
    text = run("bench", tenacity_root, "--samples", "2").out
    for measure in ("files", "lines", "chunks", "searchable", "embedded", "edit: to fresh answer", "memory", "cache"):
        assert measure in text


def test_bench_of_an_empty_folder_is_a_problem(run: Run, tmp_path: Path) -> None:
    ran = run("bench", tmp_path)
    assert (ran.code, ran.out) == (1, "")
    assert "nothing to measure" in ran.err
