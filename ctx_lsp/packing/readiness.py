"""Whether a pack is enough to start work on, and the one action that would help most if it is not.

What is judged is in the pack's own figures: coverage of the index, confidence, shown results, completeness.
"""

from ctx_lsp.packing.model import Completeness, PackOptions, Readiness, Shown
from ctx_lsp.retrieval.model import Coverage

READY_CONFIDENCE = 0.6  # of packs with less, too many show no decisive line
REASON_TOKENS = 40  # the longest reason, with its label, in any format
MAX_BUDGET = 1_000_000


def judge(
    options: PackOptions, coverage: Coverage, confidence: float | None, shown: Shown, completeness: Completeness,
    *, is_match: bool,
) -> Readiness:  # fmt: skip
    """Judge a pack. The most basic obstacle is named first."""
    if coverage.lexical < 1.0:
        return Readiness(False, "wait for indexing")
    if not is_match:
        return Readiness(False, "no good match: name a symbol or use words of the code")
    if shown.of and not shown.main:
        return Readiness(False, f"raise the budget to {_more(options.max_tokens):,}")
    if confidence is not None and confidence < READY_CONFIDENCE:
        return Readiness(False, "low confidence: name a symbol, or pin a result that fits")
    if shown.main < shown.of and completeness.unresolved and _is_short(completeness, options):
        return Readiness(False, f"raise the budget to {_more(options.max_tokens):,}")
    if _is_short(completeness, options):
        return Readiness(False, f"{len(completeness.unresolved)} dependencies are not shown: see Missing")
    return Readiness(True, "")


def _is_short(completeness: Completeness, options: PackOptions) -> bool:
    return completeness.score is not None and completeness.score < options.min_completeness


def _more(budget: int) -> int:
    return min(MAX_BUDGET, 2 * budget)
