"""The rerank stage: a model reads the question beside the best candidates, and its scores join theirs.

Here: whether a model is asked, about which candidates, and what its scores count. The first follows from the scores
alone and the second from the model alone, so that equal questions get equal answers. The texts are made in
`candidate_text`; the models are in `models.reranker`.
"""

from collections.abc import Sequence
from statistics import pstdev

from ctx_lsp.base.timings import Timings
from ctx_lsp.models.model_files import ModelError
from ctx_lsp.models.reranking import Reranking
from ctx_lsp.retrieval.channels.channels import ChannelInput
from ctx_lsp.retrieval.model import Auto, Intent
from ctx_lsp.retrieval.ranking.candidate_text import CandidateTexts
from ctx_lsp.retrieval.ranking.rank import diversify
from ctx_lsp.retrieval.ranking.score_matrix import ScoreMatrix

# Share of the best score by which the second must lie below it for the order to need no second opinion. 28% of the
# questions that 54 histories gave (`training.histories.questions`) are as close; with 0.2, 80% were.
MARGIN = 0.06
NO_RERANKER = "No reranker is loaded: the order is that of the fused channels."


def add_rerank(
    matrix: ScoreMatrix, inputs: ChannelInput, wish: Auto, model: Reranking | None, timings: Timings
) -> tuple[str, ...]:
    """Raise the candidates that a model finds good, if `wish` and the scores want it; returns warnings.

    The candidates are those that would be the first results; all others keep their scores. Raises `Cancelled`.
    """
    if model is None:
        return (NO_RERANKER,) if wish is True else ()
    weights = inputs.weights
    places, fused = first_candidates(matrix, weights.saturation, model.candidates)
    if not (weights.rerank and is_wanted(wish, inputs.query.intent, fused)):
        return ()
    with timings.stage("rerank"):
        texts = CandidateTexts(inputs)
        text_of = texts.without_secrets if model.is_remote else texts.of
        try:
            read = model.scores(
                inputs.query.plain_text, [text_of(matrix.units[place]) for place in places], inputs.token
            )
        except ModelError as error:
            return (f"The order is that of the fused channels, because the reranker cannot be used: {error}.",)
    gained = matrix.zeros()
    gained[places] = gains(fused, read, weights.rerank)
    matrix.add("rerank", gained)
    return ()


def first_candidates(matrix: ScoreMatrix, saturation: float, count: int) -> tuple[list[int], list[float]]:
    """The places of the candidates that a model reads, best first, and their scores as first results."""
    rough = diversify(matrix, saturation, count)
    return [place for place, _ in rough], [float(matrix.totals[place]) - lost for place, lost in rough]


def is_wanted(wish: Auto, intent: Intent, fused: Sequence[float]) -> bool:
    """Whether candidates with these scores, best first, are to be read; left to us, where the first place is disputed.

    A look-up of a name means it to the letter, which the channels know best.
    """
    if wish != "auto":
        return wish and len(fused) > 1
    return intent != "symbol" and len(fused) > 1 and fused[0] - fused[1] < MARGIN * fused[0]


def gains(fused: Sequence[float], read: Sequence[float], weight: float) -> list[float]:
    """What each candidate gains: the order is that of (1 - weight) · z-score of `fused` + weight · z-score of `read`.

    The worst gains nothing, and none loses: what the model has not read must not overtake what it has.
    """
    spread = pstdev(read)
    if spread == 0.0:
        return [0.0] * len(read)
    worth = weight / (1.0 - weight) * pstdev(fused) / spread
    return [worth * (score - min(read)) for score in read]
