"""References: the row type, and an immutable sequence that stores the rows of a file as columns.

A large workspace has millions of references. A named tuple with its numbers takes about 150 bytes, a row of the columns
24 bytes, and the columns of a file are read from a cache at once. Rows are created when they are asked for.
`references.references` finds the references in a text.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any, Literal, NamedTuple, get_args, overload

import numpy as np

from ctx_lsp.base.number_columns import columns_fit, numbered, pack, row_count, unpack

ReferenceKind = Literal[
    "call", "type", "inherits", "implements", "decorates", "read", "write", "raises", "catches",
    "mentions", "satisfies", "supersedes", "superseded-by",
]  # fmt: skip
"""What a reference does with the definition; the last four are relations to an item, by its identifier."""

_KINDS: tuple[ReferenceKind, ...] = get_args(ReferenceKind)
_KIND_NUMBERS = {kind: number for number, kind in enumerate(_KINDS)}


class Reference(NamedTuple):
    """A use of a name: `receiver.name(…)`.

    `receiver` is the expression before the last dot (see `access_paths`), with local names replaced with their values;
    it is "" for a bare name. `symbol` is the index of the innermost outlined symbol that encloses the reference, or -1
    at module level. A block like Rust's `impl` counts as the type that it extends. A field that is assigned in a
    constructor does not count as enclosing. `start`–`end` is the range of the name.
    """

    name: str
    receiver: str
    kind: ReferenceKind
    symbol: int
    start: int
    end: int


_WIDTH = len(Reference._fields)


@dataclass(frozen=True, slots=True)
class References(Sequence[Reference]):
    """The references of one file, in text order.

    `texts` holds every name and receiver once, in the order of first use. `columns` holds four-byte little-endian
    numbers, one column of them for each field of `Reference`; texts and kinds are stored as their indices.
    """

    texts: tuple[str, ...] = ()
    columns: bytes = b""

    @classmethod
    def of(cls, rows: Iterable[Reference]) -> "References":
        """Store `rows`, which must be in text order."""
        if isinstance(rows, References):
            return rows
        rows = rows if isinstance(rows, Sequence) else list(rows)
        if not rows:
            return cls()
        names, receivers, kinds, symbols, starts, ends = zip(*rows, strict=True)
        numbers = numbered(chain.from_iterable(zip(names, receivers, strict=True)))
        name_numbers, receiver_numbers = map(numbers.__getitem__, names), map(numbers.__getitem__, receivers)
        columns = name_numbers, receiver_numbers, map(_KIND_NUMBERS.__getitem__, kinds), symbols, starts, ends
        return cls(tuple(numbers), pack(columns, len(rows)))

    def moved(self, dropped: tuple[int, int], growth: int, renumbered: tuple[int, int]) -> "References":
        """Return the references of an edited text outside the edit.

        Those that start in the range `dropped` are left out, and those after it move by `growth` bytes. The symbols
        from the first of the numbers `renumbered` on get new numbers, from the second one on.
        """
        table = self.table
        first, last = self.first_from(dropped[0]), self.first_from(dropped[1])
        table = np.delete(table, np.s_[first:last], axis=1)
        table[4:, first:] += growth
        old, new = renumbered
        table[3, table[3] >= old] += new - old
        return References(self.texts, table.tobytes())

    def with_replaced(self, places: Sequence[tuple[int, int]], found: Sequence[Reference]) -> "References":
        """Return the references in which all that start in `places`, sorted and apart, are replaced with `found`."""
        table = self.table
        low, high = np.array(places, table.dtype).T
        around = low.searchsorted(table[4], "right") - 1
        table = table[:, (around < 0) | (table[4] >= high[around])]
        numbers = {text: number for number, text in enumerate(self.texts)}

        def number_of(text: str) -> int:
            return numbers.setdefault(text, len(numbers))

        added = [(number_of(one.name), number_of(one.receiver), _KIND_NUMBERS[one.kind], *one[3:]) for one in found]
        if added:
            table = np.concatenate((table, np.array(added, table.dtype).T), axis=1)
            table = table[:, table[4].argsort(kind="stable")]
        return _with_texts(list(numbers), table)

    def __len__(self) -> int:
        return row_count(self.columns, _WIDTH)

    def __iter__(self) -> Iterator[Reference]:
        return self._rows(self.table)

    @overload
    def __getitem__(self, index: int) -> Reference: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Reference, ...]: ...

    def __getitem__(self, index: int | slice) -> Reference | tuple[Reference, ...]:
        if isinstance(index, slice):
            return tuple(self._rows(self.table[:, index]))
        return next(self._rows(self.table[:, index, np.newaxis]))

    @property
    def starts(self) -> frozenset[int]:
        """The offsets at which the references start."""
        return frozenset(self.table[4].tolist())

    def fits(self, symbols: int, size: int) -> bool:
        """Return whether the references can belong to a text of `size` bytes with so many `symbols`.

        False also means that the columns or their texts are damaged.
        """
        text, offset = (0, len(self.texts) - 1), (0, size)
        if not columns_fit(self.columns, (text, text, (0, len(_KINDS) - 1), (-1, symbols - 1), offset, offset)):
            return False
        starts, ends = self.table[4:]
        return bool((starts <= ends).all() and (starts[:-1] <= starts[1:]).all())

    def named(self, name: str) -> tuple[Reference, ...]:
        """Return the references whose name is `name`."""
        if name not in self.texts:
            return ()
        return self._where(self.table[0] == self.texts.index(name))

    def with_names(self, names: Collection[str]) -> tuple[Reference, ...]:
        """Return the references whose name is one of `names`."""
        numbers = [number for number, text in enumerate(self.texts) if text in names]
        return self._where(np.isin(self.table[0], numbers)) if numbers else ()

    def of_kind(self, kind: ReferenceKind) -> tuple[Reference, ...]:
        """Return the references of one kind."""
        return self._where(self.table[2] == _KIND_NUMBERS[kind])

    def first_from(self, offset: int) -> int:
        """Return the index of the first reference that starts at or after `offset`; the length if there is none."""
        return int(self.table[4].searchsorted(np.int32(offset)))  # a Python integer would convert the column

    def starting_in(self, start: int, end: int) -> tuple[Reference, ...]:
        """Return the references that start at or after `start` and before `end`."""
        return self[self.first_from(start) : self.first_from(end)]

    def touching(self, offset: int) -> tuple[Reference, ...]:
        """Return the references whose names contain `offset`, or begin or end there."""
        starts, ends = self.table[4:]
        return self._where((starts <= offset) & (offset <= ends))

    def within(self, start: int, end: int) -> tuple[Reference, ...]:
        """Return the references whose names lie between two offsets."""
        starts, ends = self.table[4:]
        return self._where((start <= starts) & (ends <= end))

    def in_symbols(self, symbols: Iterable[int]) -> tuple[Reference, ...]:
        """Return the references whose innermost enclosing symbol is one of `symbols`."""
        return self._where(np.isin(self.table[3], list(symbols)))

    def near(self, symbols: Collection[int], ranges: Iterable[tuple[int, int]]) -> tuple[Reference, ...]:
        """Return the references whose innermost enclosing symbol is one of `symbols`, or that start in a range."""
        table = self.table
        chosen = np.isin(table[3], list(symbols))
        for first, last in ranges:
            chosen[self.first_from(first) : self.first_from(last)] = True
        return self._where(chosen)

    @property
    def table(self) -> np.ndarray:
        """The columns as an array with one row for each field of `Reference`."""
        return unpack(self.columns, _WIDTH)

    def _where(self, chosen: np.ndarray) -> tuple[Reference, ...]:
        return tuple(self._rows(self.table[:, chosen])) if chosen.any() else ()

    def _rows(self, table: np.ndarray) -> Iterator[Reference]:
        names, receivers, kinds, *numbers = table.tolist()
        text = self.texts.__getitem__
        rows: Iterator[Any] = zip(
            map(text, names), map(text, receivers), map(_KINDS.__getitem__, kinds), *numbers, strict=True
        )
        return map(partial(tuple.__new__, Reference), rows)  # `Reference._make` would take 40 % longer


def _with_texts(texts: Sequence[str], table: np.ndarray) -> References:
    """Store `table`, whose names and receivers are numbers of `texts`; unused texts are left out."""
    uses = table[:2].T.ravel()
    first_use = np.full(len(texts), -1, table.dtype)
    first_use[uses[::-1]] = np.arange(len(uses) - 1, -1, -1, dtype=table.dtype)  # of several values, the last one stays
    used = np.flatnonzero(first_use >= 0)
    order = used[first_use[used].argsort()]
    new_numbers = np.empty(len(texts), table.dtype)
    new_numbers[order] = np.arange(len(order), dtype=table.dtype)
    table[:2] = new_numbers[table[:2]]
    return References(tuple([texts[number] for number in order.tolist()]), table.tobytes())


class DifferentRows(NamedTuple):
    """The range of rows in which two sequences of references differ: rows `first`–`old_stop`, and `first`–`new_stop`.

    The rows before and after this range are alike.
    """

    first: int
    old_stop: int
    new_stop: int


def different_rows(
    old: References, new: References, old_bodies: Sequence[int], new_bodies: Sequence[int]
) -> DifferentRows:
    """Compare the references of two texts, apart from their positions.

    `old_bodies` and `new_bodies` hold the start of the body of each symbol. Whether a reference is before the body of
    its symbol is compared.
    """
    known = {text: number for number, text in enumerate(old.texts)}
    before, after = _compared(old, known, old_bodies), _compared(new, known, new_bodies)
    shorter = min(before.shape[1], after.shape[1])
    first = _alike(before[:, :shorter], after[:, :shorter])
    rest = shorter - first
    last = _alike(before[:, ::-1][:, :rest], after[:, ::-1][:, :rest])
    return DifferentRows(first, before.shape[1] - last, after.shape[1] - last)


def _compared(references: References, known: Mapping[str, int], bodies: Sequence[int]) -> np.ndarray:
    """Return a column of numbers for each reference; texts that are not `known` have negative numbers."""
    names, receivers, kinds, symbols, starts, _ = references.table
    texts = [known.get(text, -1 - number) for number, text in enumerate(references.texts)]
    numbers = np.array(texts, names.dtype)
    ends = np.array([*bodies, 0], names.dtype)  # the last one is for the symbol -1
    return np.stack((numbers[names], numbers[receivers], kinds, symbols, starts < ends[symbols]))


def _alike(left: np.ndarray, right: np.ndarray) -> int:
    """Return how many columns are equal before the first that differ."""
    differs = (left != right).any(axis=0)
    return int(differs.argmax()) if differs.any() else len(differs)
