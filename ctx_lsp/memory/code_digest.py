"""Digests of definitions, which notes store: equal as long as the code says the same.

Comments, docstrings, line breaks, kinds of quotes, commas before a closing bracket, and the name of the definition
itself do not count, so formatting and renaming keep a digest. Indentation counts after a colon outside brackets, where
it is syntax. A digest does not depend on the versions of grammars, except that these find the comments.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from ctx_lsp.base import profiling
from ctx_lsp.base.digest import digest
from ctx_lsp.base.lru import Lru
from ctx_lsp.graph.entry import Definition, FileEntry
from ctx_lsp.syntax.comments import CommentRange, comment_ranges

LETTERS = 16
CACHED_FILES = 256  # files whose comments are kept
CACHED_DIGESTS = 16_384  # about 5 MB

_TOKEN = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"?|'(?:[^'\\\n]|\\.)*'?|\w+|\n[ \t]*|[^\w\s]")
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
_OWN_NAME = "\0"


class CodeDigest(NamedTuple):
    """A digest in hexadecimal digits, and the number of tokens that it covers."""

    value: str
    tokens: int


_comments: Lru[tuple[str, bytes], list[CommentRange]] = Lru(CACHED_FILES)
_digests: Lru[tuple[str, bytes, int], CodeDigest] = Lru(CACHED_DIGESTS)


def code_digest(entry: FileEntry, definition: Definition) -> CodeDigest:
    """Return the digest of a definition of the file."""
    key = (entry.language, entry.source.digest, definition.index)
    known = _digests.get(key)
    if known is not None:
        return known
    profiling.count("digests")
    tokens = [_OWN_NAME if one == definition.name else one for one in _tokens(_code(entry, definition.index))]
    value = digest(*(one.encode("utf-8", "replace") for one in tokens)).hex()[:LETTERS]
    return _digests.put(key, CodeDigest(value, len(tokens)))


def _code(entry: FileEntry, index: int) -> str:
    """Return the text of a definition without comments."""
    source, span = entry.source, entry.facts.spans[index]
    pieces, start = [], span.start
    for one in _within(_comments_of(entry), span.start, span.end):
        pieces.append(source.data[start : max(start, one.start)])
        start = one.end
    pieces.append(source.data[start : max(start, span.end)])
    return b" ".join(pieces).decode("utf-8", "replace")


def _comments_of(entry: FileEntry) -> list[CommentRange]:
    """Return the comments of a file in order, without those inside others, so that their ends are in order, too."""
    key = (entry.language, entry.source.digest)
    known = _comments.get(key)
    if known is not None:
        return known
    found: list[CommentRange] = []
    for one in comment_ranges(entry.language, entry.source.data):
        if not found or one.end > found[-1].end:
            found.append(one)
    return _comments.put(key, found)


def _within(comments: list[CommentRange], start: int, end: int) -> Iterator[CommentRange]:
    """Yield the comments that overlap a byte range."""
    first = bisect_right(comments, start, key=lambda one: one.end)
    for number in range(first, len(comments)):
        profiling.count("comments compared")
        if comments[number].start >= end:
            return
        yield comments[number]


def _tokens(code: str) -> Iterator[str]:
    """Yield the tokens of a text, with a sign where a block begins or ends by its indentation."""
    depth, levels, line, last = 0, [-1], "", ""
    for one in _TOKEN.findall(code):
        if one[0] == "\n":
            line = one
            continue
        if last == "," and one not in _CLOSING:
            yield ","
        if line and not depth:
            yield from _steps(levels, len(line.expandtabs()) - 1, opens=last == ":")
        depth = max(0, depth + (one in _OPENING) - (one in _CLOSING))
        line, last = "", one
        if one[0] in "\"'":
            yield f'"{one[1:].removesuffix(one[0])}'
        elif one != ",":
            yield one


def _steps(levels: list[int], column: int, *, opens: bool) -> Iterator[str]:
    """Yield a sign for each block that ends before a line, or begins with it; other indentation is formatting."""
    while column < levels[-1]:
        levels.pop()
        yield "<"
    if opens and column > levels[-1]:
        levels.append(column)
        yield ">"
