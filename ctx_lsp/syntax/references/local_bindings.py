"""Bindings of a local variable: its assignments and declarations, and the binding that applies at an offset.

`values` evaluates the types and values in the bindings.

A name can have thousands of bindings and uses (`err` in Go, counters in generated code). Bindings are therefore grouped
by block and sorted, so that a lookup does not scan all of them.
"""

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from ctx_lsp.syntax.definitions import Enclosing
from ctx_lsp.syntax.rows import ByteSpan, QueryMatch


class Binding(NamedTuple):
    """An assignment to a local name, or a declaration of it; offsets are in bytes.

    `start` is where the name begins, and `end` is where its statement ends. `block` is the range in which the binding
    applies. `matches` are the query matches that contain its types and values.
    """

    start: int
    end: int
    block: ByteSpan
    matches: list[QueryMatch]

    @property
    def holds_throughout(self) -> bool:
        """Whether the binding applies in its whole block, even before its own position.

        This is true if the match captures the block explicitly and the name is inside the block.
        """
        return "typed.block" in self.matches[0].names and self.block[0] <= self.start < self.block[1]


class NameBindings:
    """All bindings of one local name. Add them in source order; look them up only after adding the last one."""

    def __init__(self) -> None:
        self._all: list[Binding] = []

    def add(self, start: int, end: int, block: ByteSpan, match: QueryMatch) -> None:
        """Add a binding from `match`. A second match for the same name and block is an alternative value."""
        if self._all and self._all[-1].start == start and self._all[-1].block == block:
            last = self._all[-1]
            last.matches.insert(0 if "typed.type" in match.names else len(last.matches), match)
            self._all[-1] = last._replace(end=max(end, last.end))
        else:
            self._all.append(Binding(start, end, block, [match]))

    def at(self, offset: int) -> Binding | None:
        """Return the binding that applies at `offset`, or None if there is none in the blocks around it.

        This is the last binding before the offset, otherwise the first one after it. A binding that holds throughout
        its block takes precedence over all bindings in this block and in outer ones, and over those after the offset.
        """
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
        """Return the first type declaration that applies at `offset`, even if the name has been reassigned since."""
        every = [block.declared for block in self._around(offset) if block.declared]
        return min(every, key=lambda one: one.start, default=None)

    def _around(self, offset: int) -> Iterator["_BindingBlock"]:
        """Yield the blocks around `offset` that have bindings, innermost first."""
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
    """The bindings of a name in one block; `around` is the index of the next enclosing block, or -1."""

    def __init__(self, start: int, end: int, around: int, bindings: list[Binding]) -> None:
        self.start = start
        self.end = end
        self.around = around
        self.declared = next((one for one in bindings if "typed.type" in one.matches[0].names), None)
        self.throughout = [one for one in bindings if one.holds_throughout]
        self._bindings = bindings
        self._starts = [one.start for one in bindings]
        self._by_end = sorted(bindings, key=lambda one: one.end)
        self._ends = [one.end for one in self._by_end]

    def last_before(self, offset: int) -> Binding | None:
        """Return the last binding whose statement ends at or before `offset`."""
        number = bisect_right(self._ends, offset) - 1
        return self._by_end[number] if number >= 0 else None

    def first_after(self, offset: int) -> Binding | None:
        """Return the first binding that starts after `offset`."""
        number = bisect_right(self._starts, offset)
        return self._bindings[number] if number < len(self._bindings) else None
