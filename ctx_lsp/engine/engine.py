"""The engine: sets inputs and recomputes the values that depend on them.

Changes are pushed from value to value. Setting an input marks every computation that read the input as red (out of
date). Recomputing a red value marks the readers of that value as red only if the result differs (early cut-off). The
work for a change is therefore proportional to the real effect of the change. Verifying each value on demand would visit
all values after every change.

Sources are numbered in the order of their declaration, and a computation may read only earlier sources. Therefore there
are no cycles, and recomputing in ascending order computes each red value once.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from itertools import chain, islice, repeat
from typing import Any, TypeVar

from immutables import Map

from ctx_lsp.base.checks import never
from ctx_lsp.engine.dependencies import Dependencies
from ctx_lsp.engine.events import Event, EventKind, EventLog
from ctx_lsp.engine.sources import Cell, Input, Query, RecordedRead, Source, Table, updated

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
A = TypeVar("A")
P = TypeVar("P")
C = TypeVar("C", bound=Hashable)
W = TypeVar("W")
S = TypeVar("S", bound=Source[Any, Any, Any])


class Engine:
    """The inputs, queries and tables of one incremental system. Not thread-safe; each source holds an immutable map."""

    def __init__(self) -> None:
        self.revision = 0
        self.log = EventLog()
        self._sources: list[Source[Any, Any, Any]] = []
        self._tables: dict[int, list[Table[Any, Any, Any]]] = {}  # keyed by the number of the grouped source
        self._dependencies: Dependencies[Query[Any, Any, Any]] = Dependencies()
        self._read: set[int] = set()  # numbers of the sources of which a cell has ever been read

    # Declaring

    def input(self, name: str, absent: A) -> Input[Any, Any, A]:
        """Declare an input; a key without a value reads as `absent`."""
        return self._declare(Input(name, len(self._sources), absent))

    def query(self, name: str, absent: A, compute: Callable[[RecordedRead, K], V]) -> Query[K, V, A]:
        """Declare a query, whose values `compute` derives from earlier sources."""
        return self._declare(Query(name, len(self._sources), absent, compute=compute))

    def table(
        self,
        name: str,
        absent: A,
        of: Source[K, V, Any],
        contributions: Callable[[K, V], Mapping[C, P] | None],
        view: Callable[[Mapping[K, P]], W] | None,
    ) -> Table[C, W, A]:
        """Declare a table that groups the values of another source (`of`). `Table` explains the other parameters."""
        table = self._declare(Table(name, len(self._sources), absent, contributions=contributions, view=view))
        self._tables.setdefault(of.number, []).append(table)
        return table

    def _declare(self, source: S) -> S:
        self._sources.append(source)
        return source

    # Changing

    def set(self, source: Input[K, V, Any], changes: Mapping[K, V | None]) -> list[K]:
        """Set values of an input (None removes a value) and return the keys whose value changed.

        Starts a new revision if a value changed.
        """
        changed = [key for key, value in changes.items() if source.values.get(key) != value]
        if changed:
            self.revision += 1
            self._store(source, {key: changes[key] for key in changed})
        return changed

    def want(self, query: Query[K, V, Any], keys: Iterable[K]) -> None:
        """Mark `keys` as wanted: from now on, `refresh` computes their values, and the engine keeps them."""
        query.red.update((key, set()) for key in keys if key not in query.values)

    def drop(self, query: Query[K, V, Any], keys: Iterable[K]) -> None:
        """Remove the values of `keys`; they are no longer wanted."""
        for key in (dropped := list(keys)):
            query.red.pop(key, None)
            self._dependencies.record((query, key), ())
        self._store(query, {key: None for key in dropped if key in query.values})

    def adopt(
        self,
        query: Query[K, V, Any],
        made: Mapping[K, tuple[V, Iterable[tuple[Source[Any, Any, Any], Iterable[Hashable]]]]],
    ) -> None:
        """Store values instead of computing them. The caller guarantees that computing them would give the same values.

        `made` maps each key to its value and to the keys that computing the value would read from each source. The keys
        are wanted from now on.
        """
        for key, (_, reads) in made.items():
            query.red.pop(key, None)
            numbered = [(source.number, read) for source, read in reads]
            cells = chain.from_iterable(zip(repeat(number), read, strict=False) for number, read in numbered)
            self._dependencies.record((query, key), cells)
            self._read.update(number for number, _ in numbered)
        self._store(query, {key: value for key, (value, _) in made.items()}, "adopted")

    def refresh(self, query: Query[K, V, Any], limit: int | None = None) -> list[K]:
        """Refresh the queries that `query` may read, then compute up to `limit` of its red values (None for all).

        Returns the keys of the computed values.
        """
        for source in self._sources[: query.number]:
            if isinstance(source, Query) and source.red:
                self._compute(source, list(source.red))
        keys = list(islice(query.red, limit))
        self._compute(query, keys)
        return keys

    def reads(self, query: Query[K, V, Any], key: K) -> frozenset[Cell]:
        """Return the cells that were read to compute the value of `key`."""
        return self._dependencies.cells((query, key))

    @property
    def cells_read(self) -> int:
        """The number of cells that were read to compute at least one value."""
        return len(self._dependencies)

    # Recomputing

    def _compute(self, query: Query[K, V, Any], keys: Iterable[K]) -> None:
        made: dict[K, V | None] = {}
        try:
            for key in keys:
                reads = _Reads(query, query.red.get(key, set()) if key in query.values else set())
                value = query.compute(reads, key)
                self._dependencies.record((query, key), reads.cells, keep=reads.keeps_last)
                self._read.update(number for number, _ in reads.cells)
                del query.red[key]
                if key in query.values and query.values[key] == value:
                    self._note("unchanged", query, key)
                else:
                    made[key] = value
        finally:  # a value that raises stays red, and the values computed before it are kept
            self._store(query, made, "computed")

    def _store(self, source: Source[K, V, Any], changes: Mapping[K, V | None], kind: EventKind = "changed") -> None:
        """Log changed values (None removes a value) and apply them."""
        for key, value in changes.items():
            self._note("removed" if value is None else kind, source, key)
        self._put(source, changes)

    def _put(self, source: Source[K, V, Any], changes: Mapping[K, V | None]) -> None:
        """Apply changed values (None removes a value), mark their readers as red, and update the source's tables."""
        if not changes:
            return
        before = source.values
        source.values = updated(before, changes)
        for key in changes if source.number in self._read else ():
            for query, reader in self._dependencies.readers((source.number, key)):
                query.red.setdefault(reader, set()).add((source.number, key))
        for table in self._tables.get(source.number, ()):
            self._put(table, _regrouped(table, before, changes))

    def _note(self, kind: EventKind, source: Source[Any, Any, Any], key: Hashable) -> None:
        self.log.add(Event(self.revision, kind, source.name, key))


class _Reads:
    """A recorder of the reads of one computation."""

    __slots__ = ("_query", "cells", "changed", "keeps_last")

    def __init__(self, query: Query[Any, Any, Any], changed: AbstractSet[Cell]) -> None:
        """Prepare to record the reads of `query`.

        `changed` holds the cells that were read for the last value and have changed since; it is empty if there is no
        last value.
        """
        self._query = query
        self.changed = changed
        self.cells: set[Cell] = set()
        self.keeps_last = False

    def __call__(self, source: Source[K, V, A], key: K, /) -> V | A:
        never(source.number >= self._query.number, "a query reads sources that were declared before it")
        self.cells.add((source.number, key))
        return source.values.get(key, source.absent)

    def keep_last(self) -> None:
        self.keeps_last = True


def _regrouped(table: Table[Any, Any, Any], before: Map[K, V], changes: Mapping[K, V | None]) -> dict[Hashable, Any]:
    """Update the parts of a table's cells after changes to its source; return the new view of each changed cell.

    The view of an empty cell is None. `before` holds the source's values before the changes.
    """
    touched: dict[Hashable, dict[K, Any]] = {}  # changed parts (None if removed), keyed by cell and source key
    for key, value in changes.items():
        is_known = key in before
        old = table.contributions_of(key, before[key]) if is_known else {}
        new = (table.contributions_of(key, value) if value is not None else {}) or {}
        if not is_known:  # as nearly all keys at a start
            for cell, part in new.items():
                if cell in touched:
                    touched[cell][key] = part
                else:
                    touched[cell] = {key: part}
            continue
        if old is None:  # the old value's cells are unknown
            old = table.parts_from(key)
        for cell in old.keys() - new.keys():
            touched.setdefault(cell, {})[key] = None
        for cell, part in new.items():
            if table.part(cell, key) != part:  # `old` may differ from the stored part
                touched.setdefault(cell, {})[key] = part
    views: dict[Hashable, Any] = {}
    for cell, changed in touched.items():
        view = table.change(cell, changed)
        if table.view is None or view != table.values.get(cell):  # other parts are another value, without comparing
            views[cell] = view
    return views
