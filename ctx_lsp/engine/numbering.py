"""Small numbers for pairs: the cells that are read, and the computations that read them."""

from array import array
from collections import defaultdict
from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

from ctx_lsp.base.compact_dict import CompactDict
from ctx_lsp.base.interning import intern

NUMBERS = "I"  # type code of arrays that hold numbers

First = TypeVar("First", bound=Hashable)


class Numbering(Generic[First]):
    """A mapping from pairs to small numbers; a number is reused after its pair has been removed.

    Few pairs differ in their first part, so there is a dictionary for each first part, with the second parts as keys.
    The pairs themselves, which would take more memory than their numbers, are not kept.
    """

    def __init__(self) -> None:
        self._numbers: defaultdict[First, CompactDict[Hashable, int]] = defaultdict(CompactDict)
        self._firsts: list[First] = []  # keyed by number
        self._seconds: list[Hashable | None] = []  # keyed by number; None for a number that is free
        self._free: list[int] = []

    def __len__(self) -> int:
        return len(self._seconds) - len(self._free)

    def get(self, pair: tuple[First, Hashable]) -> int | None:
        """Return the number of a pair; None if it has none."""
        first, second = pair
        numbers = self._numbers.get(first)
        return None if numbers is None else numbers.get(second)

    def add(self, pair: tuple[First, Hashable]) -> int:
        """Return the number of a pair; assign one if it has none."""
        number = self.get(pair)
        return self._added(*pair) if number is None else number

    def add_all(self, pairs: Iterable[tuple[First, Hashable]]) -> "array[int]":
        """Return the numbers of `pairs`, in the same order; assign one to each pair that has none."""
        found = array(NUMBERS)
        for first, second in pairs:
            number = self._numbers[first].get(second)
            found.append(self._added(first, second) if number is None else number)
        return found

    def _added(self, first: First, second: Hashable) -> int:
        second = _interned(second)
        number = self._free.pop() if self._free else len(self._seconds)
        if number == len(self._seconds):
            self._firsts.append(first)
            self._seconds.append(second)
        else:
            self._firsts[number], self._seconds[number] = first, second
        self._numbers[first][second] = number
        return number

    @property
    def end(self) -> int:
        """A number above all numbers in use, and at most one above the highest that has been assigned."""
        return len(self._seconds)

    def pair(self, number: int) -> tuple[First, Hashable]:
        """Return the pair with the number `number`."""
        second = self._seconds[number]
        assert second is not None, "only numbers in use are asked for"
        return self._firsts[number], second

    def remove(self, number: int) -> None:
        """Remove the pair with the number `number`."""
        first, second = self.pair(number)
        self._numbers[first].discard(second)
        self._seconds[number] = None
        self._free.append(number)


def _interned(key: Hashable) -> Hashable:
    """Return `key` with its strings interned: the keys of many pairs have the same names."""
    if type(key) is str:
        return intern(key)
    if type(key) is tuple:
        return tuple([intern(part) if type(part) is str else part for part in key])
    return key
