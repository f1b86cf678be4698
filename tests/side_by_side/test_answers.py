"""The lines that systems show, on a small folder; the recorded and the printed figures are the same."""

from pathlib import Path
from statistics import fmean

import pytest

from ctx_lsp.evaluation.eval_corpora import Corpus
from ctx_lsp.evaluation.eval_summary import column
from ctx_lsp.evaluation.metrics import Result
from ctx_lsp.evaluation.records import read_runs
from ctx_lsp.evaluation.run import ALL_RANKED, ALL_SHOWN, LINES_RANKED, LINES_SHOWN, TOKENS, TaskReport
from ctx_lsp.evaluation.tasks import Target, Task
from ctx_lsp.packing.formats.tokens import count_tokens
from tests.answers.tasks import REPOSITORIES, questions
from tests.side_by_side.answers import RUNS, TABLES
from tests.side_by_side.answers_report import markdown
from tests.side_by_side.process import Measured, measure
from tests.side_by_side.readable import BUDGETS, FLOOR, PACK, lines_figure, methods_of, read_folder, tokens_figure
from tests.side_by_side.report import Folder
from tests.side_by_side.test_side_by_side import OURS

ROOT = Path(__file__).parents[2]
RECORDED = {budget: read_runs(RUNS / f"{budget}.jsonl")[0].reports() for budget in BUDGETS}
ANSWERED = {question["id"] for name in REPOSITORIES for question in questions(name) if question["relevant"]}

DROP = "def drop_stale_entries(entries):\n    return [e for e in entries if e.fresh]\n"
LONG = "".join(f"def greet_{name}():\n    return 'hello, {name}, and welcome'\n\n\n" for name in range(1_000))
WANTED = Target("src/cache.py", lines=tuple(DROP.splitlines()))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    """Our real system, one that finds everything, and one that returns a file larger than any budget."""
    path = tmp_path_factory.mktemp("shop")
    (path / "cache.py").write_text(DROP)
    (path / "greetings.py").write_text(LONG)
    task = Task("stale", "where are stale entries dropped?", (WANTED,), language="python", repo="shop")
    corpus = Corpus("shop", path, "src/", (task,))
    whole = (Result("cache.py", 1, 2, None),)
    large = (Result("greetings.py", 1, LONG.count("\n"), None),)
    measured = {"ours": measure(OURS, corpus, 10, BUDGETS), "finder": answering(whole), "dumper": answering(large)}
    return Folder(corpus, measured)


def answering(answer: tuple[Result, ...]) -> Measured:
    return Measured((answer,), (2.0,), (), 1.0, 4.0, 3.0, 5_000_000, 4_000_000)


def test_a_pack_is_made_for_each_budget_and_keeps_it(folder: Folder) -> None:
    (packs,) = folder.measured["ours"].packs
    assert all(0 < pack.tokens <= budget for pack, budget in zip(packs, BUDGETS, strict=True))
    assert all(any(block.path == "cache.py" and "e.fresh" in block.text for block in pack.blocks) for pack in packs)


def test_every_system_is_measured_by_the_lines_that_fit(folder: Folder) -> None:
    found = read_folder(folder)
    assert list(found) == list(BUDGETS)
    for budget in BUDGETS:
        (report,) = found[budget]
        assert methods_of([report]) == (PACK, FLOOR, "finder", "dumper")
        shares = {method: report.figures[lines_figure(method)] for method in methods_of([report])}
        assert shares == {PACK: 1.0, FLOOR: 1.0, "finder": 1.0, "dumper": 0.0}
        assert report.figures[tokens_figure("finder")] == count_tokens(f"src/cache.py\n{DROP}")
        assert report.figures[tokens_figure("dumper")] == 0
        assert 0 < report.figures[tokens_figure(FLOOR)] <= budget
        assert report.figures[ALL_SHOWN] == report.figures[ALL_RANKED] == 1.0


def task_report(repo: str, pack: float, floor: float, other: float) -> TaskReport:
    figures = {LINES_SHOWN: pack, TOKENS: 900.0, LINES_RANKED: floor, lines_figure("other"): other}
    return TaskReport(repo, "1", "go", "vague", figures | {tokens_figure(name): 100.0 for name in (FLOOR, "other")})


def test_tables_have_each_half_for_itself_and_the_ratio_of_means() -> None:
    half = {about["half"]: name for name, about in REPOSITORIES.items()}
    reports = [task_report(half["development"], 1.0, 0.5, 0.25), task_report(half["held-out"], 0.5, 0.5, 1.0)]
    parts = markdown(dict.fromkeys(BUDGETS, reports)).split("## ")[1:]
    assert [part.splitlines()[0] for part in parts][:2] == ["Repositories of development", "Held-out repositories"]
    last = [
        [row.split(" | ")[-1].strip(" |") for row in part.splitlines() if " | 4,096 | " in row] for part in parts[:3]
    ]
    assert last == [
        ["–", "2.00 [2.00, 2.00]", "4.00 [4.00, 4.00]"],
        ["–", "1.00 [1.00, 1.00]", "0.50 [0.50, 0.50]"],
        ["–", "1.50 [1.00, 2.00]", "1.20 [0.50, 4.00]"],
    ]


def test_the_recorded_tables_are_those_of_the_recorded_runs() -> None:
    assert all({report.id for report in reports} == ANSWERED for reports in RECORDED.values())
    assert markdown(RECORDED) in TABLES.read_text("utf-8")


@pytest.mark.parametrize("half", ["development", "held-out"])
@pytest.mark.parametrize("method", methods_of(RECORDED[4_096]))
def test_the_benchmarks_have_the_recorded_means(half: str, method: str) -> None:
    cells = []
    for budget in BUDGETS:
        mine = [report for report in RECORDED[budget] if REPOSITORIES[report.repo]["half"] == half]
        shares = column(mine, lines_figure(method))
        cells.append(f"{fmean(shares):.3f}, {fmean(share == 1.0 for share in shares):.3f}")
    page = (ROOT / "docs" / "benchmarks.md").read_text("utf-8").replace("**", "")
    assert f"| {half}: {method} | {' | '.join(cells)} |" in page
