"""Reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009), with the parts of every score kept by name."""

import math
from collections.abc import Iterable, Mapping

from ctx_lsp.retrieval.channels import Ranking
from ctx_lsp.retrieval.units import Unit

RRF_K = 60

Parts = dict[str, float]


def fuse(rankings: Iterable[Ranking], weights: Mapping[str, float]) -> dict[Unit, Parts]:
    """Score parts by unit: for each channel weight · (k + 1) / (k + rank), so that rank 1 gives the weight itself.

    A channel without a weight is left out.
    """
    fused: dict[Unit, Parts] = {}
    for ranking in rankings:
        weight = weights.get(ranking.name, 0.0)
        for rank, (unit, _) in enumerate(ranking.units if weight else (), start=1):
            fused.setdefault(unit, {})[ranking.name] = weight * (RRF_K + 1) / (RRF_K + rank)
    return fused


def total(parts: Parts) -> float:
    """A score is the sum of its parts, exactly rounded, so that it does not depend on which came first."""
    return math.fsum(parts.values())


def best_first(scored: Mapping[Unit, Parts]) -> list[Unit]:
    """Units by falling score; ties, also those that differ by rounding alone, by path and position."""
    return sorted(scored, key=lambda unit: (-round(total(scored[unit]), 6), unit))
