"""Metrics of rerankers on groups: MRR of definitions for the first stage, the model, and weighted combinations of both.

Candidates are ordered as in the product (`retrieval.ranking.rerank.gains`). The penalty for further results in a file
is not applied again, because the first stage's scores include it. Pure functions; the callers run the models.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import get_args

import msgspec
import numpy as np

from ctx_lsp.retrieval.ranking.rerank import is_wanted
from ctx_lsp.training.histories.questions import Kind
from ctx_lsp.training.reranker.groups import Group

WEIGHTS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 1.0)  # weights of the model; the rest is the weight of the first stage


def z_scores(scores: Sequence[float]) -> np.ndarray:
    """Return `scores` scaled to mean 0 and standard deviation 1; all zeros if the scores are equal."""
    values = np.asarray(scores, dtype=np.float64)
    spread = values.std()
    return np.asarray((values - values.mean()) / (spread or 1.0))


def reciprocal_rank(group: Group, read: Sequence[float], weight: float) -> float:
    """Return 1 divided by the rank of the first right definition, or 0 if no candidate is a right definition.

    Candidates are ordered by (1 - `weight`) · first stage + `weight` · `read`, both as z-scores. The right definition
    loses every tie.
    """
    right = [place for place, share in enumerate(group.shares) if share > 0 and group.definitions[place]]
    if not right:
        return 0.0
    scores = (1.0 - weight) * z_scores(group.scores) + weight * z_scores(read)
    return float(1.0 / (scores >= scores[right].max()).sum())


def among_sources(group: Group, read: Sequence[float]) -> tuple[Group, list[float]]:
    """Return the group and the model's scores (`read`) without tests, documents and data, which never count as right.

    On such a group, a model cannot gain by merely recognising source files.
    """
    kept = [place for place, source in enumerate(group.sources) if source]
    names = ("texts", "scores", "shares", "definitions", "sources")
    fields = {name: tuple(getattr(group, name)[place] for place in kept) for name in names}
    return msgspec.structs.replace(group, **fields), [read[place] for place in kept]


def reciprocal_ranks(groups: Sequence[Group], read: Sequence[Sequence[float]], weight: float) -> np.ndarray:
    """Return the reciprocal rank for each group as float (groups,)."""
    return np.array([reciprocal_rank(group, scores, weight) for group, scores in zip(groups, read, strict=True)])


def reranked_by_default(group: Group) -> bool:
    """Return whether the product would rerank this group by default."""
    return is_wanted("auto", group.intent, group.scores)


def by_kind(groups: Sequence[Group]) -> Iterator[tuple[Kind, list[int]]]:
    """Yield each kind of question in `groups`, with the indices of the groups of that kind."""
    for kind in get_args(Kind):
        places = [place for place, group in enumerate(groups) if group.kind == kind]
        if places:
            yield kind, places


def summary(figures: Mapping[float, np.ndarray]) -> str:
    """Format the MRR at each weight: 0 is the first stage alone, 1 the model alone."""
    return "MRR " + " ".join(f"{weight:g}: {ranks.mean():.4f}" for weight, ranks in figures.items())
