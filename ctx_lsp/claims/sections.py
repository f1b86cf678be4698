"""Splits Markdown documents into sections. After an edit, only the sections that it touched are parsed again.

`markdown-it` finds the blocks; `markdown` finds their prose.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from ctx_lsp.claims.markdown import markdown_prose
from ctx_lsp.claims.prose import ProseDocument
from ctx_lsp.text.source import SourceText

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_COMMENTED = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_SECTION = re.compile(rb"#{1,6}(?:[ \t\r\n]|\Z)")  # a heading without indentation, which no earlier block can contain
_SENTINEL = "\n# end"

Titles = tuple[tuple[int, str], ...]  # levels and texts of the headings around a place, outermost first


@dataclass(frozen=True, slots=True)
class MarkdownSection:
    """A part of a document that can be parsed on its own: from one heading without indentation to the next.

    In `text`, front matter and comments are blanked out. Positions in `prose` are relative to the beginning of the
    section. `titles` are the headings around this section, and `after` contains the headings around the next one.
    """

    text: bytes
    titles: Titles
    after: Titles
    prose: ProseDocument


@cache
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt  # noqa: PLC0415  # slow to import, and few runs check documents

    return MarkdownIt("commonmark").enable("table").disable("inline", ignoreInvalid=True)


def markdown_sections(source: SourceText, before: Sequence[MarkdownSection] = ()) -> tuple[MarkdownSection, ...]:
    """Split Markdown into sections with their prose, and reuse the unchanged ones of the last result, `before`."""
    text = source.data.decode("utf-8", "replace")
    text = _FRONT_MATTER.sub(_blank, text)
    text = _COMMENTED.sub(_blank, text)
    data = text.encode()
    head, tail = _alike(data, before)
    first, last = (sum(len(one.text) for one in part) for part in (before[:head], before[len(before) - tail :]))
    pieces = _pieces(data[first : len(data) - last], is_followed=tail > 0)
    if pieces is None:  # an open block, such as a fence, continues into the sections after it
        head = tail = 0
        pieces = _pieces(data, is_followed=False) or []
    found = list(before[:head])
    for piece, tokens in pieces:
        titles = found[-1].after if found else ()
        found.append(_section(piece, titles, tokens))
    for one in before[len(before) - tail :] if tail else ():
        titles = found[-1].after if found else ()
        same = one.titles == titles
        found.append(one if same else _section(one.text, titles, _parser().parse("\n".join(_lines(one.text)))))
    return tuple(found)


def _alike(data: bytes, before: Sequence[MarkdownSection]) -> tuple[int, int]:
    """Return the number of unchanged sections at the beginning and at the end of a text.

    If there is changed text between the two groups, it begins with a heading that is not indented. So does the
    unchanged text at the end.
    """
    head = tail = start = 0
    end = len(data)
    for one in before:
        if not data.startswith(one.text, start):
            break
        head, start = head + 1, start + len(one.text)
    for one in reversed(before[head:]):
        if end - len(one.text) < start or not data.endswith(one.text, 0, end) or not _SECTION.match(one.text):
            break
        tail, end = tail + 1, end - len(one.text)
    while tail and end and data[end - 1 : end] not in (b"\n", b"\r"):
        end, tail = end + len(before[len(before) - tail].text), tail - 1
    while head and start < end and not _SECTION.match(data, start):
        start, head = start - len(before[head - 1].text), head - 1
    return head, tail


def _pieces(data: bytes, *, is_followed: bool) -> list[tuple[bytes, list["Token"]]] | None:
    """Split a text into sections with their tokens.

    `is_followed` says whether more text follows. Return None if the last block continues into that text.
    """
    if not data:
        return []
    lines = _lines(data)
    tokens = _parser().parse("\n".join(lines) + (_SENTINEL if is_followed else ""))
    starts = SourceText(data).line_starts
    if is_followed:
        if not _is_heading(tokens, len(tokens) - 3) or (tokens[-3].map or [0])[0] != len(lines):
            return None
        tokens = tokens[:-3]
    found: list[tuple[int, int]] = [(0, 0)]  # line and token with which a section begins
    for number, token in enumerate(tokens):
        if number and _is_heading(tokens, number) and token.map and _SECTION.match(data, starts[token.map[0]]):
            found.append((token.map[0], number))
    pieces = []
    for (line, number), (next_line, next_number) in pairwise([*found, (len(starts), len(tokens))]):
        own = tokens[number:next_number]
        for token in own:
            token.map = [one - line for one in token.map] if token.map else None
        end = starts[next_line] if next_line < len(starts) else len(data)
        pieces.append((data[starts[line] : end], own))
    return pieces


def _is_heading(tokens: "Sequence[Token]", number: int) -> bool:
    return number >= 0 and tokens[number].type == "heading_open" and tokens[number].level == 0


def _lines(data: bytes) -> list[str]:
    return data.decode().replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _section(data: bytes, titles: Titles, tokens: "Sequence[Token]") -> MarkdownSection:
    after = list(titles)
    prose = markdown_prose(SourceText(data), _lines(data), tokens, after)
    return MarkdownSection(data, titles, tuple(after), prose)


def _blank(found: re.Match[str]) -> str:
    """Replace the matched text with spaces, so that the text after it keeps its line numbers and byte offsets."""
    return "".join(one if one in "\r\n" else " " * len(one.encode()) for one in found[0])
