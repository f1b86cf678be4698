"""The rerank stage: a model reads the question beside the best candidates, and what it says joins their scores.

It is decided here whether, what the model reads, and what its scores are worth. Whether is decided by the scores alone
and how many by the model alone, so that equal questions get equal answers. The models are in `index.reranker`.
"""

from collections.abc import Sequence
from statistics import pstdev

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.base.timings import Timings
from ctx_lsp.index.entry import embedding_text
from ctx_lsp.index.model_files import ModelError
from ctx_lsp.index.reranking import Reranking
from ctx_lsp.index.snapshot import Snapshot
from ctx_lsp.retrieval.board import Board
from ctx_lsp.retrieval.model import Auto, Intent, QueryAnalysis
from ctx_lsp.retrieval.rank import diversify
from ctx_lsp.retrieval.units import Unit, unit_range
from ctx_lsp.retrieval.weights import Weights
from ctx_lsp.text.secrets import is_secret_file, secret_in

MARGIN = 0.2  # share of the best score by which the second must lie below it for the order to need no second opinion
NO_RERANKER = "No reranker is loaded: the order is that of the fused channels."


def add_rerank(
    board: Board, snapshot: Snapshot, query: QueryAnalysis, weights: Weights, wish: Auto,
    model: Reranking | None, token: CancelToken, timings: Timings,
) -> tuple[str, ...]:  # fmt: skip
    """Raise the candidates that a model finds good, if `wish` and the scores want it; returns warnings.

    The candidates are those that would be the first results; whatever else keeps its score. Raises `Cancelled`.
    """
    if model is None:
        return (NO_RERANKER,) if wish is True else ()
    rough = diversify(board, weights.saturation, model.candidates)
    units = [board.units[place] for place, _ in rough]
    fused = [float(board.totals[place]) - lost for place, lost in rough]
    if not (weights.rerank and is_wanted(wish, query.intent, fused)):
        return ()
    with timings.stage("rerank"):
        try:
            texts = [shown(snapshot, unit) if model.is_remote else text_of(snapshot, unit) for unit in units]
            read = model.scores(query.plain_text, texts, token)
        except ModelError as error:
            return (f"The order is that of the fused channels, because the reranker cannot be used: {error}.",)
    gained = board.zeros()
    gained[[place for place, _ in rough]] = gains(fused, read, weights.rerank)
    board.add("rerank", gained)
    return ()


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


def shown(snapshot: Snapshot, unit: Unit) -> str:
    """The same for a model elsewhere: where it seems to hold a secret, only its first line, which says where it is."""
    text = text_of(snapshot, unit)
    return text.partition("\n")[0] if is_secret_file(unit.path) or secret_in(text) else text


def text_of(snapshot: Snapshot, unit: Unit) -> str:
    """What the model reads of a unit: what is embedded for it, or the like where its chunk holds others as well."""
    entry = snapshot.files[unit.path]
    if unit.symbol < 0:
        return embedding_text(entry, entry.facts.chunks[unit.chunk])
    own = next((chunk for chunk in entry.facts.chunks if chunk.symbols == (unit.symbol,)), None)
    if own is not None:
        return embedding_text(entry, own)
    return f"{unit.path} {entry.definitions[unit.symbol].qualname}\n{entry.source.slice(*unit_range(snapshot, unit))}"
