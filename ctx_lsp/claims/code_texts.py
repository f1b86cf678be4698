"""Splits the docstrings and comments of a code file into blocks of prose, each with the symbol that it belongs to.

The language's tree-sitter queries find the comments. A comment before a definition, or in its body, belongs to the
definition. Commented-out code is left out. In plain comments, names count only if they are marked as code.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from ctx_lsp.claims.docstring_fields import FieldKind, docstring_fields
from ctx_lsp.claims.prose import ProseBlock
from ctx_lsp.claims.restructured import inline_spans, is_link_target, without_references
from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.syntax.comments import CommentRange, comment_ranges
from ctx_lsp.text.source import SourceText

_OPENING = re.compile(
    r"\s*(?:[rRbBuUfF]{0,2}(?:\"\"\"|''')|/\*\*?!?|//[/!]?|#!?|--+(?:\[\[)?|;+|\{-\|?|\(\*\*?|<!--|%+)?[ \t]?"
)
_INNER = re.compile(r"\s*(?:\*(?!\*|/)|//[/!]?|#|--|;+|%+)?[ \t]?")
_CLOSING = ('"""', "'''", "*/", "-}", "*)", "-->", "]]")
_DOCTEST = re.compile(r"\s*(?:>>>|\.\.\. |```|~~~)")
_COMMENT_SIGNS = (b"/*", b"//")
_BLANK_LINE = re.compile(rb"[ \t]*\r?\n[ \t]*\r?\n")
_MARKUP_CODE = re.compile(r"</?pre\b", re.IGNORECASE)  # a block of code in Javadoc
_CODE_LINE = re.compile(
    r"(?:return|if|for|def|class|import|from|const|let|var|func|fn)\b.*[:({;=]|"
    r"[\w.]{1,200}(?:: ?[\w.\[\]|]{1,80})?\s{0,9}=\s|[\w.]{1,200}\(.*\)$"
)


class DocumentedBlock(NamedTuple):
    """A block of a comment or docstring. `around` is the id of the enclosing symbol, or the path of the file."""

    around: str
    block: ProseBlock
    is_documentation: bool


class DocumentedField(NamedTuple):
    """A docstring field such as `:param name:`, which names a parameter ("signature") or an error ("raises").

    `around` is the id of the documented symbol, or the path of the file. `start`–`end` is the byte range of the name.
    """

    around: str
    kind: FieldKind
    start: int
    end: int
    name: str


def documented_blocks(entry: FileEntry) -> Iterator[DocumentedBlock]:
    """Yield the paragraphs of the comments and docstrings of a file."""
    for start, end, is_doc in _comments(entry):
        around = _around(entry, start, end)
        for block in _paragraphs(entry, start, end, is_doc):
            yield DocumentedBlock(around, block, is_doc)


def documented_fields(entry: FileEntry) -> Iterator[DocumentedField]:
    """Yield the parameters and errors that docstrings list in fields such as `:param name:`."""
    for start, end, is_doc in _comments(entry):
        text = entry.source.slice(start, end)
        around = _around(entry, start, end)
        for field in docstring_fields(text, is_doc=is_doc and _documents(entry, around, start, end)):
            first = start + len(text[: field.start].encode())
            yield DocumentedField(around, field.kind, first, first + len(field.name.encode()), field.name)


def without_comments(entry: FileEntry) -> FileEntry:
    """Return an entry with its comments and docstrings blanked out.

    Claims in them can then be checked without being confirmed by their own words.
    """
    data = bytearray(entry.source.data)
    for start, end, _ in _comments(entry):
        data[start:end] = bytes(one if one in b"\r\n" else 0x20 for one in data[start:end])
    return replace(entry, source=SourceText(bytes(data), entry.source.language))


def _comments(entry: FileEntry) -> tuple[CommentRange, ...]:
    """Return the comments and docstrings of a file. Line comments on consecutive lines are joined."""
    return joined_comments(entry.language, entry.source.data)


@lru_cache(maxsize=4)  # a check of a file asks three times, and each time would parse the text
def joined_comments(language: str, data: bytes) -> tuple[CommentRange, ...]:
    """Return the comments and docstrings of a text. Line comments on consecutive lines are joined."""
    joined: list[CommentRange] = []
    for one in comment_ranges(language, data):
        before = joined[-1] if joined else None
        if before and not data[before.end : one.start].strip() and data.count(b"\n", before.end - 1, one.start) <= 1:
            joined[-1] = CommentRange(before.start, one.end, before.is_doc or one.is_doc)
        else:
            joined.append(one)
    return tuple(joined)


def _around(entry: FileEntry, start: int, end: int) -> str:
    """Return the id of the innermost symbol that contains a comment, or the path of the file."""
    spans = entry.facts.spans
    holders = [n for n, span in enumerate(spans) if span.start <= start and end <= span.end]
    if not holders:
        return entry.path
    return entry.definitions[min(holders, key=lambda n: spans[n].end - spans[n].start)].id


def _documents(entry: FileEntry, around: str, start: int, end: int) -> bool:
    """Return whether a comment documents a whole symbol: it precedes the symbol's name or begins the symbol's body.

    A comment with a blank line after it may be left over from another symbol. `around` is the id of the symbol that
    contains the comment; `start`–`end` is the range of the comment.
    """
    data = entry.source.data
    for one, span in zip(entry.definitions, entry.facts.spans, strict=True):
        if one.id == around:
            if end <= span.name_start:
                return _BLANK_LINE.match(data, end) is None
            is_string = not data.startswith(_COMMENT_SIGNS, start)  # a comment in a body describes the next statement
            return is_string and span.body <= start and not data[span.body : start].strip(b" \t\r\n:{")
    return False


def _paragraphs(entry: FileEntry, start: int, end: int, is_doc: bool) -> Iterator[ProseBlock]:
    source = entry.source
    first, last = source.line_at(start), source.line_at(max(start, end - 1))
    texts: list[tuple[str, int]] = []
    in_code = False
    listing = -1  # the indentation of the paragraph before a literal block
    indent = 0
    for number in range(first, last + 1):
        line_start, line_end = source.line_range(number)
        begin, stop = max(line_start, start), min(line_end, end)
        line = source.slice(begin, stop)
        opened = (_OPENING if number == first else _INNER).match(line)
        skip = opened.end() if opened else 0
        body = line[skip:].rstrip()
        body = next((body.removesuffix(mark) for mark in _CLOSING if body.endswith(mark)), body)
        if _MARKUP_CODE.search(body):
            in_code = "</pre" not in body.lower().rpartition("<pre")[2]
            body = ""
        if _DOCTEST.match(body):
            in_code = not in_code if body.strip().startswith(("```", "~~~")) else in_code
            body = ""
        if body.strip():
            indent = skip + len(body) - len(body.lstrip()) if number > first else begin - line_start
            listing = listing if indent > listing else -1
        if in_code or (listing >= 0 and body.strip()) or _is_code(body) or is_link_target(body) or not body.strip():
            yield from _paragraph(texts, is_doc)
            texts = []
        else:
            lead = len(body) - len(body.lstrip())
            texts.append((body.strip(), begin + len(line[: skip + lead].encode())))
            listing = indent if is_doc and body.endswith("::") and not body.lstrip().startswith("..") else -1
    yield from _paragraph(texts, is_doc)


def _is_code(line: str) -> bool:
    """Return whether a line of a comment is code that is commented out."""
    text = line.strip()
    return text.endswith((";", "{", "}")) or _CODE_LINE.match(text) is not None


def _paragraph(texts: list[tuple[str, int]], is_doc: bool) -> Iterator[ProseBlock]:
    if not texts:
        return
    offset, lines = 0, []
    for text, byte in texts:
        lines.append((offset, byte))
        offset += len(text) + 1
    joined = without_references("\n".join(text for text, _ in texts))
    spans = tuple(inline_spans(joined))
    if spans or is_doc:
        yield ProseBlock(joined, tuple(lines), spans, has_bare_names=is_doc)
