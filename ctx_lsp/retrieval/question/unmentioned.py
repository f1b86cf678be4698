"""Finds the words of a question that the workspace does not mention in any form, such as "S3" if nothing uses S3.

Packs list these words, because `Nothing here mentions "S3"` says more than a low confidence does. The share of words
that are mentioned is one of the measures used by `answerable` and `packing.assessment.confidence`.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice, pairwise

from ctx_lsp.lexical.index import LexicalView
from ctx_lsp.retrieval.channels.written_lines import without_frames
from ctx_lsp.retrieval.model import QueryAnalysis
from ctx_lsp.retrieval.question.analyse import STOP_WORDS
from ctx_lsp.retrieval.question.change_words import asks_for_change, leading_word
from ctx_lsp.retrieval.question.dictionary import is_everyday
from ctx_lsp.retrieval.question.word_families import family
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.words import stem, terms
from ctx_lsp.text.redaction import REDACTED, redacted

SHORTEST = 2  # letters and digits of a word: `S3`
SHORTEST_PART = 3  # letters of the part of a word, or of what a compound adds to a word: `redisstore`
MAX_WORDS = 20  # maximum number of words of which other forms are looked up; a question with more is a log
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")  # `don't` is one word
_APOSTROPHE = re.compile("['’]")
_LETTER = r"[^\W\d_]"
_DIGITS = re.compile(r"\d+")
_ADDRESS = re.compile(r"0[xX][0-9a-fA-F]+")  # `0xc0003e8000`, as in stack traces


def with_unmentioned(view: LexicalView, query: QueryAnalysis, snapshot: Snapshot | None = None) -> QueryAnalysis:
    """Return the question with `unmentioned` and `mentioned` set. A lookup of a name is returned unchanged.

    Likely secrets are ignored. Neither are the verb of a request for a change, such as "refactor", nor the folders and
    packages in stack traces ever `unmentioned`: code need not mention them. `snapshot` says which names a short request
    may be about.
    """
    if query.intent == "symbol":
        return query
    words = _words(redacted(query.plain_text).replace(REDACTED, " "))
    forms = {word: stems for word in words if _names_something(word) and (stems := _stems(word))}
    held = view.document_frequencies(set().union(*forms.values()))
    missing = {word: stems for word, stems in forms.items() if held.keys().isdisjoint(stems)}
    if not missing:
        return query
    found = _without_other_forms(view, dict(islice(missing.items(), MAX_WORDS)), words)
    share = 1.0 - len(found) / len({stems[0] for stems in forms.values()})
    verb = leading_word(query.plain_text) if asks_for_change(query.plain_text, snapshot) else ""
    written = frozenset(_words(without_frames(query.plain_text)))
    telling = tuple(
        word for word in found if word in written and word.lower() != verb and not is_everyday(word.lower())
    )
    return replace(query, unmentioned=telling, mentioned=round(share, 4))


def without_mentioned(query: QueryAnalysis, held: Collection[str]) -> QueryAnalysis:
    """Return the question without those `unmentioned` words that occur in other texts, such as published repositories.

    `held` holds the index terms of these texts.
    """
    return replace(
        query, unmentioned=tuple(one for one in query.unmentioned if not any(map(held.__contains__, _stems(one))))
    )


def _words(text: str) -> list[str]:
    """Return the words of a text. Combining marks, such as Hindi vowel signs, count as letters."""
    if text.isascii():
        return _WORD.findall(text)
    lettered = "".join("a" if unicodedata.category(one).startswith("M") else one for one in text)
    return [text[found.start() : found.end()] for found in _WORD.finditer(lettered)]


def _names_something(word: str) -> bool:
    is_plain = len(word) >= SHORTEST and any(map(str.isalpha, word)) and not _APOSTROPHE.search(word)
    return is_plain and not _ADDRESS.fullmatch(word) and word.lower() not in STOP_WORDS


def _stems(word: str) -> tuple[str, ...]:
    """Return the index terms by which a word is looked up: the whole word and its longer parts.

    Short parts, such as those of `S3`, are left out, because they occur in any code.
    """
    whole, *parts = terms(word) or [""]
    return (whole, *(part for part in parts if len(part) >= SHORTEST_PART)) if whole else ()


def _without_other_forms(view: LexicalView, missing: Mapping[str, Sequence[str]], words: Sequence[str]) -> list[str]:
    """Return the words in `missing` for which the index contains neither a derived word nor a compound.

    `words` holds all words of the question, because two adjacent words may be one word in the code: `log in` and
    `login`. If the question has several forms of one word, only the first form is returned.
    """
    forms = {word: {form for one in stems for form in family(one)} for word, stems in missing.items()}
    for left, right in pairwise(words):
        for word in (left, right):
            if word in forms:
                forms[word].add(stem(f"{left}{right}".lower()))
    held = view.document_frequencies(set().union(*forms.values()))
    vocabulary = "\n".join(view.frequencies()) if any(map(_has_digit, missing)) else ""
    found: dict[str, str] = {}
    for word, stems in missing.items():
        is_found = not held.keys().isdisjoint(forms[word]) or _begins_compound(view, {word.lower(), *stems})
        if not is_found and not (_has_digit(word) and _is_in_identifier(word.lower(), vocabulary)):
            found.setdefault(stems[0], word)
    return list(found.values())


def _begins_compound(view: LexicalView, beginnings: Iterable[str]) -> bool:
    """Return whether the index contains a compound that begins with one of the words, such as `redisstore`."""
    compounds = [
        (longer, longer[len(one) :])
        for one in beginnings
        for longer in view.words_beginning(one)
        if len(longer) >= len(one) + SHORTEST_PART
    ]
    held = view.document_frequencies({word for pair in compounds for word in pair})  # not those of earlier texts
    return any(longer in held and rest in held for longer, rest in compounds)


def _has_digit(word: str) -> bool:
    return _DIGITS.search(word) is not None


def _is_in_identifier(word: str, vocabulary: str) -> bool:
    """Return whether a word with digits is part of a term: `s3` is in `s3client` and `put_s3_bucket`, not in `items3`.

    `vocabulary` contains one term per line. Because terms are in lower case, a part that follows letters is recognised
    only if three more letters come after it, as in `creates3client`. Terms with many numbers are ignored, because they
    are digests.
    """
    before = _LETTER if word[0].isalpha() else r"\d"
    after = f"(?!{_LETTER}{{1,2}}(?!{_LETTER}))" if word[-1].isalpha() else r"(?!\d)"
    part = re.compile(f"(?<!{before}){re.escape(word)}{after}|{re.escape(word)}(?={_LETTER}{{3}})")
    most_numbers = len(_DIGITS.findall(word)) + 1
    for found in part.finditer(vocabulary) if word in vocabulary else ():
        start, end = vocabulary.rfind("\n", 0, found.start()) + 1, vocabulary.find("\n", found.end())
        if len(_DIGITS.findall(vocabulary, start, end if end >= 0 else len(vocabulary))) <= most_numbers:
            return True
    return False
