"""Tasks run against a small workspace: settings side by side, packs, and means by group."""

from pathlib import Path

import pytest

from ctx_lsp.base.cancel import Cancelled, CancelToken
from ctx_lsp.evaluation.eval_corpora import corpora, read_roots
from ctx_lsp.evaluation.eval_summary import report
from ctx_lsp.evaluation.run import (
    ALL_RANKED,
    ALL_SHOWN,
    COMPLETENESS,
    LINES_RANKED,
    LINES_SHOWN,
    NDCG,
    PACK_MS,
    PACK_RECALL,
    RECALL,
    SEARCH_MS,
    TOKENS,
    EvalPlan,
    Setting,
    evaluate,
    join,
)
from ctx_lsp.evaluation.tasks import Location, Target, Task, TaskError, missing_files
from ctx_lsp.workspace import CHANNELS, Analysis

ALL, NOTHING = Setting("all parts"), Setting("no channels", CHANNELS)
TOTAL = Task("total", "total price", (Target(symbol="total", locations=(Location("shop.py"),)),), "symbols", repo="r")
MAIL = Task("mail", "send_mail", (Target(path="mail.py"), Target(path="gone.py")), "files", language="python")


def test_each_setting_has_every_task_in_order(analysis: Analysis) -> None:
    done: list[None] = []
    plan = EvalPlan((ALL, Setting("again")), (NOTHING,))
    runs = evaluate(analysis, [TOTAL, MAIL], plan, CancelToken(), done=lambda: done.append(None))
    assert {name: [task.id for task in tasks] for name, tasks in runs.items()} == {
        name: ["total", "mail"] for name in ("all parts", "again", "no channels")
    }
    assert [task.figures[NDCG] for task in runs["all parts"]] == [1.0, pytest.approx(0.613, abs=1e-3)]
    assert [task.figures[RECALL] for task in runs["all parts"]] == [1.0, 0.5]
    assert [task.figures[NDCG] for task in runs["no channels"]] == [0.0, 0.0]
    assert len(done) == 2


def test_a_setting_that_is_asked_for_twice_is_run_once(analysis: Analysis) -> None:
    runs = evaluate(analysis, [TOTAL, MAIL], EvalPlan((ALL, NOTHING), (NOTHING,)), CancelToken())
    assert [task.id for task in runs["no channels"]] == ["total", "mail"]
    assert all(TOKENS in task.figures for task in runs["no channels"])


def test_full_settings_are_packed_and_timed_and_the_others_are_not(analysis: Analysis) -> None:
    runs = evaluate(analysis, [TOTAL], EvalPlan((ALL,), (NOTHING,), budget=400), CancelToken())
    figures = runs["all parts"][0].figures
    assert figures[PACK_RECALL] == figures[COMPLETENESS] == 1.0
    assert 0 < figures[TOKENS] <= 400
    assert figures[SEARCH_MS] > 0
    assert figures[PACK_MS] > 0
    assert {SEARCH_MS, PACK_MS, PACK_RECALL}.isdisjoint(runs["no channels"][0].figures)
    bare = evaluate(analysis, [TOTAL], EvalPlan((ALL,), budget=0), CancelToken())["all parts"][0].figures
    assert SEARCH_MS in bare
    assert PACK_MS not in bare


def test_decisive_lines_are_looked_for_in_packs_and_in_results(analysis: Analysis) -> None:
    lines = ("return sum(items)", "return address")
    one = Task("one", "total price", (Target(path="src/shop.py", lines=lines[:1]),))
    both = Task("both", "total price", (*one.relevant, Target(path="src/mail.py", lines=lines[1:])))
    found = evaluate(analysis, [one, both, TOTAL], EvalPlan(), CancelToken(), lambda path: f"src/{path}")["all parts"]
    figures = (LINES_SHOWN, ALL_SHOWN, LINES_RANKED, ALL_RANKED)
    assert [found[0].figures[name] for name in figures] == [1.0, 1.0, 1.0, 1.0]
    assert [found[1].figures[name] for name in figures] == [0.5, 0.0, 0.5, 0.0]
    assert set(figures).isdisjoint(found[2].figures)
    assert [report(found).total.figures[name].mean for name in figures] == [0.75, 0.5, 0.75, 0.5]
    bare = evaluate(analysis, [one], EvalPlan(budget=0), CancelToken())["all parts"][0].figures
    assert set(figures).isdisjoint(bare)


def test_a_pack_without_bodies_has_no_completeness(analysis: Analysis) -> None:
    nothing = Task("nothing", "zebra crossing", (Target(path="mail.py"),))
    found = evaluate(analysis, [nothing, TOTAL], EvalPlan(), CancelToken())["all parts"]
    assert COMPLETENESS not in found[0].figures
    assert found[0].figures[PACK_RECALL] == 0.0
    assert report(found).total.figures[COMPLETENESS].mean == found[1].figures[COMPLETENESS] == 1.0


def test_paths_are_compared_as_the_tasks_write_them(analysis: Analysis) -> None:
    moved = Task("1", "send_mail", (Target(path="src/mail.py"),))
    plan = EvalPlan(budget=0)
    found = evaluate(analysis, [moved], plan, CancelToken(), lambda path: f"src/{path}")["all parts"]
    assert found[0].figures[NDCG] == 1.0
    assert evaluate(analysis, [moved], plan, CancelToken())["all parts"][0].figures[NDCG] == 0.0


def test_means_are_by_category_language_and_repository(analysis: Analysis) -> None:
    tasks = evaluate(analysis, [TOTAL, MAIL], EvalPlan(budget=0), CancelToken())["all parts"]
    found = report(tasks)
    assert found.total.figures[RECALL].mean == 0.75
    assert {group.name: group.figures[RECALL].mean for group in found.categories} == {"files": 0.5, "symbols": 1.0}
    assert [(group.name, group.tasks) for group in found.languages] == [("", 1), ("python", 1)]
    assert [(group.name, group.tasks) for group in found.repositories] == [("", 1), ("r", 1)]
    assert found.by_repository == {}
    assert [task.key for task in found.tasks] == ["r/total", "/mail"]


def test_runs_over_parts_of_the_tasks_are_joined(analysis: Analysis) -> None:
    one, two = (evaluate(analysis, [task], EvalPlan(budget=0), CancelToken()) for task in (TOTAL, MAIL))
    assert [task.id for task in join([one, two])["all parts"]] == ["total", "mail"]


def test_an_unknown_part_and_a_cancelled_run_end_at_once(analysis: Analysis) -> None:
    with pytest.raises(ValueError, match="not a part of the ranking"):
        evaluate(analysis, [TOTAL], EvalPlan((Setting("odd", ("nonsense",)),)), CancelToken())
    cancelled = CancelToken()
    cancelled.cancel()
    with pytest.raises(Cancelled):
        evaluate(analysis, [TOTAL], EvalPlan(), cancelled)


def test_files_that_no_answer_can_hold_are_counted() -> None:
    assert missing_files([TOTAL, MAIL, MAIL], {"mail.py"}.__contains__) == {"gone.py": 2, "shop.py": 1}


def test_each_repository_has_its_folder_and_its_indexed_part(tmp_path: Path) -> None:
    (tmp_path / "roots.json").write_text('{"sym-a": {"root": "src/", "commit": "1"}}')
    tasks = [Task(str(number), "q", MAIL.relevant, repo=repo) for number, repo in enumerate("aba")]
    first, second = corpora(tmp_path, "sym-{repo}", tasks, read_roots(tmp_path / "roots.json"))
    assert (first.folder, first.locate("x.py"), [task.id for task in first.tasks]) == (
        tmp_path / "sym-a/src",
        "src/x.py",
        ["0", "2"],
    )
    assert (first.own_path("src/x.py"), first.own_path("x.py")) == ("x.py", "../x.py")
    assert (second.folder, second.locate("x.py")) == (tmp_path / "sym-b", "x.py")


def test_a_bad_file_of_roots_is_refused(tmp_path: Path) -> None:
    (tmp_path / "roots.json").write_text('{"a": "src"}')
    with pytest.raises(TaskError, match=r"roots\.json: Expected `object`"):
        read_roots(tmp_path / "roots.json")
