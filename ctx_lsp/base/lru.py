"""A bounded cache that evicts the least recently used entry.

It is meant for results of pure functions, keyed by content, and for the states of recently edited files. Whether an
entry is still cached may only affect speed.
"""

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Lru(Generic[K, V]):
    """A thread-safe LRU cache. If two threads store values under one key at the same time, either value may be kept.

    It holds at most `size` entries. If `weigh` is given, the total weight of the entries is at most `most_weight`; a
    value is weighed once, when it is stored.
    """

    __slots__ = ("_lock", "_most_weight", "_size", "_total", "_values", "_weigh", "_weights")

    def __init__(self, size: int, most_weight: int = 0, weigh: Callable[[V], int] | None = None) -> None:
        self._size = size
        self._most_weight = most_weight
        self._weigh = weigh
        self._values: OrderedDict[K, V] = OrderedDict()
        self._weights: dict[K, int] = {}
        self._total = 0
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._values)

    def __contains__(self, key: K) -> bool:
        return key in self._values

    @property
    def keys(self) -> list[K]:
        """The keys, most recently used last."""
        with self._lock:
            return list(self._values)

    def peek(self, key: K) -> V | None:
        """Return the value for `key` without marking it as used; return None if `key` is unknown."""
        return self._values.get(key)

    def get(self, key: K) -> V | None:
        """Return the value for `key` and mark it as most recently used; return None if `key` is unknown."""
        with self._lock:
            if key not in self._values:
                return None
            self._values.move_to_end(key)
            return self._values[key]

    def pop(self, key: K) -> V | None:
        """Remove `key` and return its value; return None if `key` is unknown."""
        with self._lock:
            self._total -= self._weights.pop(key, 0)
            return self._values.pop(key, None)

    def put(self, key: K, value: V) -> V:
        """Store `value` under `key`, evict entries beyond the limits, and return `value`."""
        weight = self._weigh(value) if self._weigh else None
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            if weight is not None:
                self._total += weight - self._weights.get(key, 0)
                self._weights[key] = weight
            while len(self._values) > self._size or self._total > self._most_weight:
                evicted, _ = self._values.popitem(last=False)
                self._total -= self._weights.pop(evicted, 0)
        return value
