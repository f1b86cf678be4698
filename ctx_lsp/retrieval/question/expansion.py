"""Query expansion: finds index terms that are related to a question's words, and weights them.

`word_families` and `abbreviations` define which terms are related.
"""

from collections.abc import Callable, Mapping, Sequence

from ctx_lsp.lexical.index import LexicalView

TermRelation = Callable[[str], Mapping[str, float]]  # index term → related terms and their nearness, at most 1


def related_terms(view: LexicalView, terms: Sequence[str], relation: TermRelation) -> dict[str, float]:
    """Return the terms in `view` that `relation` derives from a question's terms, with weights for a lexical search.

    The weights are scaled so that a rare related term does not outweigh the word in the question. If a term is related
    to several words in the question, the highest weight counts.
    """
    related = {term: relation(term) for term in terms}
    question_terms = frozenset(terms)
    held = view.document_frequencies({*terms, *(other for others in related.values() for other in others)})
    found: dict[str, float] = {}
    for term, others in related.items():
        highest = view.idf(held.get(term, 0))
        for other, nearness in others.items():
            if other in held and other not in question_terms:
                weight = nearness * min(1.0, highest / view.idf(held[other]))
                found[other] = max(found.get(other, 0.0), weight)
    return found
