"""English words, as far as the bundled model's tokenizer knows them: what is a word, and which words begin alike.

No index is looked at here; what a misspelt word is taken for is in `spelling`.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache

from rapidfuzz.distance import OSA

from ctx_lsp.models.model_files import bundled_words
from ctx_lsp.retrieval.question.code_words import code_words
from ctx_lsp.syntax.words import stem

# Letters of the two words in a compound, and among how many words they are: what is misspelt, too, ends like words that
# are short (`custommer`) or rare (`checkponts`).
SHORTEST_FIRST, SHORTEST_LAST, COMMON_WORDS = 3, 4, 15_000


def is_word(term: str) -> bool:
    """Whether an index term is that of a word, common in commits, or made of two words (`timestamp`)."""
    return term in _by_term() or term in code_words().terms or _is_compound(term)


def words_with_initial(letter: str) -> Sequence[str]:
    """The words that begin with a letter."""
    return _by_initial().get(letter, ())


def word_of(term: str, near: str) -> str:
    """The word of an index term that is closest to another word; stems lack an `e` where no word is known."""
    words = _by_term().get(term) or [word for word in (term, f"{term}e") if stem(word) == term]
    return min(words, key=lambda word: (OSA.distance(word, near), word), default=term)


def _is_compound(term: str) -> bool:
    words, terms = _common_words()
    return any(
        term[:cut] in words and stem(term[cut:]) in terms
        for cut in range(SHORTEST_FIRST, len(term) - SHORTEST_LAST + 1)
    )


@cache
def _by_term() -> Mapping[str, Sequence[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for word in bundled_words():
        found[stem(word)].append(word)
    return dict(found)


@cache
def _by_initial() -> Mapping[str, Sequence[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for word in bundled_words():
        found[word[0]].append(word)
    return dict(found)


@cache
def _common_words() -> tuple[frozenset[str], frozenset[str]]:
    """The most common words, and their index terms."""
    words = bundled_words()[:COMMON_WORDS]
    return frozenset(words), frozenset(map(stem, words))
