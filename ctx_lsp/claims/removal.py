"""Finds the range to delete from a document to remove a false statement: its list item or sentence, never more.

There is no such range if the statement is only a part of its sentence, because the rest may be true. Statements in
headings and tables have none either.
"""

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from ctx_lsp.text.source import SourceText

_MARKER = re.compile(r"(?P<indent>[ \t]*)(?:[-*+]|#\.|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")
_NO_PROSE = re.compile(
    r"[ \t]*(?:>|#{1,6}[ \t]|\||\.\. |:\w|\[[^\]]+\]:)"
)  # quotes, headings, tables, directives, fields
_UNDERLINE = re.compile(r"[ \t]*([=\-~^\"'`#*+.:_])\1{2,}[ \t]*")
_ENDED = re.compile(r"[.!?][\"')*_`]{0,4}\s*\Z")
_TICKS = re.compile(r"`+")
_PAIRS = (("(", ")"), ("[", "]"))


class SentenceSpan(NamedTuple):
    """The byte range of a sentence in a document, and the ranges of the names and paths in it."""

    start: int
    end: int
    mentions: tuple[tuple[int, int], ...]


class Removal(NamedTuple):
    """A byte range to delete, and whether it is a whole list item or a sentence."""

    what: Literal["sentence", "list item"]
    start: int
    end: int


def removal(source: SourceText, sentence: SentenceSpan, false: Sequence[tuple[int, int]]) -> Removal | None:
    """Return the range to delete for a sentence with false statements; None if no range can safely be deleted.

    `false` holds the ranges of the false statements, which must cover all mentions in the sentence.
    """
    if not all(any(first <= start and end <= last for first, last in false) for start, end in sentence.mentions):
        return None
    start, end = sentence.start, sentence.end
    text = source.slice(start, end)
    first, last = source.line_at(start), source.line_at(start + len(text.rstrip().encode()))
    before = source.slice(source.line_range(first)[0], start)
    lines = [source.slice(*source.line_range(number)) for number in range(first, last + 1)]
    if any(map(_NO_PROSE.match, lines)) or "|" in _without_code("".join(lines)) or not _is_balanced(text):
        return None
    if _UNDERLINE.fullmatch(_line(source, last + 1)):  # a heading
        return None
    marker = _MARKER.fullmatch(before)
    is_first = marker is not None or (not before.strip() and _is_border(source, first - 1))
    is_last = not source.slice(end, source.line_range(last)[1]).strip() and _is_border(source, last + 1)
    if is_first and is_last:
        return _whole(source, first, last, marker) if not text.rstrip().endswith(":") else None
    if not _ENDED.search(text):
        return None
    if is_last:  # delete the space before the sentence instead of the space after it
        start, end = len(source.data[:start].rstrip()), start + len(text.rstrip().encode())
    return Removal("sentence", start, end)


def _whole(source: SourceText, first: int, last: int, marker: re.Match[str] | None) -> Removal | None:
    """Return the removal of the lines from `first` to `last`, which are a whole list item or paragraph.

    `marker` matches the marker of the list item; it is None for a paragraph. Return None if the list item has nested
    content.
    """
    following = last + 1
    while following < source.line_count and not _line(source, following).strip():
        following += 1
    start = source.line_range(first)[0]
    if marker is not None:
        child = _line(source, following)
        if len(child) - len(child.lstrip()) > len(marker["indent"]):
            return None
        return Removal("list item", start, _line_start(source, last + 1))
    # Delete the empty lines below as well, unless they separate the text above from the text below.
    end = following if not _line(source, first - 1).strip() else last + 1
    return Removal("sentence", start, _line_start(source, end))


def _is_border(source: SourceText, number: int) -> bool:
    """Return whether a line cannot continue a paragraph: it is empty, outside the text, or begins another block."""
    line = _line(source, number)
    return not line.strip() or _MARKER.match(line) is not None or _NO_PROSE.match(line) is not None


def _line(source: SourceText, number: int) -> str:
    return source.slice(*source.line_range(number)) if 0 <= number < source.line_count else ""


def _line_start(source: SourceText, number: int) -> int:
    return source.line_range(number)[0] if number < source.line_count else len(source.data)


def _without_code(text: str) -> str:
    """Return `text` without its code spans. A code span ends with as many backticks as it begins with."""
    runs = list(_TICKS.finditer(text))
    later: dict[int, list[int]] = {}  # positions in `runs` by length, the next one last
    for number in range(len(runs) - 1, -1, -1):
        later.setdefault(len(runs[number][0]), []).append(number)
    kept: list[str] = []
    end = number = 0
    while number < len(runs):
        closing = later[len(runs[number][0])]
        while closing and closing[-1] <= number:
            closing.pop()
        if closing:
            kept.append(text[end : runs[number].start()])
            number = closing[-1]
            end = runs[number].end()
        number += 1
    return "".join(kept) + text[end:]


def _is_balanced(text: str) -> bool:
    """Return whether all brackets and emphasis marks in `text` are closed."""
    plain = _without_code(text)
    return (
        "`" not in plain
        and all(plain.count(opening) == plain.count(closing) for opening, closing in _PAIRS)
        and plain.count("**") % 2 == 0
        and plain.count("*") % 2 == 0
        and plain.count("__") % 2 == 0
    )
