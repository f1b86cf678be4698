"""Items in Markdown and reStructuredText: headings, paragraphs, list items and table rows that define something.

A text is an item if it begins with an identifier and says something of its own, or has the form of a user story or of
an acceptance criterion. Below a heading about requirements or acceptance criteria, list items need no identifier.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, takewhile

from ctx_lsp.syntax.chunking.split import Slice
from ctx_lsp.syntax.items.identifiers import SHAPE, identifier_of, names_standard
from ctx_lsp.syntax.items.model import HEADING, PARAGRAPH, ROW, FoundItem
from ctx_lsp.syntax.items.words import item_words, modal_state
from ctx_lsp.syntax.model import FileFacts, SymbolKind

MAX_LINES = 60  # lines of a list item or paragraph, or of a block of Gherkin
MAX_TITLE = 120  # characters of the name of an item without an identifier
_READ_BODY = 400  # bytes below a heading in which the verb of a requirement is looked for

_HEAD = re.compile(rf"[*_`\[({{]{{0,4}}(?P<id>{SHAPE})(?![\w-])(?P<close>[*_`\])}}]{{0,4}})(?P<rest>.*)", re.DOTALL)
_LINKED = re.compile(r"\s*\(")  # after `]`: a link, which mentions an item
_SEPARATED = re.compile(r"\s*(?:\([^()]{1,40}\)|\[[^\[\]]{1,20}\])?[*_]{0,2}\s*(?::|—|–|-(?= )|\.(?= )|\||→)[*_]{0,2}")
_RANGE = re.compile(rf"\s*(?:to|through|until|and|or|bis|,|/|&|-|–|—|\.\.+|…)\s*[*_`\[(]{{0,4}}(?:{SHAPE}|\d+\b)")
_WORDS = re.compile(r"[^\W\d_]{2,}")
_STORY = re.compile(
    r"[*_\"“>\s]*as (?:an?|the) (?P<role>[^.\n]{2,90}?)[,;]?[*_\s]+I(?:['’]d|['’]m)?[*_\s]+(?:would[*_\s]+|also[*_\s]+)?"
    r"(?:want|need|can|like|wish|must|should|expect|am able|will)\b",
    re.IGNORECASE,
)
_NUMBERED_STORY = re.compile(r"(?:user )?story (?P<number>\d+(?:\.\d+)*)\b", re.IGNORECASE)
_PLACEHOLDER = re.compile(r"[*_\s]*[\[<{(]")
_CRITERION = re.compile(r"[*_\s]*given\b[*_]*.*\bwhen\b[*_]*.*\bthen\b", re.IGNORECASE | re.DOTALL)
_GIVEN = re.compile(r"[*_\s]*given\b[*_:]*\s+\S", re.IGNORECASE)
_OPENING = re.compile(r"[*_\"“>\s]*(?:as an?|as the|given)\b", re.IGNORECASE)
_TITLE_OF_SCENARIO = re.compile(r"\s*(?:Scenario(?: Outline)?|Example):\s*\S")
_GHERKIN = (b"gherkin", b"cucumber", b"feature")
_SCENARIO = re.compile(r"(?:acceptance )?(?:scenario|example)(?: outline)?(?: \d+)?\s*[:—–-]\s*\S", re.IGNORECASE)
_LINE = re.compile(rb"[^\n]*\n?")
_LIST = re.compile(rb"(?P<indent>[ \t]*)(?P<mark>[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(?=\S)")
_FENCE = re.compile(rb"[ \t]*(```+|~~~+)[ \t]*(\w*)")
_RULE = re.compile(rb"[ \t]*\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t\r]*\n?\Z")
_LABEL = re.compile(rb"[ \t]*(?:[-*+][ \t]+)?[*_]{2}([^*_\n]{3,60}?):?[*_]{2}:?[ \t\r]*\n?\Z")
_MARKUP = re.compile(r"[*`]{1,3}|(?<!\w)_{1,3}|_{1,3}(?!\w)|\[([^\[\]]*)\]\([^()]*\)")
_SPACES = b" \t\r\n"


def document_items(path: str, data: bytes, facts: FileFacts) -> Iterator[FoundItem]:
    """Yield the items in a document other than a changelog, in no particular order."""
    yield from _heading_items(path, data, facts)
    yield from _Lines(path, data, facts).items()


def one_line(text: str) -> str:
    """Return a text in one line without marks of emphasis and targets of links."""
    return " ".join(_MARKUP.sub(lambda match: match[1] or "", text).split())


def context_of(title: str) -> SymbolKind | None:
    """Return the kind of the items that a heading or file of this name announces; None if it announces none."""
    return next((kind for kind, pattern in item_words().contexts.items() if pattern.search(title)), None)


def kind_of(identifier: str, text: str, context: SymbolKind | None) -> SymbolKind | None:
    """Return the kind of an item with an identifier; None if nothing says that it is one."""
    if _is_story(text):
        return "Story"
    prefixes = item_words().prefixes
    known = next((prefixes[part] for part in re.split(r"[-_ ]", identifier) if part in prefixes), None)
    return known or context or ("Requirement" if modal_state(text) in ("must", "should") else None)


def _is_story(text: str) -> bool:
    match = _STORY.match(text)
    return match is not None and not _PLACEHOLDER.match(match["role"])


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
        body = data[span.body : span.body + _READ_BODY].decode("utf-8", "replace").lstrip()
        context = contexts[symbol.parent if symbol.parent >= 0 else -1]
        kind, identifier = _heading_kind(symbol.name, body, context)
        if kind:
            yield FoundItem(
                kind=kind,
                start=span.start,
                end=span.end,
                name_start=span.name_start,
                name_end=span.name_end,
                title=one_line(symbol.name),
                identifier=identifier,
                state=modal_state(f"{symbol.name} {body}") if kind == "Requirement" else "",
                shape=HEADING,
            )


def _heading_kind(title: str, body: str, context: SymbolKind | None) -> tuple[SymbolKind | None, str]:
    head = _HEAD.match(title)
    if head and not _is_reference(head):
        rest = _SEPARATED.sub("", head["rest"], count=1).strip()
        first = body.partition("\n\n")[0]
        if not names_standard(head["id"]):
            return kind_of(head["id"], rest or first, context) or _by_body(first), identifier_of(head["id"])
    if _is_story(title):
        return "Story", ""
    numbered = _NUMBERED_STORY.match(title)
    if numbered and _WORDS.search(title, numbered.end()):
        return "Story", f"US-{numbered[1].lstrip('0')}"
    return ("Criterion", "") if _SCENARIO.match(title) else (None, "")


def _by_body(first: str) -> SymbolKind | None:
    if _is_story(first):
        return "Story"
    return "Requirement" if modal_state(first) in ("must", "should") else None


def _is_reference(head: re.Match[str]) -> bool:
    """Return whether a text that begins with an identifier only refers to it: a link, or a range of identifiers."""
    is_link = "]" in head["close"] and _LINKED.match(head["rest"])
    return bool(is_link) or _RANGE.match(head["rest"]) is not None


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
            if context_of(symbols[section].name):
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
            self.header = _cells(above)
        elif line.lstrip().startswith(b"|"):
            if self.header:
                yield from self._row(start, line, context)
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
        head = _HEAD.match(first)
        if not (head or _OPENING.match(first) or of_list in ("Criterion", "Requirement")):
            return
        indent = _indent(self.data[lines[number][0] : body])
        end = self._end(lines, number, indent if is_listed else None)
        text = self.data[body:end].decode("utf-8", "replace")
        if head and not _is_reference(head) and not names_standard(head["id"]):
            yield from self._identified(start, body, end, head, text, context, is_listed=is_listed)
        elif _is_story(text):
            yield self._unnamed("Story", start, body, end, first)
        elif _CRITERION.match(text.partition("\n\n")[0]):
            yield self._unnamed("Criterion", start, body, end, first)
        elif of_list == "Criterion" and _WORDS.search(first) and self._is_outermost(indent):
            yield self._unnamed("Criterion", start, body, end, first)
        elif of_list == "Requirement" and self.is_announced and indent == 0 and _states_requirement(first):
            yield self._unnamed("Requirement", start, body, end, first, modal_state(first))

    def _is_outermost(self, indent: int) -> bool:
        """Return whether a list item belongs to the outermost level of the list below a label or a heading."""
        if self.list_indent < 0:
            self.list_indent = indent if self.label else 0
        return indent == self.list_indent

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
        own = whole[head.start("rest") :].partition("\n\n")[0]
        text = _SEPARATED.sub("", own, count=1).strip()
        is_separated = _SEPARATED.match(own) is not None or bool(head["close"])
        state = modal_state(text.partition("\n")[0])
        kind = kind_of(head["id"], text, self.label or context)
        says = len(_WORDS.findall(text)) >= 2
        is_defined = (is_separated or state in ("must", "should")) if is_listed else is_separated and (
            state in ("must", "should") or kind in ("Story", "Criterion"))
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
        lead = len(first) - len(first.lstrip(" \t*_>\"“"))
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

    def _row(self, start: int, line: bytes, context: SymbolKind | None) -> Iterator[FoundItem]:
        cells = _cells(line)
        columns = item_words().columns
        titles = [cell.strip().lower() for cell in map(one_line, self.header)]
        if not cells or not titles or not columns["identifier"].search(titles[0]):
            return
        if not any(columns["text"].search(one) or columns["title"].search(one) for one in titles[1:]):
            return
        head = _HEAD.fullmatch(cells[0].strip())
        if not head or _is_reference(head) or head["rest"].strip() or names_standard(head["id"]):
            return
        text = " ".join(cells[1:])
        kind = kind_of(head["id"], text, context or context_of(" ".join(titles)))
        if kind and len(_WORDS.findall(text)) >= 2:
            name = start + line.index(head["id"].encode())
            yield FoundItem(
                kind=kind,
                start=start + len(line) - len(line.lstrip()),
                end=start + len(line.rstrip()),
                name_start=name,
                name_end=name + len(head["id"].encode()),
                title=one_line(f"{head['id']}: {text}"),
                identifier=identifier_of(head["id"]),
                state=modal_state(text) if kind == "Requirement" else "",
                shape=ROW,
            )

    def _fenced(self, lines: Sequence[Slice], number: int) -> Iterator[FoundItem]:
        """Yield the scenarios in a block of Gherkin; without any, the block is one criterion if it begins with Given."""
        following = islice(lines, number + 1, number + MAX_LINES)
        rows = list(takewhile(lambda row: not _FENCE.match(self.data, *row), following))
        texts = [self.data[start:end].decode("utf-8", "replace") for start, end in rows]
        titles = [index for index, text in enumerate(texts) if _TITLE_OF_SCENARIO.match(text)]
        first = titles or [index for index, text in enumerate(texts) if _GIVEN.match(text)][:1]
        for index, after in zip(first, [*first[1:], len(rows)], strict=True):
            start = rows[index][0] + len(texts[index]) - len(texts[index].lstrip())
            end = start + len(self.data[start : rows[after - 1][1]].rstrip(_SPACES))
            yield self._unnamed("Criterion", start, start, end, texts[index].strip())


def _states_requirement(sentence: str) -> bool:
    """Return whether a sentence demands something of the product, not of its reader."""
    return modal_state(sentence) in ("must", "should") and not re.match(r"\W*(?:you|your|we|please|if|to)\b", sentence, re.I)


def _indent(line: bytes) -> int:
    lead = line[: len(line) - len(line.lstrip(b" \t"))]
    return len(lead.expandtabs(4))


def _cells(line: bytes) -> list[str]:
    text = line.decode("utf-8", "replace").strip()
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", text.strip("|"))] if "|" in text else []
