"""Misspelt words of a question, and words that the code spells in the British or American way. Names are in `fuzzy`.

A word is misspelt that no text holds and no dictionary, beside one that some text does.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

from ctx_lsp.index.lexical import LexicalView
from ctx_lsp.index.model_files import bundled_words
from ctx_lsp.retrieval.analyse import STOP_WORDS, terms_of
from ctx_lsp.retrieval.model import QueryAnalysis
from ctx_lsp.syntax.words import terms

SHORTEST = 5  # letters; among shorter words every second one is one letter from another
SHORTEST_TWICE = 9  # letters of a word in which two mistakes are forgiven
_WORD = re.compile(r"(?<![\w.])[A-Za-z]+(?![\w.])")
# British spellings and American ones.
_BRITISH = {"our": "or", "is": "iz", "ys": "yz", "tre": "ter", "ence": "ense", "ogue": "og", "ll": "l", "mme": "m"}


def respelt(view: LexicalView, query: QueryAnalysis) -> QueryAnalysis:
    """The question with its words as the texts write them, in `meant` and `terms`; a look-up stays as it is.

    A mistake in the first letter is not forgiven, unless it changed places with the second.
    """
    if query.intent == "symbol":
        return query
    words = {word for word in _WORD.findall(query.text) if len(word) >= SHORTEST and word.lower() not in STOP_WORDS}
    by_term = {term: word for word in sorted(words - set(query.symbols)) for term in terms(word)[:1]}
    unknown = sorted(by_term.keys() - view.document_frequencies(by_term).keys())
    found = {word: other for word in map(by_term.__getitem__, unknown) if (other := _as_written(view, word.lower()))}
    if not found:
        return query
    meant = _WORD.sub(lambda match: found.get(match.group(), match.group()), query.text)
    return replace(query, meant=meant, terms=terms_of(meant))


def _as_written(view: LexicalView, word: str) -> str:
    """The word as texts write it, or the term that is closest to it; "" where there is none."""
    spellings = {term: other for other in _other_spellings(word) for term in terms(other)[:1]}
    if held := view.document_frequencies(spellings):
        return spellings[max(held, key=lambda term: (held[term], term))]
    return "" if word in bundled_words() else _nearest(view, word)


def _other_spellings(word: str) -> Iterator[str]:
    for british, american in _BRITISH.items():
        yield from (word.replace(*pair) for pair in ((british, american), (american, british)) if pair[0] in word)


def _nearest(view: LexicalView, word: str) -> str:
    """The term that is closest to a word or to its stem, of equally close ones that of most texts."""
    mistakes = 1 + (len(word) >= SHORTEST_TWICE)
    alike = [other for other in view.beginning_with({word[0], word[1::-1]}) if other.isalpha()]
    close: dict[str, float] = {}
    for written in {one for one in (word, *terms(word)[:1]) if len(one) >= SHORTEST}:
        for other, distance, _ in extract(written, alike, scorer=OSA.distance, score_cutoff=mistakes, limit=None):
            close[other] = min(distance, close.get(other, distance))
    held = view.document_frequencies(close)
    return min(held, key=lambda other: (close[other], -held[other], other), default="")
