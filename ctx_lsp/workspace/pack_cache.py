"""Cache of packs, which are kept by recipe to avoid rebuilding them, and by id to show them again.

For a repeated recipe at the same snapshot, the cached pack is returned unchanged. At another snapshot, the search runs
again, because any edit can change the order of the results. The cached pack is still used if its inputs are equal and
all index lookups that it depends on (`packing.pack_reads`) return the same values.

Each pack that a client requests is also kept by id, with its request, until newer packs displace it.

Here a recipe is a `PackRecipe`, not a `Recipe` from the history. Nothing is stored on disk. `packs` handles requests
about earlier packs, and `feedback` keeps verdicts.
"""

from collections.abc import Hashable
from dataclasses import dataclass, replace
from pathlib import PurePath
from sys import getsizeof
from typing import SupportsFloat
from weakref import ref

import msgspec

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.digest import digest
from ctx_lsp.base.lru import Lru
from ctx_lsp.base.timings import Timings
from ctx_lsp.monitoring.monitor import Monitor
from ctx_lsp.packing.model import Pack, PackItem, PackRequest
from ctx_lsp.packing.pack import make_pack
from ctx_lsp.packing.pack_draft import PackInput
from ctx_lsp.packing.pack_reads import PackReads, RecordingSnapshot
from ctx_lsp.patterns.adoption import AdoptionIndex
from ctx_lsp.retrieval.gaps import gaps
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.workspace.feedback import ShownPack
from ctx_lsp.workspace.notes.in_force import NotesInForce

MAX_CACHED = 256  # packs by recipe, including those for code lenses and hover cards
KEPT = 256  # packs by id
MAX_BYTES = 8 << 20  # of packs in each of the two caches, which mostly share them: about a hundred of the usual size
LEAST_KEPT = 16  # number of packs that are cached however long they are


@dataclass(frozen=True, slots=True)
class PackRecipe:
    """Everything that determines a pack apart from the index: request, applicable feedback, weights and models."""

    request: PackRequest
    feedback: tuple[tuple[str, float], ...] = ()
    means: tuple[Hashable, ...] = ()


@dataclass(frozen=True, slots=True)
class KeptPack:
    """A pack that is kept by id, with its request.

    `sent` holds all items that the client already has, oldest first. `excluded` holds the ids of the symbols that the
    options exclude.
    """

    pack: Pack
    request: PackRequest
    shown: ShownPack
    sent: tuple[PackItem, ...]
    excluded: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _CachedPack:
    """A pack with everything that it was built from.

    `inputs` is a digest of the input of `make_pack`. `index_figures` holds the measures of the whole index that the
    pack reports. `reads` holds the index lookups that the pack depends on, or None if it depends on the whole index.
    `answer` is the complete answer to the recipe at the snapshot `answered_at`; the pack itself may belong to a later
    snapshot, because another thread may have rebuilt it.
    """

    pack: Pack
    inputs: bytes
    index_figures: tuple[object, ...]
    reads: PackReads | None
    answer: Pack | None = None
    answered_at: ref[Snapshot] | None = None  # weak, because an old snapshot is large and may not be needed elsewhere


class PackCache:
    """A cache of packs by recipe and by id. The least recently used packs are dropped first. Thread-safe.

    For packs that prepare an edit, `adoption` caches which alternatives (such as libraries) each file uses. `notes`
    caches which notes about the code are in force.
    """

    def __init__(self, monitor: Monitor | None = None) -> None:
        """Create an empty cache. `monitor` counts its hits and misses."""
        self._monitor = monitor or Monitor()
        self.adoption = AdoptionIndex()
        self.notes = NotesInForce()
        self._made: Lru[PackRecipe, _CachedPack] = Lru(MAX_CACHED, MAX_BYTES, lambda made: _weight(made.pack))
        self.most_kept = KEPT
        self._kept: Lru[str, KeptPack] = Lru(self.most_kept, MAX_BYTES, lambda kept: _weight(kept.pack))

    def answer(self, recipe: PackRecipe, snapshot: Snapshot) -> Pack | None:
        """Return the cached answer to a recipe at this snapshot, or None if there is none."""
        made = self._made.get(recipe)
        if made is None or made.answered_at is None or made.answered_at() is not snapshot:
            return None
        if made.answer is not None:
            self._monitor.cache_asked("packs", hits=1, misses=0)
        return made.answer

    def put_answer(self, recipe: PackRecipe, snapshot: Snapshot, pack: Pack) -> None:
        """Store `pack` as the complete answer to a recipe at this snapshot, unless the recipe is no longer cached."""
        made = self._made.get(recipe)
        if made is not None:
            self._made.put(recipe, replace(made, answer=pack, answered_at=ref(snapshot)))

    def pack(
        self, recipe: PackRecipe, snapshot: Snapshot, inputs: PackInput, token: CancelToken, timings: Timings
    ) -> Pack:
        """Return the result of `make_pack`, from the cache if possible. Raises `Cancelled`.

        For a result from the cache, `timings` includes the stage `cached`.
        """
        figures = _index_figures(snapshot)
        given = digest(msgspec.msgpack.encode(inputs, order="deterministic", enc_hook=_plain))
        known = self._made.get(recipe)
        if known is not None and known.reads is not None and (known.inputs, known.index_figures) == (given, figures):
            with timings.stage("cached"):
                holds = known.reads.hold_in(snapshot)
            if holds:
                self._monitor.cache_asked("packs", hits=1, misses=0)
                return replace(known.pack, revision=snapshot.revision, timings=timings.ms)
            del timings.ms["cached"]
        self._monitor.cache_asked("packs", hits=0, misses=1)
        recording = RecordingSnapshot(snapshot)
        pack = make_pack(recording.snapshot, inputs, token, timings)
        self._made.put(recipe, _CachedPack(pack, given, figures, recording.reads()))
        return pack

    def keep(self, kept: KeptPack) -> KeptPack:
        """Keep a pack under its id, and return the pack."""
        return self._kept.put(kept.pack.pack_id, kept)

    def kept(self, pack_id: str) -> KeptPack | None:
        """Return the kept pack with this id, or None if the id is unknown or the pack was dropped."""
        return self._kept.get(pack_id)


def _weight(pack: Pack) -> int:
    """Return how many bytes of memory a pack's texts use, which is most of the pack's memory.

    The result is limited so that at least `LEAST_KEPT` packs fit into the cache.
    """
    shown = (item.text for item in pack.items)
    excerpts = (text for _, text in pack.document.excerpts)
    return min(sum(map(getsizeof, (pack.text, *shown, *excerpts))), MAX_BYTES // LEAST_KEPT)


def _index_figures(snapshot: Snapshot) -> tuple[object, ...]:
    """Return the measures of the whole index that a pack reports."""
    return snapshot.lexical_coverage, snapshot.semantic_coverage, snapshot.more_vectors, gaps(snapshot)


def _plain(value: SupportsFloat | PurePath) -> float | str:
    """Convert a NumPy number or a path to a type that msgpack supports."""
    return str(value) if isinstance(value, PurePath) else float(value)
