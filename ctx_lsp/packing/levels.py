"""What is shown of a symbol at each level of detail, as lines of its file.

full: the whole definition. folded: its declaration and the outer statements of its body. signature: its declaration
with decorators and the first paragraph of its documentation; of a type, also its members' declarations. outline: no
lines at all, a name only. Which level a pack can afford is decided in `choose`.
"""

from dataclasses import dataclass

from ctx_lsp.index.entry import FileEntry
from ctx_lsp.packing import lines
from ctx_lsp.packing.documentation import Documentation, locate
from ctx_lsp.packing.lines import NONE, Lines
from ctx_lsp.packing.model import Level
from ctx_lsp.syntax.definitions import CONTAINER_KINDS
from ctx_lsp.syntax.model import SymbolSpan
from ctx_lsp.text.source import SourceText

MAX_DECLARATION_LINES = 16  # a declaration longer than this is a table of parameters; its start says what it is
MAX_DECORATOR_LINES = 8
MAX_MEMBER_LINES = 3  # of a member's declaration inside its type's
FOLD_FROM_LINES = 30  # a shorter definition is read whole
FOLD_HEAD, FOLD_TAIL = 12, 4  # outer statements kept at both ends of a folded body
WORTH_IT = 0.75  # a lower level that costs more than this share of the next one is not offered


@dataclass(frozen=True, slots=True)
class Rung:
    """One level of detail of one symbol and the lines that it shows."""

    level: Level
    lines: Lines


def ladder(entry: FileEntry, index: int) -> tuple[Rung, ...]:
    """The levels that the symbol at `index` can be shown at, the cheapest first; each holds the lines of the last."""
    symbol, span = entry.symbol(index)
    full = lines.holding(entry.source, span.start, span.end)
    signature = lines.union([signature_lines(entry, index)])
    rungs = [Rung("outline", NONE), Rung("signature", signature)]
    if symbol.kind in CONTAINER_KINDS:
        rungs.append(Rung("signature", lines.union([signature, *_member_lines(entry, index, full)])))
    elif lines.count(full) > FOLD_FROM_LINES:
        rungs.append(Rung("folded", lines.union([signature, _outer_statements(entry.source, span)])))
    return _worthwhile(entry.source, [*rungs, Rung("full", lines.union([full, signature]))])


def chunk_ladder(entry: FileEntry, start: int, end: int) -> tuple[Rung, ...]:
    """The levels of a piece of text without a symbol: nothing, or all of it."""
    return Rung("outline", NONE), Rung("full", lines.holding(entry.source, start, end))


def signature_lines(entry: FileEntry, index: int) -> Lines:
    """The declaration of a symbol with its decorators and the first paragraph of its documentation."""
    source = entry.source
    span = entry.facts.spans[index]
    documentation = locate(source, span)
    lead = _lead_lines(source, span, documentation)
    return lines.union([lead, documentation.summary if documentation else NONE, declaration_lines(source, span)])


def declaration_lines(source: SourceText, span: SymbolSpan, limit: int = MAX_DECLARATION_LINES) -> Lines:
    """The declaration proper, up to where the body begins; at most `limit` lines."""
    first = source.line_at(span.name_start)
    declared = source.data[span.name_start : span.body].rstrip()
    last = source.line_at(span.name_start + max(0, len(declared) - 1))
    return ((first, min(last + 1, first + limit)),)


def context_lines(entry: FileEntry, index: int) -> Lines:
    """The line that names each definition around a symbol, so that a member is read as one."""
    symbols, spans = entry.facts.outline.symbols, entry.facts.spans
    inner = spans[index]
    found: list[Lines] = []
    parent = symbols[index].parent
    while parent >= 0:
        span = spans[parent]
        if span.start <= inner.start and inner.end <= span.end:  # a Go method stands outside its type
            found.append(declaration_lines(entry.source, span, limit=1))
        parent = symbols[parent].parent
    return lines.union(found)


def _lead_lines(source: SourceText, span: SymbolSpan, documentation: Documentation | None) -> Lines:
    """Decorators, attributes and modifiers before the name's line, documentation left out."""
    first, name = source.line_at(span.start), source.line_at(span.name_start)
    start, end = documentation.block if documentation else (first, first)
    outside = [(a, b) for a, b in ((first, min(start, name)), (max(first, min(end, name)), name)) if a < b]
    return tuple((a, min(b, a + MAX_DECORATOR_LINES)) for a, b in outside)


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


def _outer_statements(source: SourceText, span: SymbolSpan) -> Lines:
    """The first and last lines of a body that stand at its own indentation; what they hold is left out."""
    first, last = source.line_at(span.body), source.line_at(max(span.body, span.end - 1))
    if source.data[span.body : source.line_range(first)[1]].strip() in (b"", b"{"):
        first += 1
    indents = {line: lines.indent(source, line) for line in range(first, last + 1)}
    closing = last if indents[last] < min((i for i in list(indents.values())[:-1] if i >= 0), default=0) else last + 1
    body = [line for line in range(first, closing) if indents[line] >= 0]
    base = min((indents[line] for line in body), default=0)
    outer = [line for line in body if indents[line] == base]
    kept = outer if len(outer) <= FOLD_HEAD + FOLD_TAIL else outer[:FOLD_HEAD] + outer[-FOLD_TAIL:]
    return lines.union([((line, line + 1),) for line in (*kept, *range(closing, last + 1))])


def _worthwhile(source: SourceText, rungs: list[Rung]) -> tuple[Rung, ...]:
    """Drop levels that save little against the next one kept, from the top down."""
    kept = [rungs[-1]]
    for rung in reversed(rungs[:-1]):
        if lines.byte_size(source, rung.lines) <= WORTH_IT * lines.byte_size(source, kept[-1].lines):
            kept.append(rung)
    return tuple(reversed(kept))
