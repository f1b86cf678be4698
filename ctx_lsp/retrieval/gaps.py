"""Sentences that state what is missing from an answer because the index is incomplete or differs from the disk.

Search answers and packs use the same sentences. `packing.assessment.readiness` assesses whether a pack is ready to use.
"""

from collections.abc import Sequence

from ctx_lsp.base.percent import percent
from ctx_lsp.snapshot.open_files import OutdatedBuffer
from ctx_lsp.snapshot.snapshot import Snapshot

NO_FILES = "no file of this folder is in the index"
MAX_NAMED = 3  # files that a sentence names


def gaps(snapshot: Snapshot, *, by_meaning: bool = True, is_ready: bool = False) -> tuple[str, ...]:
    """Return a sentence for each gap in an answer that is based on `snapshot`, and for outdated buffers.

    The parameters are as in `index_gaps`.
    """
    outdated = outdated_buffers(snapshot.outdated_buffers)
    return (*index_gaps(snapshot, by_meaning=by_meaning, is_ready=is_ready), *outdated)


def outdated_buffers(buffers: Sequence[OutdatedBuffer]) -> tuple[str, ...]:
    """Return sentences about open buffers whose files have changed or were deleted on disk below them."""
    changed, deleted = ([one.path for one in buffers if one.is_deleted == wanted] for wanted in (False, True))
    sentences = []
    if changed:
        verb, them = ("has", "it") if len(changed) == 1 else ("have", "them")
        sentences.append(
            f"{_listed(changed)} {verb} changed on disk, but the editor still has the earlier text, used here: "
            f"reload or save {them} in the editor."
        )
    if deleted:
        verb, them = ("was", "it") if len(deleted) == 1 else ("were", "them")
        sentences.append(
            f"{_listed(deleted)} {verb} deleted on disk, but the editor still has the text, used here: "
            f"close or save {them} in the editor."
        )
    return tuple(sentences)


def _listed(paths: Sequence[str]) -> str:
    *others, last = [*paths[:MAX_NAMED], *([f"{len(paths) - MAX_NAMED:,} more"] if len(paths) > MAX_NAMED else [])]
    return f"{', '.join(others)} and {last}" if others else last


def index_gaps(snapshot: Snapshot, *, by_meaning: bool = True, is_ready: bool = False) -> tuple[str, ...]:
    """Return a sentence for each gap in an answer that is due to the progress of indexing.

    Pass `by_meaning=False` for an answer that does not use semantic search. Pass `is_ready=True` for a pack that is
    ready to use.
    """
    unused = (
        f"Semantic search was not used: {snapshot.no_semantic_reason}."
        if by_meaning and snapshot.no_semantic_reason
        else ""
    )
    phrase = NO_FILES if has_no_files(snapshot) else indexing_gap(snapshot, by_meaning=by_meaning, is_ready=is_ready)
    return tuple(filter(None, (unused, phrase and f"{phrase[0].upper()}{phrase[1:]}.")))


def has_no_files(snapshot: Snapshot) -> bool:
    """Return whether the index is complete, but there is no file in it."""
    return not snapshot.files and snapshot.lexical_coverage >= 1.0


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
