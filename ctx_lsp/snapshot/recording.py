"""Mappings over a snapshot that record every lookup, so that a result can be cached until a lookup gives another value.

`packing.pack_reads` caches packs in this way, and `claims.reads` caches verdicts on statements.
"""

from collections.abc import Callable, ItemsView, Iterator, Mapping, ValuesView
from typing import Generic, TypeVar

Value = TypeVar("Value")


class RecordingMapping(Mapping[str, Value], Generic[Value]):
    """A mapping that reports each lookup, and each listing of its keys or values, to callbacks.

    Calls to `len` are not reported. Values must not be None.
    """

    def __init__(
        self,
        values: Mapping[str, Value],
        looked_up: Callable[[str, Value | None], None],
        keys_listed: Callable[[], None],
        values_listed: Callable[[], None],
    ) -> None:
        """Wrap `values`; `looked_up` receives the key and the value of each lookup (None if the key is missing)."""
        self._values = values
        self._looked_up = looked_up
        self._keys_listed = keys_listed
        self._values_listed = values_listed

    def __getitem__(self, key: str) -> Value:
        found = self._values.get(key)  # not by `get`: a pack makes a thousand look-ups
        self._looked_up(key, found)
        if found is None:
            raise KeyError(key)
        return found

    def get(self, key: str, default: Value | None = None) -> Value | None:  # type: ignore[override]  # defaults are always None
        """Return the value for a key, or `default` if the key is missing."""
        found = self._values.get(key)
        self._looked_up(key, found)
        return default if found is None else found

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and self.get(key) is not None

    def __iter__(self) -> Iterator[str]:
        self._keys_listed()
        return iter(self._values)

    def items(self) -> ItemsView[str, Value]:
        """Return the items, and report that the values were listed."""
        self._values_listed()
        return self._values.items()

    def values(self) -> ValuesView[Value]:
        """Return the values, and report that they were listed."""
        self._values_listed()
        return self._values.values()

    def __len__(self) -> int:
        return len(self._values)
