"""Words derived from the same root: authenticate, authentication, authenticator. By endings alone, without a list.

The index's own stems (`syntax.words.stem`) join plurals and verb forms. What is here joins nouns with the verbs that
they are made of, and for questions only: the index keeps `parser` and `parse` apart, which are two things of a program.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from ctx_lsp.syntax.words import stem

SHORTEST_ROOT = 4  # letters; shorter roots (`act` of `action`) join words that have nothing in common
_CACHED_WORDS = 4_096  # words of questions repeat
# Endings of derivation as stemming leaves them, in the order in which they are tried: the longer before their own ends.
_ENDINGS = (
    "ization", "isation", "izabl", "isabl", "ability", "ibility", "izer", "iser", "ator", "ation", "ativ", "abl",
    "ibl", "ment", "anc", "enc", "ness", "iz", "is", "or", "er", "ion", "iv", "al", "at", "ity",
)  # fmt: skip
# What a root is followed by in the words of its family.
_FORMS = (
    "", "e", "er", "or", "ion", "able", "ible", "ability", "ation", "ate", "ator", "ative", "ive", "ize", "izer",
    "ization", "isation", "ise", "ment", "ance", "ence", "ity", "al",
)  # fmt: skip
_DOUBLING_FORMS = ("er", "able")  # of the forms those that double a last letter; a verb form's double is gone already
_DOUBLED = re.compile(r"([bdgmnpt])\1$")  # mapper, formatter, logger
# Words that end like derived ones, or whose beginnings are other words.
_UNDERIVED = frozenset({
    "adapter", "buffer", "character", "cluster", "counter", "editor", "error", "filter", "format", "header", "layer",
    "letter", "master", "matter", "member", "mention", "mirror", "monitor", "number", "order", "parameter", "pattern",
    "pointer", "portion", "power", "prefer", "register", "render", "semaphor", "signal", "station", "thread",
    "transfer", "trigger", "vector",
})  # fmt: skip


@lru_cache(maxsize=_CACHED_WORDS)
def root(term: str) -> str:
    """The root of an index term: the term itself where it is not derived."""
    if term in _UNDERIVED or not term.isascii() or not term.isalpha():
        return term
    for ending in _ENDINGS:
        base = term.removesuffix(ending)
        if base != term and len(base) >= SHORTEST_ROOT:
            return base[:-1] if _DOUBLED.search(base) else base
    return term


@lru_cache(maxsize=_CACHED_WORDS)
def family(term: str) -> Mapping[str, float]:
    """Other index terms of the same root, all equally near, whether or not there are such words."""
    base = root(term)
    if len(base) < SHORTEST_ROOT - 1 or not base.isascii() or not base.isalpha():
        return {}
    forms = [stem(base + form) for form in _FORMS]
    forms += [stem(base + base[-1] + form) for form in _DOUBLING_FORMS]
    return MappingProxyType({form: 1.0 for form in forms if form != term and root(form) == base})
