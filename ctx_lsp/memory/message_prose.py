"""Extracts the prose of commit messages: paragraphs without trailers, logs and code.

`decision_records` and `journal.findings` use parts of this module for other texts.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

_TRAILER = re.compile(
    r"[A-Z][A-Za-z]{1,20}(?:-[A-Za-z]{1,20}){0,3}: |(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?|refs?|see|related to|"
    r"part of|cc|pr|issue)[:\s]+\S{0,80}(?:#\d|gh-\d|http)|#\d+|git-svn|cherry.picked|\(cherry|change-id|signed-off",
    re.IGNORECASE,
)
_NO_PROSE = re.compile(r"\s{4}|\t|[>$|#*+=~`-]{2}|[>$|]|```|at \S{1,80}\(|Traceback|diff --git|https?://\S+$")
_BULLET = re.compile(r"\s{0,3}(?:[-*+]|\d{1,2}[.)])\s+")


class MessageBlock(NamedTuple):
    """A paragraph or list item of prose, on one line."""

    text: str
    is_item: bool


def message_blocks(text: str) -> list[MessageBlock]:
    """Return the paragraphs and list items of prose in a message, without trailers.

    If lines of code interrupt a sentence, the rest of the sentence after the code is left out.
    """
    return _blocks(_prose_lines(text))


def paragraphs(text: str) -> list[str]:
    """Return the texts of `message_blocks`."""
    return [one.text for one in message_blocks(text)]


def joined_lines(lines: Iterable[str]) -> list[str]:
    """Join lines of prose into paragraphs and list items, each on one line. An empty line ends a paragraph."""
    return [one.text for one in _blocks(lines)]


def _blocks(lines: Iterable[str]) -> list[MessageBlock]:
    found: list[tuple[list[str], bool]] = [([], False)]
    for line in lines:
        if not line:
            found.append(([], False))
        elif bullet := _BULLET.match(line):
            found.append(([line[bullet.end() :].strip()], True))
        else:
            found[-1][0].append(line.strip())
    return [MessageBlock(" ".join(joined), is_item) for joined, is_item in found if joined]


def _prose_lines(text: str) -> Iterator[str]:
    """Yield the prose lines of a message, and an empty line in place of every line that is not prose."""
    is_after_code = False
    for line in text.splitlines():
        plain = line.strip()
        was_after_code, is_after_code = is_after_code, _NO_PROSE.match(line) is not None
        if not plain or is_after_code or _TRAILER.match(plain):
            yield ""
        elif was_after_code and plain[0].islower():
            is_after_code = True
        else:
            yield line
