"""Reciprocal ranks of the matching texts for held-out questions. Pure functions; no model runs here."""

import random
from collections.abc import Sequence

import numpy as np

from ctx_lsp.training.pairs.pairs_reader import Example, by_language

DEPTH = 10  # lower ranks count as zero
FEWEST = 100  # default minimum number of candidates in a language; with fewer, the metrics mean little


def validation_sets(
    pairs: Sequence[Example], candidates: int, seed: int, fewest: int = FEWEST
) -> dict[str, list[Example]]:
    """Draw at most `candidates` random pairs for each language that has at least `fewest` pairs.

    No two pairs in a set have the same question or text, or come from the same definition.
    """
    order = random.Random(seed)  # noqa: S311  # equal seeds give equal sets
    chosen = {}
    for language, members in by_language(pairs).items():
        by_text = {pair.text: pair for pair in members}
        by_place = {pair.place: pair for pair in by_text.values()}
        different = list({pair.query: pair for pair in by_place.values()}.values())
        if len(different) >= fewest:
            chosen[language] = order.sample(different, min(candidates, len(different)))
    return chosen


def reciprocal_ranks(scores: np.ndarray) -> np.ndarray:
    """Return the reciprocal rank of the right candidate for each question: float (questions,).

    `scores` is (questions, candidates); a higher score is better. Candidate i is the right one for question i, and
    loses every tie. A rank beyond `DEPTH` counts as 0.
    """
    own = np.take_along_axis(scores, np.arange(len(scores))[:, None], axis=1)
    ranks = (scores >= own).sum(axis=1)
    return np.where(ranks <= DEPTH, 1.0 / ranks, 0.0)


def summary(figures: dict[str, float]) -> str:
    """Format the mean over languages, and the value for each language."""
    mean = sum(figures.values()) / max(1, len(figures))
    return " ".join([f"MRR@{DEPTH} {mean:.4f}", *(f"{name} {figure:.3f}" for name, figure in figures.items())])
