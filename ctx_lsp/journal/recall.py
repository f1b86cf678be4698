"""Ranks entries of a journal for a question, by BM25 over their words."""

from collections.abc import Iterable, Sequence

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.digest import digest
from ctx_lsp.journal.model import JournalEntry
from ctx_lsp.lexical.index import LexicalIndex
from ctx_lsp.lexical.terms import count_terms
from ctx_lsp.syntax.words import terms

LEAST_SHARE = 0.25  # of the best score: entries below have one common word of the question


def recalled(
    entries: Sequence[JournalEntry], words: Iterable[str], limit: int, token: CancelToken
) -> list[JournalEntry]:
    """Return up to `limit` entries that contain any of the question's index terms `words`, best first.

    Automatic checkpoints are left out, because they repeat questions. Raises `Cancelled`.
    """
    entries = [one for one in entries if not one.is_automatic]
    by_name = {f"{one.number:012}": one for one in entries}
    index = LexicalIndex()
    index.put_many({name: count_terms([terms(one.said)], [digest(name.encode())]) for name, one in by_name.items()})
    hits = index.view().match(dict.fromkeys(words, 1.0), token).top(limit)
    return [by_name[hit.path] for hit in hits if hit.score >= LEAST_SHARE * hits[0].score]
