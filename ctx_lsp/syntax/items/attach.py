"""Adds items and mentions of items to the facts about a file: items become symbols, mentions become references."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ctx_lsp.languages.table import language
from ctx_lsp.syntax.chunking.split import Slice
from ctx_lsp.syntax.items.changelogs import changelog_items, is_changelog
from ctx_lsp.syntax.items.decisions import decision_items
from ctx_lsp.syntax.items.documents import document_items
from ctx_lsp.syntax.items.gherkin_files import gherkin_items
from ctx_lsp.syntax.items.identifiers import identifier_of, mentioned
from ctx_lsp.syntax.items.model import KEY, FoundItem
from ctx_lsp.syntax.items.relations import relation_before
from ctx_lsp.syntax.items.tracker_exports import PROVIDERS
from ctx_lsp.syntax.model import Chunk, FileFacts, ItemFacts, Reference, Symbol, SymbolSpan

MAX_ITEMS = 5_000
_DOCUMENTS = frozenset({"markdown", "rst"})
_WITH_COLOURS = frozenset({"css", "scss", "sass", "less", "html", "vue", "svelte", "xml", "svg", "stylus"})


def with_items(path: str, data: bytes, facts: FileFacts) -> FileFacts:
    """Return the facts with the items that a file defines, and the identifiers that it mentions."""
    found = _once(_found(path, data, facts))
    if found:
        facts = _with_symbols(facts, data, found)
    return _with_mentions(facts, data)


def _found(path: str, data: bytes, facts: FileFacts) -> Iterator[FoundItem]:
    name = facts.outline.language
    if name in _DOCUMENTS and is_changelog(path):
        yield from changelog_items(data, facts)
    elif name in _DOCUMENTS:
        decisions = list(decision_items(path, data, facts))
        yield from decisions
        if not decisions:
            yield from document_items(path, data, facts)
    elif name == "gherkin":
        yield from gherkin_items(data)
    for provider in PROVIDERS.get(name, ()):
        yield from provider(data)


def _once(found: Iterator[FoundItem]) -> list[FoundItem]:
    """Return the items by position, one for each identifier: the one with the strongest shape, else the first."""
    best: dict[object, FoundItem] = {}
    for item in sorted(found, key=lambda one: (one.shape, one.start)):
        best.setdefault(item.identifier or (item.start, item.end), item)
    ordered = sorted(best.values(), key=lambda one: (one.start, -one.end))[:MAX_ITEMS]
    kept: list[FoundItem] = []
    open_ends: list[int] = []
    for item in ordered:  # an item that crosses the end of another is cut there
        while open_ends and open_ends[-1] <= item.start:
            open_ends.pop()
        end = min([item.end, *open_ends[-1:]])
        if item.name_end <= end:
            kept.append(replace(item, end=end) if end != item.end else item)
            open_ends.append(end)
    return kept


def _with_symbols(facts: FileFacts, data: bytes, items: Sequence[FoundItem]) -> FileFacts:
    """Return the facts with a symbol for each item. A section that is an item stays one symbol."""
    old = facts.outline.symbols
    headings = {(span.name_start, span.name_end): index for index, span in enumerate(facts.spans)}
    of_heading = {headings[key]: item for item in items if (key := (item.name_start, item.name_end)) in headings}
    starts = sorted(span.start for span in facts.spans)
    added = [_before_section(item, starts) for item in items if (item.name_start, item.name_end) not in headings]
    rows: list[tuple[int, int, int, FoundItem | None]] = [
        (span.start, -span.end, index, of_heading.get(index)) for index, span in enumerate(facts.spans)
    ]
    rows = sorted([*rows, *((item.start, -item.end, -1, item) for item in added)], key=lambda row: row[:3])
    index_of = {row[2]: index for index, row in enumerate(rows) if row[2] >= 0}
    symbols: list[Symbol] = []
    spans: list[SymbolSpan] = []
    taken = {symbol.qualname for symbol in old}
    around: list[int] = []
    for index, (start, negative_end, before, item) in enumerate(rows):
        while around and spans[around[-1]].end <= start:
            around.pop()
        if before >= 0:
            outer = around[0] if around else -1  # a decision that is named in the front matter is around all sections
            symbol = old[before]._replace(parent=index_of.get(old[before].parent, outer))
            symbols.append(_as_item(symbol, item) if item else symbol)
            spans.append(facts.spans[before])
        elif item is not None:
            parent = around[-1] if around else -1
            name = data[item.name_start : item.name_end].decode("utf-8", "replace")
            qualname = _free(f"{symbols[parent].qualname}.{name}" if parent >= 0 else name, taken)
            symbols.append(_as_item(Symbol(name, qualname, item.kind, item.title, parent), item))
            spans.append(SymbolSpan(start, -negative_end, start, item.name_start, item.name_end, item.name_end, ""))
        around.append(index)
    inside = _enclosing(spans, [(one.start, one.end) for one in facts.references])
    references = tuple(one._replace(symbol=index) for one, index in zip(facts.references, inside, strict=True))
    chunks = tuple(_with_names(chunk, index_of, spans, rows) for chunk in facts.chunks)
    return FileFacts(replace(facts.outline, symbols=tuple(symbols)), tuple(spans), references, chunks)


def _before_section(item: FoundItem, starts: Sequence[int]) -> FoundItem:
    """Return an item that ends where the next of the sections begins, unless it is one that holds sections."""
    following = bisect_right(starts, item.name_start)
    if item.shape == KEY or following == len(starts) or starts[following] >= item.end:
        return item
    return replace(item, end=max(item.name_end, starts[following]))


def _as_item(symbol: Symbol, item: FoundItem) -> Symbol:
    signature = f"{item.title} ({item.state})" if item.state else item.title
    if item.kind == symbol.kind == "String" and not item.identifier:
        return symbol
    return symbol._replace(kind=item.kind, signature=signature, item=ItemFacts(item.identifier, item.state, item.shape))


def _free(qualname: str, taken: set[str]) -> str:
    number = 1
    numbered = qualname
    while numbered in taken:
        number += 1
        numbered = f"{qualname}#{number}"
    taken.add(numbered)
    return numbered


def _with_names(
    chunk: Chunk, index_of: dict[int, int], spans: Sequence[SymbolSpan], rows: Sequence[tuple[int, int, int, object]]
) -> Chunk:
    """Return a chunk with its symbols at their new places, and with the added items that begin in it."""
    named = [index_of[one] for one in chunk.symbols]
    for start, end in chunk.pieces[-1:] if chunk.kind == "part" else chunk.pieces:
        first = bisect_left(spans, start, key=lambda span: span.start)
        last = bisect_left(spans, end, key=lambda span: span.start)
        named += [index for index in range(first, last) if rows[index][2] < 0]
    return chunk._replace(symbols=tuple(dict.fromkeys(named)))


def _with_mentions(facts: FileFacts, data: bytes) -> FileFacts:
    """Return the facts with a reference for each identifier that does not name an item where it stands."""
    row = language(facts.outline.language)
    found = mentioned(data, hashes=row.category != "data" and row.name not in _WITH_COLOURS)
    if not found:
        return facts
    defined = _defined(facts)
    references = {one.start: one for one in facts.references}
    for (start, end), symbol in zip(found, _enclosing(facts.spans, found), strict=True):
        written = data[start:end].decode("utf-8", "replace")
        if not _is_name(defined, start, identifier_of(written)):
            references[start] = Reference(written, "", relation_before(data, start), symbol, start, end)
    return replace(facts, references=tuple(references[start] for start in sorted(references)))


def _defined(facts: FileFacts) -> list[tuple[int, int, str]]:
    """Return the ranges of the names of the items with an identifier, sorted, each with its identifier."""
    pairs = zip(facts.outline.symbols, facts.spans, strict=True)
    return sorted((span.name_start, span.name_end, one.item.identifier) for one, span in pairs if one.item)


def _is_name(defined: Sequence[tuple[int, int, str]], start: int, identifier: str) -> bool:
    before = bisect_right(defined, start, key=lambda one: one[0]) - 1
    return before >= 0 and start < defined[before][1] and defined[before][2] == identifier


def _enclosing(spans: Sequence[SymbolSpan], ranges: Sequence[Slice]) -> Iterator[int]:
    """Yield the index of the innermost symbol around each of the sorted `ranges`, or -1."""
    ordered = sorted(range(len(spans)), key=lambda index: (spans[index].start, -spans[index].end))
    open_symbols: list[int] = []
    following = 0
    for start, _ in ranges:
        while following < len(ordered) and spans[ordered[following]].start <= start:
            open_symbols.append(ordered[following])
            following += 1
        while open_symbols and spans[open_symbols[-1]].end <= start:
            open_symbols.pop()
        yield open_symbols[-1] if open_symbols else -1
