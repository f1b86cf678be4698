"""Questions with known answers, from commits, documentation and users, and the candidates that the product finds.

A commit message is asked about the code of the commit's parent; the right candidates are those with changed lines,
weighted by their shares of these lines. A sentence of documentation is asked about the code without that documentation
(`documented_questions`). A plain question (`plain.questions`) is asked about the code of the newest commit in the
manifest, which the question's author saw. `ranking_columns` and `reranker.groups` store the results.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.evaluation.history.run import analysis_of, at_parents, past_workspace
from ctx_lsp.evaluation.history.tasks import HistoryTask, history_tasks
from ctx_lsp.graph.entry import SEPARATOR
from ctx_lsp.retrieval.ranking.weights import Tuning
from ctx_lsp.retrieval.search import Scored
from ctx_lsp.retrieval.units import Unit, unit_at, unit_of_node
from ctx_lsp.settings import SearchSettings, Settings
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.git import changes_between, read_texts
from ctx_lsp.text.source import SourceText
from ctx_lsp.training.histories.documented_questions import documented, without_documentation
from ctx_lsp.training.histories.repositories import Repository, arguments_parser, visit_repositories, whole_or_not
from ctx_lsp.training.plain.questions import PlainQuestions

Kind = Literal["commit", "documentation", "plain"]
Write = Callable[[Path, Path, Repository, Sequence[HistoryTask], Settings], int]
"""Writes questions to a file, given a git directory, its repository, its tasks and the settings of the search.

Returns how many questions it wrote.
"""


class AskedQuestion(NamedTuple):
    """A question with the candidates that a search found, and the weights of the units that answer it."""

    kind: Kind
    text: str
    scored: Scored
    right: Counter[Unit]

    def shares(self) -> np.ndarray:
        """Return each candidate's share of the answer; the sum is below 1 if the candidates miss part of the answer."""
        total = sum(self.right.values())
        return np.array([self.right.get(unit, 0) / total for unit in self.scored.matrix.units])


def asked_questions(
    repository: Path, tasks: Sequence[HistoryTask], tuning: Tuning, settings: Settings, token: CancelToken
) -> Iterator[AskedQuestion]:
    """Yield questions from the commits that changed lines of indexed files, then questions from documentation.

    The documentation is taken from the parent of the newest commit. Raises `GitError` and `Cancelled`.
    """
    with past_workspace(repository, settings) as (tree, workspace):
        for task, analysis in at_parents(tree, workspace, tasks):
            lines = changed_lines(repository, task, analysis.snapshot)
            if lines:
                yield AskedQuestion("commit", task.query, analysis.scored(task.query, tuning, token), lines)
        if tasks:
            asked = documented(analysis.snapshot)
            analysis = analysis_of(workspace, tree.rewrite(without_documentation(analysis.snapshot, asked)))
            for one in asked:
                unit = unit_of_node(analysis.snapshot, one.symbol)
                if unit:
                    scored = analysis.scored(one.sentence, tuning, token)
                    yield AskedQuestion("documentation", one.sentence, scored, Counter([unit]))


def plain_asked(
    repository: Path,
    commit: str,
    asked: Sequence[PlainQuestions],
    tuning: Tuning,
    settings: Settings,
    token: CancelToken,
) -> Iterator[AskedQuestion]:
    """Yield the plain questions about definitions in `commit`. Raises `GitError` and `Cancelled`."""
    found = [one for one in asked if one.symbol]
    if not found:
        return
    with past_workspace(repository, settings) as (tree, workspace):
        analysis = analysis_of(workspace, tree.move(commit))
        for one in found:
            unit = unit_of_node(analysis.snapshot, f"{one.path}{SEPARATOR}{one.symbol}")
            if unit is None:
                continue
            for question in one.questions:
                yield AskedQuestion("plain", question, analysis.scored(question, tuning, token), Counter([unit]))


def changed_lines(repository: Path, task: HistoryTask, snapshot: Snapshot) -> Counter[Unit]:
    """Count, for each unit of the source files, the lines that a commit replaced or removed.

    `snapshot` holds the files before the commit. The lines next to an insertion are counted too.
    """
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
    """Return the numbers (from 0) of the lines in `before` that were replaced or removed, or are next to an insertion.

    Blank lines are left out.
    """
    found: dict[int, None] = {}
    for kind, start, end, _, _ in SequenceMatcher(None, before, after).get_opcodes():
        touched = range(start - 1, start + 1) if kind == "insert" else range(start, end) if kind != "equal" else ()
        found |= dict.fromkeys(line for line in touched if 0 <= line < len(before) and before[line])
    return sorted(found)


def collect_questions(
    description: str | None, target: str, ending: str, write: Write, admits: Callable[[Repository], bool]
) -> None:
    """Run a script that takes the arguments MANIFEST, MIRRORS and `target`, and writes a file for each repository.

    `target` is the name of the argument for the folder of these files, whose names end in `ending`. Repositories that
    `admits` rejects and repositories that already have a file are skipped.
    """
    parser = arguments_parser(description)
    parser.add_argument("target", metavar=target, type=Path)
    parser.add_argument("--commits", type=int, default=40, help="usable commits of each repository, the newest first")
    parser.add_argument("--text-alone", action="store_true", help="search without vectors, which takes less time")
    arguments = parser.parse_args()
    settings = Settings(search=SearchSettings(commits=False))  # messages of commits have no column
    settings = settings.without_embedding() if arguments.text_alone else settings
    arguments.target.mkdir(parents=True, exist_ok=True)

    def visit(one: Repository, folder: Path) -> str:
        file = arguments.target / f"{one.file_name}{ending}"
        if file.exists() or not admits(one):
            return ""
        tasks = history_tasks(folder, arguments.commits, CancelToken(), one.head)
        with whole_or_not(file) as part:
            return f"{write(part, folder, one, tasks, settings)} questions"

    visit_repositories(arguments.manifest, arguments.mirrors, visit)
