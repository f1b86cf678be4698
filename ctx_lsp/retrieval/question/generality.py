"""Chance that a question asks for general knowledge, estimated from its grammar; its subject is not considered.

Questions about a code base refer to known things ("the", "my", "it"), describe circumstances ("if", "when"), and are
long. General questions are short and ask what something means or how to do it. `training.figures.fit_general` fits the
weights to questions about the code of many repositories and to general questions.
"""

import math
import re
from typing import NamedTuple

from ctx_lsp.retrieval.model import QueryAnalysis
from ctx_lsp.retrieval.question.analyse import STOP_WORDS

_WORD = re.compile(r"\w+")
_DEFINITE = frozenset({"the", "this", "these", "those", "that", "my", "our", "its", "it", "their", "they", "them"})
_PERSONAL = frozenset({"i", "you", "me", "my"})
_CIRCUMSTANCES = frozenset(
    {"if", "not", "no", "but", "so", "there", "when", "after", "before", "without", "which", "where", "than", "then"}
)
_AUXILIARY = frozenset({"do", "does", "can", "should"})
_COPULA = frozenset({"is", "are", "was", "were", "s"})
_REQUESTS = frozenset({"explain", "describe", "define", "compare", "difference"})
# Interjections, and the words with which they form phrases. As a class of words, they are few and name nothing.
_COURTESY = frozenset(
    {"hello", "hi", "hey", "thanks", "thank", "please", "ok", "okay", "yes", "sorry", "bye", "goodbye"}
)
_BESIDE_COURTESY = STOP_WORDS | {"very", "much", "lot"}
_COMPARISON = re.compile(r"\bthe (?=differences? between\b)")  # "the" of the grammar, not of a known thing
MORE_LIKELY = 0.5  # chance from which on a question is more likely to be general
MAX_DEFINITE = 3
MAX_TERMS = 12


class QuestionForm(NamedTuple):
    """Grammatical features of a question.

    `definite` counts definite articles, possessives and pronouns. The features whose names begin with `asks_` say how
    the question begins; `asks_meaning` is true for beginnings such as "what is", and `asks_to_explain` for verbs such
    as "explain". `personal` is true if a word such as "I" or "you" occurs, and `circumstances` if a word such as "if"
    or "when" occurs. `terms` is the number of index terms.
    """

    definite: int
    asks_what: bool
    asks_meaning: bool
    asks_how: bool
    asks_why: bool
    asks_to_explain: bool
    personal: bool
    circumstances: bool
    terms: int

    @property
    def asks(self) -> bool:
        """Whether the text begins like a question. Only such texts can be general; keywords and requests cannot."""
        return self.asks_what or self.asks_how or self.asks_why or self.asks_to_explain


# Intercept, then the weight of each feature.
_WEIGHTS = (6.620, -0.808, -0.300, 1.748, 0.530, -1.159, 0.929, -0.411, -1.197, -1.505)


def form_of(query: QueryAnalysis) -> QuestionForm:
    """Return the grammatical features of a question, which is assumed to be in English."""
    words = _WORD.findall(query.text.lower())
    first, second = (*words[:2], "", "")[:2]
    asks_what = first in {"what", "who"}
    return QuestionForm(
        definite=min(sum(word in _DEFINITE for word in words), MAX_DEFINITE),
        asks_what=asks_what,
        asks_meaning=asks_what and second in _COPULA,
        asks_how=first == "how" and second in _AUXILIARY,  # not "how are orders stored"
        asks_why=first in {"why", "when", "should", "can"},
        asks_to_explain=first in _REQUESTS,
        personal=not _PERSONAL.isdisjoint(words),
        circumstances=not _CIRCUMSTANCES.isdisjoint(words),
        terms=min(len(query.terms), MAX_TERMS),
    )


def is_courtesy(text: str) -> bool:
    """Return whether a text consists of words such as "hello" or "thank you"."""
    words = frozenset(_WORD.findall(text.lower()))
    return not words.isdisjoint(_COURTESY) and words <= _COURTESY | _BESIDE_COURTESY


def reads_general(query: QueryAnalysis) -> bool:
    """Return whether the grammar of a question is that of a general one that refers to nothing known."""
    words = _WORD.findall(_COMPARISON.sub("", query.text.lower()))
    return _DEFINITE.isdisjoint(words) and general_chance(query) >= MORE_LIKELY


def general_chance(query: QueryAnalysis) -> float:
    """Compute the chance (0–1) that a question needs no code; 0 for lookups and for requests to change code."""
    form = form_of(query)
    if query.intent != "question" or not form.asks:
        return 0.0
    intercept, *weights = _WEIGHTS
    logit = intercept + sum(weight * feature for weight, feature in zip(weights, form, strict=True))
    return 1.0 / (1.0 + math.exp(-logit))
