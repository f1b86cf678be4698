"""Words of a question that the workspace does not mention in any form, such as "S3" where nothing is stored in S3.

Packs name them, because "Nothing here mentions S3" says more than a low confidence does. They are also one of the
measures of `answerable` and `packing.assessment.confidence`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, pairwise

from ctx_lsp.lexical.index import LexicalView
from ctx_lsp.retrieval.model import QueryAnalysis
from ctx_lsp.retrieval.question.analyse import STOP_WORDS
from ctx_lsp.retrieval.question.dictionary import is_everyday
from ctx_lsp.retrieval.question.word_families import family
from ctx_lsp.syntax.words import stem, terms

SHORTEST = 2  # letters and digits of a word: `S3`
SHORTEST_REST = 3  # letters that a compound adds to a word: `redisstore`
MAX_WORDS = 20  # maximum number of words looked up; a question with more unknown words is a log or in another language
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")  # `don't` is one word


def with_unmentioned(view: LexicalView, query: QueryAnalysis) -> QueryAnalysis:
    """Return the question with its `unmentioned` words. A lookup of a name has none."""
    if query.intent == "symbol":
        return query
    words = _WORD.findall(query.plain_text)
    telling = {word: stems for word in words if _is_telling(word) and (stems := tuple(terms(word)))}
    held = view.document_frequencies({one for stems in telling.values() for one in stems})
    missing = {word: stems for word, stems in telling.items() if held.keys().isdisjoint(stems)}
    found = _without_other_forms(view, dict(islice(missing.items(), MAX_WORDS)), words)
    return replace(query, unmentioned=tuple(found)) if found else query


def _is_telling(word: str) -> bool:
    """Return whether it matters that a word is missing: code has few of the words of everyday speech."""
    lower = word.lower()
    is_name = word.isalnum() and not word.isdigit() and len(word) >= SHORTEST
    return is_name and lower not in STOP_WORDS and not is_everyday(lower)


def _without_other_forms(view: LexicalView, missing: Mapping[str, Sequence[str]], words: Sequence[str]) -> list[str]:
    """Return those words of which the index has no other form either: a derived word, or a compound.

    `words` holds all words of the question. Two neighbours may be one word in the code: `log in` and `login`.
    """
    forms = {word: {form for one in stems for form in family(one)} for word, stems in missing.items()}
    for left, right in pairwise(words):
        for word in (left, right):
            if word in forms:
                forms[word].add(stem(f"{left}{right}".lower()))
    held = view.document_frequencies(set().union(*forms.values()))
    by_stem: dict[str, str] = {}
    for word, stems in missing.items():
        begins_compound = any(_begins_compound(view, one) for one in {word.lower(), *stems})
        if held.keys().isdisjoint(forms[word]) and not begins_compound:
            by_stem.setdefault(stems[-1], word)
    return list(by_stem.values())


def _begins_compound(view: LexicalView, term: str) -> bool:
    """Return whether the index has a compound of a term and another word of the index, such as `redisstore`."""
    rests = set(_rests(view.words_with_initial(term[0]), term))
    return bool(view.document_frequencies(rests))


def _rests(words: set[str], beginning: str) -> Iterator[str]:
    for word in words:
        if len(word) >= len(beginning) + SHORTEST_REST and word.startswith(beginning):
            yield word[len(beginning) :]
