"""A bounded cache that evicts the least recently used entry.

It is meant for results of pure functions, keyed by content.
"""

from collections import OrderedDict
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Lru(Generic[K, V]):
    """A thread-safe LRU cache. If two threads compute the same value at once, either result may be kept."""

    __slots__ = ("_lock", "_size", "_values")

    def __init__(self, size: int) -> None:
        self._size = size
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: K) -> V | None:
        """Return the value for `key` and mark it as most recently used; return None if `key` is unknown."""
        with self._lock:
            if key not in self._values:
                return None
            self._values.move_to_end(key)
            return self._values[key]

    def put(self, key: K, value: V) -> V:
        """Store `value` under `key`, evict entries beyond the size limit, and return `value`."""
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self._size:
                self._values.popitem(last=False)
        return value
