"""Cache of packs, valid while every index look-up that a pack depends on gives the same answer.

A pack follows from the question, its results, the options, and what packing reads from the index. All of these reads
are look-ups in three mappings: the entries of files, their edges, and the dependants of files. The cache records the
look-ups while a pack is made; the pack is valid in any revision where each of them gives the same value. The cache does
not save the search itself, because any edit can change the order of any question's results.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.lru import Lru
from ctx_lsp.base.timings import Timings
from ctx_lsp.graph.edges import FileEdges, Graph
from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.packing.candidates import NO_SEEDS, PackSeeds
from ctx_lsp.packing.model import Pack, PackItem, PackOptions
from ctx_lsp.packing.pack import make_pack
from ctx_lsp.retrieval.evidence import Evidence
from ctx_lsp.retrieval.gaps import gaps
from ctx_lsp.retrieval.model import Item, QueryAnalysis
from ctx_lsp.snapshot.snapshot import Snapshot

# Packs in the cache, including those of code lenses. Each holds a few hundred look-ups, whose values are mostly shared
# with the index.
MAX_CACHED = 256

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class _PackReads:
    """The look-ups of a pack with their values; None for a missing key."""

    files: Mapping[str, FileEntry | None]
    edges: Mapping[str, FileEdges | None]
    dependants: Mapping[str, frozenset[str] | None]
    users: Mapping[str, Mapping[str, int] | None]

    def hold_in(self, snapshot: Snapshot) -> bool:
        """Whether every look-up gives the same value in `snapshot`."""
        graph = snapshot.graph
        return (
            _all_hold(self.edges, graph.by_file)
            and _all_hold(self.files, snapshot.files)
            and _all_hold(self.dependants, graph.dependants)
            and _all_hold(self.users, graph.users_by_node)
        )


@dataclass(frozen=True, slots=True)
class _CachedPack:
    """A pack with its inputs except question and options; `index_figures` are its figures about the whole index."""

    ranked: tuple[Item, ...]
    seeds: PackSeeds
    index_figures: tuple[float, float, bool, tuple[str, ...]]
    already_sent: tuple[PackItem, ...]
    evidence: Evidence | None
    reads: _PackReads
    pack: Pack

    @property
    def inputs(self) -> tuple[object, ...]:
        """The inputs that must be equal for the pack to be reused."""
        return self.ranked, self.seeds, self.index_figures, self.already_sent, self.evidence


class PackCache:
    """Makes packs and caches the most recent ones. Thread-safe."""

    def __init__(self) -> None:
        self._made: Lru[Hashable, _CachedPack] = Lru(MAX_CACHED)

    def __len__(self) -> int:
        return len(self._made)

    def pack(  # noqa: PLR0913, PLR0917 - all inputs of a pack
        self, snapshot: Snapshot, query: QueryAnalysis, ranked: Sequence[Item], options: PackOptions,
        token: CancelToken, timings: Timings, seeds: PackSeeds = NO_SEEDS, already_sent: Sequence[PackItem] = (),
        evidence: Evidence | None = None,
    ) -> Pack:  # fmt: skip
        """Return the result of `make_pack`; timings of a cached pack contain `cached`. Raises `Cancelled`."""
        results, index_figures, sent = tuple(ranked), _index_figures(snapshot), tuple(already_sent)
        inputs = (results, seeds, index_figures, sent, evidence)
        known = self._made.get((query, options))
        if known is not None and known.inputs == inputs:
            with timings.stage("cached"):
                holds = known.reads.hold_in(snapshot)
            if holds:
                return replace(known.pack, revision=snapshot.revision, timings=timings.ms)
            del timings.ms["cached"]
        watched = _RecordingSnapshot(snapshot)
        pack = make_pack(watched.snapshot, query, results, options, token, timings, seeds, sent, evidence)
        if not watched.read_all:
            self._made.put((query, options), _CachedPack(*inputs, watched.reads(), pack))
        return pack


class _RecordingSnapshot:
    """A snapshot that records look-ups."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._files = _RecordingMapping(snapshot.files)
        self._edges = _RecordingMapping(snapshot.graph.by_file)
        self._dependants = _RecordingMapping(snapshot.graph.dependants)
        self._users = _RecordingMapping(snapshot.graph.users_by_node)
        graph = Graph(self._edges, self._dependants, self._users)
        self.snapshot = replace(snapshot, files=self._files, graph=graph)

    @property
    def read_all(self) -> bool:
        """Whether a read depended on the whole index."""
        return self._files.listed or self._edges.listed or self._dependants.listed or self._users.listed

    def reads(self) -> _PackReads:
        """The look-ups recorded so far."""
        return _PackReads(self._files.seen, self._edges.seen, self._dependants.seen, self._users.seen)


class _RecordingMapping(Mapping[str, Value], Generic[Value]):
    """A mapping that records look-ups, and whether its keys were `listed`. Its size is not recorded."""

    def __init__(self, values: Mapping[str, Value]) -> None:
        self._values = values
        self.seen: dict[str, Value | None] = {}
        self.listed = False

    def __getitem__(self, key: str) -> Value:
        value = self.get(key)
        if value is None:
            raise KeyError(key)
        return value

    def get(self, key: str, default: Value | None = None) -> Value | None:  # type: ignore[override]  # no default differs
        if key not in self.seen:
            self.seen[key] = self._values.get(key)
        found = self.seen[key]
        return default if found is None else found

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and self.get(key) is not None

    def __iter__(self) -> Iterator[str]:
        self.listed = True
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


def _all_hold(seen: Mapping[str, Value | None], now: Mapping[str, Value]) -> bool:
    for key, value in seen.items():
        other = now.get(key)
        if value is not other and value != other:
            return False
    return True


def _index_figures(snapshot: Snapshot) -> tuple[float, float, bool, tuple[str, ...]]:
    """The figures that a pack reports about the whole index."""
    return snapshot.lexical_coverage, snapshot.semantic_coverage, snapshot.more_vectors, gaps(snapshot)
