"""Columns that the ranking's weights are fitted to: what each part says of each candidate, and what a commit changed.

A commit's message is asked of the index of its parent. A candidate is right by the share of the changed lines that lie
in it. Some parts follow from the sum of the others (`graph`, `coherence`, `members`, `role`), and the candidates from
the order: both are those of today's weights, so new weights call for new columns. The fit is in `fit_ranking`.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.evaluation.history import HistoryTask
from ctx_lsp.evaluation.history_run import at_parents
from ctx_lsp.index.snapshot import Snapshot
from ctx_lsp.retrieval.search import Scored
from ctx_lsp.retrieval.units import Unit, unit_at
from ctx_lsp.retrieval.weights import PARTS, TUNING, Tuning, Weights
from ctx_lsp.settings import Settings
from ctx_lsp.text.git import changes_between, read_texts
from ctx_lsp.text.source import SourceText

NO_COLUMNS = frozenset({"derived", "abbreviated", "commits", "feedback", "saturation", "rerank"})
COLUMNS = tuple(part for part in PARTS if part not in NO_COLUMNS)
KEPT = 150  # best candidates of a question, and all that are right
UNSEEN = 1e-9  # weight of a part that counts nothing, so that it is computed


class Question(NamedTuple):
    """One question: a row of `columns` (by `COLUMNS`, unweighted) and a share of the lines for each candidate kept.

    `files` numbers their files; `missed` is the share of the lines that no candidate holds.
    """

    repository: str
    text: str
    columns: np.ndarray
    shares: np.ndarray
    files: np.ndarray
    missed: float


def questions(
    repository: Path, name: str, tasks: Sequence[HistoryTask], settings: Settings, token: CancelToken
) -> Iterator[Question]:
    """The questions of a repository's commits, those left out that changed no line of an indexed file.

    Raises `GitError`, `Cancelled`.
    """
    tuning = _everything(TUNING)
    for task, analysis in at_parents(repository, tasks, settings):
        lines = changed_lines(repository, task, analysis.snapshot)
        if lines:
            scored = analysis.scored(task.query, tuning, token)
            yield _question(name, task.query, scored, tuning[scored.sought.query.intent], lines)


def changed_lines(repository: Path, task: HistoryTask, snapshot: Snapshot) -> Counter[Unit]:
    """How many lines a commit changed in each unit of the sources; what it inserted counts for the lines around it."""
    changes = [one for one in changes_between(repository, task.parent, task.commit) if one.kind in "MD"]
    texts = dict(read_texts(repository, [name for one in changes for name in (one.before, one.after)]))
    found: Counter[Unit] = Counter()
    for change in changes:
        entry = snapshot.files.get(change.path)
        if entry is not None and entry.role == "source" and entry.source.data == texts.get(change.before):
            after = SourceText(texts.get(change.after, b""))
            for number in edited(entry.source.stripped_lines(), after.stripped_lines()):
                unit = unit_at(snapshot, change.path, entry.source.text_start(number))
                found.update([unit] if unit else [])
    return found


def edited(before: Sequence[str], after: Sequence[str]) -> list[int]:
    """The lines of `before` (from 0) that were replaced, removed, or stand beside what was inserted; blank ones not."""
    found: dict[int, None] = {}
    for kind, start, end, _, _ in SequenceMatcher(None, before, after).get_opcodes():
        touched = range(start - 1, start + 1) if kind == "insert" else range(start, end) if kind != "equal" else ()
        found |= dict.fromkeys(line for line in touched if 0 <= line < len(before) and before[line])
    return sorted(found)


def _everything(tuning: Tuning) -> Tuning:
    """The same tuning with all parts computed."""
    return {
        intent: replace(weights, **{part: UNSEEN for part in COLUMNS if not weights.of(part)})
        for intent, weights in tuning.items()
    }


def _question(name: str, text: str, scored: Scored, weights: Weights, lines: Counter[Unit]) -> Question:
    board, total = scored.board, sum(lines.values())
    shares = np.array([lines.get(unit, 0) / total for unit in board.units])
    kept = np.union1d(board.order()[:KEPT], np.flatnonzero(shares))
    columns = np.stack([board.column(part)[kept] / weights.of(part) for part in COLUMNS], axis=1)
    return Question(name, text, columns.astype(np.float32), shares[kept], board.files[kept], 1.0 - float(shares.sum()))
