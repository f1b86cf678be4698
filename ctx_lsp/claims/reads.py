"""Records the lookups behind verdicts, so that a verdict is kept until one of its lookups gives a different value.

`index` makes the lookups and `check` keeps the verdicts. The recording mappings are those of `snapshot.recording`.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")

Cell = tuple[str, str]
"""A lookup: its sort, such as "files", and its key."""

Kept = tuple[V, frozenset[Cell]]
"""A result, and the lookups that it depends on."""


class ReadLog:
    """A log of lookups and their values in one revision of an index. Not thread-safe."""

    def __init__(self) -> None:
        self._values: dict[Cell, object] = {}
        self._open: list[set[Cell]] = []  # lookups of the results being computed, the innermost last

    def __len__(self) -> int:
        return len(self._values)

    def note(self, sort: str, key: str, value: object) -> None:
        """Record a lookup and its value, as a dependency of the innermost result being computed.

        `sort` is the kind of the lookup, such as "word", and `key` the word, name or path; "" stands for all of them.
        """
        cell = (sort, key)
        self._values[cell] = value
        if self._open:
            self._open[-1].add(cell)

    @contextmanager
    def recording(self) -> Iterator[set[Cell]]:
        """Collect the lookups made in the `with` block. They count for an enclosing block as well."""
        cells: set[Cell] = set()
        self._open.append(cells)
        try:
            yield cells
        finally:
            self._open.pop()
            self._add(cells)

    def once(self, kept: dict[K, Kept[V]], key: K, find: Callable[[], V]) -> V:
        """Return the result for `key`, either from `kept` or newly computed and kept. Record the lookups behind it."""
        known = kept.get(key)
        if known is None:
            with self.recording() as cells:
                value = find()
            kept[key] = value, frozenset(cells)
            return value
        self._add(known[1])
        return known[0]

    def _add(self, cells: Iterable[Cell]) -> None:
        if self._open:
            self._open[-1].update(cells)

    def refresh(self, look_up: Callable[[Cell], object]) -> set[Cell]:
        """Repeat all lookups in another revision, and return those whose values have changed.

        If a lookup raises an exception, all values remain those of the previous revision.
        """
        before, now = self._values, {cell: look_up(cell) for cell in self._values}
        self._values = now
        return {cell for cell, value in now.items() if value is not before[cell] and value != before[cell]}
