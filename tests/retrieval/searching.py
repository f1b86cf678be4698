"""Searches of a snapshot without a workspace around it."""

from dataclasses import replace
from typing import Any

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.timings import Timings
from ctx_lsp.retrieval.model import SearchAnswer, SearchRequest
from ctx_lsp.retrieval.question.understanding import understand
from ctx_lsp.retrieval.search import search
from ctx_lsp.retrieval.search_context import SearchContext
from ctx_lsp.snapshot.snapshot import Snapshot


def context_of(snapshot: Snapshot, request: SearchRequest | str, **others: Any) -> SearchContext:  # noqa: ANN401  # any field
    """The context of a request, or of a question; `others` are fields such as the vector, the weights or a reranker."""
    request = SearchRequest(request) if isinstance(request, str) else request
    return replace(SearchContext(snapshot, request, understand(snapshot, request.question), CancelToken()), **others)


def found(snapshot: Snapshot, request: SearchRequest | str, **others: Any) -> SearchAnswer:  # noqa: ANN401  # any field
    """The answer to a request, or to a question."""
    return search(context_of(snapshot, request, **others), Timings())
