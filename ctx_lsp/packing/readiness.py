"""Whether a pack is enough to start work on, and the one action that would help most if it is not.

What is judged is in the pack's own figures: coverage of the index, confidence, shown results, completeness,
and, where a symbol, files or a change was given, the risk of changing that.
"""

from dataclasses import dataclass

from ctx_lsp.packing.model import Completeness, PackOptions, Readiness, Shown
from ctx_lsp.packing.risk import NO_RISK, Risk
from ctx_lsp.retrieval.model import Coverage

# On 140 commits to seven repositories, 3 % of the packs with more confidence showed no decisive line, and 62 % of the
# packs that showed all of them had more; on the 533 commits of `training.fit_confidence`, 6 % and 48 %.
READY_CONFIDENCE = 0.8
# Where more callers are out of sight, and a smaller share of them in sight, a change needs a look at its impact.
MAX_UNSEEN, SEEN_SHARE = 5, 0.5
MAX_NEAREST_CHARACTERS = 120
MAX_BUDGET = 1_000_000


@dataclass(frozen=True, slots=True)
class Findings:
    """What a pack knows of itself. `nearest` names the nearest results where nothing fits the question."""

    coverage: Coverage
    confidence: float | None
    shown: Shown
    completeness: Completeness
    risk: Risk = NO_RISK
    nearest: tuple[str, ...] = ()


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
    risk = found.risk
    more = f"raise the budget to {min(MAX_BUDGET, 2 * options.max_tokens):,}"
    missing = len(completeness.unresolved)
    lacking = f"{_are(missing, 'dependency', 'dependencies')} not shown"
    obstacles = (
        (found.coverage.lexical < 1.0, "wait for indexing"),
        (bool(found.nearest), f"no good match; nearest: {', '.join(found.nearest)[:MAX_NEAREST_CHARACTERS]}"),
        (not shown.of, "nothing to show"),
        (not shown.main, more),
        (_is_unsure(found.confidence) and not options.pin, "low confidence: name a symbol, or pin a result that fits"),
        (is_short and shown.main < shown.of, more),
        (is_short, lacking),
        (_is_risky(risk), f"see the impact of {risk.name}: {_are(risk.unseen, 'caller', 'callers')} not shown"),
    )
    return next((action for applies, action in obstacles if applies), "")


def _is_unsure(confidence: float | None) -> bool:
    return confidence is not None and confidence < READY_CONFIDENCE


def _is_risky(risk: Risk) -> bool:
    """Whether a change may break callers out of sight, more so where calls lead around in a circle."""
    is_blind = risk.unseen > MAX_UNSEEN and risk.seen < SEEN_SHARE * risk.callers
    return is_blind or (risk.is_cyclic and risk.unseen > 0)


def _are(count: int, one: str, many: str) -> str:
    return f"{count} {one} is" if count == 1 else f"{count} {many} are"
