"""Abbreviations that a code base itself uses: `ctx` for context, `cfg` for configuration, `addr` for address.

Found anew for the words of each question, from the index alone: what an abbreviation of the word can look like, and
whether it stands in the same chunks as the word far more often than chance would have it. Nothing is kept.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations

from ctx_lsp.lexical.index import LexicalView
from ctx_lsp.retrieval.question.expansion import TermRelation
from ctx_lsp.retrieval.question.word_families import root

SHORTEST_WORD = 5  # letters; shorter words are not abbreviated
SHORTEST = 3  # letters of an abbreviation; two letters stand for too many words
CONSONANTS = 8  # of a word, after its first letter, that abbreviations are made of
MOST_CONSONANTS = 3  # after the first letter: `ctxt`
LEAST_TOGETHER = 3  # chunks that hold both: fewer are chance
LEAST_SHARE = 0.2  # of the chunks with the abbreviation that hold the word too
LEAST_LIFT = 4.0  # times as many of them as of all chunks
_VOWELS = frozenset("aeiouy")


def abbreviations(view: LexicalView) -> TermRelation:
    """The relation between a word and its abbreviations in `view`, all equally near."""

    def shortened(term: str) -> Mapping[str, float]:
        return dict.fromkeys(_of_word(view, term), 1.0)

    return shortened


def _of_word(view: LexicalView, word: str) -> Iterator[str]:
    if len(word) < SHORTEST_WORD or not word.isascii() or not word.isalpha():
        return
    held = view.document_frequencies([word, *candidates(word)])
    most = held.pop(word, 0)
    share = max(LEAST_SHARE, LEAST_LIFT * most / max(view.documents, 1))
    for short, frequency in held.items():
        needed = max(LEAST_TOGETHER, share * frequency)
        if min(most, frequency) < needed or root(short) == root(word):  # or else each pair of columns is gone through
            continue
        if view.together(word, short) >= needed:
            yield short


def candidates(word: str) -> list[str]:
    """What abbreviations of a word can look like: up to half of it, or its first letter with a few consonants."""
    half = (len(word) + 1) // 2
    beginnings = [word[:length] for length in range(SHORTEST, half + 1)]
    consonants = [letter for letter in word[1:] if letter not in _VOWELS][:CONSONANTS]
    skeletons = [
        word[0] + "".join(some)
        for count in range(SHORTEST - 1, MOST_CONSONANTS + 1)
        for some in combinations(consonants, count)
        if count + 1 < len(word) - 1
    ]
    return list(dict.fromkeys(beginnings + skeletons))
