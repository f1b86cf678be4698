"""Words of a question that the workspace does not mention in any form, such as "S3" where nothing is stored in S3.

Packs name them, because `Nothing here mentions "S3"` says more than a low confidence does. The share of all other words
is one of the measures of `answerable` and `packing.assessment.confidence`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice, pairwise

from ctx_lsp.lexical.index import LexicalView
from ctx_lsp.retrieval.model import QueryAnalysis
from ctx_lsp.retrieval.question.analyse import STOP_WORDS
from ctx_lsp.retrieval.question.dictionary import is_everyday
from ctx_lsp.retrieval.question.word_families import family
from ctx_lsp.syntax.words import stem, terms

SHORTEST = 2  # letters and digits of a word: `S3`
SHORTEST_PART = 3  # letters of the part of a word, or of what a compound adds to a word: `redisstore`
MAX_WORDS = 20  # maximum number of words of which other forms are looked up; a question with more is a log
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")  # `don't` is one word


def with_unmentioned(view: LexicalView, query: QueryAnalysis) -> QueryAnalysis:
    """Return the question with its `unmentioned` words and its share of others. A lookup of a name has none."""
    if query.intent == "symbol":
        return query
    words = _WORD.findall(query.plain_text)
    forms = {word: stems for word in words if _names_something(word) and (stems := _stems(word))}
    held = view.document_frequencies(set().union(*forms.values()))
    missing = {word: stems for word, stems in forms.items() if held.keys().isdisjoint(stems)}
    if not missing:
        return query
    found = _without_other_forms(view, dict(islice(missing.items(), MAX_WORDS)), words)
    share = 1.0 - len(found) / len({stems[0] for stems in forms.values()})
    telling = tuple(word for word in found if not is_everyday(word.lower()))
    return replace(query, unmentioned=telling, mentioned=round(share, 4))


def _names_something(word: str) -> bool:
    return word.isalnum() and not word.isdigit() and len(word) >= SHORTEST and word.lower() not in STOP_WORDS


def _stems(word: str) -> tuple[str, ...]:
    """Return the index terms of a word, one of which must occur: the whole word and its longer parts.

    The parts of `S3` are too short: they occur in any code.
    """
    whole, *parts = terms(word) or [""]
    return (whole, *(part for part in parts if len(part) >= SHORTEST_PART)) if whole else ()


def _without_other_forms(view: LexicalView, missing: Mapping[str, Sequence[str]], words: Sequence[str]) -> list[str]:
    """Return those words of which the index has no other form either: a derived word, or a compound.

    `words` holds all words of the question. Two neighbours may be one word in the code: `log in` and `login`. Of
    several forms of a word, the first one is returned.
    """
    forms = {word: {form for one in stems for form in family(one)} for word, stems in missing.items()}
    for left, right in pairwise(words):
        for word in (left, right):
            if word in forms:
                forms[word].add(stem(f"{left}{right}".lower()))
    held = view.document_frequencies(set().union(*forms.values()))
    found: dict[str, str] = {}
    for word, stems in missing.items():
        if held.keys().isdisjoint(forms[word]) and not _begins_compound(view, {word.lower(), *stems}):
            found.setdefault(stems[0], word)
    return list(found.values())


def _begins_compound(view: LexicalView, beginnings: Iterable[str]) -> bool:
    """Return whether the index has a compound of one of the words and another word, such as `redisstore`."""
    rests = {
        longer[len(one) :]
        for one in beginnings
        for longer in view.words_beginning(one)
        if len(longer) >= len(one) + SHORTEST_PART
    }
    return bool(view.document_frequencies(rests))
