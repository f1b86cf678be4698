"""Index of all symbol names, for searches while the user is typing.

The names are sorted by length and joined into one text. `NameIndex.matching` yields the best matches first, and callers
stop when they have enough, so the cost of a query hardly depends on the number of names. When names change,
`name_index` adds the changes to the previous index. `features.symbols` turns names into results; `channels.fuzzy` finds
misspelt names.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from heapq import merge
from itertools import chain
from typing import NamedTuple, Self

import numpy as np

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.lru import Lru

EXACT, BEGINS, CONTAINS, IN_ORDER = range(4)
MAX_CHANGES = 512  # names added to or missing from the sorted ones; a query looks at each of them
CACHED_INDEXES = 4  # a few workspaces, or revisions of one
_BETWEEN = "\0"  # separates names in the text
_CHECKED = 256  # names compared between two checks of the token


class NameMatch(NamedTuple):
    """A name that matches a query. Matches are sorted by quality (`EXACT` is the best), then by length and name."""

    quality: int
    length: int
    name: str


class _SortedNames:
    """Names sorted by length, with a text of all names in lower case and the set of letters of each name. Immutable."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = sorted(names, key=lambda name: (len(name), name))
        lower = [name.lower() for name in self.names]
        self.text = _BETWEEN.join(["", *lower, ""])
        lengths = np.fromiter(map(len, lower), dtype=np.int64, count=len(lower)) + 1
        self.starts = np.cumsum(lengths) - lengths + 1  # of each name in the text
        if lower:
            codes = np.frombuffer(self.text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
            self.letters = np.bitwise_or.reduceat(_bits(codes), self.starts)
        else:
            self.letters = np.zeros(0, dtype=np.uint64)

    def matching(self, wanted: str, token: CancelToken) -> Iterator[NameMatch]:
        """Yield the matches of the query `wanted`, best first. `wanted` must be in lower case."""
        if _BETWEEN in wanted:  # it would be found between two names
            return
        for quality, numbers in (
            (EXACT, self._at(_BETWEEN + wanted + _BETWEEN, 1)),
            (BEGINS, self._at(_BETWEEN + wanted, 1)),
            (CONTAINS, self._at(wanted, 0)),
            (IN_ORDER, self._with_letters(wanted)),
        ):
            for count, number in enumerate(numbers):
                if count % _CHECKED == 0:
                    token.check()
                name = self.names[number]
                if quality_of(name.lower(), wanted) == quality:
                    yield NameMatch(quality, len(name), name)

    def _at(self, part: str, offset: int) -> Iterator[int]:
        """Yield the number of each name in which `part` occurs.

        `offset` is 1 if `part` begins with the separator between names, else 0.
        """
        text = self.text
        found = text.find(part)
        while found >= 0:
            number = int(np.searchsorted(self.starts, found + offset, side="right")) - 1
            if not 0 <= number < len(self.names):
                return
            yield number
            after = int(self.starts[number + 1]) - 1 if number + 1 < len(self.names) else len(text)
            found = text.find(part, after)

    def _with_letters(self, wanted: str) -> Iterator[int]:
        """Yield the numbers of all names that contain every letter of `wanted`.

        The numbers of a few other names are yielded too, because letters share bits (see `_bits`).
        """
        letters = _bits(np.array([ord(letter) for letter in wanted], dtype=np.uint32))
        needed = np.bitwise_or.reduce(letters) if wanted else np.uint64(0)
        yield from np.flatnonzero((self.letters & needed) == needed).tolist()


class NameIndex:
    """The names of one revision: the sorted names `known`, without the names in `gone`, plus the names in `new`."""

    def __init__(self, known: _SortedNames, gone: Collection[str] = (), new: Collection[str] = ()) -> None:
        self._sorted = known
        self.gone = frozenset(gone)
        self.new = frozenset(new)

    @classmethod
    def of(cls, names: Iterable[str]) -> Self:
        """Return an index of `names`.

        Names that contain the separator of the index's text are not part of this text, but are compared one by one.
        """
        listed = list(names)
        return cls(_SortedNames(name for name in listed if _BETWEEN not in name), (), _odd(listed))

    def changed(self, gone: Collection[str], new: Collection[str]) -> Self | None:
        """Return the index without the names in `gone` and with those in `new`; None if there are too many changes."""
        now_gone = (self.gone | (frozenset(gone) - self.new)) - frozenset(new)
        now_new = (self.new - frozenset(gone)) | (frozenset(new) - self.gone)
        if len(now_gone) + len(now_new) > MAX_CHANGES:
            return None
        return type(self)(self._sorted, now_gone, now_new)

    def matching(self, wanted: str, token: CancelToken) -> Iterator[NameMatch]:
        """Yield the names that match the query `wanted`, best match first. `wanted` must be in lower case.

        A name without spaces matches if it contains the letters of `wanted` in their order, ignoring case. A name with
        spaces, which is a title or sentence, must contain the whole of `wanted`, beginning at the start of a word.
        """
        rated = ((quality_of(name.lower(), wanted), len(name), name) for name in self.new)
        new = sorted(NameMatch(quality, length, name) for quality, length, name in rated if quality is not None)
        known = self._sorted.matching(wanted, token)
        return merge((match for match in known if match.name not in self.gone), new)


_known: Lru[int, tuple[Mapping[str, Collection[str]], NameIndex]] = Lru(CACHED_INDEXES)


def name_index(initials: Mapping[str, Collection[str]]) -> NameIndex:
    """Return the index of the names in `initials` (`Snapshot.initials`). It is cached for this mapping object."""
    known = _known.get(id(initials))  # the cache holds the mapping, so no other one has its id
    if known is not None:
        return known[1]
    before = (_known.peek(key) for key in reversed(_known.keys))
    index = next((made for one in before if one and (made := _advanced(*one, initials))), None)
    index = index or NameIndex.of(chain.from_iterable(initials.values()))
    return _known.put(id(initials), (initials, index))[1]


def _advanced(
    before: Mapping[str, Collection[str]], index: NameIndex, now: Mapping[str, Collection[str]]
) -> NameIndex | None:
    """Return `index` with the changes from the names in `before` to those in `now`; None if there are too many."""
    cells = [(before.get(key, ()), now.get(key, ())) for key in {*before, *now}]
    differing = [pair for pair in cells if pair[0] is not pair[1]]
    if len(differing) > MAX_CHANGES:  # another workspace
        return None
    changed = [(frozenset(old), frozenset(new)) for old, new in differing]
    return index.changed(
        frozenset().union(*(old - new for old, new in changed)), frozenset().union(*(new - old for old, new in changed))
    )


def quality_of(name: str, wanted: str) -> int | None:
    """Return how well a name matches a query, both in lower case, or None if it does not."""
    if name == wanted:
        return EXACT
    if name.startswith(wanted):
        return BEGINS
    if " " in name:
        return CONTAINS if _begins_word(name, wanted) else None
    if wanted in name:
        return CONTAINS
    letters = iter(name)
    return IN_ORDER if all(letter in letters for letter in wanted) else None


def _begins_word(name: str, wanted: str) -> bool:
    start = name.find(wanted)
    while start > 0 and name[start - 1].isalnum():
        start = name.find(wanted, start + 1)
    return start >= 0


def _bits(codes: np.ndarray) -> np.ndarray:
    """Convert each letter to a number with one bit set. Several letters share each bit."""
    return np.left_shift(np.uint64(1), (codes & 63).astype(np.uint64))


def _odd(names: Sequence[str]) -> list[str]:
    return [name for name in names if _BETWEEN in name]
