"""Whether a pack is enough to start work on, and the one action that would help most if it is not.

What is judged is in the pack's own figures: coverage of the index, confidence, shown results and completeness; where a
symbol or a change was given, also the risk of changing that.
"""

from dataclasses import dataclass

from ctx_lsp.packing.assessment.risk import Risk
from ctx_lsp.packing.model import Completeness, PackOptions, Readiness, ShownResults
from ctx_lsp.retrieval.model import Coverage

# On 140 commits to seven repositories, 3 % of the packs with more confidence showed no decisive line, and 62 % of the
# packs that showed all of them had more; on the 533 commits of `training.figures.fit_confidence`, 6 % and 48 %.
READY_CONFIDENCE = 0.8
MAX_NEAREST_CHARACTERS = 120
MAX_BUDGET = 1_000_000
WAIT = "wait for indexing"


@dataclass(frozen=True, slots=True)
class Findings:
    """What a pack knows of itself. `nearest` names the nearest results where nothing fits the question.

    `more_vectors`: semantic search will cover more of the code by itself.
    """

    coverage: Coverage
    confidence: float | None
    shown: ShownResults
    completeness: Completeness
    risk: Risk | None = None
    nearest: tuple[str, ...] = ()
    more_vectors: bool = False


def judge(options: PackOptions, found: Findings) -> Readiness:
    """Judge a pack. The most basic obstacle is named."""
    reason = _obstacle(options, found)
    return Readiness(not reason, reason)


def _obstacle(options: PackOptions, found: Findings) -> str:
    """The first of the obstacles, as the action that would remove it; empty where there is none."""
    shown, completeness = found.shown, found.completeness
    # Of a question's excerpts, what they name matters less than whether they are the right ones.
    is_asked, score = found.confidence is not None, completeness.score
    is_short = not is_asked and score is not None and score < options.min_completeness
    more = f"raise the budget to {min(MAX_BUDGET, 2 * options.max_tokens):,}"
    missing = len(completeness.unresolved)
    is_unsure = _is_unsure(found.confidence) and not options.pin
    lacking = f"{_counted(missing, 'dependency', 'dependencies')} not shown"
    obstacles = (
        (found.coverage.lexical < 1.0, WAIT),
        (found.more_vectors and is_asked and (bool(found.nearest) or not shown.of or is_unsure), WAIT),
        (bool(found.nearest), f"no good match; nearest: {', '.join(found.nearest)[:MAX_NEAREST_CHARACTERS]}"),
        (not shown.of, "nothing to show"),
        (not shown.main, more),
        (is_unsure, "low confidence: name a symbol, or pin a result that fits"),
        (is_short and shown.main < shown.of, more),
        (is_short, lacking),
        (found.risk is not None, _impact(found.risk)),
    )
    return next((action for applies, action in obstacles if applies), "")


def _is_unsure(confidence: float | None) -> bool:
    return confidence is not None and confidence < READY_CONFIDENCE


def _impact(risk: Risk | None) -> str:
    if risk is None:
        return ""
    cycle = "it is part of a call cycle, and " if risk.is_cyclic else ""
    return f"look at the impact of {risk.name}: {cycle}{_counted(risk.unseen, 'caller', 'callers')} not shown"


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one} is" if count == 1 else f"{count} {many} are"
