"""Finds identifiers of items in any text, such as `REQ-12`, `ABC-123`, `#45` and `ADR 7`, and normalises them.

Whether an identifier is defined is not decided here. Names of standards, such as `UTF-8`, do not count as identifiers.
"""

import re
from collections.abc import Iterator

from ctx_lsp.syntax.items.words import item_words
from ctx_lsp.text.expressions import Expression

_SHORT_PREFIXES = ("US", "FR", "NFR", "UC", "AC", "RF", "RNF", "REQ", "ADR")  # numbers may follow without a dash
SHAPE = (
    r"[A-Z][A-Z0-9]{0,9}(?:[-_][A-Z][A-Z0-9]{0,9}){0,3}-\d{1,6}(?:\.\d{1,3}){0,3}[a-z]?"
    rf"|(?:{'|'.join(_SHORT_PREFIXES)})[ ]?\d{{1,4}}"
)
"""A regular expression for identifiers with a prefix."""

_LONGEST_PREFIX = 44  # bytes
_NUMBER = re.compile(rb"-\d{1,6}(?:\.\d{1,3}){0,3}[a-z]?(?![\w-])")  # begins with a literal, which is found fast
_PREFIX = re.compile(rb"(?<![\w-])[A-Z][A-Z0-9]{0,9}(?:[-_][A-Z][A-Z0-9]{0,9}){0,3}\Z")
_SHORT = tuple(re.compile(rb"%s[ ]?\d{1,4}(?![\w-])" % prefix.encode()) for prefix in _SHORT_PREFIXES)
_HASH = re.compile(rb"#\d{1,6}(?![\w-])")
_RECORD = re.compile(rb"(?<=\()(?:[\w.-]{1,99}/){0,20}(?:adr-?)?\d{3,5}-[\w.-]{1,200}\.md(?=[)#])", re.IGNORECASE)
_ANY = Expression(
    rf"[A-Z][A-Z0-9]{{0,9}}-[0-9]|(?:^|[\s(\[,])#[0-9]|(?:{'|'.join(_SHORT_PREFIXES)}) ?[0-9]|[0-9]-[\w.-]{{1,200}}\.md"
)
"""What every text with an identifier matches, tried first because most code matches nothing of it."""

_BEFORE_HASH = b" \t\r\n([,"
_JOINED = re.compile(rb"[\w-]")

_OF_RECORD = re.compile(r"(?:adr-?)?(\d{1,9})-.*\.md", re.IGNORECASE)
_PARTS = re.compile(r"(.{0,60}?)[- ]?(\d{1,9}(?:\.\d{1,9}){0,5}[a-z]?)")
_COUNTED = frozenset({"ADR", "US"})  # numbered by their order, so zeros before a number mean nothing


def identifier_of(written: str) -> str:
    """Return the normal form of an identifier, which is the same for all of its spellings: `FR 010` → `FR-010`.

    A link to a decision record gives the identifier of the decision: `../adr/0007-title.md` → `ADR-7`.
    """
    record = _OF_RECORD.fullmatch(written.rpartition("/")[2])
    if record:
        return f"ADR-{_without_zeros(record[1])}"
    parts = _PARTS.fullmatch(written)
    if parts is None:
        return written
    prefix, number = parts[1].upper(), parts[2]
    if prefix in ("#", "GH", ""):
        return f"#{number}"
    return f"{prefix}-{_without_zeros(number) if prefix in _COUNTED else number}"


def _without_zeros(number: str) -> str:
    return number.lstrip("0") or number


def prefix_of(identifier: str) -> str:
    """Return the prefix of an identifier in normal form: `REQ` for `REQ-12`, and `#` for `#45`."""
    return "#" if identifier.startswith("#") else identifier.rpartition("-")[0]


def names_standard(written: str) -> bool:
    """Return whether a string in the form of an identifier names a standard, a format or a product."""
    first = re.split(r"[-_\s\d]", written, maxsplit=1)[0].upper()
    return first in item_words().no_prefixes


def mentioned(data: bytes, *, hashes: bool) -> list[tuple[int, int]]:
    """Return the ranges of the identifiers in a text, sorted; `#45` counts only if `hashes` is set."""
    if not _ANY.occurs(data):
        return []
    found = {*_with_prefix(data)}
    for pattern in _SHORT:
        found |= {match.span() for match in pattern.finditer(data) if not _is_joined(data, match.start())}
    found |= {match.span() for match in _RECORD.finditer(data)} if b".md" in data else set()
    if hashes:
        found |= {match.span() for match in _HASH.finditer(data) if _may_be_issue(data, *match.span())}
    ordered: list[tuple[int, int]] = []
    for start, end in sorted(found, key=lambda one: (one[0], -one[1])):
        if not ordered or start >= ordered[-1][1]:
            ordered.append((start, end))
    return ordered


def _with_prefix(data: bytes) -> Iterator[tuple[int, int]]:
    for match in _NUMBER.finditer(data):
        prefix = _PREFIX.search(data[max(0, match.start() - _LONGEST_PREFIX) : match.start()])
        if prefix and not names_standard(prefix[0].decode()):
            yield match.start() - len(prefix[0]), match.end()


def _is_joined(data: bytes, start: int) -> bool:
    return _JOINED.match(data, start - 1) is not None if start else False


def _may_be_issue(data: bytes, start: int, end: int) -> bool:
    """Return whether `#45` at `start`–`end` may be the number of an issue.

    It must not be a part of a word or a URL, and must not be followed by a ";", as a colour is.
    """
    return (not start or data[start - 1] in _BEFORE_HASH) and data[end : end + 1] != b";"
