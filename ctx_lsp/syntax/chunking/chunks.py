"""Splits a file into chunks along its definitions, and splits the text between definitions along the syntax tree.

Every byte that is not whitespace is in a chunk, and every definition is among the `symbols` of a chunk.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator

from ctx_lsp.syntax.chunking.split import Slice, character_start, join
from ctx_lsp.syntax.chunking.units import ChunkUnit, nested_units
from ctx_lsp.syntax.definitions import Definitions
from ctx_lsp.syntax.model import Chunk, ChunkKind, SymbolSpan

DEFINITION_BYTES = 1_500  # a longer definition is split; about 375 tokens of code
JOINED_BYTES = 800  # small neighbours are joined up to this size
FLUSHED_BYTES = 200  # shorter joined text (an `else:`, a single constant) is joined with text after the next definition
SIGNATURE_BYTES = 300  # limit for one signature before a part or in the header of a class
MAX_DEPTH = 50  # more deeply nested definitions are treated as text of the enclosing definition

_WORD = re.compile(rb"[\w\x80-\xff]")
_SEPARATOR = re.compile(rb"\s*[,;]")
_LAST_BLANK = ord(" ")  # no whitespace byte has a higher value

Split = Callable[[int, int, int], list[Slice]]
"""(start, end, limit) -> adjacent slices that cover the range."""


def chunk_definitions(
    data: bytes, definitions: Definitions, spans: tuple[SymbolSpan, ...], split: Split
) -> tuple[Chunk, ...]:
    """Return the chunks of a file with an outline, in source order."""
    return _Chunker(data, definitions, spans, split).chunks()


def chunk_slices(data: bytes, slices: list[Slice], kind: ChunkKind) -> tuple[Chunk, ...]:
    """Return the chunks of a file without an outline: its slices, with small neighbours joined."""
    parts = (_trimmed(data, start, end) for start, end in join(slices, JOINED_BYTES))
    return tuple(Chunk(kind, (part,), ()) for part in parts if part[0] < part[1])


class _Chunker:
    def __init__(self, data: bytes, definitions: Definitions, spans: tuple[SymbolSpan, ...], split: Split) -> None:
        self._data = data
        self._docstrings = definitions.docstrings
        self._spans = spans
        self._split = split
        names = sorted((one.name_start, index) for index, one in enumerate(definitions.items))
        self._name_starts = [start for start, _ in names]
        self._named = [index for _, index in names]  # the index of each definition, parallel to `_name_starts`
        commented = sorted((one.start, one.lead) for one in definitions.items if one.lead < one.start)
        self._commented_starts = [start for start, _ in commented]
        self._comment_starts = [lead for _, lead in commented]
        self._units = nested_units(definitions)
        self._chunks: list[Chunk] = []

    def chunks(self) -> tuple[Chunk, ...]:
        self._take_in_closing()
        closing = self._body(0, len(self._data), self._units, [], 0)
        self._chunks += [Chunk("module", (piece,), ()) for piece in closing]
        return tuple(sorted(self._chunks, key=lambda one: (one.start, one.end, one.pieces)))

    def _take_in_closing(self) -> None:
        """Extend each top-level definition to include the closing brackets that directly follow it, as in `});`."""
        for unit, next_start in _with_next(self._units, len(self._data)):
            gap_start, gap_end = _trimmed(self._data, unit.end, next_start)
            if gap_start < gap_end and not _WORD.search(self._data, gap_start, gap_end):
                unit.end = gap_end

    def _take_in_separators(self, container: ChunkUnit) -> None:
        """Extend each member to include the comma or semicolon after it."""
        for unit, next_start in _with_next(container.children, container.end):
            separator = _SEPARATOR.match(self._data, unit.end, next_start)
            if separator:
                unit.end = separator.end()

    def _unit(self, unit: ChunkUnit, depth: int) -> None:
        if depth < MAX_DEPTH and unit.is_container and (unit.has_members or unit.size > DEFINITION_BYTES):
            self._container(unit, depth)
        elif unit.size > DEFINITION_BYTES:
            self._long_definition(unit, depth)
        else:
            self._add("definition", [(unit.start, unit.end)], unit.symbols)

    def _container(self, unit: ChunkUnit, depth: int) -> None:
        """Add the chunks of the members, and a header chunk with the members' signatures as far as they fit."""
        header = _trimmed(self._data, unit.start, self._header_end(unit))
        self._take_in_separators(unit)
        closing = self._body(header[1], unit.end, unit.children, unit.symbols, depth + 1)
        if header[1] - header[0] > DEFINITION_BYTES:  # long documentation gets its own chunks
            self._parts(unit, [header])
            header = self._signature(unit.symbols[0]) if unit.symbols else (unit.start, unit.start)
        pieces = [header]
        allowance = DEFINITION_BYTES - (header[1] - header[0])
        for index in (index for child in unit.children if not child.is_scope for index in child.symbols):
            piece = self._signature(index)
            allowance -= piece[1] - piece[0]
            if allowance >= 0 and piece[0] >= pieces[-1][1]:
                pieces.append(piece)
        pieces = [piece for piece in sorted((*pieces, *closing)) if piece[0] < piece[1]]
        if pieces:  # none is left of a long header without a symbol, as of a half-typed `extension`
            self._add("header", pieces, unit.symbols)

    def _long_definition(self, unit: ChunkUnit, depth: int) -> None:
        """Add the parts of a long definition as chunks; long definitions inside it get their own chunks."""
        slices: list[Slice] = []
        at = unit.start
        for child in unit.children if depth < MAX_DEPTH else ():
            if child.size > DEFINITION_BYTES:
                slices.append((at, child.start))
                self._unit(child, depth + 1)
                at = child.end
        self._parts(unit, [*slices, (at, unit.end)])

    def _parts(self, unit: ChunkUnit, ranges: Iterable[Slice]) -> None:
        """Split `ranges` into part chunks, each beginning with the signature of the definition."""
        header = self._signature(unit.symbols[0]) if unit.symbols else (unit.start, unit.start)
        limit = max(DEFINITION_BYTES - (header[1] - header[0]), JOINED_BYTES)
        for start, end in ranges:
            for part_start, part_end in join(self._split(start, end, limit), limit):
                part = _trimmed(self._data, part_start, part_end)
                if part[0] < part[1]:
                    self._add("part", [part] if part[0] < header[1] else [header, part], unit.symbols[:1])

    def _body(self, start: int, end: int, children: list[ChunkUnit], owners: list[int], depth: int) -> list[Slice]:
        """Add chunks for the members and the text between them; return the pieces without words, such as brackets."""
        closing: list[Slice] = []
        joined: list[Slice] = []
        at = start
        for child in (child for child in children if not _is_small(child)):
            self._between(at, child.start, joined, closing, owners)
            if _total(joined) >= FLUSHED_BYTES:
                self._flush(joined, owners)
            self._unit(child, depth)
            at = child.end
        self._between(at, end, joined, closing, owners)
        self._flush(joined, owners)
        return closing

    def _between(self, start: int, end: int, joined: list[Slice], closing: list[Slice], owners: list[int]) -> None:
        """Append the text of a gap to `joined`, and flush `joined` to a chunk whenever it is full.

        A gap without words, such as a closing bracket, is appended to `closing` instead.
        """
        gap = _trimmed(self._data, start, end)
        if gap[0] == gap[1]:
            return
        if not _WORD.search(self._data, *gap) and not self._names_in([gap]):
            closing.append(gap)
            return
        for part_start, part_end in self._glued(self._split(*gap, JOINED_BYTES)):
            part = _trimmed(self._data, part_start, part_end)
            if part[0] == part[1]:
                continue
            if _total(joined) + part[1] - part[0] > JOINED_BYTES:
                self._flush(joined, owners)
            if joined and not self._data[joined[-1][1] : part[0]].strip():
                joined[-1] = (joined[-1][0], part[1])
            else:
                joined.append(part)

    def _glued(self, slices: list[Slice]) -> list[Slice]:
        """Rejoin slices if the cut between them separates a definition from the comment above it."""
        glued: list[Slice] = []
        for start, end in slices:
            nearest = bisect_left(self._commented_starts, start)
            inside = nearest < len(self._comment_starts) and self._comment_starts[nearest] < start
            if glued and inside and end - glued[-1][0] <= DEFINITION_BYTES:
                glued[-1] = (glued[-1][0], end)
            else:
                glued.append((start, end))
        return glued

    def _flush(self, joined: list[Slice], owners: list[int]) -> None:
        if joined:
            names = self._names_in(joined)
            self._chunks.append(Chunk("module", tuple(joined), names or tuple(owners)))
            joined.clear()

    def _add(self, kind: ChunkKind, pieces: list[Slice], symbols: list[int]) -> None:
        """Add a chunk for the definitions `symbols` and for the definitions that its own pieces name.

        Pieces that repeat the signature of a definition or member are not its own.
        """
        if not symbols:  # a block of a type from another file
            kind = "module"
        own = {"header": pieces[:1], "part": pieces[-1:]}.get(kind, pieces)  # the other pieces are signatures
        inside = self._names_in(own)
        self._chunks.append(Chunk(kind, tuple(pieces), tuple(dict.fromkeys((*symbols, *inside)))))

    def _names_in(self, pieces: list[Slice]) -> tuple[int, ...]:
        found: list[int] = []
        for start, end in pieces:
            first = bisect_left(self._name_starts, start)
            found += self._named[first : bisect_left(self._name_starts, end, first)]
        return tuple(found)

    def _header_end(self, unit: ChunkUnit) -> int:
        """Return the end of a container's header, including its docstring and the opening bracket of its body."""
        end = min([unit.body, unit.end, *(child.start for child in unit.children[:1] if unit.is_plain)])
        if self._data[end : end + 1] in (b"{", b"(", b"["):
            end += 1
        documented = [self._docstrings[index].end for index in unit.symbols if index in self._docstrings]
        return end if unit.is_scope else max([end, *documented])

    def _signature(self, index: int) -> Slice:
        """Return the range of a declaration without its body, cut at the end of a line if it is long."""
        span = self._spans[index]
        # In a text with syntax errors, the name may be far after the apparent start of its declaration.
        start = span.declaration if span.name_end - span.declaration <= SIGNATURE_BYTES else span.name_start
        end = max(span.body, span.name_end)
        if end - start > SIGNATURE_BYTES:
            line_end = self._data.rfind(b"\n", span.name_end, start + SIGNATURE_BYTES)
            end = line_end if line_end > 0 else max(span.name_end, start + SIGNATURE_BYTES)
        return _trimmed(self._data, start, character_start(self._data, min(end, span.end)))


def _with_next(units: list[ChunkUnit], end: int) -> Iterator[tuple[ChunkUnit, int]]:
    """Yield each unit with the start of the next unit; the last unit is paired with `end`."""
    return zip(units, [*(unit.start for unit in units[1:]), end], strict=False)


def _is_small(unit: ChunkUnit) -> bool:
    is_plain = unit.is_plain or (unit.is_scope and not unit.children)
    return is_plain and not unit.has_members and unit.size <= JOINED_BYTES


def _total(slices: Iterable[Slice]) -> int:
    total = 0
    for start, end in slices:
        total += end - start
    return total


def _trimmed(data: bytes, start: int, end: int) -> Slice:
    """Return the range without leading and trailing whitespace."""
    if start < end and data[start] > _LAST_BLANK and data[end - 1] > _LAST_BLANK:
        return start, end
    text = data[start:end]
    stripped = text.lstrip()
    start += len(text) - len(stripped)
    return start, start + len(stripped.rstrip())
