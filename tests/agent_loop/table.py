"""The tables of RESULTS.md: tokens and answered questions by way, goal and half of the repositories."""

from collections.abc import Iterator, Mapping, Sequence

from ctx_lsp.evaluation.bootstrap import estimate, estimate_ratio
from tests.agent_loop.measure import CAP, SHARES, Asked

HALVES = ("development", "held-out")
HEAD = """\
| way | answered | tokens, mean (95 %) | tokens, median | ctx-lsp against it (95 %) |
|---|---|---|---|---|"""


def markdown(asked: Sequence[Asked], halves: Mapping[str, str]) -> str:
    """One table for each half and goal."""
    parts = []
    for half in HALVES:
        own = [one for one in asked if halves[one.repository] == half]
        if own:
            parts += [f"## {half.capitalize()} repositories", *_tables(own)]
    return "\n\n".join(parts)


def _tables(asked: Sequence[Asked]) -> Iterator[str]:
    ways = list(dict.fromkeys(one.way for one in asked))
    questions = len(asked) // len(ways)
    for goal in SHARES:
        spent = {way: [one.tokens[goal] for one in asked if one.way == way] for way in ways}
        yield f"Until {goal} are read, {questions} questions:"
        yield "\n".join([HEAD, *(_row(way, spent[way], spent[ways[0]]) for way in ways)])


def _row(way: str, spent: Sequence[int | None], ours: Sequence[int | None]) -> str:
    costs = [float(CAP if one is None else one) for one in spent]
    own = [float(CAP if one is None else one) for one in ours]
    mean, ratio = estimate(costs), estimate_ratio(own, costs)
    answered = sum(one is not None for one in spent) / len(spent)
    middle = sorted(costs)[len(costs) // 2]
    compared = f"{ratio.mean:.2f} [{ratio.low:.2f}, {ratio.high:.2f}]" if ratio and own != costs else "–"
    means = f"{mean.mean:,.0f} [{mean.low:,.0f}, {mean.high:,.0f}]"
    return f"| {way} | {answered:.0%} | {means} | {middle:,.0f} | {compared} |"
