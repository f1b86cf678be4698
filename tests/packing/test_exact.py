"""The objective that packing reaches, compared with exhaustive solvers."""

import random
from dataclasses import replace
from statistics import fmean

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.packing.candidates import Candidate, collect
from ctx_lsp.packing.model import PackOptions
from ctx_lsp.packing.utility import utility_of
from ctx_lsp.snapshot.snapshot import Snapshot
from tests.packing.exact import Case, Compared, compare
from tests.packing.shop import item
from tests.packing.test_selection import candidate

BUDGETS = 40  # of each case, up to what all of it costs


def random_case(rng: random.Random, size: int) -> Case:
    """A random case: primary definitions and partners, long and short, needed or not, with or without origins."""
    found: list[Candidate] = []
    for number in range(size):
        full = int(40 * 2 ** rng.uniform(0, 6))
        lower = sorted({max(20, int(full * rng.uniform(0.1, 0.7))) for _ in range(rng.choice((0, 1, 1, 2)))})
        core = number < rng.choice((1, 1, 2))
        made = candidate(f"c{number}", 1 - number / 10 if core else rng.uniform(0.05, 0.9), *lower, full, core=core)
        waits = not core and rng.random() < 0.5
        found.append(replace(made, origins=(f"c{rng.randrange(number)}",)) if waits else made)
    needs = [rng.random() if not one.core and rng.random() < 0.6 else 0.0 for one in found]
    total = sum(needs) or 1.0
    return Case([replace(one, need=need / total) for one, need in zip(found, needs, strict=True)], 0.9)


def real_cases(snapshot: Snapshot, size: int) -> list[Case]:
    """Cases from a real package: a definition with its most valuable partners."""
    cases = []
    for path in sorted(snapshot.files):
        definitions = [one for one in snapshot.files[path].definitions if one.kind in ("Function", "Method", "Class")]
        for definition in definitions[:2]:
            found = collect(snapshot, [item(snapshot, definition.id)], PackOptions(), CancelToken())
            partners = sorted(found[1:], key=lambda one: -max(utility_of(one).values) - one.need)[: size - 1]
            asked = replace(found[0], named=False)  # a named one comes first, whatever its value per token
            cases.append(Case([asked, *partners], 0.9))
    return cases


def compared(case: Case) -> Compared:
    top = max(cost for cost, _ in case.states().values())
    return compare(case, [top * (place + 1) / BUDGETS for place in range(BUDGETS)])


def test_no_order_that_does_not_know_the_budget_is_much_better() -> None:
    rng = random.Random(1)  # noqa: S311  # for cases, the same ones every time
    found = [compared(random_case(rng, 4)) for _ in range(60)]
    assert fmean(one.ours / one.best_order for one in found) >= 0.95
    assert all(one.ours <= one.best_order + 1e-9 for one in found), "the solver's order is the best there is"


def test_knowing_the_budget_would_not_help_much_either(structlog_snapshot: Snapshot) -> None:
    cases = [case for case in real_cases(structlog_snapshot, 4) if len(case.candidates) > 2]
    assert len(cases) >= 20
    found = [compared(case) for case in cases]
    assert fmean(one.ours for one in found) >= 0.95
    assert fmean(one.ours / one.best_order for one in found) >= 0.95


def test_more_candidates_make_it_no_harder() -> None:
    for size in (2, 6):
        assert fmean(compared_by_budget(size, seed) for seed in range(40)) >= 0.92, (
            "of what each budget allows by itself"
        )


def compared_by_budget(size: int, seed: int) -> float:
    """The mean share of each budget's maximum, without the best order, which takes long to find."""
    case = random_case(random.Random(seed), size)  # noqa: S311  # for a case
    states = case.states()
    top = max(cost for cost, _ in states.values())
    budgets = [top * (place + 1) / BUDGETS for place in range(BUDGETS)]
    chain = [states[state] for state in case.chain()]
    shares = []
    for budget in budgets:
        most = max(value for cost, value in states.values() if cost <= budget)
        ours = max(value for cost, value in chain if cost <= budget)
        shares += [ours / most] if most else []
    return fmean(shares)


def test_the_states_of_a_pack_are_states_that_the_rules_allow() -> None:
    rng = random.Random(2)  # noqa: S311  # for cases
    for _ in range(50):
        case = random_case(rng, 5)
        states = case.states()
        chain = case.chain()
        assert all(state in states for state in chain)
        costs = [states[state][0] for state in chain]
        values = [states[state][1] for state in chain]
        assert costs == sorted(costs)
        assert values == sorted(values), "a bigger budget is never worth less"
