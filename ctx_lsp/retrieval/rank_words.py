"""Ranking by words: named parts for what of a unit the question spells out. What its surroundings say is in `rank`.

Each rule tells for every candidate what it gains, from 0 to 1; what that weighs is in `weights`.
"""

from functools import lru_cache
from itertools import pairwise

import numpy as np

from ctx_lsp.index.resolution.modules.files import module_stem
from ctx_lsp.retrieval.board import Board
from ctx_lsp.retrieval.grounds import Grounds
from ctx_lsp.retrieval.units import name_words
from ctx_lsp.syntax.words import terms

SHORTEST_PREFIX = 3  # letters; shorter beginnings are shared by chance
PHRASE_WORDS = 2  # words of a question in one name are no chance
MAX_DOCUMENTATION = 1_500  # characters of a unit's documentation that are looked at
REMEMBERED = 4_096  # paths, and declarations, whose words are kept: those of the last questions' candidates


def name(board: Board, over: Grounds) -> np.ndarray:
    """Symbols whose own name consists of the question's words gain."""
    shared, of_all = _in_names(board, over)
    return np.asarray(shared / of_all)


def phrase(board: Board, over: Grounds) -> np.ndarray:
    """Symbols that hold several words of the question in their own name gain."""
    shared, of_all = _in_names(board, over)
    return np.where(shared >= PHRASE_WORDS, shared / of_all, 0.0)


def _in_names(board: Board, over: Grounds) -> tuple[np.ndarray, np.ndarray]:
    """How many of the words of each symbol's name the question has, and of how many."""
    words = frozenset(over.query.terms)
    shared, of_all = board.zeros(), np.ones(len(board))
    for place, entry, symbol in board.symbols:
        held = name_words(entry.facts.outline.symbols[symbol].name)
        if not words.isdisjoint(held):
            shared[place], of_all[place] = len(held & words), len(held)
    return shared, of_all


def path(board: Board, over: Grounds) -> np.ndarray:
    """Units of files whose name consists of the question's words gain: those that it has, or that begin alike."""
    words = {*over.query.terms, *(first + second for first, second in pairwise(over.query.terms))}
    longer = {beginning for word in words for beginning in _beginnings(word)}
    stems = {one: _stem_words(one) for one in board.paths}
    parts = {part for stem in stems.values() for part in stem}
    begun = {part for part in parts if not words.isdisjoint(_beginnings(part))}
    named = parts & (words | longer) | begun
    return board.spread({one: len(stem & named) / len(stem) for one, stem in stems.items() if stem})


@lru_cache(maxsize=REMEMBERED)
def _stem_words(path: str) -> frozenset[str]:
    return frozenset(terms(module_stem(path)))


@lru_cache(maxsize=REMEMBERED)
def _beginnings(word: str) -> tuple[str, ...]:
    return tuple(word[:length] for length in range(SHORTEST_PREFIX, len(word)))


def described(board: Board, over: Grounds) -> np.ndarray:
    """Symbols whose declaration and documentation hold the question's words gain, by rare words more."""
    lexical = over.snapshot.lexical
    held_by = lexical.document_frequencies(over.query.terms)
    rarity = {term: lexical.idf(held_by.get(term, 0)) for term in over.query.terms}
    whole = sum(rarity.values())
    gained = board.zeros()
    for place, entry, index in board.symbols if whole else ():
        symbol, span = entry.symbol(index)
        held = rarity.keys() & _described(symbol.qualname, symbol.signature, span.doc[:MAX_DOCUMENTATION])
        gained[place] = sum(rarity[term] for term in sorted(held)) / whole
    return gained


def commits(board: Board, over: Grounds) -> np.ndarray:
    """The units of files that were touched by commits whose messages hold the question's words gain."""
    return board.spread(over.commits.files(over.query.terms, over.token) if over.commits else {})


@lru_cache(maxsize=REMEMBERED)
def _described(qualname: str, signature: str, documentation: str) -> frozenset[str]:
    return frozenset(terms(f"{qualname} {signature} {documentation}"))
