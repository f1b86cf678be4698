"""Output of task scores, as tables or as JSON. `evaluation.run` runs the tasks."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ctx_lsp.cli.eval_cells import Row, difference_cells, difference_heads, estimate_cell, number_cell
from ctx_lsp.cli.json_answers.evaluation import comparison_json, report_json
from ctx_lsp.cli.printing import print_line, show_json, show_table
from ctx_lsp.evaluation.ablation import Comparison, Difference
from ctx_lsp.evaluation.eval_summary import Group, Report
from ctx_lsp.evaluation.run import (
    ALL_RANKED,
    ALL_SHOWN,
    COMPLETENESS,
    LINES_RANKED,
    LINES_SHOWN,
    MRR,
    NDCG,
    PACK_MS,
    PACK_RECALL,
    PRECISION,
    RECALL,
    SEARCH_FIGURES,
    SEARCH_MS,
    TOKENS,
)

HEADS = {NDCG: "NDCG", PRECISION: "P", RECALL: "R", MRR: "MRR"}
PACK_HEADS = {PACK_RECALL: "pack recall", COMPLETENESS: "completeness", TOKENS: "tokens"}
LINE_HEADS = {
    LINES_SHOWN: "lines shown",
    ALL_SHOWN: "all shown",
    LINES_RANKED: "lines ranked",
    ALL_RANKED: "all ranked",
}
MILLISECONDS = "search p50 (ms)", "p95", "pack p50 (ms)", "p95"


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The result of `ctx-lsp eval`: the scores of the base setting, and comparisons with other settings."""

    report: Report
    against: Sequence[Comparison]
    ablation: Sequence[Comparison]
    k: int
    budget: int


def show_evaluation(found: Evaluation, as_json: bool) -> None:
    """Print scores by group, then pack scores and times, then the comparisons with other settings."""
    if as_json:
        show_json({
            "report": report_json(found.report),
            "against": [comparison_json(one) for one in found.against],
            "ablation": [comparison_json(one) for one in found.ablation],
            "k": found.k,
            "budget": found.budget,
        })  # fmt: skip
        return
    report = found.report
    print_line("Means with 95% bootstrap confidence intervals.\n")
    rows = [_search_row(report.total)]
    if report.by_repository:
        rows.append(("  by repositories", "", *(estimate_cell(report.by_repository[name]) for name in SEARCH_FIGURES)))
    show_table(_search_heads("", found.k), rows)
    for title, groups in _several(report):
        print_line()
        show_table(_search_heads(title, found.k), [_search_row(group) for group in groups])
    print_line(f"\nPacks of {found.budget:,} tokens, and how long answers took." if found.budget else "")
    groups = [report.total, *(group for _, groups in _several(report) for group in groups)]
    _show_rest(groups)
    _show_lines([group for group in groups if LINES_SHOWN in group.figures])
    for one in found.against:
        show_comparison(one, as_json=False)
    if found.ablation:
        _show_ablation(found.ablation, found.k)


def show_comparison(comparison: Comparison, as_json: bool) -> None:
    """Print a comparison of two settings or runs, in total and by category."""
    if as_json:
        show_json(comparison_json(comparison))
        return
    print_line(f"\n{comparison.tasks} tasks: from {comparison.before} to {comparison.after}")
    clustered = any(difference.by_repository for difference in comparison.differences)
    rows = [_difference_row("", difference, clustered) for difference in comparison.differences]
    for category in comparison.categories if len(comparison.categories) > 1 else ():
        chosen = [difference for difference in category.differences if difference.figure in (NDCG, RECALL)]
        rows += [_difference_row(category.category, difference, clustered) for difference in chosen]
    show_table(("", "tasks", "before", "after", *difference_heads(clustered)), rows)


def _show_ablation(comparisons: Sequence[Comparison], k: int) -> None:
    print_line("\nThe effect of leaving parts out; better and worse are shares of the tasks, by NDCG.")
    found = [(one.after, {difference.figure: difference for difference in one.differences}) for one in comparisons]
    clustered = any(by_figure[NDCG].by_repository for _, by_figure in found)
    rows = [
        (name, *difference_cells(by_figure[NDCG], clustered), *difference_cells(by_figure[RECALL], False)[:2])
        for name, by_figure in found
    ]
    show_table(("", f"NDCG@{k}", *difference_heads(clustered), f"R@{k}", "change"), rows)


def _several(report: Report) -> Iterable[tuple[str, Sequence[Group]]]:
    """Return each grouping that has more than one group, with its title."""
    found = {"category": report.categories, "language": report.languages, "repository": report.repositories}
    return [(title, groups) for title, groups in found.items() if len(groups) > 1]


def _search_heads(title: str, k: int) -> Row:
    return title, "tasks", *(f"{head}@{k}" for head in HEADS.values())


def _search_row(group: Group) -> Row:
    return group.name or "-", str(group.tasks), *(estimate_cell(group.figures[name]) for name in HEADS)


def _show_rest(groups: Sequence[Group]) -> None:
    packed = [name for name in PACK_HEADS if any(name in group.figures for group in groups)]
    timed = [name for name in (SEARCH_MS, PACK_MS) if all(name in group.times for group in groups)]
    if not packed and not timed:
        return
    heads = ("", *(PACK_HEADS[name] for name in packed), *MILLISECONDS[: 2 * len(timed)])
    rows: list[Row] = []
    for group in groups:
        figures = (estimate_cell(group.figures[name]) if name in group.figures else "-" for name in packed)
        times = (f"{value:.1f}" for name in timed for value in (group.times[name].p50, group.times[name].p95))
        rows.append((group.name or "-", *figures, *times))
    show_table(heads, rows)


def _show_lines(groups: Sequence[Group]) -> None:
    """Print the shares of decisive lines (those that answer the question) in packs and in whole search results.

    Both have the same token budget.
    """
    if not groups:
        return
    print_line("\nDecisive lines shown by packs, and by whole search results within the same budget (ranked).")
    rows = [(group.name or "-", *(estimate_cell(group.figures[name]) for name in LINE_HEADS)) for group in groups]
    show_table(("", *LINE_HEADS.values()), rows)


def _difference_row(name: str, difference: Difference, clustered: bool) -> Row:
    title = f"{name} {(HEADS | PACK_HEADS | LINE_HEADS)[difference.figure]}".strip()
    return title, str(difference.tasks), number_cell(difference.before), *difference_cells(difference, clustered)
