"""Dictionary of English words, taken from the vocabulary of the bundled model's tokenizer.

It does not depend on the workspace. `spelling` corrects misspelt words with it.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache

from rapidfuzz.distance import OSA

from ctx_lsp.models.model_files import bundled_vocabulary
from ctx_lsp.retrieval.question.code_words import code_words
from ctx_lsp.syntax.words import stem

# Minimum letters in the first and last word of a compound, and how many common words may form compounds. The
# limits are strict because misspelt words also end in short (`custommer`) or rare words (`checkponts`).
SHORTEST_FIRST, SHORTEST_LAST, COMMON_WORDS = 3, 4, 15_000
EVERYDAY_WORDS = 3_000  # how many of the most frequent words belong to everyday speech


def is_word(term: str) -> bool:
    """Return whether `term` is the index term of a known word.

    Known words are the words of this dictionary, words that are common in commit messages (`code_words`), and compounds
    of two common English words.
    """
    return term in _by_term() or term in code_words().terms or _is_compound(term)


def is_everyday(word: str) -> bool:
    """Return whether a lower-case word is one of the most frequent English words, or a form of one."""
    return stem(word) in _everyday_terms()


def words_with_initial(letter: str) -> Sequence[str]:
    """Return the words that begin with `letter`."""
    return _by_initial().get(letter, ())


def word_of(term: str, near: str) -> str:
    """Return the word closest to `near` among the words whose index term is `term`.

    If the dictionary has no such word, choose between `term` and `term` with a final `e`, which stemming removes.
    """
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
    for word in bundled_vocabulary():
        found[stem(word)].append(word)
    return dict(found)


@cache
def _by_initial() -> Mapping[str, Sequence[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for word in bundled_vocabulary():
        found[word[0]].append(word)
    return dict(found)


@cache
def _common_words() -> tuple[frozenset[str], frozenset[str]]:
    """Return the most common words and their index terms."""
    words = bundled_vocabulary()[:COMMON_WORDS]
    return frozenset(words), frozenset(map(stem, words))


@cache
def _everyday_terms() -> frozenset[str]:
    return frozenset(map(stem, bundled_vocabulary()[:EVERYDAY_WORDS]))
