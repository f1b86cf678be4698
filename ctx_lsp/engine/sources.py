"""What can be read while a value is computed: inputs, tables and queries. Who computes, and when, is in `engine`.

Each source maps keys to values in an immutable map, so that taking a snapshot costs nothing. A key without a value
reads as the source's `absent` value, and that, too, is a read that is recorded. None is never a value.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from immutables import Map

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
A = TypeVar("A")
Cell = tuple[int, Hashable]
"""A source's number and a key of it: what one read depends on."""


@dataclass(eq=False)
class Source(Generic[K, V, A]):
    """Values by key. `number` orders the sources: a value may depend on those of sources with smaller numbers only."""

    name: str
    number: int
    absent: A
    values: Map[K, V] = field(default_factory=Map)

    def get(self, key: K) -> V | A:
        """The value of `key`, unrecorded: for readers that are not computing a value of the engine."""
        return self.values.get(key, self.absent)


class Input(Source[K, V, A]):
    """Values that are set from outside."""


class Read(Protocol):
    """Reads a value for the computation that it was passed to, and records that it did."""

    def __call__(self, source: Source[K, V, A], key: K, /) -> V | A:
        """The value of `key`, `source.absent` where there is none."""


@dataclass(eq=False)
class Query(Source[K, V, A]):
    """Values that `compute` makes from what it reads; only keys that are wanted have one.

    `compute` must be a pure function of its key and of what it reads through the `Read` it is passed.
    """

    compute: Callable[[Read, K], V] = field(kw_only=True)
    red: dict[K, None] = field(default_factory=dict)  # wanted keys whose value is to be computed, in order


@dataclass(eq=False)
class Table(Source[K, V, A]):
    """The values of another source, which may be a table, grouped by what they contribute, like the index of a book.

    `contributions` says for one value of that source which of the table's keys it has a part in, None where it cannot
    say, which counts as none; `view` makes a key's value of all its parts (by the key they come from, in no order).
    Where the view stays equal, nothing has changed.
    A cell of many thousand parts is best viewed as these parts themselves: then one more or less costs nothing.
    """

    contributions: Callable[[Any, Any], Mapping[K, Any] | None] = field(kw_only=True)
    view: Callable[[Map[Any, Any]], V] = field(kw_only=True)
    parts: dict[K, Map[Any, Any]] = field(default_factory=dict)
