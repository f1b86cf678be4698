"""Recorded runs: writing, reading, and the errors for missing ones."""

from pathlib import Path

import pytest
from msgspec.structs import replace

import ctx_lsp
from ctx_lsp.evaluation.records import RecordError, Run, append_run, differing_settings, find_run, make_run, read_runs
from ctx_lsp.evaluation.run import EvalPlan, Setting, TaskReport
from ctx_lsp.settings import ModelSettings, Settings

REPORTS = [
    TaskReport("r", "1", "python", "easy", {"ndcg": 1 / 3, "tokens": 4000.0}),
    TaskReport("r", "2", "", "hard", {"ndcg": 0.0, "tokens": 12.0}),
]
PLAN = EvalPlan((Setting("without dense", ("dense",)), Setting("other")), k=5, budget=900)


def run_of(reports: list[TaskReport], settings: Settings = Settings()) -> Run:  # noqa: B008 - immutable
    return make_run(reports, PLAN, Path("/code"), "tasks.jsonl", settings, semantic=True)


def test_a_run_is_read_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "new" / "runs.jsonl"
    first, second = run_of(REPORTS), run_of(REPORTS[:1])
    append_run(first, file)
    append_run(second, file)
    assert read_runs(file) == [first, second]
    assert (first.setting, first.k, first.budget, first.version) == ("without dense", 5, 900, ctx_lsp.__version__)
    again = first.reports()
    assert [task.key for task in again] == ["r/1", "r/2"]
    assert again[0].figures == {"ndcg": pytest.approx(1 / 3, abs=1e-6), "tokens": 4000.0}
    assert [task.category for task in again] == ["easy", "hard"]


def test_a_figure_that_one_task_lacks_is_kept_as_lacking(tmp_path: Path) -> None:
    lacking = TaskReport("r", "3", "", "hard", {"ndcg": 1.0, "linesShown": 0.5})
    append_run(run_of([*REPORTS, lacking]), tmp_path / "runs.jsonl")
    (kept,) = read_runs(tmp_path / "runs.jsonl")
    assert kept.columns == ("ndcg", "tokens", "linesShown")
    assert [set(task.figures) for task in kept.reports()] == [{"ndcg", "tokens"}] * 2 + [{"ndcg", "linesShown"}]
    assert kept.reports()[2].figures == lacking.figures


def test_differing_settings_of_two_runs_are_named() -> None:
    first, second = run_of(REPORTS), run_of(REPORTS, Settings(model=ModelSettings("none")))
    assert differing_settings(first, first) == []
    assert differing_settings(first, second) == ["model.embedding"]
    assert differing_settings(first, replace(second, k=3)) == ["k", "model.embedding"]
    later = replace(first, settings=first.settings | {"search.later": "true"})
    assert differing_settings(first, later) == differing_settings(later, first) == ["search.later"]


def test_the_commit_is_that_of_the_programs_own_repository() -> None:
    in_repository = (Path(ctx_lsp.__file__).parents[1] / ".git").exists()
    assert len(run_of(REPORTS).commit) == (40 if in_repository else 0)


def test_a_run_is_found_by_the_beginning_of_its_id_or_as_the_last_of_a_file(tmp_path: Path) -> None:
    file, other = tmp_path / "runs.jsonl", tmp_path / "other.jsonl"
    first, second = run_of(REPORTS), run_of(REPORTS[:1])
    append_run(first, file)
    append_run(second, file)
    append_run(first, other)
    assert find_run(second.id, file) == second
    assert find_run(str(other), file) == first
    assert find_run(str(file), other) == second


@pytest.mark.parametrize("name", ["", "2", "nonsense"])
def test_an_ambiguous_run_is_rejected_with_the_known_ones(name: str, tmp_path: Path) -> None:
    file = tmp_path / "runs.jsonl"
    append_run(run_of(REPORTS), file)
    append_run(run_of(REPORTS[:1]), file)
    with pytest.raises(RecordError, match="no such run" if name == "nonsense" else "has the ids 2"):
        find_run(name, file)


def test_a_file_without_runs_is_reported(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("{}")
    with pytest.raises(RecordError, match="does not hold recorded runs"):
        read_runs(tmp_path / "text")
    with pytest.raises(RecordError, match="No such file"):
        find_run("1", tmp_path / "nothing")
    (tmp_path / "empty").write_text("")
    with pytest.raises(RecordError, match="no such run"):
        find_run(str(tmp_path / "empty"), tmp_path / "text")
