"""Runs tasks from a git history, each against the index of its commit's parent. `tasks` builds the tasks.

One engine follows the history in a temporary folder: from one parent to the next it reads only the files that differ,
and it embeds only texts that it has not embedded before.
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
    """Ask the questions of `tasks`, and score the answers.

    Reports call the repository `name`; `done` is called after each task. Each task is scored twice: for the changed
    definitions in the answer, and for their files. Tasks with no definition in an indexed file are left out. No packs
    are built. Raises `GitError`, `Cancelled`, and `ValueError` for an unknown part of the ranking.
    """
    runs: list[Runs] = []
    with past_workspace(repository, settings) as (tree, workspace):
        for task, analysis in at_parents(tree, workspace, tasks):
            asked = indexed_tasks(analysis, task, name)
            runs += [_run(analysis, asked, plan, token)] if asked else []
            done()
    return join(runs)


def _run(analysis: Analysis, tasks: Sequence[Task], plan: EvalPlan, token: CancelToken) -> Runs:
    """Run every setting on `tasks`, which all have the same question."""
    settings = (*plan.full, *plan.ranked)
    tunings = [without(analysis.tuning, one.without) for one in settings]
    answers = analysis.search_each(plan.search_request(tasks[0].query), tunings, token)
    return {
        one.name: [search_report(analysis, task, answer.items, plan) for task in tasks]
        for one, answer in zip(settings, answers, strict=True)
    }


def without_model(settings: Settings) -> Settings:
    """Return the settings without an embedding model, for a search by text alone."""
    return msgspec.structs.replace(settings, model=msgspec.structs.replace(settings.model, embedding="none"))


def indexed_tasks(analysis: Analysis, task: HistoryTask, repository: str) -> tuple[Task, ...]:
    """Return the task twice, for its definitions and for their files, limited to the files in `analysis`.

    Returns an empty tuple if `analysis` has none of the files.
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
    """Yield each task, last task first, with an analysis of its parent commit's files in a `past_workspace`."""
    for task in reversed(tasks):
        yield task, analysis_of(workspace, tree.move(task.parent))


def analysis_of(workspace: Workspace, changed: Sequence[str]) -> Analysis:
    """Return an analysis of a workspace once it has read and embedded the files in `changed`."""
    workspace.files_changed(changed)
    workspace.wait_ready()
    return workspace.analysis().result()


@contextmanager
def past_workspace(repository: Path, settings: Settings) -> Iterator[tuple[PastTree, Workspace]]:
    """Start a workspace in a temporary folder, which holds the files of the commit that the tree was last moved to.

    At the end, only the vectors stay in the cache, because the folder is never indexed again.
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
