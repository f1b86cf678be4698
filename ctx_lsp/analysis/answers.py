"""Packs that were given of one state, so that a question that is repeated meanwhile is not worked on again.

A state is a snapshot and all else that answers rest on; of another state nothing is remembered. What outlives a state
is in `packing.reuse`.
"""

from collections.abc import Hashable
from weakref import ref

from ctx_lsp.base.lru import Lru
from ctx_lsp.index.snapshot import Snapshot
from ctx_lsp.packing.model import Pack

REMEMBERED = 64  # packs

Answers = Lru[Hashable, Pack]
"""Packs by all that was asked."""


def no_answers() -> Answers:
    """Remembers nothing."""
    return Lru(0)


class LatestAnswers:
    """The answers of the latest state. For one thread; the answers themselves are for any."""

    def __init__(self) -> None:
        self._snapshot: ref[Snapshot] | None = None  # an old one is large, and nobody else may need it
        self._others: tuple[object, ...] = ()
        self._answers = no_answers()

    def of(self, snapshot: Snapshot, *others: object) -> Answers:
        """The answers of the state that consists of `snapshot` and these `others`."""
        known = self._snapshot() if self._snapshot else None
        if known is not snapshot or self._others != others:
            self._snapshot, self._others, self._answers = ref(snapshot), others, Lru(REMEMBERED)
        return self._answers
