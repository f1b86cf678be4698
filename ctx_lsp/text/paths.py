"""Workspace paths kept in order, so that those below a folder are found without a look at all the others.

To add or remove one moves the rest of a list: ten microseconds among fifty thousand. What the paths are of is not known
here.
"""

from bisect import bisect_left
from collections.abc import Iterator, MutableMapping
from typing import TypeVar

V = TypeVar("V")

_AFTER_SLASH = chr(ord("/") + 1)


class SortedPaths:
    """A set of paths."""

    __slots__ = ("_paths",)

    def __init__(self) -> None:
        self._paths: list[str] = []

    def add(self, path: str) -> None:
        """Put a path in; nothing happens where it is in."""
        at = bisect_left(self._paths, path)
        if self._paths[at : at + 1] != [path]:
            self._paths.insert(at, path)

    def discard(self, path: str) -> None:
        """Take a path out; nothing happens where it is not in."""
        at = bisect_left(self._paths, path)
        if self._paths[at : at + 1] == [path]:
            del self._paths[at]

    def below(self, folder: str) -> list[str]:
        """The paths that begin with `folder` and a slash, in order."""
        begin = bisect_left(self._paths, f"{folder}/")
        return self._paths[begin : bisect_left(self._paths, folder + _AFTER_SLASH, begin)]


class PathMap(MutableMapping[str, V]):
    """Values by path."""

    __slots__ = ("_order", "_values")

    def __init__(self) -> None:
        self._values: dict[str, V] = {}
        self._order = SortedPaths()

    def __getitem__(self, path: str) -> V:
        return self._values[path]

    def __setitem__(self, path: str, value: V) -> None:
        self._order.add(path)
        self._values[path] = value

    def __delitem__(self, path: str) -> None:
        del self._values[path]
        self._order.discard(path)

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def below(self, folder: str) -> list[str]:
        """The paths that begin with `folder` and a slash, in order."""
        return self._order.below(folder)

    def copy(self) -> dict[str, V]:
        """What is in it at this moment; any thread may ask."""
        return self._values.copy()

    def clear(self) -> None:
        """Take everything out."""
        self._values, self._order = {}, SortedPaths()
