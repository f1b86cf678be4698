"""The tables of the benchmark, and examples of what went wrong."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from tests.claims_truth.checker import Judged
from tests.claims_truth.score import Scores, Share

_GOALS: tuple[tuple[str, Callable[[Scores], Share], str], ...] = (
    ("precision of refuted", lambda one: one.precision, "≥ .97"),
    ("true ones refuted", lambda one: one.alarms, "≤ .005"),
    ("recall", lambda one: one.recall, "≥ .85"),
    ("recall, existence", lambda one: one.existence, "≥ .95"),
    ("coverage (a verdict)", lambda one: one.coverage, "≥ .70"),
    ("recognised as a claim of its kind", lambda one: one.found, ""),
)


def markdown(judged: Sequence[Judged]) -> str:
    """All tables of some statements."""
    scores = Scores(judged)
    lines = [
        f"{len(scores.true):,} true and {len(scores.false):,} false statements.",
        "",
        "| figure | value [95 %] | goal |",
        "|---|---|---|",
        *(f"| {name} | {figure(scores)} | {goal} |" for name, figure, goal in _GOALS),
        f"| precision if 5 % are false | {scores.rare_precision:.3f} | ≥ .97 |",
    ]
    for title, key in (("operator", _operator), ("fact", _kind), ("package", _package), ("markup", _markup)):
        lines += ["", *_table(title, judged, key)]
    return "\n".join(lines) + "\n"


def _table(title: str, judged: Sequence[Judged], key: Callable[[Judged], str]) -> Iterator[str]:
    groups: dict[str, list[Judged]] = defaultdict(list)
    for one in judged:
        groups[key(one)].append(one)
    yield f"| {title} | statements | true ones refuted | recall | coverage | recognised |"
    yield "|---|---|---|---|---|---|"
    for name, group in sorted(groups.items()):
        scores = Scores(group)
        alarms = f"{scores.alarms.part} of {scores.alarms.whole}" if scores.true else ""
        recall = f"{scores.recall.value:.3f} of {scores.recall.whole}" if scores.false else ""
        settled = f"{scores.coverage.value:.3f} | {scores.found.value:.3f}"
        yield f"| {name} | {len(group)} | {alarms} | {recall} | {settled} |"


def misses(judged: Sequence[Judged], count: int) -> str:
    """Examples of what went wrong, by fact and operator: up to so many of each."""
    groups: dict[tuple[str, str], list[Judged]] = defaultdict(list)
    for one in judged:
        if problem := _problem(one):
            groups[problem, f"{_kind(one)}, {_operator(one)}"].append(one)
    lines = []
    for (problem, which), group in sorted(groups.items(), key=lambda item: (item[0][0], -len(item[1]))):
        lines.append(f"\n### {problem}: {which} ({len(group)})\n")
        for one in group[:count]:
            lines.append(f"- {_package(one)}: {one.placed.statement.text!r}")
            lines += [f"  - {claim.kind} {claim.verdict}: {claim.text!r} {claim.message}" for claim in one.claims]
    return "\n".join(lines)


def _problem(one: Judged) -> str:
    if one.placed.statement.is_true:
        return "1 true, but refuted" if one.is_refuted else "" if one.is_settled else "3 true, without a verdict"
    return "" if one.is_refuted else "2 false, but not refuted"


def _operator(one: Judged) -> str:
    return one.placed.statement.fact.operator or "(true)"


def _kind(one: Judged) -> str:
    return one.placed.statement.fact.kind


def _markup(one: Judged) -> str:
    return one.placed.statement.form.markup


def _package(one: Judged) -> str:
    return one.placed.package
