"""What is known of the values of names in one file, as expressions (see `receivers`): of local names, of symbols.

A local name in an expression is replaced by what it was given last before, so that what remains are names that other
parts of the file, and other files, know as well. What these mean is decided in the index.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ctx_lsp.syntax.definitions import CALLABLE_KINDS, TYPE_KINDS, Definitions, Enclosing
from ctx_lsp.syntax.local_names import LocalNames
from ctx_lsp.syntax.receivers import LITERAL, UNKNOWN, Receivers
from ctx_lsp.syntax.rows import Match, Place, Spot
from ctx_lsp.syntax.type_text import normal_type

MAX_VALUES = 4  # of one symbol: a field that is set in more ways has a declared type, or none that helps
MAX_HOPS = 5  # local names that stand for each other
MAX_EXPRESSION = 240  # characters

_HEAD = re.compile(r"[\w$\x80-\U0010ffff]+")
_ENTERED, _ELEMENT, _ITERABLE = "^", "[]", "%"
_SUFFIXES = {
    "typed.value": "", "typed.element": _ELEMENT, "typed.entered": _ENTERED, "typed.item": _ITERABLE,
    "typed.result": "", "typed.yielded": _ITERABLE,
}  # fmt: skip
"""What is told of a name, or of what a function gives, and the step from the captured expression to it."""
_RESULTS = frozenset({"typed.result", "typed.yielded"})


class _Told(NamedTuple):
    """What is told of a name that starts at `start`, in a statement that ends at `end`; `block` is where it holds."""

    start: int
    end: int
    block: Place
    matches: list[Match]


class Values:
    """The values of the names of one text, found when they are asked for."""

    def __init__(
        self,
        data: bytes,
        typed: Iterable[Match],
        closures: Iterable[Spot],
        definitions: Definitions,
        local_names: LocalNames,
        receivers: Receivers,
    ) -> None:
        self.local_names = local_names
        self.receivers = receivers
        self._data = data
        self._items = definitions.items
        self._enclosing = definitions.enclosing
        self._closures = [(start, end) for start, end, _ in closures]
        self._blocks = _Blocks(definitions, self._closures)
        self._told: dict[str, list[_Told]] = {}  # of local names, in the order of the text
        self._of_symbols: dict[int, list[Match]] = {}
        self._sort(typed)

    def closed(self, expression: str, offset: int) -> str:
        """`expression`, which stands at `offset`, without the names that are local there."""
        return self._closed(expression, offset, MAX_HOPS)

    def of_symbol(self, index: int) -> tuple[str, ...]:
        """What the symbol is, or gives when it is called: its declared type alone, else what it is seen to be given."""
        matches = self._of_symbols.get(index, ())
        declared = (f"{{{named}}}" for match in matches if (named := self._type(match)))
        found = next(declared, None)
        if found is not None:
            return (found,)
        closed = (self._closed(raw, at, MAX_HOPS) for match in matches for raw, at in self._raw(match))
        known = dict.fromkeys(one for one in closed if not one.startswith(UNKNOWN) and len(one) <= MAX_EXPRESSION)
        if len(known) > 1:
            known.pop(LITERAL, None)
        return tuple(known)[:MAX_VALUES]

    def _sort(self, typed: Iterable[Match]) -> None:
        """Tell what is said of symbols from what is said of local names."""
        by_place = {one.name_start: index for index, one in enumerate(self._items)}
        members = {(one.parent, one.name): index for index, one in reversed([*enumerate(self._items)])}
        for match in typed:
            if match.names[0] in _RESULTS:
                self._add_result(match)
                continue
            start, end, _ = match.first("typed.name")
            if "typed.owner" in match.names:  # `self.name = …`
                index = members.get((self._type_around(start), self._data[start:end].decode("utf-8", "replace")), -1)
            else:
                index = by_place.get(start, -1)
            if index >= 0:
                self._of_symbols.setdefault(index, []).append(match)
            elif "typed.owner" not in match.names:
                name = self._data[start:end].decode("utf-8", "replace")
                self._tell(self._told.setdefault(name, []), start, match)

    def _tell(self, told: list[_Told], start: int, match: Match) -> None:
        """Add what a match tells of a local name; told of the same place, it is one more thing that may be."""
        if told and told[-1].start == start:
            matches = told[-1].matches
            matches.insert(0 if "typed.type" in match.names else len(matches), match)
            return
        pairs = zip(match.names, match.spots, strict=True)
        end = max(end for name, (_, end, _) in pairs if name != "typed.block")
        block = match.first("typed.block")[:2] if "typed.block" in match.names else self._blocks.around(start)
        told.append(_Told(start, end, block, [match]))

    def _add_result(self, match: Match) -> None:
        """What a function returns; of the functions inside it that have no name of their own, nothing counts."""
        start = match.spots[0][0]
        index = self._enclosing.at(start)
        if index >= 0 and self._items[index].kind in CALLABLE_KINDS:
            closure = self._blocks.closure_around(start)
            if closure is None or closure[0] < self._items[index].body:
                self._of_symbols.setdefault(index, []).append(match)

    def _type_around(self, offset: int) -> int:
        index = self._enclosing.at(offset)
        while index >= 0 and self._items[index].kind not in TYPE_KINDS:
            index = self._items[index].parent
        return index

    def _type(self, match: Match) -> str:
        if "typed.type" not in match.names:
            return ""
        start, end, _ = match.first("typed.type")
        return normal_type(self._data[start:end].decode("utf-8", "replace"))

    def _raw(self, match: Match) -> Iterator[tuple[str, int]]:
        """The expressions that a match tells, their local names still in them, and where each of them stands."""
        named = self._type(match)
        if named:
            yield f"{{{named}}}", match.spots[0][0]
        for capture, (start, end, _) in zip(match.names, match.spots, strict=True):
            if capture in _SUFFIXES:
                expression = self.receivers.value(start, end) + _SUFFIXES[capture]
                if "typed.member" in match.names:  # `const { member } = value`
                    first, last, _ = match.first("typed.member")
                    expression += "." + self._data[first:last].decode("utf-8", "replace")
                yield expression, start

    def _closed(self, expression: str, offset: int, hops: int) -> str:
        head = _HEAD.match(expression)
        if head is None:
            return expression
        name, rest = head[0], expression[head.end() :]
        told = self._told_of(name, offset)
        if told is not None:
            for raw, at in (pair for match in told.matches for pair in self._raw(match) if hops):
                closed = self._closed(raw, at, hops - 1)
                if not closed.startswith(UNKNOWN) and len(closed) + len(rest) <= MAX_EXPRESSION:
                    return closed + rest
            return UNKNOWN + rest
        if self.local_names.hide(name.encode(), "read", self._enclosing.at(offset)):
            return UNKNOWN + rest
        return expression

    def _told_of(self, name: str, offset: int) -> _Told | None:
        """What was told last of a local name before `offset`; what is told first after it, where nothing was."""
        every = self._told.get(name)
        if every is None:
            return None
        first = None
        last = None
        for one in every:
            if one.block[0] <= offset < one.block[1] and not one.start <= offset < one.end:
                first = first or one
                if one.end <= offset:
                    last = one
        return last or first


class _Blocks:
    """The ranges in which local names hold: definitions, blocks, functions without a name."""

    def __init__(self, definitions: Definitions, closures: list[Place]) -> None:
        self._places = [
            *((one.lead, one.end) for one in definitions.items if not one.through_receiver),
            *((one.start, one.end) for one in definitions.locals),
            *closures,
        ]
        self._innermost = Enclosing((start, -end, index) for index, (start, end) in enumerate(self._places))
        self._closures = closures
        self._innermost_closure = Enclosing((start, -end, index) for index, (start, end) in enumerate(closures))

    def around(self, offset: int) -> Place:
        """The innermost range around `offset`; all of the text where there is none."""
        index = self._innermost.at(offset)
        return self._places[index] if index >= 0 else (0, 1 << 62)

    def closure_around(self, offset: int) -> Place | None:
        """The innermost function without a name around `offset`."""
        index = self._innermost_closure.at(offset)
        return self._closures[index] if index >= 0 else None
