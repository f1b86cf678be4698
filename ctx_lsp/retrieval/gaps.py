"""Sentences that name the gaps of an answer whose index is incomplete.

Search answers and packs use the same words. A pack's readiness is in `packing.assessment.readiness`.
"""

from ctx_lsp.base.percent import percent
from ctx_lsp.snapshot.snapshot import Snapshot


def gaps(snapshot: Snapshot, *, by_meaning: bool = True) -> tuple[str, ...]:
    """Return a sentence for each gap of an answer from `snapshot`.

    Pass `by_meaning=False` for an answer in which semantic search takes no part.
    """
    unused = (
        f"Semantic search was not used: {snapshot.no_semantic_reason}."
        if by_meaning and snapshot.no_semantic_reason
        else ""
    )
    phrase = indexing_gap(snapshot, by_meaning=by_meaning)
    return tuple(filter(None, (unused, phrase and f"{phrase[0].upper()}{phrase[1:]}.")))


def indexing_gap(snapshot: Snapshot, *, by_meaning: bool = True) -> str:
    """Return the state of an incomplete index as a short phrase for a pack's head, or "" if nothing is missing."""
    if snapshot.lexical_coverage < 1.0:
        return f"still indexing: this answer covers {percent(snapshot.lexical_coverage)} of the files"
    if not by_meaning or snapshot.no_semantic_reason or snapshot.semantic_coverage >= 1.0:
        return ""
    covered = f"semantic search covers {percent(snapshot.semantic_coverage)} of the code"
    if snapshot.more_vectors:
        return f"still indexing: {covered}"
    return covered if snapshot.vectors is not None else ""
