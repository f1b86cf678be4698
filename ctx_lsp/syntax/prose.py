"""Facts about prose: sections as symbols, and mentions of code as references. No syntax tree is used.

A section extends to the next heading of the same or an outer level, and is named after its own heading. Code spans that
are a single name, and words that look like calls or file paths, count as mentions of code. Fenced code is ignored.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate, pairwise

from ctx_lsp.syntax.chunking.chunks import DEFINITION_BYTES, chunk_slices
from ctx_lsp.syntax.headings import Heading, fenced, headings, sections
from ctx_lsp.syntax.model import Chunk, FileFacts, Outline, Symbol, SymbolSpan
from ctx_lsp.syntax.reference import Reference, References
from ctx_lsp.syntax.text_cache import kept_by_text

HEADED = frozenset({"markdown", "rst"})  # in other formats, a line of dashes may well be a horizontal rule
MAX_SECTIONS = 500  # maximum total for the outer levels that are kept; a level that would exceed it is left out
MAX_TITLE = 200  # maximum characters of a name
_LONGEST_CODE = 120  # bytes of a code span that may be a name

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
        return FileFacts(Outline(language_name, "", (), ()), (), References(), chunks)
    kept = _outermost(found)
    symbols, spans = _sections(kept, data)
    references = References.of(_references(data, [one.start for one in kept], is_markdown=is_markdown))
    return FileFacts(Outline(language_name, "", symbols, ()), spans, references, _with_symbols(chunks, kept))


def _outermost(found: list[Heading]) -> list[Heading]:
    """Return the headings of as many outer levels as fit within `MAX_SECTIONS` headings in total."""
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
    """Return the end of each section: the start of the next heading of the same or an outer level, else `length`."""
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


def _references(data: bytes, starts: list[int], *, is_markdown: bool) -> Iterator[Reference]:
    """Yield the mentions of code; `starts` holds the offsets of the sections."""
    for symbol, (start, end) in enumerate(pairwise([0, *starts, len(data)]), -1):
        for one in _references_in(data[start:end], is_markdown):
            yield Reference(one.name, one.receiver, one.kind, symbol, one.start + start, one.end + start)


@kept_by_text
def _references_in(text: bytes, is_markdown: bool) -> tuple[Reference, ...]:  # a part of the key
    """Return the mentions of code in a section, outside of fenced code."""
    places = {match.span(2) for match in _SPAN.finditer(text)}
    spans = sorted(places)
    span_starts = [start for start, _ in spans]
    for match in _WORD.finditer(text):
        before = bisect_right(span_starts, match.start()) - 1
        if before < 0 or spans[before][1] <= match.start():
            places.add(match.span(1))
    fences = fenced(text) if is_markdown else []
    fence_starts = [start for start, _ in fences]
    found: list[Reference] = []
    for start, end in sorted(places):
        fence = bisect_right(fence_starts, start) - 1
        if fence < 0 or fences[fence][1] <= start:
            found += _reference(text, start, end)
    return tuple(found)


def _reference(data: bytes, start: int, end: int) -> Iterator[Reference]:
    """Yield the reference at `start`–`end` if the text there is a path, or a name that is more than a plain word."""
    text = data[start:end]
    match = _NAME.fullmatch(text)
    if b"/" in text or not match:
        if _PATH.fullmatch(text):
            yield Reference(text.decode("utf-8", "replace"), "", "read", -1, start, end)
        return
    receiver, name, called = match.groups()
    if receiver or called or not _PLAIN_WORD.fullmatch(name):
        dotted = ".".join(part for part in _SEPARATOR.split(receiver.decode("utf-8", "replace")) if part)
        name_start = start + match.start(2)
        yield Reference(name.decode("utf-8", "replace"), dotted, "read", -1, name_start, name_start + len(name))
