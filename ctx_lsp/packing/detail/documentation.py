"""Finds the lines of a symbol's documentation, given the documentation's text without comment delimiters.

This module does not parse comments. It searches for the given text before the declaration and at the start of the body.
"""

from dataclasses import dataclass

from ctx_lsp.packing.detail import lines
from ctx_lsp.packing.detail.lines import Lines
from ctx_lsp.syntax.model import SymbolSpan
from ctx_lsp.text.source import SourceText

MAX_SUMMARY_LINES = 6
_LINES_BEFORE_TEXT = 2  # a docstring's text begins on the line of its quotes or on the next one


@dataclass(frozen=True, slots=True)
class Documentation:
    """The lines of a symbol's documentation.

    `block` is the half-open range of all lines. `summary` holds the lines of the first paragraph and the lines with the
    opening and closing delimiters.
    """

    block: tuple[int, int]
    summary: Lines


def locate(source: SourceText, span: SymbolSpan) -> Documentation | None:
    """Find the documentation of a symbol; return None if there is none, or if its text is not found in the file."""
    clean = [line.strip() for line in span.doc.split("\n")]
    if not clean[0]:
        return None
    name = source.line_at(span.name_start)
    begin = _find(source, clean[0], source.line_at(span.start), name)
    if begin is not None:
        return _documentation(source, clean, begin, (source.line_at(span.start), name))
    first, last = source.line_at(span.body), source.line_at(max(span.body, span.end - 1))
    begin = _find(source, clean[0], first, min(first + _LINES_BEFORE_TEXT, last + 1))
    if begin is not None:
        return _documentation(source, clean, begin, (first, last + 1))
    return None


def _find(source: SourceText, text: str, first: int, end: int) -> int | None:
    return next((line for line in range(first, end) if text in _line(source, line)), None)


def _documentation(source: SourceText, clean: list[str], begin: int, region: tuple[int, int]) -> Documentation:
    paragraph = clean.index("") if "" in clean else len(clean)
    end = min(begin + len(clean), region[1])
    opened = begin - (begin > region[0] and _is_mark(source, begin - 1))
    closed = end + (end < region[1] and _is_mark(source, end))
    summary = (begin, min(end, begin + min(paragraph, MAX_SUMMARY_LINES)))
    shown = [part for part in ((opened, begin), summary, (end, closed)) if part[0] < part[1]]
    return Documentation((opened, closed), lines.union([tuple(shown)]))


def _is_mark(source: SourceText, line: int) -> bool:
    """Return whether a line consists only of comment or string delimiters."""
    text = _line(source, line).strip()
    return bool(text) and not any(character.isalnum() for character in text) and bool(set(text) & set("/*\"'#-|="))


def _line(source: SourceText, line: int) -> str:
    return source.slice(*source.line_range(line))
