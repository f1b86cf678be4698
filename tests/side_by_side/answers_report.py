"""Tables of the decisive lines that can be read, as Markdown, for each half of the repositories and for all."""

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean, median

from ctx_lsp.evaluation.bootstrap import Estimate, estimate, estimate_clustered, estimate_ratio
from ctx_lsp.evaluation.eval_summary import column
from ctx_lsp.evaluation.run import TaskReport
from tests.answers.tasks import REPOSITORIES
from tests.side_by_side.readable import PACK, lines_figure, methods_of, tokens_figure

USUAL = 4_096  # the budget of a pack that names none
HEADINGS = {
    ("development",): "Repositories of development",
    ("held-out",): "Held-out repositories",
    ("development", "held-out"): "All repositories",
}

ByBudget = Mapping[int, Sequence[TaskReport]]


def markdown(found: ByBudget) -> str:
    """All tables: by half, method and budget, then by repository."""
    halves_there = {REPOSITORIES[one.repo]["half"] for one in found[USUAL]}
    parts = [
        f"## {heading}\n\n{_table({budget: _of_halves(found[budget], halves) for budget in sorted(found)})}"
        for halves, heading in HEADINGS.items()
        if halves_there.issuperset(halves)
    ]
    return "\n\n".join([*parts, f"## By repository, {USUAL:,} tokens\n\n{_repositories(found[USUAL])}"])


def _of_halves(reports: Sequence[TaskReport], halves: Sequence[str]) -> list[TaskReport]:
    return [one for one in reports if REPOSITORIES[one.repo]["half"] in halves]


def _table(found: ByBudget) -> str:
    reports = next(iter(found.values()))
    repositories = {one.repo for one in reports}
    lines = [
        f"{len(reports)} questions about {len(repositories)} repositories.",
        "",
        "| shown | budget | decisive lines (95 %) | other repositories drawn | all of a question's | tokens, median "
        "| pack against it (95 %) |",
        "|---|---|---|---|---|---|---|",
        *(row for method in methods_of(reports) for row in _rows(method, found)),
    ]
    return "\n".join(lines)


def _rows(method: str, found: ByBudget) -> Iterator[str]:
    for budget, reports in found.items():
        shares = column(reports, lines_figure(method))
        others = estimate_clustered(shares, [one.repo for one in reports])
        ratio = None if method == PACK else estimate_ratio(column(reports, lines_figure(PACK)), shares)
        cells = [
            method,
            f"{budget:,}",
            _estimate(estimate(shares)),
            f"[{others.low:.3f}, {others.high:.3f}]" if others else "–",
            _estimate(estimate([float(share == 1.0) for share in shares])),
            f"{median(column(reports, tokens_figure(method))):,.0f}",
            f"{ratio.mean:.2f} [{ratio.low:.2f}, {ratio.high:.2f}]" if ratio else "–",
        ]
        yield f"| {' | '.join(cells)} |"


def _repositories(reports: Sequence[TaskReport]) -> str:
    methods = methods_of(reports)
    lines = [f"| repository | language | half | questions | {' | '.join(methods)} |", f"|{'---|' * (4 + len(methods))}"]
    for name in dict.fromkeys(one.repo for one in reports):
        mine = [one for one in reports if one.repo == name]
        means = [f"{fmean(column(mine, lines_figure(method))):.3f}" for method in methods]
        about = REPOSITORIES[name]
        lines.append(f"| {' | '.join((name, about['language'], about['half'], str(len(mine)), *means))} |")
    return "\n".join(lines)


def _estimate(one: Estimate) -> str:
    return f"{one.mean:.3f} [{one.low:.3f}, {one.high:.3f}]"
