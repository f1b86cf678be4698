"""Runs the tasks of `ctx-lsp eval --rephrase` in several wordings. `evaluation.rephrasing` scores the runs."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click
from click.core import ParameterSource

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cli.eval_cells import Row, difference_cells, difference_heads, estimate_cell, number_cell
from ctx_lsp.cli.eval_folders import TaskFolders
from ctx_lsp.cli.json_answers.evaluation import rephrasing_json
from ctx_lsp.cli.printing import print_line, show_json, show_table
from ctx_lsp.cli.progress import counted
from ctx_lsp.evaluation.ablation import Difference
from ctx_lsp.evaluation.eval_corpora import Corpus
from ctx_lsp.evaluation.phrasings import Phrasings, read_phrasings
from ctx_lsp.evaluation.rephrasing import (
    FormReport,
    PhrasingReport,
    RephrasingReport,
    evaluate_phrasings,
    rephrasing_report,
)
from ctx_lsp.evaluation.run import NDCG, EvalPlan
from ctx_lsp.evaluation.tasks import TaskError, read_tasks

INCOMPATIBLE = frozenset({"history", "against", "ablate", "record", "runs", "compare", "budget"})
SHOWN_UNKNOWN = 5  # unknown ids that the warning lists


@dataclass(frozen=True, slots=True)
class Rephrasing:
    """The scores of rephrased tasks.

    `left_out` counts the chosen tasks without phrasings, and `k` is the number of results that were compared.
    """

    report: RephrasingReport
    left_out: int
    k: int


def refuse_incompatible_options(context: click.Context) -> None:
    """Raise `click.UsageError` for an option that `--rephrase` cannot be combined with.

    `--budget 0` is accepted, because it changes nothing.
    """
    for option in context.command.params:
        name = option.name or ""
        given = context.get_parameter_source(name) is not ParameterSource.DEFAULT and context.params.get(name)
        if name in INCOMPATIBLE and given:
            raise click.UsageError(f"--rephrase cannot be combined with {option.opts[0]}")


def run_phrasings(
    tasks: Path, phrasings: Path, repos: Sequence[str], folders: TaskFolders, plan: EvalPlan
) -> Rephrasing:
    """Run each task that has phrasings, in all its wordings. If `repos` is not empty, run only the tasks of `repos`.

    Raises `click.ClickException` if a file cannot be read or there is no task to run.
    """
    try:
        every = read_tasks(tasks)
        matched = read_phrasings(phrasings, every)
        _warn_of_unknown(matched.unknown, tasks, phrasings)
        chosen = [task for task in every if not repos or task.repo in repos]
        asked = [task for task in chosen if task in matched.by_task]
        if left_out := len(chosen) - len(asked):
            print_line(f"warning: {left_out} of {len(chosen)} task(s) have no phrasings and are left out", err=True)
        corpora = folders.corpora(asked)
    except (TaskError, OSError) as error:
        raise click.ClickException(str(error)) from error
    reports = [report for place in corpora for report in _run(place, matched.by_task, plan, folders)]
    if not reports:
        raise click.ClickException(f"{phrasings.name}: no task to run{f' of {repos[0]}' if repos else ''}")
    return Rephrasing(rephrasing_report(reports), left_out, plan.k)


def show_rephrasing(found: Rephrasing, as_json: bool) -> None:
    """Print how much the results overlap with those of the original wording, and how the NDCG changes.

    The values are given in total and for each form of rephrasing.
    """
    if as_json:
        show_json({"report": rephrasing_json(found.report), "leftOut": found.left_out, "k": found.k})
        return
    groups = (found.report.total, *found.report.forms)
    clustered = any(_ndcg(group).by_repository for group in groups)
    print_line(
        "Results for rephrased questions, compared with those for the original ones.\n"
        f"overlap: share of the first {found.k} original results that are among the first {found.k} rephrased ones\n"
        "total: each task once, with the mean over its phrasings\n"
    )
    heads = ("", "tasks", f"overlap@{found.k}", f"NDCG@{found.k}", "rephrased", *difference_heads(clustered))
    show_table(heads, [_row(group, clustered) for group in groups])


def _ndcg(group: FormReport) -> Difference:
    return next(difference for difference in group.differences if difference.figure == NDCG)


def _row(group: FormReport, clustered: bool) -> Row:
    ndcg = _ndcg(group)
    figures = estimate_cell(group.overlap), number_cell(ndcg.before)
    return group.form, str(group.tasks), *figures, *difference_cells(ndcg, clustered)


def _run(place: Corpus, phrasings: Phrasings, plan: EvalPlan, folders: TaskFolders) -> list[PhrasingReport]:
    """Run the tasks of one folder."""
    own = {task: phrasings[task] for task in place.tasks}
    with folders.analysis(place) as analysis, counted(place.name or "tasks", len(own)) as done:
        return evaluate_phrasings(analysis, own, plan, CancelToken(), place.locate, done)


def _warn_of_unknown(ids: Sequence[str], tasks: Path, phrasings: Path) -> None:
    if ids:
        more = f" and {len(ids) - SHOWN_UNKNOWN} more" if len(ids) > SHOWN_UNKNOWN else ""
        named = ", ".join(ids[:SHOWN_UNKNOWN])
        print_line(f"warning: {phrasings.name} has phrasings of tasks that {tasks.name} lacks: {named}{more}", err=True)
