"""Levels of detail of a symbol. Each level is a set of lines in the symbol's file.

- `full`: the whole definition
- `excerpt`: the declaration with the passages that answer a question, with the changed lines, or with the beginning of
  the body (built in `answer.steps`, `candidates` and `growth`)
- `folded`: the definition without the inner blocks of its body, or without all of them but the first (`growth`)
- `signature`: the declaration with decorators and the first paragraph of the documentation; for a type, also the
  declarations of its members
- `outline`: no lines, only the name

`packing.selection` and `answer.order` decide which level a pack uses.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, count, takewhile
from typing import NamedTuple

from ctx_lsp.base.lru import Lru
from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.packing.detail import lines
from ctx_lsp.packing.detail.documentation import Documentation, locate
from ctx_lsp.packing.detail.folding import fold
from ctx_lsp.packing.detail.lines import NONE, Lines
from ctx_lsp.packing.model import Level
from ctx_lsp.syntax.model import SymbolSpan
from ctx_lsp.syntax.symbol_kinds import CONTAINER_KINDS, CONTENT_KINDS
from ctx_lsp.text.source import SourceText

BODIES = frozenset({"full", "excerpt", "folded"})  # the levels that show a body, at least in part
CACHED_SYMBOLS = 1 << 12  # number of symbols whose levels are cached, keyed by content; about 4 MB
MAX_DECLARATION_LINES = 16  # a longer declaration is a list of parameters, whose beginning is enough
MAX_DECORATOR_LINES = 8
MAX_MEMBER_LINES = 3  # lines shown of a member's declaration inside its type
FOLD_FROM_LINES = 30  # shorter definitions are not folded
MAX_COST_SHARE = 0.75  # a level that costs more than this share of the next level is dropped


class Rung(NamedTuple):
    """One level of detail of one symbol: the lines that it shows and their `size` in bytes."""

    level: Level
    lines: Lines
    size: int


@dataclass(frozen=True, slots=True)
class Levels:
    """The levels of detail of a symbol, cheapest first; each level includes the lines of the cheaper ones.

    `context` holds the lines that declare the enclosing definitions, so that readers see what a member belongs to.
    """

    ladder: tuple[Rung, ...]
    context: Lines


_known: Lru[tuple[str, bytes, int], Levels] = Lru(CACHED_SYMBOLS)


def levels_of(entry: FileEntry, index: int) -> Levels:
    """Return the levels of the symbol with the index `index`; the result is cached by content."""
    key = (entry.path, entry.source.digest, index)
    known = _known.get(key)
    return _known.put(key, Levels(_ladder(entry, index), _context(entry, index))) if known is None else known


def first_readable(ladder: Sequence[Rung]) -> tuple[int, Rung]:
    """Return the first level that shows any text, with its place in the `ladder`."""
    return next((place, rung) for place, rung in enumerate(ladder) if rung.level != "outline")


def levels_of_chunk(entry: FileEntry, start: int, end: int) -> Levels:
    """Return the levels of a chunk without a symbol: an outline without lines, and the whole chunk."""
    whole = lines.holding(entry.source, start, end)
    return Levels((_rung(entry.source, "outline", NONE), _rung(entry.source, "full", whole)), NONE)


def _ladder(entry: FileEntry, index: int) -> tuple[Rung, ...]:
    source = entry.source
    symbol, span = entry.symbol(index)
    documentation = locate(source, span)
    full = lines.holding(source, span.start, span.end)
    signature = lines.union([_signature(source, span, documentation), *_namesakes(entry, index)])
    rungs = [_rung(source, "outline", NONE), _rung(source, "signature", signature)]
    if symbol.kind in CONTAINER_KINDS:
        rungs.append(_rung(source, "signature", lines.union([signature, *_member_lines(entry, index, full)])))
    elif lines.count(full) > FOLD_FROM_LINES:
        first = declaration_lines(source, span)[-1][1]
        folded = fold(source, first, full[-1][1], documentation.block if documentation else (first, first))
        rungs.append(_rung(source, "folded", lines.union([signature, folded])))
    return _worthwhile([*rungs, _rung(source, "full", lines.union([full, signature]))])


def full_lines(entry: FileEntry, index: int) -> Lines:
    """Return all lines of a definition, including decorators and documentation."""
    span = entry.facts.spans[index]
    return lines.holding(entry.source, span.start, span.end)


def header_lines(entry: FileEntry, index: int, before: int) -> Lines:
    """Return the lines of a definition's declaration that come before the line `before`."""
    declared = declaration_lines(entry.source, entry.facts.spans[index])
    return lines.without(declared, ((before, sys.maxsize),))


def signature_lines(entry: FileEntry, index: int) -> Lines:
    """Return the declaration of a symbol with its decorators and the first paragraph of its documentation."""
    span = entry.facts.spans[index]
    return _signature(entry.source, span, locate(entry.source, span))


def declaration_lines(source: SourceText, span: SymbolSpan, limit: int = MAX_DECLARATION_LINES) -> Lines:
    """Return the lines of a declaration from its name to the start of its body, at most `limit`."""
    first = source.line_at(span.name_start)
    declared = source.data[span.name_start : span.body].rstrip()
    last = source.line_at(span.name_start + max(0, len(declared) - 1))
    return ((first, min(last + 1, first + limit)),)


def _context(entry: FileEntry, index: int) -> Lines:
    symbols, spans = entry.facts.outline.symbols, entry.facts.spans
    inner = spans[index]
    found: list[Lines] = []
    parent = symbols[index].parent
    while parent >= 0:
        span = spans[parent]
        if span.start <= inner.start and inner.end <= span.end:  # a Go method is declared outside its type
            found.append(declaration_lines(entry.source, span, limit=1))
        parent = symbols[parent].parent
    return lines.union(found)


def _signature(source: SourceText, span: SymbolSpan, documentation: Documentation | None) -> Lines:
    lead = _lead_lines(source, span, documentation)
    return lines.union([lead, documentation.summary if documentation else NONE, declaration_lines(source, span)])


def _lead_lines(source: SourceText, span: SymbolSpan, documentation: Documentation | None) -> Lines:
    """Return the decorators, attributes and modifiers before the line of the name, without documentation."""
    first, name = source.line_at(span.start), source.line_at(span.name_start)
    start, end = documentation.block if documentation else (first, first)
    outside = [(a, b) for a, b in ((first, min(start, name)), (max(first, min(end, name)), name)) if a < b]
    return tuple((a, min(b, a + MAX_DECORATOR_LINES)) for a, b in outside)


def _namesakes(entry: FileEntry, index: int) -> Iterator[Lines]:
    """Yield the lines of other declarations with the same name, such as a setter, but only one of each symbol kind.

    Declarations of the kinds `CONTENT_KINDS` are left out.
    """
    plain = entry.definitions[entry.main_indices[index]]
    numbered = (entry.by_qualname.get(f"{plain.qualname}#{number}") for number in count(2))
    shown = {*CONTENT_KINDS}
    for one in chain([plain], takewhile(bool, numbered)):
        if one is not None and one.index != index and one.kind not in shown:
            shown.add(one.kind)
            yield declaration_lines(entry.source, entry.facts.spans[one.index])


def _member_lines(entry: FileEntry, index: int, around: Lines) -> list[Lines]:
    found: list[Lines] = []
    waiting = list(entry.children.get(index, ()))
    while waiting:
        member = waiting.pop()
        declared = declaration_lines(entry.source, entry.facts.spans[member], MAX_MEMBER_LINES)
        if lines.covers(around, declared):
            found.append(declared)
        if entry.facts.outline.symbols[member].kind in CONTAINER_KINDS:
            waiting.extend(entry.children.get(member, ()))
    return found


def _rung(source: SourceText, level: Level, shown: Lines) -> Rung:
    whole = lines.without_blank_gaps(source, shown)
    return Rung(level, whole, lines.byte_size(source, whole))


def _worthwhile(rungs: list[Rung]) -> tuple[Rung, ...]:
    """Drop each level that is not much smaller than the next larger level that is kept."""
    kept = [rungs[-1]]
    for rung in reversed(rungs[:-1]):
        if rung.size <= MAX_COST_SHARE * kept[-1].size:
            kept.append(rung)
    return tuple(reversed(kept))
