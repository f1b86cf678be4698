"""Ranking by words: named parts for what of a unit the question spells out. What its surroundings say is in `rank`.

Each rule is a function that adds one part; what the parts weigh is in `weights`.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from ctx_lsp.index.resolution.modules.files import module_stem
from ctx_lsp.retrieval.grounds import Grounds, Scores
from ctx_lsp.retrieval.units import Unit, name_words
from ctx_lsp.syntax.words import terms

SHORTEST_PREFIX = 3  # letters; shorter beginnings are shared by chance
PHRASE_WORDS = 2  # words of a question in one name are no chance
MAX_DOCUMENTATION = 1_500  # characters of a unit's documentation that are looked at
REMEMBERED = 4_096  # paths, and declarations, whose words are kept: those of the last questions' candidates


def add_name(scored: Scores, over: Grounds, weight: float) -> None:
    """Raise symbols whose own name consists of the question's words."""
    for unit, shared, share in _named(scored, over):
        if shared:
            scored[unit]["name"] = weight * share


def add_phrase(scored: Scores, over: Grounds, weight: float) -> None:
    """Raise symbols that hold several words of the question in their own name."""
    for unit, shared, share in _named(scored, over):
        if shared >= PHRASE_WORDS:
            scored[unit]["phrase"] = weight * share


def _named(scored: Scores, over: Grounds) -> Iterator[tuple[Unit, int, float]]:
    """Each symbol with the number and the share of the words of its name that the question has."""
    words = frozenset(over.query.terms)
    for unit in scored:
        if unit.symbol >= 0:
            name = name_words(over.snapshot.files[unit.path].facts.outline.symbols[unit.symbol].name)
            shared = len(name & words)
            yield unit, shared, shared / max(1, len(name))


def add_path(scored: Scores, over: Grounds, weight: float) -> None:
    """Raise units of files whose name consists of the question's words."""
    words = [word for word in over.query.terms if len(word) >= SHORTEST_PREFIX]
    words += [first + second for first, second in pairwise(over.query.terms)]
    shares = {path: _path_share(path, words) for path in {unit.path for unit in scored}}
    for unit, parts in scored.items():
        if shares[unit.path]:
            parts["path"] = weight * shares[unit.path]


def _path_share(path: str, words: list[str]) -> float:
    """Share of the words of a file's module name that the question begins with, or that begin a word of it."""
    stem = _stem_words(path)
    named = sum(any(_same_beginning(part, word) for word in words) for part in stem)
    return named / len(stem) if stem else 0.0


@lru_cache(maxsize=REMEMBERED)
def _stem_words(path: str) -> frozenset[str]:
    return frozenset(terms(module_stem(path)))


def _same_beginning(part: str, word: str) -> bool:
    long = min(len(part), len(word)) >= SHORTEST_PREFIX
    return part == word or (long and (word.startswith(part) or part.startswith(word)))


def add_described(scored: Scores, over: Grounds, weight: float) -> None:
    """Raise symbols whose declaration and documentation hold the question's words, rare words more."""
    lexical = over.snapshot.lexical
    held_by = lexical.document_frequencies(over.query.terms)
    rarity = {term: lexical.idf(held_by.get(term, 0)) for term in over.query.terms}
    whole = sum(rarity.values())
    for unit, parts in scored.items():
        if unit.symbol < 0 or not whole:
            continue
        symbol, span = over.snapshot.files[unit.path].symbol(unit.symbol)
        held = rarity.keys() & _described(symbol.qualname, symbol.signature, span.doc[:MAX_DOCUMENTATION])
        if held:
            parts["described"] = weight * sum(rarity[term] for term in sorted(held)) / whole


def add_commits(scored: Scores, over: Grounds, weight: float) -> None:
    """Raise the units of files that were touched by commits whose messages hold the question's words."""
    touched = over.commits.files(over.query.terms, over.token) if over.commits else {}
    for unit, parts in scored.items():
        if unit.path in touched:
            parts["commits"] = weight * touched[unit.path]


@lru_cache(maxsize=REMEMBERED)
def _described(qualname: str, signature: str, documentation: str) -> frozenset[str]:
    return frozenset(terms(f"{qualname} {signature} {documentation}"))
