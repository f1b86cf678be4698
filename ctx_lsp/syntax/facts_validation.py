"""Validates facts from an untrusted source, such as a cache file: indices and offsets must be in range.

Other code uses facts to index symbols and bytes without bounds checks, so facts from a file are validated first. This
module does not check whether the facts are correct for the text; that would require parsing.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain
from operator import le
from typing import Any

from ctx_lsp.languages.table import all_languages
from ctx_lsp.syntax.model import Chunk, FileFacts, Symbol, SymbolSpan


def facts_fit(facts: FileFacts, size: int) -> bool:
    """Return whether every index in `facts` refers to a symbol, and every offset is within a text of `size` bytes."""
    symbols = facts.outline.symbols
    return (
        facts.outline.language in _languages()
        and len(facts.spans) == len(symbols)
        and _parents_fit(symbols)
        and _spans_fit(facts.spans, size)
        and facts.references.fits(len(symbols), size)
        and _chunks_fit(facts.chunks, len(symbols), size)
    )


@cache
def _languages() -> frozenset[str]:
    return frozenset(row.name for row in all_languages())


def _parents_fit(symbols: Sequence[Symbol]) -> bool:
    """Return whether every parent is a symbol or -1, and the parents form no cycle."""
    parents = [symbol.parent for symbol in symbols]
    if not _within(parents, -1, len(parents) - 1):
        return False
    unordered = [number for number, parent in enumerate(parents) if parent >= number]  # methods before their type
    return all(_leads_up(parents, number) for number in unordered)


def _leads_up(parents: Sequence[int], number: int) -> bool:
    for _ in parents:
        number = parents[number]
        if number < 0:
            return True
    return False


def _spans_fit(spans: Sequence[SymbolSpan], size: int) -> bool:
    if not spans:
        return True
    starts, ends, declarations, name_starts, name_ends, bodies, _ = _columns(spans)
    inside = all(_within(offsets, 0, size) for offsets in (declarations, bodies))
    return inside and _ranges_fit(starts, ends, size) and _ranges_fit(name_starts, name_ends, size)


def _chunks_fit(chunks: Sequence[Chunk], symbols: int, size: int) -> bool:
    named = list(chain.from_iterable(chunk.symbols for chunk in chunks))
    return _within(named, 0, symbols - 1) and all(_pieces_fit(chunk.pieces, size) for chunk in chunks)


def _pieces_fit(pieces: Sequence[tuple[int, int]], size: int) -> bool:
    reached = 0
    for start, end in pieces:
        if not reached <= start <= end:
            return False
        reached = end
    return bool(pieces) and reached <= size


def _columns(rows: Iterable[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return list(zip(*rows, strict=True))


def _ranges_fit(starts: Sequence[int], ends: Sequence[int], size: int) -> bool:
    return min(starts) >= 0 and max(ends) <= size and all(map(le, starts, ends))


def _within(numbers: Sequence[int], lowest: int, highest: int) -> bool:
    return not numbers or (lowest <= min(numbers) and max(numbers) <= highest)
