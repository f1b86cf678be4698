"""Adds items and mentions of items to the facts about a file: items become symbols, mentions become references."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from ctx_lsp.languages.table import Language
from ctx_lsp.syntax.items.changelogs import changelog_items, is_changelog
from ctx_lsp.syntax.items.decisions import decision_items
from ctx_lsp.syntax.items.documents import document_items
from ctx_lsp.syntax.items.gherkin_files import gherkin_items
from ctx_lsp.syntax.items.identifiers import identifier_of
from ctx_lsp.syntax.items.mentions import mentions_in
from ctx_lsp.syntax.items.model import FoundItem, SectionText
from ctx_lsp.syntax.items.section_texts import section_texts
from ctx_lsp.syntax.items.tracker_exports import PROVIDERS
from ctx_lsp.syntax.model import Chunk, FileFacts, ItemFacts, Symbol, SymbolSpan
from ctx_lsp.syntax.parser import Tree
from ctx_lsp.syntax.prose import HEADED
from ctx_lsp.syntax.reference import Reference, References

MAX_ITEMS = 5_000
_RECORD = ".md"  # the ending of a link to a decision record


def with_items(path: str, row: Language, data: bytes, facts: FileFacts, tree: Tree | None) -> FileFacts:
    """Return the facts with the items that a file defines, and the identifiers that it mentions.

    `row` is the language of the file and `tree` its syntax tree, if it has one.
    """
    sections = section_texts(data, facts) if row.name in HEADED else []
    found = _once(islice(_found(path, row, data, facts, sections), MAX_ITEMS))
    if found:
        facts = _with_symbols(facts, data, found)
    if found and row.name in HEADED and is_changelog(path):  # what follows the entries is history
        sections = [section for section in sections if section.start < found[-1].end]
    return _with_mentions(facts, row, data, tree, sections)


def _found(
    path: str, row: Language, data: bytes, facts: FileFacts, sections: Sequence[SectionText]
) -> Iterator[FoundItem]:
    if row.name in HEADED and is_changelog(path):
        yield from changelog_items(sections, facts)
    elif row.name in HEADED:
        decisions = list(decision_items(path, data, facts))
        yield from decisions or document_items(path, sections, facts)
    elif row.name == "gherkin":
        yield from gherkin_items(data)
    for provider in PROVIDERS.get(row.name, ()):
        yield from provider(data)


def _once(found: Iterator[FoundItem]) -> list[FoundItem]:
    """Return the items sorted by position, without those that define the same identifier again.

    Of several items with one identifier, the first of those with the lowest `shape` is kept. An item that extends
    beyond the end of the item around it is cut off there, or left out if even its name extends beyond that end.
    """
    best: dict[object, FoundItem] = {}
    for item in sorted(found, key=lambda one: (one.shape, one.start)):
        best.setdefault(item.identifier or (item.start, item.end), item)
    kept: list[FoundItem] = []
    open_ends: list[int] = []
    for item in sorted(best.values(), key=lambda one: (one.start, -one.end)):
        while open_ends and open_ends[-1] <= item.start:
            open_ends.pop()
        end = min(item.end, open_ends[-1]) if open_ends else item.end  # an item ends with the one around it
        if item.name_end <= end:
            kept.append(item if end == item.end else item._replace(end=end))
            open_ends.append(end)
    return kept


def _with_symbols(facts: FileFacts, data: bytes, items: Sequence[FoundItem]) -> FileFacts:
    """Return the facts with a symbol for each item.

    The symbols are appended. An item that is a section gets none: the section's own symbol takes the item's kind,
    signature and properties.
    """
    symbols, spans = list(facts.outline.symbols), list(facts.spans)
    headings = {(span.name_start, span.name_end): index for index, span in enumerate(spans)}
    added: list[FoundItem] = []
    for item in items:
        index = headings.get((item.name_start, item.name_end))
        if index is None:
            added.append(item)
        elif item.kind != "String":  # a feature that is no story is a section, too
            symbols[index] = symbols[index]._replace(kind=item.kind, signature=_signature(item), item=_facts(item))
    if not added:
        return replace(facts, outline=replace(facts.outline, symbols=tuple(symbols)))
    parents = _parents(spans, added)
    times: Counter[str] = Counter()
    taken = {symbol.qualname for symbol in symbols}
    for number, item in enumerate(added):
        parent = parents.around[number]
        name = data[item.name_start : item.name_end].decode("utf-8", "replace")
        qualname = _free(f"{symbols[parent].qualname}.{name}" if parent >= 0 else name, taken, times)
        item_facts = None if item.kind == "String" else _facts(item)
        symbols.append(Symbol(name, qualname, item.kind, _signature(item), parent, item=item_facts))
        spans.append(SymbolSpan(item.start, item.end, item.start, item.name_start, item.name_end, item.name_end, ""))
    for index in parents.outermost:  # a decision that is named in the front matter is around all sections
        symbols[index] = symbols[index]._replace(parent=parents.outermost[index])
    outline = replace(facts.outline, symbols=tuple(symbols))
    references = _enclosed(facts.references, facts.spans, added)
    return FileFacts(outline, tuple(spans), References.of(references), _named(facts.chunks, added, len(facts.spans)))


class _Parents(NamedTuple):
    """The index of the symbol that encloses each added item (`around`), or -1.

    `outermost` maps each section that only items enclose to the outermost of these items.
    """

    around: list[int]
    outermost: dict[int, int]


def _parents(spans: Sequence[SymbolSpan], added: Sequence[FoundItem]) -> _Parents:
    first = len(spans)
    ranges = [(one.start, -one.end, index) for index, one in enumerate(spans)]
    ranges += [(one.start, -one.end, index) for index, one in enumerate(added, first)]
    found = _Parents([-1] * len(added), {})
    open_symbols: list[tuple[int, int]] = []  # index and end
    for start, negative_end, index in sorted(ranges):
        while open_symbols and open_symbols[-1][1] <= start:
            open_symbols.pop()
        if index >= first:
            found.around[index - first] = open_symbols[-1][0] if open_symbols else -1
        elif open_symbols and all(one >= first for one, _ in open_symbols):
            found.outermost[index] = open_symbols[0][0]
        open_symbols.append((index, -negative_end))
    return found


def _facts(item: FoundItem) -> ItemFacts:
    return ItemFacts(item.identifier, item.state, item.shape)


def _signature(item: FoundItem) -> str:
    return f"{item.title} ({item.state})" if item.state else item.title


def _free(qualname: str, taken: set[str], times: Counter[str]) -> str:
    """Return `qualname` if it is not in `taken`, otherwise `qualname#N` with a free number; add the result to `taken`.

    `times` keeps the last number that was tried for each name.
    """
    times[qualname] += 1
    numbered = qualname
    while numbered in taken:
        times[qualname] += 1
        numbered = f"{qualname}#{times[qualname]}"
    taken.add(numbered)
    return numbered


def _enclosed(
    references: Sequence[Reference], spans: Sequence[SymbolSpan], added: Sequence[FoundItem]
) -> tuple[Reference, ...]:
    """Return the references, with those inside an added item assigned to the innermost such item."""
    found = list(references)
    starts = [one.start for one in found]
    for index, item in enumerate(added, len(spans)):
        for place in range(bisect_left(starts, item.start), bisect_left(starts, item.end)):
            around = found[place].symbol
            if around < 0 or around >= len(spans) or spans[around].start <= item.start:
                found[place] = found[place]._replace(symbol=index)
    return tuple(found)


def _named(chunks: Sequence[Chunk], added: Sequence[FoundItem], first: int) -> tuple[Chunk, ...]:
    """Return the chunks, with each item in `added` appended to the symbols of the chunk in which the item begins.

    `first` is the symbol index of the first item in `added`; the others follow it.
    """
    ends = sorted((one.pieces[-1][1], number) for number, one in enumerate(chunks))
    named: dict[int, list[int]] = {}
    for index, item in enumerate(added, first):
        place = bisect_right(ends, (item.start, len(chunks)))  # the first chunk that ends after its start
        named.setdefault(ends[min(place, len(ends) - 1)][1], []).append(index)
    found = list(chunks)
    for number, indices in named.items():
        found[number] = found[number]._replace(symbols=(*found[number].symbols, *indices))
    return tuple(found)


def _with_mentions(
    facts: FileFacts, row: Language, data: bytes, tree: Tree | None, sections: Sequence[SectionText]
) -> FileFacts:
    """Return the facts with a reference for each identifier of an item that the file mentions.

    An item's own identifier in the item's name does not count as a mention. If there already is a reference at the same
    offset, it is kept, unless the mention is a link to a decision record.
    """
    found = mentions_in(row, data, tree, sections)
    if not found:
        return facts
    defined, taken = _defined(facts), facts.references.starts
    added: dict[int, Reference] = {}
    for mention, symbol in zip(found, _enclosing(facts.spans, [one.start for one in found]), strict=True):
        start, end, written, kind = mention
        is_free = not (start in taken or start in added) or written.endswith(_RECORD)
        if is_free and not _is_name(defined, start, identifier_of(written)):
            added[start] = Reference(written, "", kind, symbol, start, end)
    if not added:
        return facts
    places = [(start, start + 1) for start in sorted(added)]
    return replace(facts, references=facts.references.with_replaced(places, list(added.values())))


def _defined(facts: FileFacts) -> list[tuple[int, int, str]]:
    """Return the range of the name of each item, with the item's identifier (which may be empty), sorted."""
    pairs = zip(facts.outline.symbols, facts.spans, strict=True)
    return sorted((span.name_start, span.name_end, one.item.identifier) for one, span in pairs if one.item)


def _is_name(defined: Sequence[tuple[int, int, str]], start: int, identifier: str) -> bool:
    before = bisect_right(defined, start, key=lambda one: one[0]) - 1
    return before >= 0 and start < defined[before][1] and defined[before][2] == identifier


def _enclosing(spans: Sequence[SymbolSpan], offsets: Sequence[int]) -> Iterator[int]:
    """Yield the index of the innermost symbol around each of the sorted `offsets`, or -1."""
    ordered = sorted((span.start, -span.end, index) for index, span in enumerate(spans))
    open_symbols: list[int] = []
    following = 0
    for start in offsets:
        while following < len(ordered) and ordered[following][0] <= start:
            while open_symbols and spans[open_symbols[-1]].end <= ordered[following][0]:
                open_symbols.pop()
            open_symbols.append(ordered[following][2])
            following += 1
        while open_symbols and spans[open_symbols[-1]].end <= start:
            open_symbols.pop()
        yield open_symbols[-1] if open_symbols else -1
