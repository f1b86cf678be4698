"""`ctx-lsp eval --rephrase` as users run it: tables, JSON, and errors for files that do not match the tasks."""

import json
from pathlib import Path
from typing import Any

import pytest

from ctx_lsp.workspace import CHANNELS
from tests.cli.conftest import Run

CODE = {
    "price.py": "def total_price(items):\n    '''Add up the prices of all items.'''\n    return sum(items)\n",
    "mail.py": "def send_mail(address):\n    '''Send a message to an address.'''\n    return address\n",
}
TASKS = [
    {"id": "1", "query": "total_price", "repo": "shop", "relevant": [{"path": "src/price.py"}]},
    {"id": "2", "query": "send a message", "repo": "shop", "relevant": [{"path": "src/mail.py"}]},
    {"id": "3", "query": "send_mail", "repo": "shop", "relevant": [{"path": "src/mail.py"}]},
    {"id": "4", "query": "elsewhere", "repo": "other", "relevant": [{"path": "src/other.py"}]},
]
PHRASINGS = [
    {"id": "1", "query": "total_price", "phrasings": {"noun": "total price", "wrong": "send_mail"}},
    {"id": "2", "query": "send a message", "phrasings": {"noun": "message sending"}},
]
MAILS = {"id": "2", "query": "send a mail", "phrasings": {"noun": "mails"}}


def written(file: Path, lines: list[Any]) -> Path:
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return file


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the repository `shop`, its tasks, and phrasings of two of them."""
    (tmp_path / "shop").mkdir()
    for name, code in CODE.items():
        (tmp_path / "shop" / name).write_text(code, "utf-8")
    written(tmp_path / "tasks.jsonl", TASKS)
    written(tmp_path / "phrasings.jsonl", PHRASINGS)
    return tmp_path


def arguments(folder: Path, *others: str) -> list[str | Path]:
    switches = ("--rephrase", folder / "phrasings.jsonl", "--no-semantic", "-k", "1")
    return ["eval", folder / "shop", folder / "tasks.jsonl", "--prefix", "src/", *switches, *others]


def test_forms_are_compared_with_the_original_wording(run: Run, folder: Path) -> None:
    ran = run(*arguments(folder, "--repo", "shop", "--json"))
    found = ran.json
    assert (found["k"], found["leftOut"]) == (1, 1)
    assert "1 of 3 task(s) have no phrasings and are left out" in ran.err
    report = found["report"]
    figures = [
        (group["form"], group["tasks"], group["overlap"]["mean"], ndcg["before"], ndcg["after"], ndcg["change"]["mean"])
        for group in (report["total"], *report["forms"])
        for ndcg in group["differences"][:1]
    ]
    assert figures == [
        ("total", 2, 0.75, 1.0, 0.75, -0.25),
        ("noun", 2, 1.0, 1.0, 1.0, 0.0),
        ("wrong", 1, 0.0, 1.0, 0.0, -1.0),
    ]
    change = report["total"]["differences"][0]["change"]
    assert (change["low"], change["high"]) == (-0.5, 0.0)
    assert [(one["original"]["id"], one["form"], one["query"]) for one in report["phrasings"]] == [
        ("1", "noun", "total price"),
        ("1", "wrong", "send_mail"),
        ("2", "noun", "message sending"),
    ]
    assert report["phrasings"][1]["rephrased"]["figures"]["overlap"] == 0.0


def test_a_table_has_a_row_for_each_form_and_for_all(run: Run, folder: Path) -> None:
    ran = run(*arguments(folder, "--repo", "shop"))
    heads, *rows = ran.out.partition("\n\n")[2].splitlines()
    assert heads.split() == ["tasks", "overlap@1", "NDCG@1", "rephrased", "change", "better", "worse"]
    assert [row.split()[:2] for row in rows] == [["total", "2"], ["noun", "2"], ["wrong", "1"]]
    assert rows[2].split()[-2:] == ["0%", "100%"], "the only task got worse"


def test_each_repository_has_its_folder(run: Run, folder: Path) -> None:
    written(folder / "tasks.jsonl", [task | {"relevant": [{"path": "price.py"}]} for task in TASKS])
    written(folder / "phrasings.jsonl", [*PHRASINGS, {"id": "4", "query": "elsewhere", "phrasings": {"noun": "x"}}])
    switches = ("--rephrase", folder / "phrasings.jsonl", "--folders", "{repo}", "--no-semantic", "--json")
    ran = run("eval", folder, folder / "tasks.jsonl", *switches)
    assert ran.json["report"]["total"]["tasks"] == 2
    assert "skipping other: there is no folder" in ran.err


def test_phrasings_of_unknown_tasks_are_named(run: Run, folder: Path) -> None:
    written(folder / "phrasings.jsonl", [*PHRASINGS, *(MAILS | {"id": f"u{number}"} for number in range(7))])
    ran = run(*arguments(folder, "--json"))
    assert "phrasings.jsonl has phrasings of tasks that tasks.jsonl lacks: u0, u1, u2, u3, u4 and 2 more" in ran.err
    assert ran.json["report"]["total"]["tasks"] == 2


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ([PHRASINGS[0], MAILS], "line 2: the file is for other tasks: '2' asks 'send a mail' here"),
        ([PHRASINGS[0], PHRASINGS[0]], "line 2: a second line for the task '1'"),
        ([{"id": "1", "query": "total_price"}], "line 1: Object missing required field `phrasings`"),
        ([MAILS | {"id": "unknown"}], "phrasings.jsonl: no task to run"),
        ([], "phrasings.jsonl: no task to run"),
    ],
)
def test_a_file_that_does_not_fit_is_a_problem(run: Run, folder: Path, lines: list[Any], complaint: str) -> None:
    written(folder / "phrasings.jsonl", lines)
    ran = run(*arguments(folder))
    assert (ran.code, ran.out) == (1, "")
    assert complaint in ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    "unfit",
    [
        ["--history", "3"],
        ["--ablate", "all"],
        ["--against-without", "dense"],
        ["--record"],
        ["--compare", "a", "b"],
        ["--runs", "runs.jsonl"],
        ["--budget", "4096"],
    ],
)
def test_options_that_have_no_use_are_wrong_usage(run: Run, folder: Path, unfit: list[str]) -> None:
    ran = run(*arguments(folder, *unfit))
    assert (ran.code, ran.out) == (2, "")
    assert f"--rephrase cannot be combined with {unfit[0]}" in ran.err


def test_parts_are_left_out_for_both_wordings(run: Run, folder: Path) -> None:
    total = run(*arguments(folder, "--without", ",".join(CHANNELS), "--budget", "0", "--json")).json["report"]["total"]
    ndcg = total["differences"][0]
    assert (ndcg["before"], ndcg["after"], total["overlap"]["mean"]) == (0.0, 0.0, 1.0)
