"""Measures of rerankers on groups: MRR of definitions by the first stage, by the model, and by both at several weights.

The order is that of the product (`retrieval.ranking.rerank.gains`), but for what further results of one file lose,
which the first stage's scores hold already. Pure: models are run by the callers.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import get_args

import msgspec
import numpy as np

from ctx_lsp.retrieval.ranking.rerank import is_wanted
from ctx_lsp.training.histories.questions import Kind
from ctx_lsp.training.reranker.groups import Group

WEIGHTS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 1.0)  # of the model beside the first stage


def z_scores(scores: Sequence[float]) -> np.ndarray:
    """`scores` with mean 0 and deviation 1; zeros where all are equal."""
    values = np.asarray(scores, dtype=np.float64)
    spread = values.std()
    return np.asarray((values - values.mean()) / (spread or 1.0))


def reciprocal_rank(group: Group, read: Sequence[float], weight: float) -> float:
    """One over the rank of the first right definition by (1 - weight) · first stage + weight · read, as z-scores.

    0 where no candidate is one; a tie counts against it.
    """
    right = [place for place, share in enumerate(group.shares) if share > 0 and group.definitions[place]]
    if not right:
        return 0.0
    scores = (1.0 - weight) * z_scores(group.scores) + weight * z_scores(read)
    return float(1.0 / (scores >= scores[right].max()).sum())


def among_sources(group: Group, read: Sequence[float]) -> tuple[Group, list[float]]:
    """The group and its scores without candidates of tests, documents and data, which are never right.

    What a model gains here does not come from telling sources from the rest.
    """
    kept = [place for place, source in enumerate(group.sources) if source]
    names = ("texts", "scores", "shares", "definitions", "sources")
    fields = {name: tuple(getattr(group, name)[place] for place in kept) for name in names}
    return msgspec.structs.replace(group, **fields), [read[place] for place in kept]


def reciprocal_ranks(groups: Sequence[Group], read: Sequence[Sequence[float]], weight: float) -> np.ndarray:
    """The reciprocal rank of each group, float (groups,)."""
    return np.array([reciprocal_rank(group, scores, weight) for group, scores in zip(groups, read, strict=True)])


def asked_of_itself(group: Group) -> bool:
    """Whether the product would have a model read this group when nobody says so."""
    return is_wanted("auto", group.intent, group.scores)


def by_kind(groups: Sequence[Group]) -> Iterator[tuple[Kind, list[int]]]:
    """The kinds of questions that there are, with the places of their groups."""
    for kind in get_args(Kind):
        places = [place for place, group in enumerate(groups) if group.kind == kind]
        if places:
            yield kind, places


def summary(figures: Mapping[float, np.ndarray]) -> str:
    """The MRR at each weight: 0 is the first stage, 1 the model alone."""
    return "MRR " + " ".join(f"{weight:g}: {ranks.mean():.4f}" for weight, ranks in figures.items())
