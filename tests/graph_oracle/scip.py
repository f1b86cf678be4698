"""Reads SCIP indexes: the few protocol-buffer fields that the comparison needs, and the names of symbols.

The wire format is parsed by hand: it takes one page, and avoids generated code and another package.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

Suffix = Literal["namespace", "type", "term", "method", "meta", "parameter", "type parameter"]

DEFINITION = 1  # of the bits in an occurrence's roles

_VARINT, _EIGHT_BYTES, _BYTES, _FOUR_BYTES = 0, 1, 2, 5
_PLAIN = r"(?:`(?:[^`]|``)*`|[\w+\-$]+)"
_DESCRIPTOR = re.compile(
    rf"\[(?P<typeparameter>{_PLAIN})\]|\((?P<parameter>{_PLAIN})\)"
    rf"|(?P<name>{_PLAIN})(?P<suffix>/|\#|\.|:|!|\([\w+\-$]*\)\.)"
)
_SUFFIXES: dict[str, Suffix] = {"/": "namespace", "#": "type", ".": "term", ":": "meta", "!": "meta"}


class Occurrence(NamedTuple):
    """A symbol at a place in the text: line and UTF-16 columns, zero-based."""

    line: int
    start: int
    end: int
    symbol: str
    roles: int


class Descriptor(NamedTuple):
    """One step of a symbol's name."""

    name: str
    suffix: Suffix


@dataclass(frozen=True, slots=True)
class Document:
    """The index of one file; `implemented` has the symbols that each of its symbols implements."""

    path: str
    occurrences: tuple[Occurrence, ...]
    implemented: dict[str, tuple[str, ...]]


def read_index(data: bytes) -> list[Document]:
    """The documents of an index, in order."""
    return [_document(part) for number, part in _fields(data) if number == 2 and isinstance(part, bytes)]


def is_local(symbol: str) -> bool:
    """Whether no other file can name the symbol."""
    return symbol.startswith("local ")


def descriptors(symbol: str) -> tuple[Descriptor, ...]:
    """The steps of a global symbol's name, outermost first; none for a local symbol or one of another form."""
    parts = symbol.split(" ", 4)
    if is_local(symbol) or len(parts) < 5:
        return ()
    found, end = [], 0
    for match in _DESCRIPTOR.finditer(parts[4]):
        if match.start() != end:
            return ()
        end = match.end()
        found.append(_descriptor(match))
    return tuple(found) if end == len(parts[4]) else ()


def _descriptor(match: re.Match[str]) -> Descriptor:
    if match["typeparameter"]:
        return Descriptor(match["typeparameter"].strip("`"), "type parameter")
    if match["parameter"]:
        return Descriptor(match["parameter"].strip("`"), "parameter")
    return Descriptor(match["name"].strip("`"), _SUFFIXES.get(match["suffix"], "method"))


def _document(data: bytes) -> Document:
    path = ""
    occurrences: list[Occurrence] = []
    implemented: dict[str, tuple[str, ...]] = {}
    for number, value in _fields(data):
        if not isinstance(value, bytes):
            continue
        if number == 1:
            path = value.decode()
        elif number == 2:
            occurrences.append(_occurrence(value))
        elif number == 3:
            symbol, targets = _relations(value)
            implemented[symbol] = tuple(dict.fromkeys((*implemented.get(symbol, ()), *targets)))
    return Document(path, tuple(occurrences), {symbol: targets for symbol, targets in implemented.items() if targets})


def _occurrence(data: bytes) -> Occurrence:
    place: list[int] = []
    symbol, roles = "", 0
    for number, value in _fields(data):
        if number == 1 and isinstance(value, bytes):
            place = list(_packed(value))
        elif number == 2 and isinstance(value, bytes):
            symbol = value.decode()
        elif number == 3 and isinstance(value, int):
            roles = value
    line, start, *_, end = place  # the last line is left out where it is the first
    return Occurrence(line, start, end, symbol, roles)


def _relations(data: bytes) -> tuple[str, list[str]]:
    symbol, targets = "", []
    for number, value in _fields(data):
        if number == 1 and isinstance(value, bytes):
            symbol = value.decode()
        elif number == 4 and isinstance(value, bytes):
            relation = dict(_fields(value))
            target = relation.get(1)
            if relation.get(3) and isinstance(target, bytes):  # is_implementation
                targets.append(target.decode())
    return symbol, targets


def _fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    """The fields of a message: their numbers and values."""
    at = 0
    while at < len(data):
        tag, at = _varint(data, at)
        number, wire = tag >> 3, tag & 7
        if wire == _VARINT:
            value, at = _varint(data, at)
            yield number, value
            continue
        if wire == _BYTES:
            size, at = _varint(data, at)
        else:
            size = {_EIGHT_BYTES: 8, _FOUR_BYTES: 4}[wire]
        yield number, data[at : at + size]
        at += size


def _packed(data: bytes) -> Iterator[int]:
    at = 0
    while at < len(data):
        value, at = _varint(data, at)
        yield value


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at
