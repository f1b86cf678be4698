"""Random edits as people and tools make them, and as a client sends them, with UTF-16 positions."""

import random
import re
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass

from tests.protocol.wire import Json

MAX_CHARACTERS = 8_000  # of a text that edits may still make longer
CUT = 200  # characters cut at most
RENAMED = 12  # occurrences of a name renamed in one go

_LINE_END = re.compile(r"\r\n|\n|\r")
_IDENTIFIER = re.compile(r"[^\W\d]\w{2,}")
_BREAKERS = ("(", ")", '"""', "'", "{", "}", "/*", "*/", "\\", "<<<<<<< HEAD\n", "`", "#", "<?php", "\t", "\0", "\r")
_UNICODE = ("é", "ß", "😀", "🦀e", "\u2028", "\f", "e\u0301", "日本語", "\u200b", "ﬀ", "İ")
_LINES = (
    "import os",
    "from structlog import get_logger",
    "from .retry import retry_base",
    "def inserted(value): return helper(value)",
    "class Inserted(Base):",
    "    def run(self): return super().run()",
    "x = {",
    "export function inserted() { return area(); }",
    "public class Inserted extends Animal {}",
    "func Inserted() int { return Get() }",
    "",
    "    ",
    "# a comment about errors",
    "# Implements REQ-7, see ADR-0002 and #8",
    "- REQ-9: It must hold.",
    "## REQ-8 Another",
    "Supersedes ADR-1",
)


@dataclass(frozen=True, slots=True)
class Splice:
    """Replaces the characters from `start` to `end` with `text`."""

    start: int
    end: int
    text: str

    def applied(self, text: str) -> str:
        return text[: self.start] + self.text + text[self.end :]


def content_change(text: str, splice: Splice) -> Json:
    """A splice of `text` as a content change of the protocol."""
    span = {"start": _position(text, splice.start), "end": _position(text, splice.end)}
    return {"range": span, "text": splice.text}


def _position(text: str, offset: int) -> Json:
    starts = _line_starts(text)
    line = bisect_right(starts, offset) - 1
    return {"line": line, "character": len(text[starts[line] : offset].encode("utf-16-le")) // 2}


def _line_starts(text: str) -> list[int]:
    return [0, *(match.end() for match in _LINE_END.finditer(text))]


def random_edit(text: str, earlier: str, other: str, rng: random.Random) -> list[Splice]:
    """Splices to apply in order; `earlier` is the text that an undo restores, `other` another file's text."""
    if rng.random() < 0.08:
        return [Splice(0, len(text), earlier)]
    if len(text) > MAX_CHARACTERS:
        return _delete(text, "", rng)
    return rng.choice(_EDITS)(text, other, rng)


def _lines(text: str, rng: random.Random, most: int) -> tuple[int, int]:
    """Start and end of a few whole lines."""
    starts = [*_line_starts(text), len(text)]
    first = rng.randrange(len(starts) - 1)
    return starts[first], starts[min(len(starts) - 1, first + rng.randint(1, most))]


def _place(text: str, rng: random.Random) -> int:
    """A random index, except between the two characters of a line end, which has no position."""
    return _whole(text, rng.randint(0, len(text)))


def _whole(text: str, place: int) -> int:
    return place + 1 if text[max(0, place - 1) : place + 1] == "\r\n" else place


def _insert(text: str, _: str, rng: random.Random) -> list[Splice]:
    start = _lines(text, rng, 1)[0]
    return [Splice(start, start, rng.choice(_LINES) + rng.choice(("\n", "\n", "\n", "\r\n", "\r")))]


def _delete(text: str, _: str, rng: random.Random) -> list[Splice]:
    start, end = _lines(text, rng, rng.choice((1, 1, 3, 40)))
    return [Splice(start, end, "")]


def _duplicate(text: str, _: str, rng: random.Random) -> list[Splice]:
    start, end = _lines(text, rng, 12)
    return [Splice(end, end, text[start:end])]


def _move(text: str, _: str, rng: random.Random) -> list[Splice]:
    start, end = _lines(text, rng, 8)
    rest = text[:start] + text[end:]
    target = _lines(rest, rng, 1)[0]
    return [Splice(start, end, ""), Splice(target, target, text[start:end])]


def _rename(text: str, other: str, rng: random.Random) -> list[Splice]:
    names = _IDENTIFIER.findall(text) or ["nothing"]
    old = rng.choice(names)
    new = rng.choice([*(_IDENTIFIER.findall(other) or ["something"]), f"{old}_new"])
    found = list(re.finditer(rf"\b{re.escape(old)}\b", text))[-rng.choice((1, RENAMED)) :]
    return [Splice(match.start(), match.end(), new) for match in reversed(found)]


def _break(text: str, _: str, rng: random.Random) -> list[Splice]:
    place = _place(text, rng)
    return [Splice(place, place, rng.choice(_BREAKERS))]


def _unicode(text: str, _: str, rng: random.Random) -> list[Splice]:
    place = _place(text, rng)
    return [Splice(place, place, "".join(rng.choices(_UNICODE, k=rng.randint(1, 3))))]


def _cut(text: str, _: str, rng: random.Random) -> list[Splice]:
    start, end = sorted((_place(text, rng), _place(text, rng)))
    return [Splice(start, min(end, _whole(text, start + CUT)), "")]


def _paste(text: str, other: str, rng: random.Random) -> list[Splice]:
    first, last = _lines(other, rng, 30)
    start, end = _lines(text, rng, 3)
    return [Splice(start, rng.choice((start, end)), other[first:last])]


def _type(text: str, _: str, rng: random.Random) -> list[Splice]:
    place = _place(text, rng)
    word = rng.choice(("retry", "self.", "helper(", "\n    return", "error: ", "é😀x"))
    return [Splice(place + number, place + number, letter) for number, letter in enumerate(word)]


def _line_ends(text: str, _: str, rng: random.Random) -> list[Splice]:
    return [Splice(0, len(text), _LINE_END.sub(rng.choice(("\n", "\r\n", "\r")), text))]


def _empty(text: str, _: str, __: random.Random) -> list[Splice]:
    return [Splice(0, len(text), "")]


_EDITS: tuple[Callable[[str, str, random.Random], list[Splice]], ...] = (
    *(_insert, _insert, _delete, _duplicate, _move, _rename, _rename, _break, _unicode, _cut, _paste, _type, _type),
    *(_line_ends, _empty),
)
