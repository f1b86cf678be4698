"""Readiness of a pack: whether it contains enough to start work, and if not, the action that would help most.

Readiness depends on index coverage, confidence, shown results and completeness. For a pack about a symbol or a change,
the risk of the change counts too. Doubts that do not come from the code count last: a file that nearly always changes
with the changed files is unchanged, or the team has not chosen between alternatives, such as libraries.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil

from ctx_lsp.base.counted import counted
from ctx_lsp.graph.entry import path_of
from ctx_lsp.packing.assessment.risk import Risk
from ctx_lsp.packing.model import Completeness, PackOptions, Readiness, ShownResults, Unresolved
from ctx_lsp.retrieval.gaps import NO_FILES
from ctx_lsp.retrieval.model import Coverage

# On the 465 commits of `training.figures.fit_confidence`, 8 % of the packs above this confidence show no decisive line,
# and 41 % of the packs that show all decisive lines are above it.
READY_CONFIDENCE = 0.8
MAX_NEAREST_CHARACTERS = 120
MAX_BUDGET = 1_000_000
BUDGET_STEP, MARGIN = 500, 1.1  # for the budget that would show what is missing
NEARLY_ALL = 0.9  # share of the main results that have to be shown in a pack about a symbol, files or a change
DEPENDENCY_TOKENS = 60  # expected cost of showing a missing dependency
WAIT = "wait for indexing"
WITHOUT_BODIES = 'choose another policy: "signatures" shows no bodies'
NONE_POINTED = ShownResults(0, 0)
MAX_ASKED = 2  # missing dependencies, or their files, that a reason names

_NAMED_BUDGET = re.compile(r"raise the budget to ([\d,]+)")


@dataclass(frozen=True, slots=True)
class ReadinessInputs:
    """The measures that determine whether a pack is ready.

    `nearest` names the nearest results if nothing fits the question. `more_vectors` is true while more of the code is
    being embedded for semantic search. `is_general` is true if the question needs no code. `shows_users` is true if the
    question asks for the users of a symbol and the main results are these users. `is_unused` is true if the question
    asks for users but the graph has none. `doubt` says what else is missing to start work, or is empty. `needed` is the
    number of tokens of the pack together with its main results that are not shown. `names_files` is true if the pack is
    about files. `pointed` counts the results at lines that the question names, such as the functions of a stack trace.
    `sure_budget` is the smallest budget for which `confidence` would be high enough; None if there is none.
    `is_nowhere` is true if the index is complete and holds no file.
    """

    coverage: Coverage
    confidence: float | None
    shown: ShownResults
    completeness: Completeness
    risk: Risk | None = None
    nearest: tuple[str, ...] = ()
    more_vectors: bool = False
    is_general: bool = False
    shows_users: bool = False
    is_unused: bool = False
    doubt: str = ""
    needed: int = 0
    names_files: bool = False
    pointed: ShownResults = NONE_POINTED
    sure_budget: int | None = None
    is_nowhere: bool = False


def assess_readiness(options: PackOptions, found: ReadinessInputs) -> Readiness:
    """Decide whether a pack is ready; if not, `reason` in the result names the most basic obstacle or its remedy."""
    reason = _obstacle(options, found)
    return Readiness(not reason, reason)


def within_larger(readiness: Readiness, budget: int, whole: int) -> Readiness:
    """Return the readiness of a pack of at most `budget` tokens that became part of one of at most `whole` tokens.

    The budget that it names has to leave the same number of tokens for the other part.
    """

    def raised(found: re.Match[str]) -> str:
        return _raise(whole, _rounded(whole, int(found[1].replace(",", "")) + whole - budget))

    return replace(readiness, reason=_NAMED_BUDGET.sub(raised, readiness.reason))


def _obstacle(options: PackOptions, found: ReadinessInputs) -> str:
    """Return the reason why a pack is not ready, or "" if it is ready."""
    shown, completeness = found.shown, found.completeness
    # For a question, it matters more that the excerpts are the right ones than that their dependencies are shown.
    is_asked, score = found.confidence is not None, completeness.score
    is_short = not is_asked and score is not None and score < options.min_completeness
    missing = len(completeness.unresolved)
    needed = max(found.needed, found.sure_budget or 0) if is_asked else found.needed + DEPENDENCY_TOKENS * missing
    enough = _sufficient(options.max_tokens, needed)
    is_bare = options.policy == "signatures" and not shown.main
    more = WITHOUT_BODIES if is_bare else _raise(options.max_tokens, enough)
    is_partial = not is_asked and not found.shows_users and shown.main < NEARLY_ALL * shown.of
    is_cut = _is_unsure(found.confidence) and not options.pin and not found.pointed.of
    is_unsure = is_cut and found.sure_budget is None
    lacking = f"{_remedy(more, completeness.unresolved)}: {_counted(missing, 'dependency', 'dependencies')} not shown"
    obstacles = (
        (found.is_nowhere, NO_FILES),
        (found.is_general, "no context needed: a general question"),
        (found.coverage.lexical < 1.0, WAIT),
        (found.more_vectors and is_asked and (bool(found.nearest) or not shown.of or is_unsure), WAIT),
        (bool(found.nearest), f"no good match; nearest: {', '.join(found.nearest)[:MAX_NEAREST_CHARACTERS]}"),
        # A change that only removes code has no main results, but code may still use what it has removed.
        (not shown.of and not is_asked and bool(found.doubt), found.doubt),
        (not shown.of, "nothing to show"),
        (found.is_unused, "no users found; uses through reflection or configuration are not detected"),
        (found.shows_users and shown.main < shown.of, _hidden_users(options.max_tokens, shown)),
        (is_partial, _hidden_results(more, found)),
        (not shown.main, f"{more}, or name a symbol: low confidence" if is_unsure else more),
        (found.pointed.main < found.pointed.of, _hidden_lines(more, found.pointed)),
        (is_cut and not is_unsure, f"{more}: answers are often longer than what is shown"),
        (is_unsure, "low confidence: name a symbol, such as a listed one that fits"),
        (is_short and shown.main < shown.of, more),
        (is_short, lacking),
        (found.risk is not None, _impact(found.risk)),
        (bool(found.doubt), found.doubt),
    )
    return next((action for applies, action in obstacles if applies), "")


def _is_unsure(confidence: float | None) -> bool:
    return confidence is not None and confidence < READY_CONFIDENCE


def _impact(risk: Risk | None) -> str:
    if risk is None:
        return ""
    cycle = "it is part of a call cycle, and " if risk.is_cyclic else ""
    return f"look at the impact of {risk.name}: {cycle}{_counted(risk.unseen, 'caller', 'callers')} not shown"


def _hidden_users(budget: int, shown: ShownResults) -> str:
    """Say how many users of the symbol are not shown, and the budget that would probably show all of them."""
    enough = _sufficient(budget, budget * shown.of / max(1, shown.main))
    users = _counted(shown.of, "user", "users")
    return f"{_raise(budget, enough)}: {shown.of - shown.main:,} of {users} not shown"


def _hidden_results(more: str, found: ReadinessInputs) -> str:
    """Say how many of the definitions that the request names are shown; `more` would show all of them."""
    fewer = ", or name fewer files" if found.names_files and found.shown.of > 1 else ""
    shown = f"{found.shown.main:,} of {found.shown.of:,} results {'is' if found.shown.main == 1 else 'are'} shown"
    return f"{more}{fewer}: {shown if found.shown.of > 1 else 'most of its body is not shown'}"


def _hidden_lines(more: str, pointed: ShownResults) -> str:
    """Say how many of the places that the question names are not shown; `more` would show them."""
    places = counted(pointed.of, "place")
    return f"{more}: {pointed.of - pointed.main:,} of {places} that you name are not shown"


def _sufficient(budget: int, needed: float) -> int:
    """Return a round budget above `budget` for a pack that needs about `needed` tokens."""
    return _rounded(budget, MARGIN * needed)


def _rounded(budget: int, tokens: float) -> int:
    """Return a round budget above `budget` of at least so many tokens, but at most `MAX_BUDGET`."""
    return min(MAX_BUDGET, BUDGET_STEP * max(budget // BUDGET_STEP + 1, ceil(tokens / BUDGET_STEP)))


def _raise(budget: int, enough: int) -> str:
    """Advise to raise the `budget` so that it is enough; if it cannot be raised any more, to ask for less."""
    return f"raise the budget to {enough:,}" if enough > budget else "ask for less"


def _remedy(more: str, unresolved: Sequence[Unresolved]) -> str:
    """Return what would show missing dependencies: `more`, if the budget is the reason, or else the next request."""
    reasons: dict[str, list[str]] = {}
    for one in unresolved:
        reasons.setdefault(one.reason, []).append(one.symbol.partition("::")[2] or one.symbol)
    if "budget" in reasons:
        return more
    named = [name for reason in ("unselected", "depth", "ambiguous") for name in reasons.get(reason, ())]
    if named:
        return f"ask for {', '.join(named[:MAX_ASKED])}"
    if "filtered" in reasons:
        return "widen the filter"
    paths = dict.fromkeys(path_of(one.symbol) for one in unresolved)
    return f"read {', '.join([*paths][:MAX_ASKED])} (possible secrets)"


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one} is" if count == 1 else f"{count} {many} are"
