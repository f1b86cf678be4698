"""Splits code and prose into identifiers, their parts, and index terms. `lexical` computes weights and statistics."""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain, pairwise

from ctx_lsp.base.late_expressions import compile_late

MAX_TERM_LENGTH = 64  # most longer words are digests, keys or encoded data, which do not occur in queries
_MAX_NAME_LENGTH = 256  # of a longer word that is a name, such as a test's
_SHORTEST_NAME_PARTS = 3  # characters, on average; digests and encoded data change case and digits more often
_CACHED_WORDS = 16_384  # the words of 278,000 lines, 35,000 of them, miss 5 % more often than without a limit
_CACHED_STEMS = 16_384  # most identifiers consist of few distinct parts
_SHORTEST_STEM = 3  # shorter stems (`us` of `using`) conflate unrelated words

_WORD = compile_late(r"\w+")
_IDENTIFIER = compile_late(r"[^\W\d]\w*")
_PART = compile_late(
    r"""[A-Z]{2,}s(?![^\W\d_A-Z])     # plural of an acronym: URLs
      | [A-Z]+(?=[A-Z][^\W\d_A-Z])    # acronym before a capitalised word: HTTP|Server
      | [A-Z]?[^\W\d_A-Z]+            # word or Word; letters outside ASCII count as lower case
      | [A-Z]+
      | \d+""",
    re.VERBOSE,
)
# Chinese and Japanese have short words without spaces between them, and Korean words have very many endings. Pairs of
# neighbouring characters find such words without a dictionary, as in Lucene's CJKAnalyzer.
_IDEOGRAPHS = (
    r"\u1100-\u11ff\u3005\u3040-\u30ff\u3130-\u318f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
    r"\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
_RUN = compile_late(rf"[{_IDEOGRAPHS}]+|[^{_IDEOGRAPHS}]+")
_IDEOGRAPH = compile_late(rf"[{_IDEOGRAPHS}]")
_WHOLE = frozenset({"embed", "hundred", "news"})  # these look like inflected forms, but are not
_VOWEL = compile_late(r"[aeiouy]")
_DOUBLED = compile_late(r"([^aeioulsz])\1$")  # as in running, mapped; but not in calling, passing, buzzing


def identifiers(text: str) -> list[str]:
    """Return the identifiers in `text` as written, in order and with repetitions."""
    return _IDENTIFIER.findall(text)


def _parts(name: str) -> tuple[str, ...]:
    if name.isascii() and name.isalpha() and name.islower():  # most words: nothing to split
        return (name,)
    return tuple(part.lower() for part in _PART.findall(name))


def split_identifier(name: str) -> list[str]:
    """Return the parts of an identifier in lower case: `parseURL2` → parse, url, 2."""
    return list(_parts(name))


def terms(text: str) -> list[str]:
    """Return the index terms of `text`, in order and with repetitions.

    A plain word yields its stem. An identifier with several parts yields its lower-case form as a whole, followed by
    the stem of each part, so that both `getUserName` and `user names` match it. Chinese, Japanese and Korean text
    yields each pair of neighbouring characters. Most digests and encoded data yield nothing.
    """
    return list(chain.from_iterable(map(_terms_of, _WORD.findall(text))))


@lru_cache(maxsize=_CACHED_WORDS)
def _terms_of(word: str) -> tuple[str, ...]:
    if not word.isascii() and _IDEOGRAPH.search(word):
        return tuple(chain.from_iterable(map(_terms_of_run, _RUN.findall(word))))
    if len(word) > _MAX_NAME_LENGTH:
        return ()
    parts = _parts(word)
    if len(word) > MAX_TERM_LENGTH and not _are_words(parts, len(word)):
        return ()
    stems = tuple(map(stem, parts))
    return stems if len(parts) <= 1 else (word.strip("_").lower(), *stems)


def _are_words(parts: tuple[str, ...], characters: int) -> bool:
    """Return whether the parts of a long word seem to be words, and not pieces of a digest or of encoded data.

    `characters` is the length of the whole word.
    """
    return max(map(len, parts), default=0) <= MAX_TERM_LENGTH and characters >= _SHORTEST_NAME_PARTS * len(parts)


def _terms_of_run(run: str) -> Iterable[str]:
    if not _IDEOGRAPH.match(run):
        return _terms_of(run)
    return [run] if len(run) == 1 else map("".join, pairwise(run))


def ideographs(text: str) -> int:
    """Return the number of Chinese, Japanese and Korean characters in `text`."""
    return 0 if text.isascii() else len(_IDEOGRAPH.findall(text))


@lru_cache(maxsize=_CACHED_STEMS)
def stem(word: str) -> str:
    """Return the stem of a lower-case English word, without plural endings, `-ing`, `-ed` and a final `e`.

    A stem is a key that related words share and need not be a word: parse, parses, parsed and parsing all have the stem
    `pars`.
    """
    if word in _WHOLE or not word.isascii() or not word.isalpha():
        return word
    return _without_final_e(_without_verb_ending(_singular(word)))


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > len("ties"):
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zes")):
        return word[:-2]
    if word.endswith("s") and len(word) >= _SHORTEST_STEM and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _without_verb_ending(word: str) -> str:
    if word in _WHOLE:  # `embeds` too
        return word
    for ending in ("ing", "ed"):
        base = word.removesuffix(ending)
        if base == word or len(base) < _SHORTEST_STEM or not _VOWEL.search(base):
            continue
        if ending == "ed" and base.endswith("e"):  # proceed, exceed
            continue
        return base[:-1] if _DOUBLED.search(base) else base
    return word


def _without_final_e(word: str) -> str:
    return word[:-1] if word.endswith("e") and len(word) > _SHORTEST_STEM else word
