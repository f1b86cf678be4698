"""Lines of code that traces and compilers quote below a place, and where such a line is in a file now.

A line that is quoted says more than its number, which is that of the version that wrote the trace.
"""

import re
from collections.abc import Iterator
from itertools import islice

from ctx_lsp.retrieval.channels.stack_frames import MAX_LINE, unlogged
from ctx_lsp.text.source import SourceText

MAX_BELOW = 4  # lines below a place that are read; Rust writes `  |` before the line, and TypeScript a blank line
MAX_OCCURRENCES = 1_000  # of a quoted text in a file that are read

# What stands before a line and its number: a margin, a mark, or the prefix of a logger.
_GUTTER = r"(?:.{{0,100}}?[\s|>\u276f\u2771])?{}(?:[ \t]{{0,5}}[|\u2502:]|[ \t])[ \t]*(\S.*)"
_NUMBERED = re.compile(r"\W{0,10}\d{1,7}[ \t]{0,5}(?:[|\u2502:]|[ \t])")
_CODE = re.compile(r"\w")  # not a mark below a line, such as `^` or `~~~^^^`


def code_below(text: str, start: int, end: int, number: int, next_place: int) -> str:
    """Return the line of code that is quoted below the place `text[start:end]`, without the blanks around it, or "".

    `number` is the number of the line, and `next_place` the offset of the next place in the text. The code is the next
    line, if it is further indented, as in Python, or one of the next lines that begins with its number.
    """
    own = _line(text, text.rfind("\n", 0, start) + 1)
    gutter = re.compile(_GUTTER.format(number))
    for position, (offset, line) in enumerate(islice(_lines_below(text, end), MAX_BELOW)):
        if next_place < offset + len(line):
            break
        if match := gutter.fullmatch(line):
            return match[1].strip()
        below = unlogged(line)
        if not position and _column(line) > _column(own) and _CODE.search(below) and not _NUMBERED.match(below):
            return below.strip()
    return ""


def line_now(source: SourceText, code: str, number: int) -> int | None:
    """Return the number of the line that consists of `code` and is the nearest to the line `number`; None if none is.

    Lines count from 1.
    """
    occurrences = islice(_occurrences(source.data, code.encode()), MAX_OCCURRENCES)
    lines = (source.line_at(offset) + 1 for offset in occurrences)
    return min(lines, key=lambda line: abs(line - number), default=None)


def _occurrences(data: bytes, code: bytes) -> Iterator[int]:
    """Yield the offsets of `code` in the lines that consist of it, apart from white space. Takes linear time."""
    if code and code in data:
        line = re.compile(rb"^[ \t]*+(" + re.escape(code) + rb")[ \t\r]*+$", re.MULTILINE)
        yield from (match.start(1) for match in line.finditer(data))


def _lines_below(text: str, end: int) -> Iterator[tuple[int, str]]:
    """Yield the lines after the one with the offset `end`, each with its offset."""
    while (line_end := text.find("\n", end)) >= 0:
        end = line_end + 1
        yield end, _line(text, end)


def _line(text: str, start: int) -> str:
    end = text.find("\n", start, start + MAX_LINE)
    return text[start : end if end >= 0 else start + MAX_LINE].rstrip()


def _column(line: str) -> int:
    """Return the column at which a line begins after its margin and what a logger writes there."""
    return len(line) - len(unlogged(line).lstrip())
