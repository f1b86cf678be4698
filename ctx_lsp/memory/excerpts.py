"""Chooses which sentences of a message a note quotes together with a reason.

A reason is seldom clear alone: the sentences before it say what it is about, those after it what follows. An excerpt is
the longest run of sentences around the reason that reads well: it begins with a sentence that leans on nothing before
it, and has neither a cut-off sentence nor talk about the work.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ctx_lsp.memory.self_contained import is_whole


class Told(NamedTuple):
    """A sentence of a message, and whether it belongs to an item of a list."""

    sentence: str
    is_item: bool

    @property
    def words(self) -> int:
        """The number of its words."""
        return len(self.sentence.split())


class Excerpt(NamedTuple):
    """The sentences `start` to `end` (exclusive) of a message."""

    start: int
    end: int


def excerpt_around(
    told: Sequence[Told],
    reason: int,
    *,
    most: int,
    is_context: Callable[[str], bool],
    begins_well: Callable[[int], bool],
) -> Excerpt | None:
    """Return the longest excerpt of at most `most` words around the sentence `reason`; None if none begins well.

    Sentences before the reason come first, since they explain it.
    """
    start, room = reason, most - told[reason].words

    def fits(number: int) -> bool:
        one = told[number]
        is_near = one.is_item == told[reason].is_item
        return (
            is_near and one.words <= room and is_whole(one.sentence, is_item=one.is_item) and is_context(one.sentence)
        )

    while start and fits(start - 1):
        start -= 1
        room -= told[start].words
    while start < reason and not begins_well(start):
        room += told[start].words
        start += 1
    if not begins_well(start):
        return None
    end = reason + 1
    while end < len(told) and fits(end):
        room -= told[end].words
        end += 1
    return Excerpt(start, end)
