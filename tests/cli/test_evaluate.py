"""`ctx-lsp eval` as users run it: its output, its records, and its errors for tasks that it cannot score."""

import json
from pathlib import Path
from typing import Any

import pytest

from ctx_lsp.workspace import CHANNELS, PARTS
from tests.cli.conftest import Run

OTHERS = [channel for channel in CHANNELS if channel != "dense"]
WAIT = {"symbol": "wait_exponential", "locations": [{"path": "src/tenacity/wait.py", "line": 1}]}
TASKS = [
    {"id": "1", "query": "wait_exponential", "category": "symbol", "relevant": [WAIT]},
    {"id": "2", "query": "wait_exponential", "category": "impossible", "relevant": [{"path": "no/such/file"}]},
    {"id": "3", "query": "elsewhere", "repo": "other", "relevant": [{"path": "no/such/file"}]},
]


def written(file: Path, tasks: list[Any]) -> Path:
    file.write_text("".join(json.dumps(task) + "\n" for task in tasks), "utf-8")
    return file


@pytest.fixture
def tasks(tmp_path: Path) -> Path:
    return written(tmp_path / "tasks.jsonl", TASKS)


def mean(group: Any, figure: str) -> float:  # noqa: ANN401 - decoded JSON
    found = group["figures"][figure]
    assert found["low"] <= found["mean"] <= found["high"]
    return float(found["mean"])


def test_eval_scores_tasks_by_category(run: Run, tenacity_root: Path, tasks: Path) -> None:
    arguments = ["eval", tenacity_root, tasks, "--prefix", "src/", "--repo", ""]
    ran = run(*arguments, "--json")
    report = ran.json["report"]
    assert [(group["name"], mean(group, "ndcg"), mean(group, "packRecall")) for group in report["categories"]] == [
        ("impossible", 0.0, 0.0),
        ("symbol", 1.0, 1.0),
    ]
    assert mean(report["total"], "mrr") == 0.5
    assert mean(report["total"], "completeness") > 0.5
    assert 100 < mean(report["total"], "tokens") <= 4096
    assert all(report["total"]["times"][name]["n"] == 2 for name in ("searchMs", "packMs"))
    assert "no/such/file is not in the index, and 1 task(s) expect it" in ran.err
    assert "wait.py" not in ran.err
    heads = [line.split()[0] for line in run(*arguments).out.splitlines() if line and line[0].isalpha()]
    assert [head for head in heads if head in ("total", "impossible", "symbol")] == [
        "total",
        "impossible",
        "symbol",
    ] * 2


def test_decisive_lines_are_scored_with_the_other_figures(run: Run, tenacity_root: Path, tmp_path: Path) -> None:
    wanted = {"path": "tenacity/wait.py", "lines": ["result = self.multiplier * exp"]}
    tasks = [{"id": "lines", "query": "wait_exponential", "relevant": [wanted]}, *TASKS[:1]]
    arguments = ["eval", tenacity_root, written(tmp_path / "lines.jsonl", tasks), "--no-semantic"]
    total = run(*arguments, "--json").json["report"]["total"]
    assert [mean(total, name) for name in ("linesShown", "allShown", "linesRanked", "allRanked")] == [1.0] * 4
    head, row = run(*arguments).out.split("Decisive lines")[1].splitlines()[1:3]
    assert head.split("  ")[0] == ""
    assert "lines shown" in head
    assert "all ranked" in head
    assert row.split()[:2] == ["total", "1.000"]
    assert "Decisive lines" not in run(*arguments, "--budget", "0").out


def test_each_part_is_compared_with_all_of_them(run: Run, tenacity_root: Path, tasks: Path) -> None:
    arguments = ("--prefix", "src/", "--repo", "", "--budget", "0", "--ablate", "all", "--no-semantic", "--json")
    found = run("eval", tenacity_root, tasks, *arguments).json
    assert [one["after"] for one in found["ablation"]] == [
        *(f"without {part}" for part in PARTS),
        "channels alone",
        "bm25 alone",
    ]
    assert all(one["tasks"] == 2 and one["differences"][0]["before"] == 0.5 for one in found["ablation"])
    assert "packRecall" not in found["report"]["total"]["figures"]


def test_two_settings_are_compared_in_one_run(run: Run, tenacity_root: Path, tasks: Path) -> None:
    switches = ("--prefix", "src/", "--repo", "", "--no-semantic", "--without", "dense")
    ran = run("eval", tenacity_root, tasks, *switches, "--against-without", ",".join(OTHERS))
    assert f"2 tasks: from without dense to without dense, {', '.join(OTHERS)}" in ran.out
    (change,) = [line for line in ran.out.splitlines() if line.startswith("NDCG")]
    assert change.split()[1:4] == ["2", "0.500", "0.000"], "nothing is left to find a name by"


def test_runs_are_kept_and_compared(run: Run, tenacity_root: Path, tasks: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept" / "runs.jsonl"
    common = ("eval", tenacity_root, tasks, "--prefix", "src/", "--repo", "", "--no-semantic", "--runs", kept)
    assert "recorded as" in run(*common, "--record").err
    run(*common, "--record", "--without", ",".join(CHANNELS))
    first, second = (json.loads(line) for line in kept.read_text("utf-8").splitlines())
    assert (first["setting"], first["tasks"], len(first["rows"])) == ("all parts", "tasks.jsonl", 2)
    compared = run("eval", "--compare", first["id"], second["id"], "--runs", kept, "--json").json
    ndcg = compared["differences"][0]
    assert (ndcg["figure"], ndcg["before"], ndcg["after"], ndcg["better"], ndcg["worse"]) == ("ndcg", 0.5, 0.0, 0, 0.5)
    same = run("eval", "--compare", kept, second["id"], "--runs", kept)
    assert "+0.000 (+0.000 to +0.000)" in same.out, "the last run of a file is the second"
    unknown = run("eval", "--compare", first["id"], "nonsense", "--runs", kept)
    assert (unknown.code, unknown.out) == (1, "")
    assert "no such run" in unknown.err


def test_several_repositories_are_evaluated_each_by_its_own_tasks(run: Run, tmp_path: Path) -> None:
    for name in ("red", "blue"):
        (tmp_path / f"x-{name}" / "src").mkdir(parents=True)
        (tmp_path / f"x-{name}" / "src" / "paint.py").write_text(f"def {name}(): ...\n")
    (tmp_path / "roots.json").write_text('{"x-red": {"root": "src", "commit": "0"}}')
    tasks = [
        {"id": "1", "repo": name, "language": "python", "query": name, "relevant": [{"path": "src/paint.py"}]}
        for name in ("red", "blue", "green")
    ]
    file = written(tmp_path / "tasks.jsonl", tasks)
    ran = run("eval", tmp_path, file, "--folders", "x-{repo}", "--roots", tmp_path / "roots.json", "--json")
    repositories = ran.json["report"]["repositories"]
    assert [(group["name"], mean(group, "ndcg")) for group in repositories] == [("blue", 1.0), ("red", 1.0)]
    assert "skipping green" in ran.err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--without", "nonsense"], "'nonsense' is not a part of the ranking; the parts are bm25"),
        (["--ablate", ","], "',' is not a part of the ranking"),
        (["--budget", "50"], "expected 0, or 100 or more"),
        (["-k", "0"], "0 is not in the range"),
    ],
)
def test_a_command_that_cannot_run_is_a_usage_error(
    run: Run, tasks: Path, arguments: list[str], complaint: str
) -> None:
    ran = run("eval", tasks.parent, tasks, *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert complaint in ran.err


def test_without_tasks_there_must_be_runs_to_compare(run: Run) -> None:
    for arguments, complaint in (((), "give PATH and TASKS.jsonl"), ((".",), "has no .ctx-lsp/eval.jsonl; add a task")):
        ran = run("eval", *arguments)
        assert (ran.code, ran.out) == (2, "")
        assert complaint in " ".join(ran.err.split())


def test_a_task_without_a_repository_has_no_folder_of_its_own(run: Run, tasks: Path) -> None:
    ran = run("eval", tasks.parent, tasks, "--folders", "{repo}")
    assert (ran.code, ran.out) == (1, "")
    assert "names no `repo`" in ran.err
