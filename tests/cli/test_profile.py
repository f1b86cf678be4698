"""`ctx-lsp bench --profile` and `--record` on real code in two languages."""

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Ran, Run

FILES = ("nap.py", "stop.py", "wait.py")


@pytest.fixture(scope="module")
def folder(tenacity_root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three files of a real package, and one in another language."""
    made = tmp_path_factory.mktemp("profiled")
    for name in FILES:
        shutil.copy(tenacity_root / "tenacity" / name, made)
    (made / "sleep.ts").write_text("export function nap(seconds: number): number {\n  return seconds * 1000;\n}\n")
    return made


@pytest.fixture(scope="module")
def ran(run: Run, folder: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Ran, Path]:
    """A profile that was recorded to a file."""
    file = tmp_path_factory.mktemp("record") / "ratios.jsonl"
    return run("bench", folder, "--profile", "--record", file, "--json"), file


def test_a_cold_start_is_divided_by_stage_and_language(ran: tuple[Ran, Path]) -> None:
    report = ran[0].json
    cold = report["coldStart"]
    assert cold["events"] == {"python": 3, "typescript": 1}
    assert {"reading", "parsing", "queries", "references", "terms", "tables", "edges"} <= set(cold["stages"])
    assert set(cold["stages"]["parsing"]) == {"python", "typescript"}
    assert cold["stages"]["parsing"]["python"] > cold["stages"]["parsing"]["typescript"]
    assert abs(cold["total"] - sum(sum(one.values()) for one in cold["stages"].values())) < 0.01


def test_edits_and_questions_have_their_stages(ran: tuple[Ran, Path]) -> None:
    report = ran[0].json
    assert sum(report["edits"]["events"].values()) == 1, "the first three of four warm up"
    assert {"parsing", "references", "edges"} <= set(report["edits"]["stages"])
    assert "loading" not in {name for name, one in report["edits"]["stages"].items() if sum(one.values()) > 0.5}
    assert {"bm25", "ranking", "rendering", "other"} <= set(report["questions"]["stages"])
    assert set(report["questions"]["events"]) == {"python", "typescript"}


def test_ratios_are_appended_line_by_line_without_paths(ran: tuple[Ran, Path], run: Run, folder: Path) -> None:
    first, file = ran
    table = run("bench", folder, "--record", file).out
    assert "cold start / parse of all files" in table
    records = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(records) == 2
    assert records[0]["coldStartToParse"] == round(first.json["ratios"]["coldStartToParse"], 4) > 1
    assert records[0]["editToParse"] > 0
    assert {one["folder"] for one in records} == {folder.name}
    assert str(folder.parent) not in file.read_text()
    if shutil.which("semble") is None:
        assert [one["coldStartToSemble"] for one in records] == [None, None]


def test_a_folder_without_symbols_is_an_error(run: Run, tmp_path: Path) -> None:
    failed = run("bench", tmp_path, "--profile")
    assert failed.code == 1
    assert "no symbol was found" in failed.err
