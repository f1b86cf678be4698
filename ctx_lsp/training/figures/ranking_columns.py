"""Columns for fitting the weights of the ranking: each part's value for each candidate, and the right candidates.

`histories.questions` provides the questions. Some parts (`graph`, `coherence`, `role`) depend on the weighted sum of
the other parts, and the choice of candidates depends on the weights as well. The current weights are used for both, so
new weights require new columns. `fit_ranking` fits the weights.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.evaluation.history.tasks import HistoryTask
from ctx_lsp.retrieval.ranking.weights import PARTS, TUNING, Tuning
from ctx_lsp.settings import Settings
from ctx_lsp.training.histories.questions import AskedQuestion, Kind, asked_questions

NO_COLUMNS = frozenset({"derived", "abbreviated", "commits", "feedback", "saturation", "rerank"})
COLUMNS = tuple(part for part in PARTS if part not in NO_COLUMNS)
MAX_CANDIDATES = 150  # number of best candidates kept for a question, in addition to all right ones
TINY_WEIGHT = 1e-9  # replaces a weight of 0, so that the part is computed


class Question(NamedTuple):
    """A question with its best and its right candidates; the arrays have a row for each candidate.

    `columns` holds the unweighted parts of the candidates' scores (see `COLUMNS`), and `shares` their shares of the
    answer. `files` numbers the files of the candidates, and `names` numbers the names of their definitions, with -1 for
    a candidate that is not a definition. `missed` is the share of the answer that no candidate covers.
    """

    repository: str
    kind: Kind
    text: str
    columns: np.ndarray
    shares: np.ndarray
    files: np.ndarray
    names: np.ndarray
    missed: float


def questions(
    repository: Path, name: str, tasks: Sequence[HistoryTask], settings: Settings, token: CancelToken
) -> Iterator[Question]:
    """Yield the questions about a repository (see `histories.questions`), each with the columns of its candidates.

    Raises `GitError` and `Cancelled`.
    """
    tuning = _everything(TUNING)
    for asked in asked_questions(repository, tasks, tuning, settings, token):
        yield _question(name, asked, tuning)


def _everything(tuning: Tuning) -> Tuning:
    """Return a copy of the tuning that makes the ranking compute every part in `COLUMNS`."""
    return {
        intent: replace(weights, **{part: TINY_WEIGHT for part in COLUMNS if not weights.of(part)})
        for intent, weights in tuning.items()
    }


def _question(name: str, asked: AskedQuestion, tuning: Tuning) -> Question:
    matrix, shares = asked.scored.matrix, asked.shares()
    kept = np.union1d(matrix.order()[:MAX_CANDIDATES], np.flatnonzero(shares))
    # The weights for a question purely about code: the columns already reflect how much this question is about code.
    weights = tuning[asked.scored.context.query.intent]
    columns = np.stack([matrix.column(part)[kept] / weights.of(part) for part in COLUMNS], axis=1)
    called = np.full(len(matrix), -1, np.intp)
    numbers: dict[str, int] = {}
    for place, entry, symbol in matrix.symbols:
        bare = entry.facts.outline.symbols[symbol].name
        called[place] = numbers.setdefault(bare, len(numbers))
    return Question(
        name, asked.kind, asked.text, columns.astype(np.float32), shares[kept], matrix.files[kept], called[kept],
        1.0 - float(shares.sum()),
    )  # fmt: skip
