"""Packs that were given of one snapshot, so that a question that is repeated meanwhile is not worked on again.

Of another snapshot nothing is remembered; what outlives one is in `packing.pack_cache`.
"""

from collections.abc import Hashable
from weakref import ref

from ctx_lsp.base.lru import Lru
from ctx_lsp.packing.model import Pack
from ctx_lsp.snapshot.snapshot import Snapshot

REMEMBERED = 64  # packs

Answers = Lru[Hashable, Pack]
"""Packs of one snapshot, by all else that they follow from."""


def no_answers() -> Answers:
    """Remembers nothing."""
    return Lru(0)


class LatestAnswers:
    """The answers of the latest snapshot. For one thread; the answers themselves are for any."""

    def __init__(self) -> None:
        self._snapshot: ref[Snapshot] | None = None  # an old one is large, and nobody else may need it
        self._answers = no_answers()

    def of(self, snapshot: Snapshot) -> Answers:
        """The answers of a snapshot."""
        known = self._snapshot() if self._snapshot else None
        if known is not snapshot:
            self._snapshot, self._answers = ref(snapshot), Lru(REMEMBERED)
        return self._answers
