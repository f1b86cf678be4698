"""Sources that a computation can read: inputs, tables and queries. `engine` decides when to compute them.

Each source maps keys to values in an immutable map, so that taking a snapshot costs nothing. A key without a value
reads as the source's `absent` value, and that read is recorded too. None is never a value.
"""

from collections.abc import Callable, Hashable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar, cast

from immutables import Map

from ctx_lsp.base.compact_dict import CompactDict

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
A = TypeVar("A")

_NO_PARTS: Map[Any, Any] = Map()

Cell = tuple[int, Hashable]
"""The number of a source and one of its keys: the unit of dependency."""


@dataclass(eq=False)
class Source(Generic[K, V, A]):
    """A mapping from keys to values. The values may depend only on sources with a smaller `number`."""

    name: str
    number: int
    absent: A
    values: Map[K, V] = field(default_factory=Map)

    def get(self, key: K) -> V | A:
        """Return the value of `key` without recording the read. Only for callers outside the engine's computations."""
        return self.values.get(key, self.absent)


class Input(Source[K, V, A]):
    """A source whose values are set from outside the engine."""


class Read(Protocol):
    """A function that reads values."""

    def __call__(self, source: Source[K, V, A], key: K, /) -> V | A:
        """Return the value of `key`, or `source.absent` if it has none."""


class RecordedRead(Read, Protocol):
    """A function that reads values for one computation and records each read."""

    @property
    def changed(self) -> AbstractSet[Cell]:
        """The cells that were read for the last result and have changed since; empty if there is no last result."""

    def keep_last(self) -> None:
        """Also record the reads that produced the last result, because parts of that result are reused."""


@dataclass(eq=False)
class Query(Source[K, V, A]):
    """Values that `compute` derives from other sources; only wanted keys have a value.

    `compute` must be a pure function of its key and of the values it reads through its first argument. `red` holds, in
    order, the wanted keys whose value must be computed. It maps each key to the cells that were read for the key's last
    value and have changed since.
    """

    compute: Callable[[RecordedRead, K], V] = field(kw_only=True)
    red: dict[K, set[Cell]] = field(default_factory=dict)


@dataclass(eq=False)
class Table(Source[K, V, A]):
    """The values of another source, which may itself be a table, grouped into cells like an inverted index.

    `contributions` returns the cells to which a key and value of that source contribute, each with the contributed
    part. It returns None if this cannot be determined; None is treated as no contributions. `view` combines the parts
    of a cell, which are keyed by source key and unordered, into the cell's value. A cell counts as unchanged if its new
    value equals the old one. If `view` is None, the value is the parts themselves, as an immutable map; then adding or
    removing a part is cheap even if the cell has thousands.
    """

    contributions: Callable[[Any, Any], Mapping[K, Any] | None] = field(kw_only=True)
    view: Callable[[Mapping[Any, Any]], V] | None = field(kw_only=True)
    # A single part is stored as a pair of its key and itself, in a third of the memory; most cells have one part.
    _parts: CompactDict[K, Map[Any, Any] | tuple[Any, Any]] = field(default_factory=CompactDict)
    _latest: tuple[Any, Any, Mapping[K, Any] | None] | None = None  # key and value, and their contributions

    def contributions_of(self, key: Hashable, value: object) -> Mapping[K, Any] | None:
        """Return the contributions of a key and value. Only the latest result is cached.

        If the key changes again before any other, the cached result saves computing the contributions of its old value.
        """
        if self._latest is None or self._latest[1] is not value or self._latest[0] != key:
            self._latest = key, value, self.contributions(key, value)
        return self._latest[2]

    def part(self, cell: K, key: Hashable) -> object:
        """Return the part that a key of the source contributes to a cell; None if there is none."""
        parts = self._parts.get(cell)
        if isinstance(parts, Map):
            return parts.get(key)
        return parts[1] if parts is not None and parts[0] == key else None

    def parts_from(self, key: Hashable) -> dict[K, Any]:
        """Return the parts that a key of the source contributes, keyed by cell. Searches all cells."""
        return {cell: part for cell in self._parts if (part := self.part(cell, key)) is not None}

    def change(self, cell: K, changes: Mapping[Any, Any]) -> V | None:
        """Change parts of a cell (None removes a part), and return the new value; None if the cell is now empty."""
        before = self._parts.get(cell)
        if before is None and len(changes) == 1:  # most cells of a workspace that is read
            ((key, part),) = changes.items()
            if part is not None:
                self._parts[cell] = Map(changes) if self.view is None else (key, part)
                return cast(V, self._parts[cell]) if self.view is None else self.view(changes)
        parts = updated(_as_map(before), changes)
        if not parts:
            self._parts.discard(cell)
            return None
        if self.view is None:
            self._parts[cell] = parts
            return cast(V, parts)
        self._parts[cell] = parts if len(parts) > 1 else next(iter(parts.items()))
        return self.view(parts)


def _as_map(parts: Map[Any, Any] | tuple[Any, Any] | None) -> Map[Any, Any]:
    """Return the parts of a cell, as they are stored, as a map."""
    if isinstance(parts, tuple):
        return Map((parts,))
    return _NO_PARTS if parts is None else parts


def updated(values: Map[K, V], changes: Mapping[K, V | None]) -> Map[K, V]:
    """Return a copy of `values` with `changes`; None removes a key."""
    copy = values.mutate()
    for key, value in changes.items():
        if value is not None:
            copy[key] = value
        else:
            copy.pop(key, None)
    return copy.finish()
