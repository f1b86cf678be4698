"""Invariants of the facts of any file; tests that read a file check them with `assert_sound`."""

from itertools import pairwise

from ctx_lsp.syntax.model import Chunk, FileFacts, SymbolSpan
from ctx_lsp.text.source import SourceText

BLANKS = b" \t\r\n\f\v"
TYPES_WITH_EXTENSIONS = ("Class", "Enum", "Interface", "Struct")  # their parts may stand in a block far from them


def assert_sound(facts: FileFacts, source: SourceText) -> None:
    """Check everything that the data model promises about `facts`, the facts of `source`."""
    _assert_symbols(facts)
    _assert_spans(facts, source)
    _assert_references(facts, source)
    for chunk in facts.chunks:
        _assert_chunk(chunk, facts, source)
    covered = {symbol for chunk in facts.chunks for symbol in chunk.symbols}
    assert covered == set(range(len(facts.outline.symbols)))
    assert uncovered(facts, source) == b""


def uncovered(facts: FileFacts, source: SourceText) -> bytes:
    """The non-blank bytes outside all chunks."""
    rest = bytearray(source.data)
    for chunk in facts.chunks:
        for start, end in chunk.pieces:
            rest[start:end] = b" " * (end - start)
    return bytes(rest).strip(BLANKS)


def _assert_symbols(facts: FileFacts) -> None:
    symbols = facts.outline.symbols
    assert len(facts.spans) == len(symbols)
    assert len({symbol.qualname for symbol in symbols}) == len(symbols)
    for index, symbol in enumerate(symbols):
        assert symbol.name
        assert symbol.name in symbol.qualname
        assert -1 <= symbol.parent < len(symbols)
        assert symbol.parent != index
        assert "\n" not in symbol.signature


def _assert_spans(facts: FileFacts, source: SourceText) -> None:
    for symbol, span in zip(facts.outline.symbols, facts.spans, strict=True):
        assert 0 <= span.start <= span.declaration <= span.name_start < span.name_end <= span.end <= len(source.data)
        assert span.declaration <= span.body <= span.end
        assert symbol.name in source.slice(span.name_start, span.name_end)
    _assert_nested(facts.spans)


def _assert_nested(spans: tuple[SymbolSpan, ...]) -> None:
    """Check that any two spans are disjoint or nested."""
    open_ends: list[int] = []
    for start, end in sorted(((span.start, span.end) for span in spans), key=lambda one: (one[0], -one[1])):
        while open_ends and open_ends[-1] <= start:
            open_ends.pop()
        assert not open_ends or end <= open_ends[-1]
        open_ends.append(end)


def _assert_references(facts: FileFacts, source: SourceText) -> None:
    assert all(left.start < right.start for left, right in pairwise(facts.references))
    for reference in facts.references:
        assert source.slice(reference.start, reference.end) == reference.name
        assert -1 <= reference.symbol < len(facts.outline.symbols)


def _assert_chunk(chunk: Chunk, facts: FileFacts, source: SourceText) -> None:
    assert chunk.pieces
    assert all(0 <= start < end <= len(source.data) for start, end in chunk.pieces)
    assert all(left[1] <= right[0] for left, right in pairwise(chunk.pieces))
    assert len(set(chunk.symbols)) == len(chunk.symbols)
    if chunk.kind in ("definition", "header", "part"):
        assert chunk.symbols
    if chunk.kind == "part" and facts.outline.symbols[chunk.symbols[0]].kind not in TYPES_WITH_EXTENSIONS:
        span = facts.spans[chunk.symbols[0]]
        assert span.start <= chunk.start < span.end  # a bracket that closes what is around may follow
    for start, end in chunk.pieces:  # no piece begins or ends inside a character
        source.data[start:end].decode()
