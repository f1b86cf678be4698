"""Makes tables of outcomes as Markdown."""

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import median

from ctx_lsp.evaluation.bootstrap import estimate, estimate_clustered
from tests.sufficiency.causes import BUDGET, Miss
from tests.sufficiency.measure import BUDGETS, PACK, Outcome

TOO_HIGH = 0.1  # of a pack's own completeness above what is found: it then hides that something is missing


def markdown(outcomes: Sequence[Outcome], methods: Sequence[str]) -> str:
    """All tables: by method and budget, by package, and the agreement with the pack's own completeness."""
    needed = sum(len(one.asked.needed) for one in outcomes)
    packages = len({one.package for one in outcomes})
    return "\n".join([
        f"{len(outcomes)} functions of {packages} packages, which need {needed:,} definitions of their packages.",
        "",
        *_totals(outcomes, methods),
        "",
        *_packages(outcomes, methods),
        "",
        *_agreement(outcomes),
        "",
    ])  # fmt: skip


def causes(misses: Iterable[Miss]) -> str:
    """The number of misses of each cause, by kind of symbol."""
    misses = list(misses)
    counts = Counter(miss.cause for miss in misses)
    lines = [
        f"| what packs of {BUDGET:,} tokens lack, development alone, by cause | definitions | of which |",
        "|---|---|---|",
    ]
    for cause, count in counts.most_common():
        kinds = Counter(miss.kind for miss in misses if miss.cause == cause).most_common()
        lines.append(f"| {cause} | {count} | {', '.join(f'{kind} {size}' for kind, size in kinds)} |")
    return "\n".join(lines)


def _totals(outcomes: Sequence[Outcome], methods: Sequence[str]) -> list[str]:
    lines = [
        "| given | budget | share of what a function needs (95 %) | other packages drawn | of all needs "
        "| everything there | tokens, median | fewer than whole files, median |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for method in methods:
        for budget in BUDGETS:
            shares = [one.share(method, budget) for one in outcomes]
            of_all = sum(len(one.given[method, budget].present) for one in outcomes)
            others = estimate_clustered(shares, [one.package for one in outcomes])
            cells = [
                method,
                f"{budget:,}",
                f"{(drawn := estimate(shares)).mean:.3f} [{drawn.low:.3f}, {drawn.high:.3f}]",
                f"[{others.low:.3f}, {others.high:.3f}]" if others else "–",
                f"{of_all / sum(len(one.asked.needed) for one in outcomes):.3f}",
                f"{sum(share == 1.0 for share in shares) / len(shares):.2f}",
                f"{median(one.given[method, budget].tokens for one in outcomes):,.0f}",
                f"{100 * median(one.saved(method, budget) for one in outcomes):.0f} %",
            ]
            lines.append(f"| {' | '.join(cells)} |")
    return lines


def _packages(outcomes: Sequence[Outcome], methods: Sequence[str]) -> list[str]:
    heading = " | ".join(f"{method} {budget // 1000}k" for method in methods for budget in BUDGETS)
    lines = [
        f"| package | functions | {heading} | fewer tokens at {BUDGET:,} |",
        f"|---|---|{'---|' * len(methods) * len(BUDGETS)}---|",
    ]
    for package in dict.fromkeys(one.package for one in outcomes):
        mine = [one for one in outcomes if one.package == package]
        means = [_mean(one.share(method, budget) for one in mine) for method in methods for budget in BUDGETS]
        shares = " | ".join(f"{mean:.3f}" for mean in means)
        saved = median(one.saved(PACK, BUDGET) for one in mine)
        lines.append(f"| {package} | {len(mine)} | {shares} | {100 * saved:.0f} % |")
    return lines


def _agreement(outcomes: Sequence[Outcome]) -> list[str]:
    lines = [
        f"| budget | a pack's own completeness | share found here | mean difference | too high by {TOO_HIGH} or more |"
    ]
    lines.append("|---|---|---|---|---|")
    for budget in BUDGETS:
        own = [(one.completeness.get(budget), one.share(PACK, budget)) for one in outcomes]
        pairs = [(said, found) for said, found in own if said is not None]
        off = estimate([abs(said - found) for said, found in pairs])
        said, found = (_mean(side) for side in zip(*pairs, strict=True))
        high = _mean(said - found >= TOO_HIGH for said, found in pairs)
        lines.append(
            f"| {budget:,} | {said:.3f} | {found:.3f} | {off.mean:.3f} [{off.low:.3f}, {off.high:.3f}] | {high:.0%} |"
        )
    return lines


def _mean(values: Iterable[float]) -> float:
    every = list(values)
    return sum(every) / len(every)
