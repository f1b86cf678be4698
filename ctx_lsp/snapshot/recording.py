"""Mappings of a snapshot that record every lookup, so that a result can be kept until a lookup gives another value.

`packing.pack_reads` keeps packs in this way, and `claims.reads` the verdicts on statements.
"""

from collections.abc import Callable, ItemsView, Iterator, Mapping, ValuesView
from typing import Generic, TypeVar

Value = TypeVar("Value")


class RecordingMapping(Mapping[str, Value], Generic[Value]):
    """A mapping that reports all lookups, and that its keys or its values were listed. Calls of `len` are not reported.

    No value is None.
    """

    def __init__(
        self,
        values: Mapping[str, Value],
        looked_up: Callable[[str, Value | None], None],
        keys_listed: Callable[[], None],
        values_listed: Callable[[], None],
    ) -> None:
        """Each of the callables is called with what is reported; a missing key has the value None."""
        self._values = values
        self._looked_up = looked_up
        self._keys_listed = keys_listed
        self._values_listed = values_listed

    def __getitem__(self, key: str) -> Value:
        value = self.get(key)
        if value is None:
            raise KeyError(key)
        return value

    def get(self, key: str, default: Value | None = None) -> Value | None:  # type: ignore[override]  # defaults are always None
        """Return the value for a key, or None."""
        found = self._values.get(key)
        self._looked_up(key, found)
        return default if found is None else found

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and self.get(key) is not None

    def __iter__(self) -> Iterator[str]:
        self._keys_listed()
        return iter(self._values)

    def items(self) -> ItemsView[str, Value]:
        """List the keys with their values."""
        self._values_listed()
        return self._values.items()

    def values(self) -> ValuesView[Value]:
        """List the values."""
        self._values_listed()
        return self._values.values()

    def __len__(self) -> int:
        return len(self._values)
