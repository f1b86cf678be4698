"""Searches the workspace and published repositories at once, and orders the results of both by the same scores.

Each channel finds candidates in the workspace and in the repositories. A candidate's rank and relative score in the
channel are computed among the candidates of both, so that the scores of all results can be compared.
"""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from functools import cached_property

from ctx_lsp.base.timings import Timings
from ctx_lsp.published.model import RemoteQuestion
from ctx_lsp.published.ranking import RemoteResults, scores_of
from ctx_lsp.published.service import PromisedCandidates, PublishedRepositories
from ctx_lsp.retrieval.answerable import NO_CONTEXT_NEEDED, NOTHING_FITS
from ctx_lsp.retrieval.model import Item, SearchAnswer, SearchRequest
from ctx_lsp.retrieval.question.analyse import last_part
from ctx_lsp.retrieval.question.unmentioned import without_mentioned
from ctx_lsp.retrieval.ranking.score_matrix import DIGITS
from ctx_lsp.retrieval.search import answer_of, score
from ctx_lsp.retrieval.search_context import SearchContext
from ctx_lsp.text.redaction import redacted

NOT_SET_UP = "Published repositories were not searched: sharing.repositories is not set."
NEITHER = "Not searched: {}. The workspace has no such folder, and sharing.repositories is not set."
NOT_WITH_SECRETS = "Published repositories were not searched: the question seems to hold a secret."
NOT_BY_FOLDER = "Published repositories were not searched: the filter names folders or a revision of the workspace."


def search_everywhere(
    context: SearchContext,
    published: PublishedRepositories | None,
    folders: Sequence[str],
    model: str,
    timings: Timings,
) -> SearchAnswer:
    """Return the best results of the workspace and of published repositories.

    If published repositories cannot be searched, the results are those of the workspace, with a warning that says why.
    `folders` holds the names of the workspace's folders, and `model` identifies the model that computed the question's
    vector. Raises `Cancelled`.
    """
    question = _question(context, folders, model)
    wanted = context.request.filter
    if question.wanted == ():
        return answer_of(score(context, timings), timings)
    problem = (
        NOT_BY_FOLDER if wanted.since or wanted.roots else NOT_WITH_SECRETS if _has_secret(context.request) else ""
    )
    if published is None or problem:
        if published is None:
            problem = NEITHER.format(", ".join(question.wanted)) if question.wanted else NOT_SET_UP
        answer = answer_of(score(context, timings), timings)
        return replace(answer, warnings=(*answer.warnings, problem))
    with closing(published.ask(question)) as promised:
        remote = _Remote(promised, context, timings)
        local = score(replace(context, beside=lambda: remote.results.scores), timings)
        answer = answer_of(local, timings)
        with timings.stage("elsewhere"):
            items = [*answer.items, *remote.results.items(scores_of(local.rankings))]
    items.sort(key=_best_first)
    return replace(
        answer,
        query=without_mentioned(answer.query, remote.results.held_by),
        items=tuple(items[: context.request.limit]),
        timings=timings.ms,
        warnings=(*_still_true(answer.warnings, items), *remote.warnings),
    )


def _has_secret(request: SearchRequest) -> bool:
    return any(redacted(text) != text for text in (request.question, request.hypothetical))


def _still_true(warnings: Sequence[str], items: Sequence[Item]) -> list[str]:
    """Return the warnings about local results that also apply to `items`, the merged results."""
    found_elsewhere = bool(items) and items[0].origin is not None
    untrue = (NOTHING_FITS, NO_CONTEXT_NEEDED) if found_elsewhere else ()
    return [warning for warning in warnings if warning not in untrue]


def _best_first(item: Item) -> tuple[float, bool]:
    return -round(item.score, DIGITS), item.origin is not None


class _Remote:
    """The results of published repositories. The first use of `results` waits for them."""

    def __init__(self, promised: PromisedCandidates, context: SearchContext, timings: Timings) -> None:
        self._promised, self._context, self._timings = promised, context, timings
        self.warnings: tuple[str, ...] = ()

    @cached_property
    def results(self) -> RemoteResults:
        with self._timings.stage("elsewhere"):
            found = self._promised.result(self._context.token)
        self.warnings = found.warnings
        return RemoteResults(found, self._context)


def _question(context: SearchContext, folders: Sequence[str], model: str) -> RemoteQuestion:
    scope = context.request.scope
    return RemoteQuestion(
        terms=context.term_weights,
        names=tuple(dict.fromkeys(map(last_part, context.query.symbols))),
        vector=context.vector,
        model=model,
        wanted=tuple(name for name in scope if name not in folders) if isinstance(scope, tuple) else None,
        left_out=tuple(folders),
        filter=context.request.filter,
    )
