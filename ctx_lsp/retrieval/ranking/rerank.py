"""The rerank stage: a model scores how well each of the best candidates fits the question, and changes their order.

This module decides whether to use the model, which candidates to send, and how much the model's scores count. The
decision depends only on the request and the candidates' scores, and the number of candidates depends only on the model,
so that equal questions get equal answers. `candidate_text` builds the texts; `models.reranker` contains the models.
"""

from collections.abc import Sequence
from statistics import pstdev

from ctx_lsp.base.timings import Timings
from ctx_lsp.models.model_files import ModelError
from ctx_lsp.retrieval.model import Auto, Intent
from ctx_lsp.retrieval.ranking.candidate_text import CandidateTexts
from ctx_lsp.retrieval.ranking.rank import diversify
from ctx_lsp.retrieval.ranking.score_matrix import ScoreMatrix
from ctx_lsp.retrieval.search_context import SearchContext

# The model is used if the second score is closer to the best score than this share of the best score. This holds for
# 28% of the questions from 54 histories (`training.histories.questions`), and would hold for 80% with 0.2.
MARGIN = 0.06
NO_RERANKER = "No reranker is loaded, so the results were not reranked."


def add_rerank(matrix: ScoreMatrix, context: SearchContext, timings: Timings) -> tuple[str, ...]:
    """Add the model's scores to the best candidates if the request and the scores call for reranking; return warnings.

    The best candidates are those that would be the first results; all others keep their scores. Raises `Cancelled`.
    """
    mode, model = context.request.rerank, context.reranking
    if model is None:
        return (NO_RERANKER,) if mode is True else ()
    weights = context.weights
    places, fused = first_candidates(matrix, weights.saturation, model.candidates)
    if not (weights.rerank and is_wanted(mode, context.query.intent, fused)):
        return ()
    with timings.stage("rerank"):
        texts = CandidateTexts(context)
        text_of = texts.without_secrets if model.is_remote else texts.of
        try:
            read = model.scores(
                context.query.plain_text, [text_of(matrix.units[place]) for place in places], context.token
            )
        except ModelError as error:
            return (f"The results were not reranked: {error}.",)
    gained = matrix.zeros()
    gained[places] = gains(fused, read, weights.rerank)
    matrix.add("rerank", gained)
    return ()


def first_candidates(matrix: ScoreMatrix, saturation: float, count: int) -> tuple[list[int], list[float]]:
    """Return the rows of the `count` candidates that a model reads, best first, and their scores so far."""
    rough = diversify(matrix, saturation, count)
    return [place for place, _ in rough], [float(matrix.totals[place]) - lost for place, lost in rough]


def is_wanted(mode: Auto, intent: Intent, fused: Sequence[float]) -> bool:
    """Return whether a model should rerank candidates that have the scores `fused`, best first.

    With "auto", a model is used if the first two scores are close. A lookup of a name does not need a model, because
    the channels match names exactly.
    """
    if mode != "auto":
        return mode and len(fused) > 1
    return intent != "symbol" and len(fused) > 1 and fused[0] - fused[1] < MARGIN * fused[0]


def gains(fused: Sequence[float], read: Sequence[float], weight: float) -> list[float]:
    """Return the gain in score for each candidate, given its fused score and the score that the model gave it.

    With these gains, the candidates are ordered by (1 - weight) · z(`fused`) + weight · z(`read`), where z is the
    z-score. All gains are at least 0, so that candidates without a score from the model cannot overtake the others.
    """
    spread = pstdev(read)
    if spread == 0.0:
        return [0.0] * len(read)
    worth = weight / (1.0 - weight) * pstdev(fused) / spread
    return [worth * (score - min(read)) for score in read]
