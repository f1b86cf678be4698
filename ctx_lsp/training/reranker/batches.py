"""Batches for training a reranker: candidates sampled from a `Group`, and the probability that each is the answer.

Nothing is tokenised or trained here. `collect_groups` collects the groups.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ctx_lsp.training.reranker.groups import Group
from ctx_lsp.training.reranker.measures import z_scores

MAX_RIGHT = 0.5  # maximum share of right candidates among those sampled


@dataclass(frozen=True, slots=True)
class TrainingQuestion:
    """A question with some of its candidates; the tuples are parallel.

    `chances` holds probabilities that sum to 1. `scores` holds the first stage's scores, as z-scores computed over the
    whole group.
    """

    query: str
    texts: tuple[str, ...]
    chances: tuple[float, ...]
    scores: tuple[float, ...]


def usable(groups: Sequence[Group], texts: int) -> list[Group]:
    """Return the groups that have an answer and at least `texts` candidates."""
    return [group for group in groups if any(group.shares) and len(group.texts) >= texts]


def lessons(groups: Sequence[Group], texts: int, teacher: float, seed: int) -> Iterator[TrainingQuestion]:
    """Yield an endless sequence of training questions with `texts` candidates: in each epoch, one per usable group.

    The order in each epoch is random. `teacher` is the first stage's share of the probabilities (see `lesson`). Raises
    `ValueError` if no group is usable.
    """
    order = random.Random(seed)  # noqa: S311  # equal seeds give equal lessons
    found = usable(groups, texts)
    if not found:
        raise ValueError(f"no group has an answer among at least {texts} candidates")
    while True:
        for group in order.sample(found, len(found)):
            yield lesson(group, drawn(group, texts, order), teacher)


def drawn(group: Group, texts: int, order: random.Random) -> list[int]:
    """Return the indices of `texts` candidates: those with the largest shares of the answer, and a random sample.

    The sample is drawn from the candidates without a share of the answer.
    """
    by_share = sorted(range(len(group.texts)), key=lambda place: -group.shares[place])
    right = [place for place in by_share if group.shares[place] > 0]
    others = [place for place in by_share if group.shares[place] == 0]
    kept = right[: max(1, int(MAX_RIGHT * texts), texts - len(others))]
    return sorted([*kept, *order.sample(others, texts - len(kept))])


def lesson(group: Group, places: Sequence[int], teacher: float) -> TrainingQuestion:
    """Build a training question from the candidates of a group at the indices `places`.

    In source files, a candidate's probability is a weighted mean of its share of the answer and the softmax of the
    first stage's scores; `teacher` is the weight of the softmax. The shares alone would treat all other definitions as
    equally wrong, although a commit shows only one of many possible answers. Tests, documents and data keep their
    probabilities from the first stage. Otherwise the model would learn that such files are never right, although
    weighing them is the task of the ranking rules.
    """
    scores = z_scores(group.scores)[list(places)]
    shares, sources = (np.array([column[place] for place in places]) for column in (group.shares, group.sources))
    first_stage = np.exp(scores) / np.exp(scores).sum()
    left = float(first_stage[sources].sum())
    learnt = (1.0 - teacher) * left * shares / shares.sum() + teacher * first_stage
    chances = np.where(sources, learnt, first_stage)
    texts = tuple(group.texts[place] for place in places)
    return TrainingQuestion(group.query, texts, tuple(chances.tolist()), tuple(scores.tolist()))
