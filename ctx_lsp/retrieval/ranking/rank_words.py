"""Ranking rules based on the question's words in the names, paths and commit messages of units.

Each rule returns a column with a value from 0 to 1 for each candidate. The column is later multiplied by the rule's
weight (`weights`). Rules based on the structure of the code are in `rank`.
"""

from functools import lru_cache
from itertools import chain, pairwise

import numpy as np

from ctx_lsp.graph.modules.files import module_stem
from ctx_lsp.retrieval.question.data_files import degree_asked_for
from ctx_lsp.retrieval.ranking.score_matrix import ScoreMatrix
from ctx_lsp.retrieval.search_context import SearchContext
from ctx_lsp.retrieval.units import name_words
from ctx_lsp.syntax.words import terms

SHORTEST_PREFIX = 3  # letters; shorter beginnings are shared by chance
MAX_CACHED = 4_096  # paths and words whose parts are cached for the next questions


def name(matrix: ScoreMatrix, context: SearchContext) -> np.ndarray:
    """Score each symbol by the share of its name's words that occur in the question."""
    words = frozenset(context.query.terms)
    gained = matrix.zeros()
    for place, entry, symbol in matrix.symbols:
        held = name_words(entry.facts.outline.symbols[symbol].name)
        if not words.isdisjoint(held):
            gained[place] = len(words.intersection(held)) / len(held)
    return gained


def path(matrix: ScoreMatrix, context: SearchContext) -> np.ndarray:
    """Score each unit by the share of its file name's words that occur in the question.

    A word also counts if it is the beginning of a word in the question or vice versa, or if it consists of two adjacent
    words in the question.
    """
    words = {*context.query.terms, *(first + second for first, second in pairwise(context.query.terms))}
    longer = {beginning for word in words for beginning in _beginnings(word)}
    stems = {one: stem_words(one) for one in matrix.paths}
    parts = {part for stem in stems.values() for part in stem}
    prefixes = tuple(word for word in words if len(word) >= SHORTEST_PREFIX)
    begun = {part for part in parts if part.startswith(prefixes)}
    named = parts & (words | longer) | begun
    return matrix.spread({one: len(stem & named) / len(stem) for one, stem in stems.items() if stem})


@lru_cache(maxsize=MAX_CACHED)
def stem_words(path: str) -> frozenset[str]:
    """Return the distinct index terms of a file's name without its ending."""
    return frozenset(terms(module_stem(path)))


def _beginnings(word: str) -> tuple[str, ...]:
    return tuple(word[:length] for length in range(SHORTEST_PREFIX, len(word)))


def covered(matrix: ScoreMatrix, context: SearchContext) -> np.ndarray:
    """Score each unit by the words of the question that occur in its qualified name or file name, weighted by idf.

    The score is a share of the total weight of all words, rounded to hundredths.
    """
    lexical = context.lexical
    held_by = lexical.document_frequencies(context.query.terms)
    rarity = {term: lexical.idf(held_by.get(term, 0)) for term in context.query.terms}
    whole = sum(rarity.values())
    if not whole:
        return matrix.zeros()
    asked = frozenset(rarity)
    stems = {path: asked & stem_words(path) for path in matrix.paths}
    held = [stems[unit.path] for unit in matrix.units]
    for place, entry, symbol in matrix.symbols:
        own = qualified_words(entry.facts.outline.symbols[symbol].qualname)
        if not asked.isdisjoint(own):
            held[place] = held[place].union(asked.intersection(own))
    shares = {words: sum(rarity[term] for term in sorted(words)) / whole for words in set(held)}
    return np.round([shares[words] for words in held], 2)


@lru_cache(maxsize=MAX_CACHED)
def qualified_words(name: str) -> tuple[str, ...]:
    """Return the distinct index terms of a qualified name."""
    return tuple(dict.fromkeys(chain.from_iterable(map(name_words, name.split(".")))))


def data(matrix: ScoreMatrix, context: SearchContext) -> np.ndarray:
    """Score units in data files by the degree to which the question's words ask for such a file."""
    return matrix.spread(degree_asked_for(context.query.terms, matrix.paths))


def commits(matrix: ScoreMatrix, context: SearchContext) -> np.ndarray:
    """Score units by how well the messages of the commits that touched their file match the question's words."""
    return matrix.spread(context.commits.files(context.query.terms, context.token) if context.commits else {})
