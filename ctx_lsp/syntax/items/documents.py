"""Items in Markdown and reStructuredText: headings, paragraphs, list items and table rows that define something.

A text is an item if it begins with an identifier and says something of its own, or has the form of a user story or of
an acceptance criterion. Below a heading about requirements or acceptance criteria, list items need no identifier.
`shapes` judges the texts; this module knows where they stand.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, takewhile

from ctx_lsp.syntax.chunking.split import Slice
from ctx_lsp.syntax.items.identifiers import identifier_of
from ctx_lsp.syntax.items.model import HEADING, PARAGRAPH, FoundItem
from ctx_lsp.syntax.items.shapes import (
    CRITERION,
    GIVEN,
    MAX_SENTENCE,
    OPENING,
    SEPARATED,
    WORDS,
    context_of,
    defining_head,
    demands_of_product,
    is_story,
    kind_of,
    kind_of_heading,
    one_line,
)
from ctx_lsp.syntax.items.table_rows import cells_of, row_item
from ctx_lsp.syntax.items.words import modal_state
from ctx_lsp.syntax.model import FileFacts, SymbolKind

MAX_LINES = 60  # lines of a list item or paragraph, or of a block of Gherkin
MAX_TITLE = 120  # characters of the name of an item without an identifier

_TITLE_OF_SCENARIO = re.compile(r"\s*(?:Scenario(?: Outline)?|Example):\s*\S")
_GHERKIN = (b"gherkin", b"cucumber", b"feature")
_LINE = re.compile(rb"[^\n]*\n?")
_LIST = re.compile(rb"[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(?=\S)")
_FENCE = re.compile(rb"[ \t]*(```+|~~~+)[ \t]*(\w*)")
_RULE = re.compile(rb"[ \t]*\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t\r]*\n?\Z")
_LABEL = re.compile(rb"[ \t]*(?:[-*+][ \t]+)?[*_]{2}([^*_\n]{3,60}?):?[*_]{2}:?[ \t\r]*\n?\Z")
_SPACES = b" \t\r\n"


def document_items(path: str, data: bytes, facts: FileFacts) -> Iterator[FoundItem]:
    """Yield the items in a document other than a changelog, in no particular order."""
    yield from _heading_items(path, data, facts)
    yield from _Lines(path, data, facts).items()


def _contexts(path: str, facts: FileFacts) -> list[SymbolKind | None]:
    """Return the context in each section of a document, followed by that before the first heading."""
    of_file = context_of(re.sub(r"[-_.]", " ", path.rpartition("/")[2]))
    found: list[SymbolKind | None] = []
    for symbol in facts.outline.symbols:
        own = context_of(symbol.name)
        found.append(own or (found[symbol.parent] if symbol.parent >= 0 else of_file))
    return [*found, of_file]


def _heading_items(path: str, data: bytes, facts: FileFacts) -> Iterator[FoundItem]:
    contexts = _contexts(path, facts)
    for symbol, span in zip(facts.outline.symbols, facts.spans, strict=True):
        below = data[span.body : span.body + MAX_SENTENCE].decode("utf-8", "replace").lstrip().partition("\n\n")[0]
        kind, written = kind_of_heading(symbol.name, below, contexts[symbol.parent])
        if kind:
            yield FoundItem(
                kind=kind,
                start=span.start,
                end=span.end,
                name_start=span.name_start,
                name_end=span.name_end,
                title=one_line(symbol.name),
                identifier=identifier_of(written) if written else "",
                state=modal_state(f"{symbol.name} {below}") if kind == "Requirement" else "",
                shape=HEADING,
            )


@dataclass
class _Lines:
    """The lines of a document, read from top to bottom; the fields after the first three are the state."""

    path: str
    data: bytes
    facts: FileFacts
    header: list[str] = field(default_factory=list)  # of the table around the line; empty outside of tables
    label: SymbolKind | None = None  # of the bold line or list item above a list
    label_indent: int = -1
    list_indent: int = -1  # of the outermost list items below the label or heading; below 0 before the first one
    is_announced: bool = False  # whether a heading, not only the file's name, announces the items

    def items(self) -> Iterator[FoundItem]:
        """Yield the items below the headings."""
        lines = [match.span() for match in _LINE.finditer(self.data) if match[0]]
        contexts = _contexts(self.path, self.facts)
        bodies = [span.body for span in self.facts.spans]
        section, fence, above = -1, b"", b""
        is_start = True  # whether the line begins a paragraph
        for number, (start, end) in enumerate(lines):
            line = self.data[start:end]
            while section + 1 < len(bodies) and bodies[section + 1] <= start:
                section += 1
                self.label, self.header, is_start, self.list_indent = None, [], True, -1
                self.is_announced = self._is_announced(section)
            opened = _FENCE.match(line)
            if opened and (not fence or opened[1].startswith(fence)):
                fence = b"" if fence else opened[1][:3]
                if fence and opened[2].lower() in _GHERKIN:
                    yield from self._fenced(lines, number)
            elif not fence:
                yield from self._line(lines, number, contexts[section], above, is_start=is_start)
            is_start = not line.strip()
            above = line

    def _is_announced(self, section: int) -> bool:
        symbols = self.facts.outline.symbols
        while section >= 0:
            title = symbols[section].name
            if defining_head(title):  # its list items describe one item
                return False
            if context_of(title):
                return True
            section = symbols[section].parent
        return False

    def _line(
        self, lines: Sequence[Slice], number: int, context: SymbolKind | None, above: bytes, *, is_start: bool
    ) -> Iterator[FoundItem]:
        start, end = lines[number]
        line = self.data[start:end]
        if not line.strip():
            self.header = []
        elif b"|" in line and _RULE.match(line):
            self.header = cells_of(above)
        elif line.lstrip().startswith(b"|"):
            item = row_item(start, line, self.header, context) if self.header else None
            if item:
                yield item
        else:
            marked = _LIST.match(line)
            indent = _indent(line)
            if labelled := _LABEL.match(line):
                self.label = context_of(labelled[1].decode("utf-8", "replace"))
                self.label_indent = indent if marked else -1
                self.list_indent = -1
                return
            if (marked and indent <= self.label_indent) or (not marked and is_start and indent == 0):
                self.label = None
            if marked or is_start:
                lead = len(line) - len(line.lstrip(b" \t"))
                body = start + (marked.end() if marked else lead)
                yield from self._paragraph(lines, number, body, start + lead, context, is_listed=bool(marked))

    def _paragraph(
        self, lines: Sequence[Slice], number: int, body: int, start: int, context: SymbolKind | None, *, is_listed: bool
    ) -> Iterator[FoundItem]:
        """Yield the item in the paragraph or list item that begins at `start`; its text begins at `body`."""
        first = self.data[body : lines[number][1]].decode("utf-8", "replace").rstrip()
        of_list = (self.label or context) if is_listed else None
        head = defining_head(first)
        if not (head or OPENING.match(first) or of_list in ("Criterion", "Requirement")):
            return
        indent = _indent(self.data[lines[number][0] : body])
        end = self._end(lines, number, indent if is_listed else None)
        text = self.data[body:end].decode("utf-8", "replace")
        if head:
            yield from self._identified(start, body, end, head, text, context, is_listed=is_listed)
        elif is_story(text):
            yield self._unnamed("Story", start, body, end, first)
        elif CRITERION.match(text.partition("\n\n")[0]) or (of_list == "Criterion" and self._is_listed(first, indent)):
            yield self._unnamed("Criterion", start, body, end, first)
        elif of_list == "Requirement" and self.is_announced and indent == 0 and demands_of_product(first):
            yield self._unnamed("Requirement", start, body, end, first, modal_state(first))

    def _is_listed(self, text: str, indent: int) -> bool:
        """Return whether a list item with words is on the outermost level of the list below a label or heading."""
        if self.list_indent < 0:
            self.list_indent = indent if self.label else 0
        return indent == self.list_indent and WORDS.search(text) is not None

    def _end(self, lines: Sequence[Slice], number: int, indent: int | None) -> int:
        """Return the end of a list item with an indent, or of the paragraph that begins at a line."""
        end = lines[number][1]
        was_blank = False
        for start, line_end in islice(lines, number + 1, number + MAX_LINES):
            line = self.data[start:line_end]
            if not line.strip():
                if indent is None:
                    break
                was_blank = True
                continue
            is_marked = _LIST.match(line) is not None
            if indent is None and (is_marked or line.lstrip().startswith((b"|", b"#", b"```"))):
                break
            if indent is not None and _indent(line) <= indent and (was_blank or is_marked or line.startswith(b"#")):
                break
            end, was_blank = line_end, False
        start = lines[number][0]
        return start + len(self.data[start:end].rstrip(_SPACES))

    def _identified(
        self,
        start: int,
        body: int,
        end: int,
        head: re.Match[str],
        whole: str,
        context: SymbolKind | None,
        *,
        is_listed: bool,
    ) -> Iterator[FoundItem]:
        own = whole[head.start("rest") :][:MAX_SENTENCE].partition("\n\n")[0]
        text = SEPARATED.sub("", own, count=1).strip()
        is_separated = SEPARATED.match(own) is not None or bool(head["close"])
        state = modal_state(text.partition("\n")[0])
        kind = kind_of(head["id"], text, self.label or context)
        says = len(WORDS.findall(text)) >= 2
        is_defined = (
            (is_separated or state in ("must", "should"))
            if is_listed
            else is_separated and (state in ("must", "should") or kind in ("Story", "Criterion"))
        )
        if kind and says and is_defined:
            name = body + len(head.string[: head.start("id")].encode())
            title = one_line(head.string.partition("\n")[0])
            yield FoundItem(
                kind=kind,
                start=start,
                end=end,
                name_start=name,
                name_end=name + len(head["id"].encode()),
                title=title,
                identifier=identifier_of(head["id"]),
                state=state if kind == "Requirement" else "",
                shape=PARAGRAPH,
            )

    def _unnamed(self, kind: SymbolKind, start: int, body: int, end: int, first: str, state: str = "") -> FoundItem:
        lead = len(first) - len(first.lstrip(' \t*_>"“'))
        name = first[lead:].rstrip()[:MAX_TITLE].rstrip()
        name_start = body + len(first[:lead].encode())
        return FoundItem(
            kind=kind,
            start=start,
            end=end,
            name_start=name_start,
            name_end=name_start + len(name.encode()),
            title=one_line(first),
            state=state,
        )

    def _fenced(self, lines: Sequence[Slice], number: int) -> Iterator[FoundItem]:
        """Yield the scenarios in a block of Gherkin; a block without any is one criterion if it begins with Given."""
        following = islice(lines, number + 1, number + MAX_LINES)
        rows = list(takewhile(lambda row: not _FENCE.match(self.data, *row), following))
        texts = [self.data[start:end].decode("utf-8", "replace") for start, end in rows]
        titles = [index for index, text in enumerate(texts) if _TITLE_OF_SCENARIO.match(text)]
        first = titles or [index for index, text in enumerate(texts) if GIVEN.match(text)][:1]
        for index, after in zip(first, [*first[1:], len(rows)], strict=True):
            start = rows[index][0] + len(texts[index]) - len(texts[index].lstrip())
            end = start + len(self.data[start : rows[after - 1][1]].rstrip(_SPACES))
            yield self._unnamed("Criterion", start, start, end, texts[index].strip())


def _indent(line: bytes) -> int:
    lead = line[: len(line) - len(line.lstrip(b" \t"))]
    return len(lead.expandtabs(4))
