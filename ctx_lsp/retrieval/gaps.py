"""Sentences that state what is missing from an answer because the index is incomplete.

Search answers and packs use the same sentences. `packing.assessment.readiness` assesses whether a pack is ready to use.
"""

from ctx_lsp.base.percent import percent
from ctx_lsp.snapshot.snapshot import Snapshot


def gaps(snapshot: Snapshot, *, by_meaning: bool = True, is_ready: bool = False) -> tuple[str, ...]:
    """Return a sentence for each gap in an answer that is based on `snapshot`.

    Pass `by_meaning=False` for an answer that does not use semantic search. Pass `is_ready=True` for a pack that is
    ready to use.
    """
    unused = (
        f"Semantic search was not used: {snapshot.no_semantic_reason}."
        if by_meaning and snapshot.no_semantic_reason
        else ""
    )
    phrase = indexing_gap(snapshot, by_meaning=by_meaning, is_ready=is_ready)
    return tuple(filter(None, (unused, phrase and f"{phrase[0].upper()}{phrase[1:]}.")))


def indexing_gap(snapshot: Snapshot, *, by_meaning: bool = True, is_ready: bool = False) -> str:
    """Return a phrase for a pack's header that states the progress of indexing, or "" if the index is complete.

    A pack can be ready before all vectors are there. Beside "ready", "still indexing" would ask the reader to wait.
    """
    if snapshot.lexical_coverage < 1.0:
        return f"still indexing: this answer covers {percent(snapshot.lexical_coverage)} of the files"
    if not by_meaning or snapshot.no_semantic_reason or snapshot.semantic_coverage >= 1.0:
        return ""
    covered = f"semantic search covers {percent(snapshot.semantic_coverage)} of the code"
    if snapshot.more_vectors:
        return f"{covered} so far" if is_ready else f"still indexing: {covered}"
    return covered if snapshot.vectors is not None else ""
