"""Type narrowing: restricts the type of a local name in the range where a condition holds.

Conditions are read from their text, as comparisons joined by `&&` or `||`. A restriction of a union is written as a
step of an expression: `;kind=circle` keeps the alternatives whose member `kind` can be `circle`, and `;kind~circle`
keeps all others. `;radius` keeps the alternatives that have a member `radius`, and `;radius-` those that do not. Only
`graph` knows the members of types, so it applies these steps.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from ctx_lsp.syntax.definitions import Enclosing
from ctx_lsp.syntax.references.type_text import normal_type
from ctx_lsp.syntax.rows import ByteSpan, QueryMatch

LONGEST_CONDITION = 400  # maximum bytes, including the text of a case
MAX_NARROWINGS = 3  # maximum number of conditions applied to one name at one place; the innermost ones are used

_NAME = rb"([A-Za-z_$][\w$]*)"
_MEMBER = _NAME + rb"[?!]?\.([\w$]+)"
_VALUE = rb"""(?:"([\w$-]+)"|'([\w$-]+)'|((?:[\w$]+\.){0,8}[\w$]+))"""
_EQUALS = rb"\s*([!=])==?\s*"
_COMPARED = re.compile(_MEMBER + _EQUALS + _VALUE)
_HAS = re.compile(rb"""["']([\w$]+)["']\s+in\s+""" + _NAME)
_PRIMITIVE = re.compile(rb"typeof\s+" + _NAME + _EQUALS + rb"""["'](string|number|boolean|bigint|symbol)["']""")
_INSTANCE = re.compile(_NAME + rb"\s+instanceof\s+([\w$.]+)")
_INSTANCE_CALL = re.compile(rb"isinstance\(\s*+" + _NAME + rb"\s*+,\s*+(\(?[\w.,\s|]++\)?)\)")
_TRUTH = re.compile(_MEMBER)
_NOT = re.compile(rb"(?:!(?!=)|not\b)\s*")
_JOINT = re.compile(rb"[()\[\]{}]|&&|\|\||\b(?:and|or)\b")
_DEPTH = {b"(": 1, b"[": 1, b"{": 1, b")": -1, b"]": -1, b"}": -1}
_UNKNOWN = frozenset({b"null", b"undefined", b"None", b"NaN"})  # a comparison with these only tests for a value


class Narrowing(NamedTuple):
    """A restriction of the type of a local name between two offsets.

    `meaning` is a type `{Type}`, or a step `;…` that selects alternatives. `since` is where the condition begins.
    """

    start: int
    end: int
    since: int
    meaning: str


class Narrowings:
    """All narrowings of the local names in one text."""

    def __init__(self, data: bytes, matches: Iterable[QueryMatch]) -> None:
        by_name: dict[str, list[Narrowing]] = {}
        for match in matches:
            for name, one in _narrowings(data, match):
                by_name.setdefault(name, []).append(one)
        self._by_name = by_name
        self._nested: dict[str, _Nested] = {}  # of the names that were asked for

    def at(self, name: str, offset: int) -> list[Narrowing]:
        """Return the narrowings of `name` that apply at `offset`, innermost first."""
        if name not in self._by_name:
            return []
        if name not in self._nested:
            self._nested[name] = _Nested(sorted(self._by_name[name]))
        return self._nested[name].around(offset)


class _Nested:
    """The narrowings of one name, sorted; their ranges are nested."""

    def __init__(self, every: list[Narrowing]) -> None:
        self._every = every
        self._innermost = Enclosing((one.start, -one.end, number) for number, one in enumerate(every))
        self._around = [-1] * len(every)
        open_ones: list[int] = []
        for number in sorted(range(len(every)), key=lambda number: (every[number].start, -every[number].end, number)):
            while open_ones and every[open_ones[-1]].end <= every[number].start:
                open_ones.pop()
            self._around[number] = open_ones[-1] if open_ones else -1
            open_ones.append(number)

    def around(self, offset: int) -> list[Narrowing]:
        """Return at most `MAX_NARROWINGS` narrowings around `offset`, innermost first."""
        found: list[Narrowing] = []
        number = self._innermost.at(offset)
        while number >= 0 and len(found) < MAX_NARROWINGS:
            found.append(self._every[number])
            number = self._around[number]
        return found


def _narrowings(data: bytes, match: QueryMatch) -> Iterator[tuple[str, Narrowing]]:
    """Yield the narrowings of one match, each with the name whose type it narrows.

    A narrowing applies where the condition holds, where the condition fails, or after a branch that leaves the block.
    """
    condition = match.first("narrowed")
    text = data[condition[0] : condition[1]]
    if "narrowed.case" in match.names:
        start, end, _ = match.first("narrowed.case")
        text += b" === " + data[start:end]
    if len(text) > LONGEST_CONDITION:
        return
    for capture, holds in (("narrowed.block", True), ("narrowed.else", False), ("narrowed.rest", False)):
        if capture in match.names:
            start, end, _ = match.first(capture)
            place = (end, match.first("narrowed.around")[1]) if capture == "narrowed.rest" else (start, end)
            yield from _meaning_of(text, holds, place, condition[0])


def _meaning_of(text: bytes, holds: bool, place: ByteSpan, since: int) -> Iterator[tuple[str, Narrowing]]:
    for name, meaning in _restrictions(text, holds):
        yield name, Narrowing(*place, since, meaning)


@lru_cache(maxsize=4096)  # an edit leaves nearly all conditions of a file unchanged
def _restrictions(text: bytes, holds: bool) -> tuple[tuple[str, str], ...]:
    """Return the names whose types a condition restricts, each with the restriction in the form of `Narrowing.meaning`.

    If `holds` is set, these are the restrictions where the condition holds; otherwise, those where it fails.
    """
    joint, parts = _split_top_level(_bare(text))
    if joint and joint != (b"&&" if holds else b"||"):
        return ()
    found: list[tuple[str, str]] = []
    for part in parts:
        bare = _bare(part)
        negation = _NOT.match(bare)
        narrowed = _of_one(_bare(bare[negation.end() :]), not holds) if negation else _of_one(bare, holds)
        if narrowed:
            found.append(narrowed)
    return tuple(found)


def _split_top_level(text: bytes) -> tuple[bytes, list[bytes]]:
    """Split a condition into its operator (`&&` or `||`) and its comparisons.

    Returns no comparisons if the condition mixes operators.
    """
    joints: list[tuple[bytes, int, int]] = []
    depth = 0
    for found in _JOINT.finditer(text):
        depth += _DEPTH.get(found[0], 0)
        if not depth and found[0] not in _DEPTH:
            sign = b"&&" if found[0] in (b"&&", b"and") else b"||"
            joints.append((sign, found.start(), found.end()))
    if len({sign for sign, _, _ in joints}) > 1:
        return b"", []
    edges = [0, *(edge for _, start, end in joints for edge in (start, end)), len(text)]
    return joints[0][0] if joints else b"", [text[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True)]


def _bare(text: bytes) -> bytes:
    """Return `text` without parentheses that enclose all of it."""
    text = text.strip()
    while text.startswith(b"(") and _closing(text) == len(text) - 1:
        text = text[1:-1].strip()
    return text


def _closing(text: bytes) -> int:
    """Return the index of the parenthesis that closes the one at the start of `text`; -1 if it is never closed."""
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter == ord("(")) - (letter == ord(")"))
        if not depth:
            return at
    return -1


def _of_one(text: bytes, holds: bool) -> tuple[str, str] | None:
    """Return the name whose type a comparison restricts, and the restriction (see `Narrowing.meaning`), or None.

    `holds` says whether the restriction is for code where the comparison holds or where it fails.
    """
    return _of_member(text, holds) or _of_type(text, holds)


def _of_member(text: bytes, holds: bool) -> tuple[str, str] | None:
    """Return the name whose type a test of a member restricts, and the restriction (see `Narrowing.meaning`), or None.

    The text must test the value (`shape.kind === "circle"`), the presence (`"radius" in shape`) or the truth
    (`shape.radius`) of a member. `holds` says whether the restriction is for code where the test holds or where it
    fails.
    """
    if found := _COMPARED.fullmatch(text):
        name, member, sign, *values = found.groups()
        value = next(value for value in values if value)
        is_equal = (sign == b"=") == holds
        last = value.rpartition(b".")[2].decode()
        return None if value in _UNKNOWN else (name.decode(), f";{member.decode()}{'=' if is_equal else '~'}{last}")
    if found := _HAS.fullmatch(text):
        return found[2].decode(), f";{found[1].decode()}{'' if holds else '-'}"
    if found := _TRUTH.fullmatch(text):
        return found[1].decode(), f";{found[2].decode()}~{'false' if holds else 'true'}"
    return None


def _of_type(text: bytes, holds: bool) -> tuple[str, str] | None:
    """Return the name whose type a type test restricts, and the restriction (see `Narrowing.meaning`), or None.

    Type tests are `typeof`, `instanceof` and `isinstance`. `holds` is as in `_of_member`.
    """
    if found := _PRIMITIVE.fullmatch(text):
        return (found[1].decode(), f"{{{found[3].decode()}}}") if (found[2] == b"=") == holds else None
    found = _INSTANCE.fullmatch(text) or _INSTANCE_CALL.fullmatch(text)
    if found is None or not holds:
        return None
    types = [normal_type(one.decode()) for one in found[2].strip(b"()").split(b",")]
    named = "|".join(one for one in types if one)
    return (found[1].decode(), f"{{{named}}}") if named else None
