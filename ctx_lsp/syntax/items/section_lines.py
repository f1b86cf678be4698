"""Reads the lines below one heading of a document for paragraphs, list items and table rows that define something."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from ctx_lsp.syntax.chunking.split import Slice
from ctx_lsp.syntax.items.identifiers import identifier_of
from ctx_lsp.syntax.items.model import FoundItem
from ctx_lsp.syntax.items.shapes import (
    CRITERION,
    GIVEN,
    MAX_SENTENCE,
    MAX_TITLE,
    OPENING,
    SEPARATED,
    WORDS,
    context_of,
    defining_head,
    demands_of_product,
    is_story,
    kind_of,
    one_line,
)
from ctx_lsp.syntax.items.table_rows import ItemTable, item_table, row_item
from ctx_lsp.syntax.items.words import modal_state
from ctx_lsp.syntax.model import PARAGRAPH, SymbolKind
from ctx_lsp.text.expressions import Expression

MAX_LINES = 60  # lines of a list item or paragraph, or of a block of Gherkin

_TITLE_OF_SCENARIO = re.compile(r"\s*(?:Scenario(?: Outline)?|Example):\s*\S")
_GHERKIN = (b"gherkin", b"cucumber", b"feature")
_LINE = re.compile(rb"[^\n]*\n?")
_LIST = re.compile(rb"[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(?=\S)")
_FENCE = re.compile(rb"[ \t]*(```+|~~~+)[ \t]*(\w*)")
_LABEL = re.compile(rb"[ \t]*(?:[-*+][ \t]+)?[*_]{2}([^*_\n]{3,60}?):?[*_]{2}:?[ \t\r]*\n?\Z")
_RULE_CHARACTERS = b"|:- \t\r\n"
_SPACES = b" \t\r\n"
# The least that a text needs to define something without a heading that announces it: an identifier, the first words
# of a story or criterion, or a line in bold print that may announce it.
_MAY_DEFINE = Expression(
    r"[A-Z]-\d|\b(?:US|FR|NFR|UC|AC|RF|RNF|REQ|ADR) ?\d|(?i:\b(?:as an?|as the|given)\b)|[*_]{2}:?[ \t\r]*(?:\n|\z)"
    r"|(?i:```+|~~~+)[ \t]*(?i:gherkin|cucumber|feature)|[A-Z][0-9]+-\d"
)


class Announcement(NamedTuple):
    """The kind of items that a heading or the file's name announces for a text; None if no kind is announced.

    `is_by_heading` is set if a heading announces it. It is not set below a heading that defines an item itself.
    """

    kind: SymbolKind | None
    is_by_heading: bool


def may_define(text: bytes, body: int, announced: Announcement) -> bool:
    """Return whether a section may define items below its heading; most sections of most documents do not."""
    return announced.kind in ("Criterion", "Requirement") or _MAY_DEFINE.first(text, body) is not None


@dataclass
class SectionLines:
    """Reads the lines below a heading from top to bottom. The fields after the first three are the reader's state."""

    data: bytes
    body: int
    announced: Announcement
    lines: list[Slice] = field(default_factory=list)
    table: ItemTable | None = None  # the table around the line, if its rows define items
    label: SymbolKind | None = None  # of the bold line or list item above a list
    label_indent: int = -1
    list_indent: int = -1  # of the outermost list items below the label or heading; below 0 before the first one

    def items(self) -> Iterator[FoundItem]:
        """Yield the items below the heading."""
        self.lines = [match.span() for match in _LINE.finditer(self.data, self.body) if match[0]]
        fence, above = b"", b""
        is_start = True  # whether the line begins a paragraph
        for number, (start, end) in enumerate(self.lines):
            line = self.data[start:end]
            opened = _FENCE.match(line)
            if opened and (not fence or opened[1].startswith(fence)):
                fence = b"" if fence else opened[1][:3]
                if fence and opened[2].lower() in _GHERKIN:
                    yield from self._fenced(number)
            elif not fence:
                yield from self._line(number, line, above, is_start=is_start)
            is_start = not line.strip()
            above = line

    def _line(self, number: int, line: bytes, above: bytes, *, is_start: bool) -> Iterator[FoundItem]:
        start, _ = self.lines[number]
        if not line.strip():
            self.table = None
        elif _is_rule(line):
            self.table = item_table(above)
        elif line.lstrip().startswith(b"|"):
            item = row_item(start, line, self.table, self.announced.kind) if self.table else None
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
                yield from self._paragraph(number, body, start + lead, is_listed=bool(marked))

    def _paragraph(self, number: int, body: int, start: int, *, is_listed: bool) -> Iterator[FoundItem]:
        """Yield the item that a paragraph or list item defines, if any.

        The paragraph or list item begins at `start` on line `number`; its text, after any list mark, begins at `body`.
        """
        line_start, line_end = self.lines[number]
        first = self.data[body:line_end].decode("utf-8", "replace").rstrip()
        of_list = (self.label or self.announced.kind) if is_listed else None
        head = defining_head(first)
        if not (head or OPENING.match(first) or of_list in ("Criterion", "Requirement")):
            return
        indent = _indent(self.data[line_start:body])
        end = self._end(number, indent if is_listed else None)
        text = self.data[body:end].decode("utf-8", "replace")
        if head:
            item = self._identified((start, body, end), head, text, is_listed=is_listed)
            if item:
                yield item
        elif is_story(text):
            yield _unnamed("Story", start, body, end, first)
        elif CRITERION.match(text.partition("\n\n")[0]) or (of_list == "Criterion" and self._is_listed(first, indent)):
            yield _unnamed("Criterion", start, body, end, first)
        elif of_list == "Requirement" and self.announced.is_by_heading and indent == 0 and demands_of_product(first):
            yield _unnamed("Requirement", start, body, end, first, modal_state(first))

    def _is_listed(self, text: str, indent: int) -> bool:
        """Return whether a list item has words and is on the outermost level of the list below a label or heading."""
        if self.list_indent < 0:
            self.list_indent = indent if self.label else 0
        return indent == self.list_indent and WORDS.search(text) is not None

    def _end(self, number: int, indent: int | None) -> int:
        """Return the end of the paragraph or list item that begins on line `number`.

        `indent` is the indentation of the list item; None stands for a paragraph.
        """
        start, end = self.lines[number]
        was_blank = False
        for line_start, line_end in self.lines[number + 1 : number + MAX_LINES]:
            line = self.data[line_start:line_end]
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
        return start + len(self.data[start:end].rstrip(_SPACES))

    def _identified(
        self, place: tuple[int, int, int], head: re.Match[str], whole: str, *, is_listed: bool
    ) -> FoundItem | None:
        start, body, end = place
        own = whole[head.start("rest") :][:MAX_SENTENCE].partition("\n\n")[0]
        text = SEPARATED.sub("", own, count=1).strip()
        is_separated = SEPARATED.match(own) is not None or bool(head["close"])
        state = modal_state(text.partition("\n")[0])
        kind = kind_of(head["id"], text, self.label or self.announced.kind)
        is_defined = (
            (is_separated or state in ("must", "should"))
            if is_listed
            else is_separated and (state in ("must", "should") or kind in ("Story", "Criterion"))
        )
        if kind is None or len(WORDS.findall(text)) < 2 or not is_defined:
            return None
        name = body + len(head.string[: head.start("id")].encode())
        return FoundItem(
            kind=kind,
            start=start,
            end=end,
            name_start=name,
            name_end=name + len(head["id"].encode()),
            title=one_line(head.string.partition("\n")[0]),
            identifier=identifier_of(head["id"]),
            state=state if kind == "Requirement" else "",
            shape=PARAGRAPH,
        )

    def _fenced(self, number: int) -> Iterator[FoundItem]:
        """Yield the scenarios in a Gherkin block; if there are none, the criterion that begins at the first `Given`."""
        rows = _before_fence(self.data, self.lines[number + 1 : number + MAX_LINES])
        texts = [self.data[start:end].decode("utf-8", "replace") for start, end in rows]
        titles = [index for index, text in enumerate(texts) if _TITLE_OF_SCENARIO.match(text)]
        first = titles or [index for index, text in enumerate(texts) if GIVEN.match(text)][:1]
        for index, after in pairwise([*first, len(rows)]):
            start = rows[index][0] + len(texts[index]) - len(texts[index].lstrip())
            end = start + len(self.data[start : rows[after - 1][1]].rstrip(_SPACES))
            yield _unnamed("Criterion", start, start, end, texts[index].strip())


def _unnamed(kind: SymbolKind, start: int, body: int, end: int, first: str, state: str = "") -> FoundItem:
    """Return an item without an identifier: it is named by the beginning of its first line."""
    lead = len(first) - len(first.lstrip(' \t*_>"“'))
    name = first[lead:].rstrip()[:MAX_TITLE].rstrip()
    name_start = body + len(first[:lead].encode())
    return FoundItem(kind, start, end, name_start, name_start + len(name.encode()), one_line(first), state=state)


def _is_rule(line: bytes) -> bool:
    """Return whether a line is the rule below the header of a table: `|---|:--|`."""
    return b"|" in line and b"--" in line and not line.strip(_RULE_CHARACTERS)


def _before_fence(data: bytes, rows: Sequence[Slice]) -> list[Slice]:
    """Return the lines in `rows` up to the fence that closes the block; all lines if no fence follows."""
    for index, (start, end) in enumerate(rows):
        if _FENCE.match(data, start, end):
            return list(rows[:index])
    return list(rows)


def _indent(line: bytes) -> int:
    lead = line[: len(line) - len(line.lstrip(b" \t"))]
    return len(lead.expandtabs(4))
