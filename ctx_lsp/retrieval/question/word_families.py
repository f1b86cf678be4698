"""Word families, such as authenticate, authentication and authenticator, which are recognised by their endings.

Stemming in the index (`syntax.words.stem`) reduces plurals and verb forms to their base word. A word family also
contains the nouns that are derived from a verb. Word families are used only for questions: the index keeps `parser` and
`parse` apart, because the two words mean different things in a program.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from ctx_lsp.syntax.words import stem

SHORTEST_ROOT = 4  # letters; shorter roots (`act` of `action`) join words that have nothing in common
_CACHED_WORDS = 4_096  # the same words occur in many questions
_CACHED_FAMILIES = 1_024  # half a megabyte
# Derivational endings as they are after stemming, in the order in which they are tried: longer endings first.
_ENDINGS = (
    "ization", "isation", "izabl", "isabl", "ability", "ibility", "izer", "iser", "ator", "ation", "ativ", "abl",
    "ibl", "ment", "anc", "enc", "ness", "iz", "is", "or", "er", "ion", "iv", "al", "at", "ity",
)  # fmt: skip
# Endings of the words in a family.
_FORMS = (
    "", "e", "er", "or", "ion", "able", "ible", "ability", "ation", "ate", "ator", "ative", "ive", "ize", "izer",
    "ization", "isation", "ise", "ment", "ance", "ence", "ity", "al",
)  # fmt: skip
_DOUBLING_FORMS = ("er", "able")  # forms that double the last letter; stemming removes the double letter of verb forms
_DOUBLED = re.compile(r"([bdgmnpt])\1$")  # mapper, formatter, logger
# Words that look derived but are not.
_UNDERIVED = frozenset({
    "adapter", "buffer", "character", "cluster", "counter", "editor", "error", "filter", "format", "header", "layer",
    "letter", "master", "matter", "member", "mention", "mirror", "monitor", "number", "order", "parameter", "pattern",
    "pointer", "portion", "power", "prefer", "register", "render", "semaphor", "signal", "station", "thread",
    "transfer", "trigger", "vector",
})  # fmt: skip


@lru_cache(maxsize=_CACHED_WORDS)
def root(term: str) -> str:
    """Return the root of an index term, or the term itself if it is not derived from another word."""
    if term in _UNDERIVED or not term.isascii() or not term.isalpha():
        return term
    for ending in _ENDINGS:
        base = term.removesuffix(ending)
        if base != term and len(base) >= SHORTEST_ROOT:
            return base[:-1] if _DOUBLED.search(base) else base
    return term


@lru_cache(maxsize=_CACHED_FAMILIES)
def family(term: str) -> Mapping[str, float]:
    """Return possible index terms with the same root as `term`, each with the nearness 1; some are not real words."""
    base = root(term)
    if len(base) < SHORTEST_ROOT - 1 or not base.isascii() or not base.isalpha():
        return {}
    forms = [stem(base + form) for form in _FORMS]
    forms += [stem(base + base[-1] + form) for form in _DOUBLING_FORMS]
    return MappingProxyType({form: 1.0 for form in forms if form != term and root(form) == base})
