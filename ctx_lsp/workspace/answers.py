"""Cache of packs made from one snapshot, so that a repeated question is not answered twice.

Nothing is kept for other snapshots; `packing.pack_cache` keeps packs across revisions.
"""

from collections.abc import Hashable
from weakref import ref

from ctx_lsp.base.lru import Lru
from ctx_lsp.packing.model import Pack
from ctx_lsp.snapshot.snapshot import Snapshot

MAX_CACHED = 64  # packs

Answers = Lru[Hashable, Pack]
"""Packs of one snapshot by all their other inputs."""


def no_answers() -> Answers:
    """A cache that stores nothing."""
    return Lru(0)


class LatestAnswers:
    """Cache of the latest snapshot's answers. Use from one thread; the returned caches are thread-safe."""

    def __init__(self) -> None:
        self._snapshot: ref[Snapshot] | None = None  # weak: an old snapshot is large and may not be needed elsewhere
        self._answers = no_answers()

    def of(self, snapshot: Snapshot) -> Answers:
        """The cache for `snapshot`; a new one replaces the cache of an earlier snapshot."""
        known = self._snapshot() if self._snapshot else None
        if known is not snapshot:
            self._snapshot, self._answers = ref(snapshot), Lru(MAX_CACHED)
        return self._answers
