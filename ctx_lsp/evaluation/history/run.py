"""Runs tasks from a git history, each against the index of its commit's parent. `tasks` builds the tasks.

One engine indexes all parent commits in turn, in a temporary folder. From one commit to the next, it reads only the
files that differ and embeds only the texts that it has not embedded before.
"""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

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

DEFINITIONS, FILES = "definitions", "files"  # the categories of tasks, one for each kind of target


def evaluate_history(
    repository: Path,
    name: str,
    tasks: Sequence[HistoryTask],
    plan: EvalPlan,
    settings: Settings,
    token: CancelToken,
    done: Callable[[], None] = lambda: None,
) -> Runs:
    """Search for the questions of `tasks`, and score the results.

    Each task is scored twice: for the changed definitions among the results, and for their files. Tasks whose
    definitions are not in an indexed file are left out. No packs are built. `name` is the repository's name in reports;
    `done` is called after each task. Raises `ValueError` if `plan` disables an unknown part of the ranking. Raises
    `GitError` and `Cancelled`.
    """
    runs: list[Runs] = []
    with past_workspace(repository, settings) as (tree, workspace):
        for task, analysis in at_parents(tree, workspace, tasks):
            asked = indexed_tasks(analysis, task, name)
            runs += [_run(analysis, asked, plan, token)] if asked else []
            done()
    return join(runs)


def _run(analysis: Analysis, tasks: Sequence[Task], plan: EvalPlan, token: CancelToken) -> Runs:
    """Run `tasks`, which all ask the same question, under every setting of the plan."""
    settings = (*plan.full, *plan.ranked)
    tunings = [without(analysis.tuning, one.without) for one in settings]
    answers = analysis.search_each(plan.search_request(tasks[0].query), tunings, token)
    return {
        one.name: [search_report(analysis, task, answer.items, plan) for task in tasks]
        for one, answer in zip(settings, answers, strict=True)
    }


def indexed_tasks(analysis: Analysis, task: HistoryTask, repository: str) -> tuple[Task, ...]:
    """Convert a history task to two search tasks: one for the changed definitions, and one for their files.

    Definitions in files that `analysis` does not contain are left out. Returns an empty tuple if no definition is left.
    """
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
    """Yield each task with an analysis of its parent commit's files, from the last task to the first.

    `tree` and `workspace` come from `past_workspace`.
    """
    for task in reversed(tasks):
        yield task, analysis_of(workspace, tree.move(task.parent))


def analysis_of(workspace: Workspace, changed: Sequence[str]) -> Analysis:
    """Return an analysis of the workspace after it has read and embedded the `changed` files and read the history."""
    workspace.files_changed(changed)
    workspace.wait_ready()
    workspace.wait_for_history()
    return workspace.analysis().result()


@contextmanager
def past_workspace(repository: Path, settings: Settings) -> Iterator[tuple[PastTree, Workspace]]:
    """Start a workspace in a temporary folder, and yield it with the tree that writes a commit's files into the folder.

    At the end, everything except vectors is deleted from the cache, because the folder is never indexed again.
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
