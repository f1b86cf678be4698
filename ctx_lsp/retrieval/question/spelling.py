"""Misspelt words of a question, and words that the code spells in the British or American way. Names are in `fuzzy`.

A word is misspelt that no `dictionary` has and no text, nor another word of its root, if some text has one close to it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

from ctx_lsp.lexical.index import LexicalView
from ctx_lsp.retrieval.model import QueryAnalysis
from ctx_lsp.retrieval.question.analyse import terms_of
from ctx_lsp.retrieval.question.dictionary import is_word, word_of, words_with_initial
from ctx_lsp.retrieval.question.word_families import family
from ctx_lsp.syntax.words import stem

SHORTEST = 5  # letters; among shorter words every second one is one letter from another
SHORTEST_TWICE = 9  # letters of a word in which two mistakes are forgiven
SHOWN = 3  # words named of those that are read as others
MAX_WORDS = 20  # of one question that are looked at; more unknown ones are those of a log, or of another language
_WORD = re.compile(r"(?<![\w./\\])[A-Za-z]+(?![\w/\\]|\.\w)")  # no part of a path or a dotted name
# British spellings and American ones, each at one place of a word.
_BRITISH = (
    ("our", "or"), ("is", "iz"), ("ys", "yz"), ("tre", "ter"), ("ence", "ense"), ("ogue", "og"), ("mme", "m"),
)  # fmt: skip
# `cancelled` and `canceled`; but not `filling` and `filing`, which are two words.
_LAST_L = re.compile(r"(?<=[aeo])(ll?)(?=ed$|ing$|er$)")
_SYLLABLE = re.compile(r"[aeiouy]")


def respelt(view: LexicalView, query: QueryAnalysis) -> QueryAnalysis:
    """The question with its words as the texts write them, in `meant` and `terms`; a look-up stays as it is.

    A mistake in the first letter is not forgiven, unless it changed places with the second.
    """
    if query.intent == "symbol":
        return query
    held = view.document_frequencies(query.terms)
    missing = frozenset(query.terms) - held.keys()
    written = (word.lower() for word in _WORD.findall(query.text) if word not in query.symbols)
    unknown = dict.fromkeys(word for word in written if len(word) >= SHORTEST and stem(word) in missing)
    found = {word: other for word in islice(unknown, MAX_WORDS) if (other := _as_written(view, word))}
    if not found:
        return query
    meant = _WORD.sub(lambda match: found.get(match.group().lower(), match.group()), query.text)
    pairs = [f"{word} → {other}" for word, other in found.items()]
    more = f" and {len(pairs) - SHOWN} more" if len(pairs) > SHOWN else ""
    return replace(query, meant=meant, read_as=", ".join(pairs[:SHOWN]) + more, terms=terms_of(meant))


def _as_written(view: LexicalView, word: str) -> str:
    """The word as texts write it, or the one that is closest to it; "" where there is none."""
    spellings = {stem(other): other for other in _other_spellings(word)}
    if held := view.document_frequencies(spellings):
        return spellings[max(held, key=lambda term: (held[term], term))]
    term = stem(word)
    return "" if is_word(term) or view.document_frequencies(family(term)) else _nearest(view, word)


def _other_spellings(word: str) -> Iterator[str]:
    for pair in _BRITISH:
        for old, new in (pair, pair[::-1]):
            for match in re.finditer(old, word):
                yield word[: match.start()] + new + word[match.end() :]
    last = _LAST_L.search(word)
    if last and len(_SYLLABLE.findall(word, 0, last.start())) > 1:
        yield word[: last.start()] + ("l" if last.group() == "ll" else "ll") + word[last.end() :]


def _nearest(view: LexicalView, word: str) -> str:
    """The word that texts hold and that is closest; of equally close ones that of most texts."""
    initials = dict.fromkeys(word[:2])
    listed = [other for letter in initials for other in words_with_initial(letter)]
    close: dict[str, float] = {}
    for other, distance in _close(word, listed):
        term = stem(other)
        close[term] = min(distance, close.get(term, distance))
    terms = [term for letter in initials for term in view.words_with_initial(letter)]
    for written in dict.fromkeys((word, stem(word))):
        for term, distance in _close(written, terms):
            close[term] = min(distance, close.get(term, distance))
    held = view.document_frequencies(close)
    nearest = min(held, key=lambda term: (close[term], -held[term], term), default="")
    return word_of(nearest, word) if nearest else ""


def _close(word: str, others: Sequence[str]) -> Iterator[tuple[str, float]]:
    """The `others` that a few mistakes make of a word, each with the number of these."""
    mistakes = 1 + (len(word) >= SHORTEST_TWICE) if len(word) >= SHORTEST else 0
    if mistakes:
        beginnings = word[0], word[1::-1]
        for other, distance, _ in extract(word, others, scorer=OSA.distance, score_cutoff=mistakes, limit=None):
            if len(other) >= SHORTEST and other.startswith(beginnings):
                yield other, distance
