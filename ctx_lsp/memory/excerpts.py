"""Chooses which sentences of a message a note quotes together with a reason.

A reason is seldom clear alone: the sentences before it introduce the topic, and those after it state the consequences.
An excerpt is a run of sentences around the reason, as far back as fits and then as far forward, that reads well: it
begins with a sentence that can be understood without those before, and has neither a cut-off sentence nor talk about
the work.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ctx_lsp.memory.self_contained import is_whole


class MessageSentence(NamedTuple):
    """A sentence of a message, and whether it belongs to an item of a list."""

    text: str
    is_item: bool

    @property
    def words(self) -> int:
        """The number of its words."""
        return len(self.text.split())


def excerpt_around(
    sentences: Sequence[MessageSentence],
    reason: int,
    *,
    most: int,
    is_context: Callable[[str], bool],
    begins_well: Callable[[int], bool],
) -> range | None:
    """Return the numbers of the sentences of an excerpt that contains the sentence number `reason`.

    The excerpt has at most `most` words, unless the reason alone has more. Sentences before the reason are added first,
    because they explain it, then sentences after it. `is_context` returns whether a sentence may be added, and
    `begins_well` whether an excerpt may begin with the sentence that has the given number. Return None if the excerpt
    may begin neither with the reason nor with a sentence added before it.
    """
    start, room = reason, most - sentences[reason].words

    def fits(number: int) -> bool:
        one = sentences[number]
        is_near = one.is_item == sentences[reason].is_item
        return is_near and one.words <= room and is_whole(one.text, is_item=one.is_item) and is_context(one.text)

    while start and fits(start - 1):
        start -= 1
        room -= sentences[start].words
    while start < reason and not begins_well(start):
        room += sentences[start].words
        start += 1
    if not begins_well(start):
        return None
    end = reason + 1
    while end < len(sentences) and fits(end):
        room -= sentences[end].words
        end += 1
    return range(start, end)
