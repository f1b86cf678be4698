"""Columns that the ranking's weights are fitted to: what each part says of each candidate, and which are right.

A commit's message is asked of the index of its parent, and a candidate is right by the share of the changed lines that
lie in it. What documentation says of a definition is asked of an index without it (`documented_questions`). Some parts
follow from the sum of the others (`graph`, `coherence`, `role`), and the candidates from the order: both are
those of today's weights, so new weights call for new columns. The fit is in `fit_ranking`.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.evaluation.history import HistoryTask
from ctx_lsp.evaluation.history_run import analysis_of, at_parents, past_workspace
from ctx_lsp.index.snapshot import Snapshot
from ctx_lsp.retrieval.search import Scored
from ctx_lsp.retrieval.units import Unit, unit_at, unit_of_node
from ctx_lsp.retrieval.weights import PARTS, TUNING, Tuning
from ctx_lsp.settings import Settings
from ctx_lsp.text.git import changes_between, read_texts
from ctx_lsp.text.source import SourceText
from ctx_lsp.training.documented_questions import documented, without_documentation

NO_COLUMNS = frozenset({"derived", "abbreviated", "commits", "feedback", "saturation", "rerank"})
COLUMNS = tuple(part for part in PARTS if part not in NO_COLUMNS)
KEPT = 150  # best candidates of a question, and all that are right
UNSEEN = 1e-9  # weight of a part that counts nothing, so that it is computed

Kind = Literal["commit", "documentation"]


class Question(NamedTuple):
    """One question: a row of `columns` (by `COLUMNS`, unweighted) and a share of what is right for each candidate kept.

    `files` numbers their files, `names` what definitions are called (-1: no definition); `missed` is the share that no
    candidate holds.
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
    """The questions of a repository: its commits', but for those that changed no line of an indexed file, then those
    of the documentation that the newest of them found.

    Raises `GitError`, `Cancelled`.
    """
    tuning = _everything(TUNING)
    with past_workspace(repository, settings) as (tree, workspace):
        for task, analysis in at_parents(tree, workspace, tasks):
            lines = changed_lines(repository, task, analysis.snapshot)
            if lines:
                scored = analysis.scored(task.query, tuning, token)
                yield _question(name, "commit", task.query, scored, tuning, lines)
        if tasks:
            asked = documented(analysis.snapshot)
            analysis = analysis_of(workspace, tree.rewrite(without_documentation(analysis.snapshot, asked)))
            for one in asked:
                unit = unit_of_node(analysis.snapshot, one.symbol)
                if unit:
                    scored = analysis.scored(one.sentence, tuning, token)
                    yield _question(name, "documentation", one.sentence, scored, tuning, Counter([unit]))


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


def _question(name: str, kind: Kind, text: str, scored: Scored, tuning: Tuning, right: Counter[Unit]) -> Question:
    board, total = scored.board, sum(right.values())
    shares = np.array([right.get(unit, 0) / total for unit in board.units])
    kept = np.union1d(board.order()[:KEPT], np.flatnonzero(shares))
    # Not scaled by how far the question is about code: the columns are.
    weights = tuning[scored.sought.query.intent]
    columns = np.stack([board.column(part)[kept] / weights.of(part) for part in COLUMNS], axis=1)
    called = np.full(len(board), -1, np.intp)
    numbers: dict[str, int] = {}
    for place, entry, symbol in board.symbols:
        bare = entry.facts.outline.symbols[symbol].name
        called[place] = numbers.setdefault(bare, len(numbers))
    missed = 1.0 - float(shares.sum())
    return Question(name, kind, text, columns.astype(np.float32), shares[kept], board.files[kept], called[kept], missed)
