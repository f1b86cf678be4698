"""Sentences that state what is missing from an answer because the index is incomplete.

Search answers and packs use the same sentences. `packing.assessment.readiness` assesses whether a pack is ready to use.
"""

from ctx_lsp.base.percent import percent
from ctx_lsp.snapshot.snapshot import Snapshot


def gaps(snapshot: Snapshot, *, by_meaning: bool = True) -> tuple[str, ...]:
    """Return a sentence for each gap in an answer that is based on `snapshot`.

    Pass `by_meaning=False` for an answer that does not use semantic search.
    """
    unused = (
        f"Semantic search was not used: {snapshot.no_semantic_reason}."
        if by_meaning and snapshot.no_semantic_reason
        else ""
    )
    phrase = indexing_gap(snapshot, by_meaning=by_meaning)
    return tuple(filter(None, (unused, phrase and f"{phrase[0].upper()}{phrase[1:]}.")))


def indexing_gap(snapshot: Snapshot, *, by_meaning: bool = True) -> str:
    """Return a phrase for a pack's header that states the progress of indexing, or "" if the index is complete."""
    if snapshot.lexical_coverage < 1.0:
        return f"still indexing: this answer covers {percent(snapshot.lexical_coverage)} of the files"
    if not by_meaning or snapshot.no_semantic_reason or snapshot.semantic_coverage >= 1.0:
        return ""
    covered = f"semantic search covers {percent(snapshot.semantic_coverage)} of the code"
    if snapshot.more_vectors:
        return f"still indexing: {covered}"
    return covered if snapshot.vectors is not None else ""
