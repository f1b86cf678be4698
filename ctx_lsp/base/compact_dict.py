"""A dict that mostly needs no more memory when its keys change.

A dict of CPython never uses the place of a removed key again. Once all places are used, it makes room for three times
the keys that are left, so a dict whose size stays the same may still take twice the memory after some time. That can
still happen to a `CompactDict`, until it is rebuilt, if less than an eighth of its places were free.
"""

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")

_SHARE = 8  # one place in so many may be wasted


class CompactDict(dict[K, V]):
    """A dict that stays small while its keys change.

    Keys may be removed only with `discard`. After many removals, the dict is rebuilt to free unused space.
    """

    __slots__ = ("_discarded",)

    def __init__(self) -> None:
        super().__init__()
        self._discarded = 0  # since it was rebuilt

    def discard(self, key: K) -> None:
        """Remove a key, if it is there."""
        if key not in self:
            return
        del self[key]
        self._discarded += 1
        if self._discarded * _SHARE > len(self):
            self._rebuild()

    def _rebuild(self) -> None:
        kept = dict(self)  # without the wasted places
        self.clear()
        self.update(kept)
        self._discarded = 0
