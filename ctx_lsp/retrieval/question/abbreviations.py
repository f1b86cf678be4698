"""Abbreviations that a code base uses: `ctx` for context, `cfg` for configuration, `addr` for address.

Abbreviations are found for each question from the index alone. A term counts as an abbreviation of a word if it looks
like one (`candidates`) and occurs in the same chunks as the word far more often than by chance. Nothing is cached.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations

from ctx_lsp.lexical.index import LexicalView
from ctx_lsp.retrieval.question.expansion import TermRelation
from ctx_lsp.retrieval.question.word_families import root

SHORTEST_WORD = 5  # letters; shorter words are not abbreviated
SHORTEST = 3  # letters in an abbreviation; two letters may stand for too many words
CONSONANTS = 8  # how many consonants after the first letter of a word an abbreviation may choose from
MAX_CONSONANTS = 3  # in an abbreviation, after the first letter: `ctxt`
MIN_COOCCURRENCES = 3  # chunks with both terms; fewer are chance
MIN_SHARE = 0.2  # share of the chunks with the abbreviation that contain the word too
MIN_LIFT = 4.0  # minimum of that share relative to the share of all chunks that contain the word
_VOWELS = frozenset("aeiouy")


def abbreviations(view: LexicalView) -> TermRelation:
    """Return a function that maps an index term to its abbreviations in `view`, each with the nearness 1."""

    def shortened(term: str) -> Mapping[str, float]:
        return dict.fromkeys(_of_word(view, term), 1.0)

    return shortened


def _of_word(view: LexicalView, word: str) -> Iterator[str]:
    if len(word) < SHORTEST_WORD or not word.isascii() or not word.isalpha():
        return
    held = view.document_frequencies([word, *candidates(word)])
    most = held.pop(word, 0)
    share = max(MIN_SHARE, MIN_LIFT * most / max(view.documents, 1))
    for short, frequency in held.items():
        needed = max(MIN_COOCCURRENCES, share * frequency)
        # Checked first, because `document_frequency_of_both` intersects two columns of the index.
        if min(most, frequency) < needed or root(short) == root(word):
            continue
        if view.document_frequency_of_both(word, short) >= needed:
            yield short


def candidates(word: str) -> list[str]:
    """Return possible abbreviations of a word: its prefixes up to half its length, and its consonant skeletons.

    A consonant skeleton is the first letter followed by some of the consonants.
    """
    half = (len(word) + 1) // 2
    beginnings = [word[:length] for length in range(SHORTEST, half + 1)]
    consonants = [letter for letter in word[1:] if letter not in _VOWELS][:CONSONANTS]
    skeletons = [
        word[0] + "".join(some)
        for count in range(SHORTEST - 1, MAX_CONSONANTS + 1)
        for some in combinations(consonants, count)
        if count + 1 < len(word) - 1
    ]
    return list(dict.fromkeys(beginnings + skeletons))
