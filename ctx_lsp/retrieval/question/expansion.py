"""What else is looked for beside the words of a question, and how much it counts. Which words those are is told by the
relations (`word_families`, `abbreviations`); here they are weighed against an index.
"""

from collections.abc import Callable, Mapping, Sequence

from ctx_lsp.lexical.index import LexicalView

TermRelation = Callable[[str], Mapping[str, float]]  # an index term → others and how nearly they mean it, up to 1


def stand_ins(view: LexicalView, terms: Sequence[str], relation: TermRelation) -> dict[str, float]:
    """The terms of `view` that stand for those of a question by `relation`, with their weights for a lexical search.

    None counts more than the word that it stands for: a word that few documents hold would else outweigh it. Several
    words of a question that lead to the same term count once, by the strongest.
    """
    related = {term: relation(term) for term in terms}
    said = frozenset(terms)
    held = view.document_frequencies({*terms, *(other for others in related.values() for other in others)})
    found: dict[str, float] = {}
    for term, others in related.items():
        highest = view.idf(held.get(term, 0))
        for other, nearness in others.items():
            if other in held and other not in said:
                weight = nearness * min(1.0, highest / view.idf(held[other]))
                found[other] = max(found.get(other, 0.0), weight)
    return found
