"""What is told of one local name, and which of it holds at an offset. What the tellings say is read in `values`.

A name may be told of thousands of times (`err` in Go, the counters of generated code) and used as often, so that no
look-up goes over all of them: they are kept by the block in which they hold, in order.
"""

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from ctx_lsp.syntax.definitions import Enclosing
from ctx_lsp.syntax.rows import ByteSpan, QueryMatch


class Binding(NamedTuple):
    """What is told of a name that starts at `start`, in a statement that ends at `end`; `block` is where it holds."""

    start: int
    end: int
    block: ByteSpan
    matches: list[QueryMatch]

    @property
    def holds_throughout(self) -> bool:
        """Whether it holds in all of its block, in front of it too: it names its block, and stands in it."""
        return "typed.block" in self.matches[0].names and self.block[0] <= self.start < self.block[1]


class Tellings:
    """All that is told of one local name. It is added in the order of the text, and looked up only after that."""

    def __init__(self) -> None:
        self._all: list[Binding] = []

    def add(self, start: int, end: int, block: ByteSpan, match: QueryMatch) -> None:
        """Add what a match tells; told of the same place, it is one more thing that may be."""
        if self._all and self._all[-1].start == start and self._all[-1].block == block:
            matches = self._all[-1].matches
            matches.insert(0 if "typed.type" in match.names else len(matches), match)
        else:
            self._all.append(Binding(start, end, block, [match]))

    def at(self, offset: int) -> Binding | None:
        """What was told last before `offset`; what is told first after it, where nothing was."""
        last = None
        first = None
        for block in self._around(offset):
            throughout = next((one for one in block.throughout if not one.start <= offset < one.end), None)
            if throughout:
                return last or throughout
            before, after = block.last_before(offset), block.first_after(offset)
            if before and (last is None or (before.end, before.start) > (last.end, last.start)):
                last = before
            if after and (first is None or after.start < first.start):
                first = after
        return last or first

    def declared(self, offset: int) -> Binding | None:
        """The first declaration of a type that holds at `offset`, whatever was told since."""
        every = [block.declared for block in self._around(offset) if block.declared]
        return min(every, key=lambda one: one.start, default=None)

    def _around(self, offset: int) -> Iterator["_BindingBlock"]:
        """The blocks around `offset` that something is told in, the innermost first."""
        number = self._innermost.at(offset)
        while number >= 0:
            yield self._blocks[number]
            number = self._blocks[number].around

    @cached_property
    def _innermost(self) -> Enclosing:
        return Enclosing((block.start, -block.end, number) for number, block in enumerate(self._blocks))

    @cached_property
    def _blocks(self) -> list["_BindingBlock"]:
        by_place: dict[ByteSpan, list[Binding]] = {}
        for one in self._all:
            by_place.setdefault(one.block, []).append(one)
        blocks: list[_BindingBlock] = []
        open_blocks: list[int] = []
        for start, end in sorted(by_place, key=lambda place: (place[0], -place[1])):
            while open_blocks and blocks[open_blocks[-1]].end <= start:
                open_blocks.pop()
            around = open_blocks[-1] if open_blocks else -1
            open_blocks.append(len(blocks))
            blocks.append(_BindingBlock(start, end, around, by_place[start, end]))
        return blocks


class _BindingBlock:
    """What is told of a name in one block; `around` is the number of the next block around it (-1: none)."""

    def __init__(self, start: int, end: int, around: int, told: list[Binding]) -> None:
        self.start = start
        self.end = end
        self.around = around
        self.declared = next((one for one in told if "typed.type" in one.matches[0].names), None)
        self.throughout = [one for one in told if one.holds_throughout]
        self._told = told
        self._starts = [one.start for one in told]
        self._by_end = sorted(told, key=lambda one: one.end)
        self._ends = [one.end for one in self._by_end]

    def last_before(self, offset: int) -> Binding | None:
        """What was told last in statements that end before `offset`."""
        number = bisect_right(self._ends, offset) - 1
        return self._by_end[number] if number >= 0 else None

    def first_after(self, offset: int) -> Binding | None:
        """What is told first behind `offset`."""
        number = bisect_right(self._starts, offset)
        return self._told[number] if number < len(self._told) else None
