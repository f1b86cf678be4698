"""Facts about prose: sections as symbols, and mentions of code as references. No syntax tree is used.

A section extends to the next heading of the same or an outer level, and is named after its own heading. Code spans that
are a single name, and words that look like calls or file paths, count as mentions of code. Fenced code is ignored.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate

from ctx_lsp.syntax.chunking.chunks import DEFINITION_BYTES, chunk_slices
from ctx_lsp.syntax.chunking.split import Slice
from ctx_lsp.syntax.headings import Heading, headings, sections
from ctx_lsp.syntax.model import Chunk, FileFacts, Outline, Reference, Symbol, SymbolSpan

HEADED = frozenset({"markdown", "rst"})  # in other formats, a line of dashes may well be a horizontal rule
MAX_SECTIONS = 500  # maximum total for the outer levels that are kept; a level that would exceed it is left out
MAX_TITLE = 200  # maximum characters of a name
_LONGEST_CODE = 120  # bytes of a code span that may be a name

FENCED = re.compile(rb"^[ \t]*(```|~~~).*?(?:^[ \t]*\1|\Z)", re.DOTALL | re.MULTILINE)
_SPAN = re.compile(rb"(`{1,2})([^`\n]{1,%d})\1" % _LONGEST_CODE)
_WORD = re.compile(  # a call or a path that is not part of a URL
    rb"(?<![\w./:@#$-])((?:[A-Za-z_]\w*(?:\.|::|#))*[A-Za-z_]\w*\(\)|\.{0,2}/?(?:[\w-][\w.-]*/)+[\w.-]*\w\.[a-z]\w{0,7}\b)"
)
_NAME = re.compile(rb"~?((?:[A-Za-z_$]\w*(?:\.|::|#|->))*)([A-Za-z_$]\w*[!?]?)(\(.*\))?")
_PATH = re.compile(rb"[\w./@-]*[\w-]\.[A-Za-z]\w{0,7}|[\w.@-]+(?:/[\w.@-]+)+")
_SEPARATOR = re.compile(r"\.|::|#|->")
_PLAIN_WORD = re.compile(rb"[a-z]+|[A-Z]+")  # `true`, `name`, `GET`: may be a value or a name


def prose_facts(language_name: str, data: bytes) -> FileFacts:
    """Return the facts about a prose text; sections become symbols only in the languages in `HEADED`."""
    is_markdown = language_name != "rst"
    found = headings(data, is_markdown=is_markdown)
    slices = sections(data, DEFINITION_BYTES, found)
    chunks = chunk_slices(data, slices, "text")
    if language_name not in HEADED:
        return FileFacts(Outline(language_name, "", (), ()), (), (), chunks)
    kept = _outermost(found)
    symbols, spans = _sections(kept, data)
    fences = [match.span() for match in FENCED.finditer(data)] if is_markdown else []
    references = tuple(_references(data, fences, [one.start for one in kept]))
    return FileFacts(Outline(language_name, "", symbols, ()), spans, references, _with_symbols(chunks, kept))


def _outermost(found: list[Heading]) -> list[Heading]:
    """Return the headings of the outer levels, as many levels as have at most `MAX_SECTIONS` headings in total."""
    sizes = sorted(Counter(one.level for one in found).items())
    totals = accumulate(size for _, size in sizes)
    kept = {level for (level, _), total in zip(sizes, totals, strict=True) if total <= MAX_SECTIONS}
    return [one for one in found if one.level in kept]


def _sections(found: list[Heading], data: bytes) -> tuple[tuple[Symbol, ...], tuple[SymbolSpan, ...]]:
    symbols: list[Symbol] = []
    spans: list[SymbolSpan] = []
    around: list[int] = []  # indices of the sections that are open
    ends = _ends(found, len(data))
    times: Counter[str] = Counter()
    for index, (one, end) in enumerate(zip(found, ends, strict=True)):
        while around and found[around[-1]].level >= one.level:
            around.pop()
        parent = around[-1] if around else -1
        title = data[one.name_start : one.name_end].decode("utf-8", "replace")[:MAX_TITLE]
        qualname = f"{symbols[parent].qualname}.{title}" if parent >= 0 else title
        times[qualname] += 1
        while times[qualname] > 1:  # the numbered name may be a title of its own
            qualname = f"{qualname}#{times[qualname]}"
            times[qualname] += 1
        symbols.append(Symbol(title, qualname, "String", " ".join(title.split()), parent))
        spans.append(SymbolSpan(one.start, end, one.start, one.name_start, one.name_end, min(one.body, end), ""))
        around.append(index)
    return tuple(symbols), tuple(spans)


def _ends(found: list[Heading], length: int) -> list[int]:
    """Return the end of each section: the start of the next heading of the same or an outer level."""
    ends = [length] * len(found)
    following: list[Heading] = []  # candidates for the next heading, scanned from the end of the text
    for index in range(len(found) - 1, -1, -1):
        while following and following[-1].level > found[index].level:
            following.pop()
        if following:
            ends[index] = following[-1].start
        following.append(found[index])
    return ends


def _with_symbols(chunks: tuple[Chunk, ...], found: list[Heading]) -> tuple[Chunk, ...]:
    """Return the chunks, each with the sections that begin in it.

    A chunk in which no section begins gets the section around it.
    """
    starts = [one.start for one in found]
    named = []
    for chunk in chunks:
        first, last = bisect_left(starts, chunk.start), bisect_left(starts, chunk.end)
        symbols = tuple(range(first, last)) if first < last else tuple(range(max(first - 1, 0), first))
        named.append(chunk._replace(symbols=symbols))
    return tuple(named)


def _references(data: bytes, fences: list[Slice], starts: list[int]) -> Iterator[Reference]:
    """Yield the mentions of code outside `fences`; `starts` holds the offsets of the sections."""
    places = {match.span(2) for match in _SPAN.finditer(data)}
    spans = sorted(places)
    span_starts = [start for start, _ in spans]
    for match in _WORD.finditer(data):
        before = bisect_right(span_starts, match.start()) - 1
        if before < 0 or spans[before][1] <= match.start():
            places.add(match.span(1))
    fence_starts = [start for start, _ in fences]
    for start, end in sorted(places):
        fence = bisect_right(fence_starts, start) - 1
        if fence < 0 or fences[fence][1] <= start:
            yield from _reference(data, start, end, bisect_right(starts, start) - 1)


def _reference(data: bytes, start: int, end: int, symbol: int) -> Iterator[Reference]:
    """Yield the reference at `start`–`end` if the text there is a name or a path."""
    text = data[start:end]
    match = _NAME.fullmatch(text)
    if b"/" in text or not match:
        if _PATH.fullmatch(text):
            yield Reference(text.decode("utf-8", "replace"), "", "read", symbol, start, end)
        return
    receiver, name, called = match.groups()
    if receiver or called or not _PLAIN_WORD.fullmatch(name):
        dotted = ".".join(part for part in _SEPARATOR.split(receiver.decode("utf-8", "replace")) if part)
        name_start = start + match.start(2)
        yield Reference(name.decode("utf-8", "replace"), dotted, "read", symbol, name_start, name_start + len(name))
