"""Chance that the workspace has an answer to a question, estimated before any pack is built.

A logistic model computes the chance from three measures (`MatchQuality`): how well the best chunk matches the words of
the question, the similarity of the nearest chunk, and the share of the words that the workspace mentions at all. The
models in `packing.assessment.confidence` use further measures, taken from the passages and the question. Of 499 commit
messages asked as questions, 0.4 % score below `NO_MATCH` in their own repository and 17 % in a similar one. Of
meaningless questions, 99 % score below `NO_MATCH`.
"""

import math
from collections.abc import Sequence

from ctx_lsp.lexical.index import LexicalView
from ctx_lsp.retrieval.match_quality import MatchQuality
from ctx_lsp.retrieval.model import QueryAnalysis
from ctx_lsp.retrieval.question.analyse import last_part
from ctx_lsp.retrieval.question.generality import form_of, general_chance, is_courtesy
from ctx_lsp.retrieval.question.named_words import named_share, names_code
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.syntax.words import terms

ENOUGH_VECTORS = 0.95  # share of the chunks that must have vectors for similarity to count
NO_MATCH = 0.04  # a question with a lower chance has no good match
PARTICULAR = 0.1  # a question that is less likely to be general asks for something particular, present or not
LIKELY = 0.5  # a question with a higher chance is answered, even if it reads like a general one
# The same for a question of whose words less than `NAMED` are words of names: code has them, but is not about them.
LIKELY_UNNAMED = 0.7
NAMED = 0.5
CERTAIN = 0.97  # the same for a question about the meaning of words of which none is a word of a name
NO_CONTEXT_NEEDED = (
    "No context needed: this reads like a general question. If it is about this code, name a symbol or a file."
)
NOTHING_FITS = "Nothing here fits the question well. These are the nearest results."

# Intercept, then the weights of strength, similarity and mentioned words.
_BY_MEANING = (-8.867, 6.898, 12.323, 1.900)
_BY_WORDS = (-5.881, 12.110, 0.0, 3.305)


def answer_chance(quality: MatchQuality, semantic_coverage: float) -> float:
    """Compute the chance (0–1) that the workspace can answer a question whose match quality is `quality`.

    If `semantic_coverage` is too low, or there is no model, only the words of the question count.
    """
    by_meaning = counts_meaning(quality, semantic_coverage)
    return logistic_chance(_BY_MEANING if by_meaning else _BY_WORDS, quality)


def counts_meaning(quality: MatchQuality, semantic_coverage: float, enough: float = ENOUGH_VECTORS) -> bool:
    """Return whether semantic similarity counts: the question was compared, with at least `enough` of the chunks."""
    return quality.best_meaning > 0.0 and semantic_coverage >= enough


def is_answerable(quality: MatchQuality, semantic_coverage: float) -> bool:
    """Return whether the chance of an answer is at least `NO_MATCH`."""
    return answer_chance(quality, semantic_coverage) >= NO_MATCH


def is_general(
    query: QueryAnalysis, quality: MatchQuality, snapshot: Snapshot, lexical: LexicalView | None = None
) -> bool:
    """Return whether a question needs no code: it is more likely to be general than to be answered by the code.

    By grammar alone, short questions about the code, such as "what is a stop condition?", would count as general too,
    so a question that the code is likely to answer never does, unless it asks for the meaning of words that name
    nothing here ("what is a mutex?" where one is used). A greeting or thanks needs no code either. A lookup of a symbol
    is never general, nor is a question about a procedure of the project, or one with an identifier or a number such as
    REQ-7 that occurs in `lexical`, by default the text index of the workspace.
    """
    if is_courtesy(query.text):
        return query.intent != "symbol" or not any(names_code(snapshot, name) for name in query.symbols)
    chance = general_chance(query)
    if query.intent == "symbol" or query.procedure or chance < PARTICULAR:
        return False
    view = lexical or snapshot.lexical
    if any(_occurs(snapshot, view, name) for name in query.symbols) or _has_number(view, query.text):
        return False
    answer = answer_chance(quality, snapshot.semantic_coverage)
    return answer < min(chance, LIKELY) or (answer < chance and answer < _likely(query, snapshot))


def _likely(query: QueryAnalysis, snapshot: Snapshot) -> float:
    """Return the chance from which on a question is answered that reads like a general one."""
    share, form = named_share(snapshot, query.terms), form_of(query)
    if not share and (form.asks_meaning or form.asks_to_explain) and not form.definite:
        return CERTAIN
    return LIKELY_UNNAMED if share < NAMED else LIKELY


def _occurs(snapshot: Snapshot, lexical: LexicalView, identifier: str) -> bool:
    """Return whether an identifier in a question occurs in the workspace.

    An identifier with characters other than letters and digits, such as a path, is assumed to occur. All others are
    looked up, because they may be product names, such as JavaScript, that only look like identifiers.
    """
    if not identifier.isalnum():  # a path, a qualified name, an identifier with underscores
        return True
    whole = tuple(terms(identifier))[:1]  # the term of the whole identifier comes before those of its words
    return identifier in snapshot.names or bool(lexical.document_frequencies(whole))


def is_unknown(snapshot: Snapshot, lexical: LexicalView, identifier: str) -> bool:
    """Return whether an identifier of several words, such as `parse_invoice`, neither names nor occurs in anything.

    A single word is never unknown: the workspace may use another word for the same thing.
    """
    last = last_part(identifier)
    whole, *parts = terms(last) or [""]
    return bool(parts) and last not in snapshot.names and not lexical.document_frequency(whole)


def _has_number(lexical: LexicalView, text: str) -> bool:
    """Return whether a text contains a word with letters and digits that also occurs in the index, such as REQ-7."""
    for word in text.split():
        if any(map(str.isdigit, word)) and any(map(str.isalpha, word)):
            wanted = tuple(terms(word))
            if len(lexical.document_frequencies(wanted)) == len(set(wanted)):
                return True
    return False


def logistic_chance(model: Sequence[float], measures: Sequence[float]) -> float:
    """Compute a chance (0–1) with a logistic model; `model` holds the intercept, then one weight for each measure."""
    intercept, *weights = model
    logit = intercept + sum(weight * measure for weight, measure in zip(weights, measures, strict=True))
    return 1.0 / (1.0 + math.exp(-logit))
