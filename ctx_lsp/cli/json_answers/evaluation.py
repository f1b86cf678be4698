"""Conversion of evaluation results to JSON: scores, comparisons of settings, and rephrased questions."""

from collections.abc import Sequence

from ctx_lsp.cli.json_answers.values import Json, JsonObject
from ctx_lsp.evaluation.ablation import Comparison, Difference
from ctx_lsp.evaluation.bench.figures import Spread
from ctx_lsp.evaluation.bootstrap import Estimate
from ctx_lsp.evaluation.eval_summary import Group, Report
from ctx_lsp.evaluation.rephrasing import FormReport, PhrasingReport, RephrasingReport
from ctx_lsp.evaluation.run import TaskReport


def report_json(report: Report) -> JsonObject:
    """Convert the scores of one setting to JSON, in total and by group."""
    return {
        "total": _group(report.total),
        "byRepository": {name: _estimate(one) for name, one in report.by_repository.items()},
        "categories": [_group(group) for group in report.categories],
        "languages": [_group(group) for group in report.languages],
        "repositories": [_group(group) for group in report.repositories],
        "tasks": [_task(task) for task in report.tasks],
    }


def comparison_json(comparison: Comparison) -> JsonObject:
    """Convert the comparison of two settings or runs to JSON."""
    return {
        "before": comparison.before,
        "after": comparison.after,
        "tasks": comparison.tasks,
        "differences": _differences(comparison.differences),
        "categories": [
            {"category": one.category, "tasks": one.tasks, "differences": _differences(one.differences)}
            for one in comparison.categories
        ],
    }


def rephrasing_json(report: RephrasingReport) -> JsonObject:
    """Convert the scores of rephrased questions to JSON."""
    return {
        "total": _form(report.total),
        "forms": [_form(form) for form in report.forms],
        "phrasings": [_phrasing(one) for one in report.phrasings],
    }


def spread_json(spread: Spread) -> JsonObject:
    """Convert quantiles to JSON."""
    return {"p50": spread.p50, "p95": spread.p95, "p99": spread.p99, "highest": spread.highest, "n": spread.n}


def _group(group: Group) -> JsonObject:
    return {
        "name": group.name,
        "tasks": group.tasks,
        "figures": {name: _estimate(one) for name, one in group.figures.items()},
        "times": {name: spread_json(one) for name, one in group.times.items()},
    }


def _estimate(estimate: Estimate) -> JsonObject:
    return {"mean": estimate.mean, "low": estimate.low, "high": estimate.high}


def _task(task: TaskReport) -> JsonObject:
    return {
        "repo": task.repo,
        "id": task.id,
        "language": task.language,
        "category": task.category,
        "figures": task.figures,
    }


def _differences(differences: Sequence[Difference]) -> Json:
    return [
        {
            "figure": one.figure,
            "tasks": one.tasks,
            "before": one.before,
            "after": one.after,
            "change": _estimate(one.change),
            "byRepository": _estimate(one.by_repository) if one.by_repository else None,
            "better": one.better,
            "worse": one.worse,
        }
        for one in differences
    ]


def _form(form: FormReport) -> JsonObject:
    return {
        "form": form.form,
        "tasks": form.tasks,
        "overlap": _estimate(form.overlap),
        "differences": _differences(form.differences),
    }


def _phrasing(report: PhrasingReport) -> JsonObject:
    return {
        "form": report.form,
        "query": report.query,
        "original": _task(report.original),
        "rephrased": _task(report.rephrased),
    }
