"""Runs tasks of a git history, each against the index of its commit's parent. Making the tasks is in `tasks`.

One engine follows the history in a folder of its own: from one parent to the next only the files that differ are read
again, and only texts that no earlier commit had are embedded.
"""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.evaluation.history.tasks import HistoryTask
from ctx_lsp.evaluation.history.tree import PastTree
from ctx_lsp.evaluation.metrics import last_name
from ctx_lsp.evaluation.run import EvalPlan, Runs, join, search_report
from ctx_lsp.evaluation.tasks import Location, Target, Task
from ctx_lsp.features.nodes import Node
from ctx_lsp.settings import Settings
from ctx_lsp.text.lines import line_numbers
from ctx_lsp.workspace import Analysis, Workspace, clear_cache, without

DEFINITIONS, FILES = "definitions", "files"  # the categories: what an answer is looked through for


def evaluate_history(
    repository: Path,
    name: str,
    tasks: Sequence[HistoryTask],
    plan: EvalPlan,
    settings: Settings,
    token: CancelToken,
    done: Callable[[], None] = lambda: None,
) -> Runs:
    """Ask the questions of `tasks`, whose repository goes by `name` in the reports; `done` is called after each.

    Each counts twice: for the changed definitions that the answer holds, and for the files that they are in. Tasks
    whose definitions are in no indexed file are left out. No packs are made. Raises `GitError`, `Cancelled`;
    `ValueError` for a part that does not exist.
    """
    runs: list[Runs] = []
    with past_workspace(repository, settings) as (tree, workspace):
        for task, analysis in at_parents(tree, workspace, tasks):
            asked = indexed_tasks(analysis, task, name)
            runs += [_run(analysis, asked, plan, token)] if asked else []
            done()
    return join(runs)


def _run(analysis: Analysis, tasks: Sequence[Task], plan: EvalPlan, token: CancelToken) -> Runs:
    """Every setting's report of each of `tasks`, which all have the same question."""
    settings = (*plan.full, *plan.ranked)
    tunings = [without(analysis.tuning, one.without) for one in settings]
    answers = analysis.search_each(tasks[0].query, plan.k, tunings, plan.rerank, token)
    return {
        one.name: [search_report(analysis, task, answer.items, plan) for task in tasks]
        for one, answer in zip(settings, answers, strict=True)
    }


def without_model(settings: Settings) -> Settings:
    """The same settings for a search that goes by the text alone."""
    return msgspec.structs.replace(settings, model=msgspec.structs.replace(settings.model, embedding="none"))


def indexed_tasks(analysis: Analysis, task: HistoryTask, repository: str) -> tuple[Task, ...]:
    """The task by its definitions and by their files, as far as `analysis` has these; none where it has none."""
    files = analysis.snapshot.files
    changed = {(node.path, last_name(node.symbol)): node for node in task.changed if node.path in files}
    if not changed:
        return ()
    paths = dict.fromkeys(path for path, _ in changed)
    language = files[next(iter(paths))].language
    relevant = {
        DEFINITIONS: tuple(_target(analysis, node) for node in changed.values()),
        FILES: tuple(Target(path=path) for path in paths),
    }
    return tuple(
        Task(f"{task.commit}-{category}", task.query, targets, category, language=language, repo=repository)
        for category, targets in relevant.items()
    )


def _target(analysis: Analysis, node: Node) -> Target:
    first, _ = line_numbers(analysis.source(node.path), node.name_start, node.name_end)
    return Target(symbol=node.symbol, locations=(Location(node.path, first),))


def at_parents(
    tree: PastTree, workspace: Workspace, tasks: Sequence[HistoryTask]
) -> Iterator[tuple[HistoryTask, Analysis]]:
    """Each task, the last first, with an analysis of its parent's files in a `past_workspace`."""
    for task in reversed(tasks):
        yield task, analysis_of(workspace, tree.move(task.parent))


def analysis_of(workspace: Workspace, changed: Sequence[str]) -> Analysis:
    """What a workspace holds once it has read the files that `changed`, vectors included."""
    workspace.files_changed(changed)
    workspace.wait_ready()
    return workspace.analysis().result()


@contextmanager
def past_workspace(repository: Path, settings: Settings) -> Iterator[tuple[PastTree, Workspace]]:
    """A started workspace in a folder of its own, which holds what the tree is moved to.

    The cache keeps the vectors alone: the folder never comes again.
    """
    with tempfile.TemporaryDirectory(prefix="ctx-lsp-history-") as name:
        folder = Path(name)
        tree = PastTree(repository, folder)
        workspace = Workspace([folder], settings)
        workspace.start()
        try:
            yield tree, workspace
        finally:
            workspace.close()
            if settings.cache.enabled:
                clear_cache(settings.cache, folder)
