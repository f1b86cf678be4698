"""Analysis of a question in a workspace: `analyse`, and what the words of the index say about those of the question."""

from ctx_lsp.retrieval.model import QueryAnalysis
from ctx_lsp.retrieval.question.analyse import analyse
from ctx_lsp.retrieval.question.spelling import respelt
from ctx_lsp.retrieval.question.unmentioned import with_unmentioned
from ctx_lsp.snapshot.snapshot import Snapshot


def understand(snapshot: Snapshot, question: str) -> QueryAnalysis:
    """Analyse a question, correct its misspelt words, and find the words that the workspace does not mention.

    While files are being indexed, any word may still be mentioned.
    """
    query = respelt(snapshot.lexical, analyse(question))
    return with_unmentioned(snapshot.lexical, query) if snapshot.lexical_coverage >= 1.0 else query
