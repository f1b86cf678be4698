"""Misspelt words of a question: those that no text holds, beside a word that some text does. Names are in `fuzzy`."""

import re
from dataclasses import replace

from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

from ctx_lsp.index.lexical import LexicalView
from ctx_lsp.retrieval.analyse import STOP_WORDS, terms_of
from ctx_lsp.retrieval.model import QueryAnalysis
from ctx_lsp.syntax.words import terms

SHORTEST = 5  # letters; among shorter words every second one is one letter from another
SHORTEST_TWICE = 9  # letters of a word in which two mistakes are forgiven
_WORD = re.compile(r"(?<![\w.])[A-Za-z]+(?![\w.])")


def respelt(view: LexicalView, query: QueryAnalysis) -> QueryAnalysis:
    """The question with its misspelt words as the texts write them, in `meant` and `terms`; a look-up stays as it is.

    A mistake in the first letter is not forgiven, unless it changed places with the second.
    """
    if query.intent == "symbol":
        return query
    words = {word for word in _WORD.findall(query.text) if len(word) >= SHORTEST and word.lower() not in STOP_WORDS}
    by_term = {term: word for word in words for term in terms(word)[:1] if word not in query.symbols}
    unknown = sorted(by_term.keys() - view.document_frequencies(by_term).keys())
    found = {by_term[term]: other for term in unknown if (other := _nearest(view, term))}
    if not found:
        return query
    meant = _WORD.sub(lambda match: found.get(match.group(), match.group()), query.text)
    return replace(query, meant=meant, terms=terms_of(meant))


def _nearest(view: LexicalView, term: str) -> str:
    """The term that is closest, of equally close ones that of most texts; "" where none is close."""
    mistakes = 1 + (len(term) >= SHORTEST_TWICE)
    alike = [
        other
        for other in view.beginning_with({term[0], term[1::-1]})
        if abs(len(other) - len(term)) <= mistakes and other.isalpha()
    ]
    close = extract(term, alike, scorer=OSA.distance, score_cutoff=mistakes, limit=None)
    held = view.document_frequencies([other for other, _, _ in close])
    best = min(((distance, -held[other], other) for other, distance, _ in close if other in held), default=None)
    return best[2] if best else ""
