"""Analyses a question with the help of the index: corrects its spelling, and finds words that the index lacks."""

from ctx_lsp.lexical.index import LexicalView
from ctx_lsp.retrieval.model import QueryAnalysis
from ctx_lsp.retrieval.question.analyse import analyse
from ctx_lsp.retrieval.question.named_words import named_share
from ctx_lsp.retrieval.question.spelling import respelt
from ctx_lsp.retrieval.question.unmentioned import with_unmentioned
from ctx_lsp.snapshot.snapshot import Snapshot


def understand(snapshot: Snapshot, question: str, lexical: LexicalView | None = None) -> QueryAnalysis:
    """Analyse a question, correct its misspelt words, and find the words that the workspace does not mention.

    The words of the workspace are those of `lexical`, by default of all its files. While files are still being indexed,
    no word is reported as unmentioned.
    """
    view = lexical or snapshot.lexical
    query = respelt(view, analyse(question), lambda term: named_share(snapshot, (term,)) > 0.0)
    return with_unmentioned(view, query, snapshot) if snapshot.lexical_coverage >= 1.0 else query
