"""Correction of misspelt words in a question, and adaptation to the British or American spelling in the code.

A word counts as misspelt if the index has a similar word, but neither the index nor the `dictionary` has the word
itself or a word with the same root. `channels.fuzzy` handles misspelt names.

A general question, such as "what is a mutex?", may be about something that neither of them has, so its words count as
misspelt only if the mistake is an obvious one, and only if the code has names with the other word.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

from ctx_lsp.lexical.index import LexicalView
from ctx_lsp.retrieval.model import QueryAnalysis
from ctx_lsp.retrieval.question.analyse import terms_of
from ctx_lsp.retrieval.question.dictionary import is_word, word_of, words_with_initial
from ctx_lsp.retrieval.question.generality import reads_general
from ctx_lsp.retrieval.question.word_families import family
from ctx_lsp.syntax.words import stem

SHORTEST = 5  # letters; half of all shorter words differ from some other word by a single letter
SHORTEST_TWICE = 9  # minimum letters of a word in which two mistakes are allowed
SHOWN = 3  # corrections listed in `read_as`
MAX_WORDS = 20  # maximum number of words corrected; a question with more unknown words is a log or in another language
_WORD = re.compile(r"(?<![\w./\\])[A-Za-z]+(?![\w/\\]|\.\w)")  # not part of a path or a dotted name
# British and American spellings; each pair is exchanged at one place in a word.
_BRITISH = (
    ("our", "or"), ("is", "iz"), ("ys", "yz"), ("tre", "ter"), ("ence", "ense"), ("ogue", "og"), ("mme", "m"),
)  # fmt: skip
# `cancelled` and `canceled`; but not `filling` and `filing`, which are two words.
_LAST_L = re.compile(r"(?<=[aeo])(ll?)(?=ed$|ing$|er$)")
_REPEATED = re.compile(r"(.)\1")
_SYLLABLE = re.compile(r"[aeiouy]")


def respelt(view: LexicalView, query: QueryAnalysis, names: Callable[[str], bool] = lambda _: True) -> QueryAnalysis:
    """Return the question with corrections in `meant`, `read_as` and `terms`; a lookup of a name is not corrected.

    `names` returns whether an index term is a word of a name in the workspace; it is asked about general questions.
    A correction either keeps the first letter of a word, or swaps the first two letters.
    """
    if query.intent == "symbol":
        return query
    held = view.document_frequencies(query.terms)
    missing = frozenset(query.terms) - held.keys()
    written = (word.lower() for word in _WORD.findall(query.text) if word not in query.symbols)
    unknown = dict.fromkeys(word for word in written if len(word) >= SHORTEST and stem(word) in missing)
    corrected = partial(_surely_meant, names=names) if reads_general(query) else _as_written
    found = {word: other for word in islice(unknown, MAX_WORDS) if (other := corrected(view, word))}
    if not found:
        return query
    meant = _WORD.sub(lambda match: found.get(match.group().lower(), match.group()), query.text)
    pairs = [f"{word} → {other}" for word, other in found.items()]
    more = f" and {len(pairs) - SHOWN} more" if len(pairs) > SHOWN else ""
    return replace(query, meant=meant, read_as=", ".join(pairs[:SHOWN]) + more, terms=terms_of(meant))


def _as_written(view: LexicalView, word: str) -> str:
    """Return a variant spelling that occurs in the index; if there is none, return the closest word in the index.

    Return "" if the word is known, or if no word is close.
    """
    spellings = {stem(other): other for other in _other_spellings(word)}
    if held := view.document_frequencies(spellings):
        return spellings[max(held, key=lambda term: (held[term], term))]
    term = stem(word)
    return "" if is_word(term) or view.document_frequencies(family(term)) else _nearest(view, word)


def _surely_meant(view: LexicalView, word: str, names: Callable[[str], bool]) -> str:
    """Return the word that a general question surely means instead of `word`, or ""."""
    other = _as_written(view, word)
    forms = (other, f"{other}s")
    if (
        not other
        or other in _other_spellings(word)
        or (any(_is_slip(word, one) for one in forms) and names(stem(other)))
    ):
        return other
    single = (word[: match.start()] + word[match.end() - 1 :] for match in _REPEATED.finditer(word))
    return next((one for one in single if names(stem(one))), "")


def _is_slip(word: str, other: str) -> bool:
    """Return whether a word differs from another one by an obvious mistake.

    Such mistakes are two letters that were swapped, a letter that is doubled or not, and one wrong letter in a word of
    at least `SHORTEST_TWICE` letters.
    """
    if _REPEATED.sub(r"\1", word) == _REPEATED.sub(r"\1", other):
        return True
    return OSA.distance(word, other) == 1 and (len(word) >= SHORTEST_TWICE or sorted(word) == sorted(other))


def _other_spellings(word: str) -> Iterator[str]:
    if word.endswith("ied"):  # the stem of `retried` is not that of `retry`
        yield f"{word.removesuffix('ied')}y"
    for pair in _BRITISH:
        for old, new in (pair, pair[::-1]):
            for match in re.finditer(old, word):
                yield word[: match.start()] + new + word[match.end() :]
    last = _LAST_L.search(word)
    if last and len(_SYLLABLE.findall(word, 0, last.start())) > 1:
        yield word[: last.start()] + ("l" if last.group() == "ll" else "ll") + word[last.end() :]


def _nearest(view: LexicalView, word: str) -> str:
    """Return the closest word in the index, or "" if no word is close. On a tie, the most frequent word is returned."""
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
    """Yield the words in `others` that are close to `word`, each with its edit distance.

    If `word` has at least `SHORTEST_TWICE` letters, a close word differs by up to two edits, otherwise by up to one. A
    close word begins with the first letter of `word`, or with the first two letters swapped. Words shorter than
    `SHORTEST` are never close.
    """
    mistakes = 1 + (len(word) >= SHORTEST_TWICE) if len(word) >= SHORTEST else 0
    if mistakes:
        beginnings = word[0], word[1::-1]
        for other, distance, _ in extract(word, others, scorer=OSA.distance, score_cutoff=mistakes, limit=None):
            if len(other) >= SHORTEST and other.startswith(beginnings):
                yield other, distance
