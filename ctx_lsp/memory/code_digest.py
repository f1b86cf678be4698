"""Digests of definitions, as stored in notes. A digest stays the same as long as the code means the same.

A digest covers the tokens of a definition. Comments, docstrings, line breaks, spaces between tokens, kinds of quotes,
commas before a closing bracket, and the name of the definition itself do not count, so formatting and renaming do not
change a digest. Some parts that look like formatting do count: indentation after a colon outside brackets, the text
between the quotes of a string, the comma of a tuple of one element, and, in some languages, a line break that ends
`return`.

Some changes of meaning are missed: different spaces between operators (`a - -a`, `a-- a`), different indentation of a
heredoc, and a line break that ends a statement without a colon or bracket to show it.

Digests are stored in users' repositories, so a change to their format makes every note drift once. They depend on the
grammars only for finding comments, strings and tuples.
"""

import re
from array import array
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from ctx_lsp.base import profiling
from ctx_lsp.base.digest import digest
from ctx_lsp.base.lru import Lru
from ctx_lsp.graph.entry import Definition, FileEntry
from ctx_lsp.syntax.comments import LexicalKind, LexicalRange, lexical_ranges
from ctx_lsp.syntax.rules import rules_of

LETTERS = 16
CACHED_FILES = 256  # files whose comments and literals are kept, in 9 bytes each
CACHED_DIGESTS = 16_384  # about 5 MB

_TOKEN = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"?|'(?:[^'\\\n]|\\.)*'?|\w+|\n[ \t]*|[^\w\s]")
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
_OWN_NAME = "\0"
_TUPLE_COMMA = "\0,"  # the comma that makes a tuple of one element
_QUOTED = re.compile(r"(?P<prefix>[\w$@#]*)(?P<quotes>\"\"\"|'''|[\"'])(?P<text>.*)", re.DOTALL)
_KINDS: tuple[LexicalKind, ...] = ("comment", "literal", "comma")


class CodeDigest(NamedTuple):
    """A digest in hexadecimal digits, and the number of tokens that it covers."""

    value: str
    tokens: int


class _Ranges(NamedTuple):
    """The lexical ranges of a file as columns; each kind is an index into `_KINDS`."""

    starts: Sequence[int]
    ends: Sequence[int]
    kinds: bytes


_ranges: Lru[tuple[str, bytes], _Ranges] = Lru(CACHED_FILES)
_digests: Lru[tuple[str, bytes, int, tuple[str, str] | None], CodeDigest] = Lru(CACHED_DIGESTS)


def code_digest(entry: FileEntry, definition: Definition, renaming: tuple[str, str] | None = None) -> CodeDigest:
    """Return the digest of a definition in the file `entry`.

    With `renaming`, the second name is digested in place of the first, as if this were still the name of a type.
    """
    key = (entry.language, entry.source.digest, definition.index, renaming)
    known = _digests.get(key)
    if known is not None:
        return known
    profiling.count("digests")
    rules = rules_of(entry.language)
    code = _tokens(_elements(entry, definition.index), rules.line_ended if rules else frozenset())
    names = {definition.name: _OWN_NAME, **(dict([renaming]) if renaming else {})}
    tokens = [names.get(one, one) for one in code]
    value = digest(*(one.encode("utf-8", "replace") for one in tokens)).hex()[:LETTERS]
    return _digests.put(key, CodeDigest(value, len(tokens)))


def _elements(entry: FileEntry, index: int) -> Iterator[str]:
    """Yield the tokens and line breaks of a definition, except its comments."""
    data, span = entry.source.data, entry.facts.spans[index]
    start = span.start
    for one in _within(_ranges_of(entry), span.start, span.end):
        if one.kind != "comment" and (one.start < start or one.end > span.end):
            continue  # the definition is inside a literal
        yield from _TOKEN.findall(_decoded(data[start : max(start, one.start)]))
        if one.kind == "literal":
            yield from _literal(_decoded(data[one.start : one.end]))
        elif one.kind == "comma":
            yield _TUPLE_COMMA
        start = one.end
    yield from _TOKEN.findall(_decoded(data[start : max(start, span.end)]))


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _literal(text: str) -> Iterator[str]:
    """Yield the tokens of a string's prefix, then its text in double quotes. Yield any other literal unchanged."""
    found = _QUOTED.fullmatch(text)
    if found is None:
        yield text
        return
    yield from _TOKEN.findall(found["prefix"])
    yield f'"{found["text"].removesuffix(found["quotes"])}"'


def _ranges_of(entry: FileEntry) -> _Ranges:
    """Return the lexical ranges of a file."""
    key = (entry.language, entry.source.digest)
    known = _ranges.get(key)
    if known is not None:
        return known
    found = lexical_ranges(entry.language, entry.source.data)
    starts, ends = array("I", (one.start for one in found)), array("I", (one.end for one in found))
    return _ranges.put(key, _Ranges(starts, ends, bytes(_KINDS.index(one.kind) for one in found)))


def _within(ranges: _Ranges, start: int, end: int) -> Iterator[LexicalRange]:
    """Yield the ranges that overlap a byte range."""
    for number in range(bisect_right(ranges.ends, start), len(ranges.ends)):
        profiling.count("ranges compared")
        if ranges.starts[number] >= end:
            return
        yield LexicalRange(ranges.starts[number], ranges.ends[number], _KINDS[ranges.kinds[number]])


def _tokens(elements: Iterable[str], line_ended: Collection[str]) -> Iterator[str]:
    """Yield the tokens to digest, with an extra token where indentation begins or ends a block.

    An extra token also marks a line break after one of the words `line_ended`, such as `return`.
    """
    depth, levels, line, last = 0, [-1], "", ""
    for one in elements:
        if one[0] == "\n":
            line = one
            continue
        if last == "," and one not in _CLOSING:
            yield ","
        if line and not depth:
            yield from _steps(levels, len(line.expandtabs()) - 1, opens=last == ":")
        if line and last in line_ended and one not in _CLOSING:
            yield "\n"
        depth = max(0, depth + (one in _OPENING) - (one in _CLOSING))
        line, last = "", one
        if one == _TUPLE_COMMA:
            yield ","
        elif one[0] in "\"'":
            yield f'"{one[1:].removesuffix(one[0])}'
        elif one != ",":
            yield one


def _steps(levels: list[int], column: int, *, opens: bool) -> Iterator[str]:
    """Yield a token for each block that ends before a line, and one for a block that begins with the line.

    `column` is the indentation of the line, and `opens` says whether the line before it can open a block. `levels`
    holds the indentation of the open blocks, innermost last, and is updated. Other indentation is ignored.
    """
    while column < levels[-1]:
        levels.pop()
        yield "<"
    if opens and column > levels[-1]:
        levels.append(column)
        yield ">"
