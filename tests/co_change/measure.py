"""Collects what is measured on one repository: scores by name of the measure, and data about definitions."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from ctx_lsp.evaluation.history.run import analysis_of, past_workspace
from ctx_lsp.features.past.hint import usual_partner
from ctx_lsp.features.past.partners import edge_strengths, file_partners
from ctx_lsp.graph.file_roles import file_role
from ctx_lsp.settings import CacheSettings, ModelSettings, SearchSettings, Settings
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.git_log import LoggedCommit
from tests.co_change.definitions import DefinitionTask, definition_task, history_before, tasks_in, window_of
from tests.co_change.tasks import CODE, Past, commits_of, pasts, recall

SETTINGS = Settings(
    model=ModelSettings(embedding="none", reranker="none"),
    cache=CacheSettings(enabled=False),
    search=SearchSettings(commits=False),
)

Scores = Mapping[str, Sequence[float]]
Subject = Literal["history", "files", "definitions"]
"""What is measured: what needs no index, files, or definitions too."""


class Measured(NamedTuple):
    """The scores of the tasks about files by measure, and the tasks about definitions."""

    scores: Scores
    definitions: Sequence[DefinitionTask]


def measure(repository: Path, head: str, about: Subject = "definitions") -> Measured:
    """Measure a repository; nothing is written outside a temporary folder."""
    commits = commits_of(repository, head)
    tasks = list(pasts(commits))
    scores: dict[str, list[float]] = defaultdict(list)
    if about == "definitions":
        return Measured({}, _about_definitions(repository, commits, tasks))
    if about == "history" or not tasks:
        for task in tasks:
            _files(task, None, scores)
        return Measured(scores, ())
    with past_workspace(repository, SETTINGS) as (tree, workspace):
        before = tasks[0].history.commit(tasks[0].history.count - 1).name
        snapshot = analysis_of(workspace, tree.move(before)).snapshot
        for task in tasks:
            _files(task, snapshot, scores)
    return Measured(scores, ())


def _about_definitions(
    repository: Path, commits: Sequence[LoggedCommit], tasks: Sequence[Past]
) -> tuple[DefinitionTask, ...]:
    window = window_of(repository, commits)
    by_name = {task.commit.name: task for task in tasks}
    positions = [number for number in tasks_in(window) if window[number].name in by_name]
    if not positions:
        return ()
    first = by_name[window[positions[0]].name]
    before = first.history.commit(first.history.count - 1).name
    known = {one.name for one in commits[: first.history.count]}
    with past_workspace(repository, SETTINGS) as (tree, workspace):
        snapshot = analysis_of(workspace, tree.move(before)).snapshot
        older = history_before(repository, before, snapshot)
        return tuple(
            definition_task(
                snapshot,
                by_name[window[number].name],
                older,
                [one for one in window[:number] if one.name not in known],
                window[number],
            )
            for number in positions
        )


def _files(task: Past, snapshot: Snapshot | None, scores: dict[str, list[float]]) -> None:
    orders: dict[str, list[float]] = defaultdict(list)
    histories = task.histories
    touched = {one.former or one.path for one in task.commit.files}
    for given in task.files:
        known = histories.partners(given)
        found: dict[str, list[str]] = {}
        if snapshot is not None:
            edges = edge_strengths(snapshot, given)
            found = {
                "files": [one.path for one in file_partners(snapshot, histories, given)],
                "files, graph alone": sorted(edges, key=lambda path: (-edges[path], path)),
            }
        found |= {
            "files, history alone": [one.path for one in known],
            "files, plain confidence": [one.path for one in sorted(known, key=lambda one: (-one.together, one.path))],
            "files, same folder": sorted(one for one in task.history.paths if _folder(one) == _folder(given)),
        }
        for name, order in found.items():
            code = [path for path in order if path != given and file_role(path) in CODE]
            orders[name].append(recall(code, task.files, given))
        partner = usual_partner(histories, given, {given})
        if partner is not None:
            scores["hint, precision with one file given"].append(float(partner.path in touched))
    for name, values in orders.items():
        scores[name].append(sum(values) / len(values))
    fired = any(usual_partner(histories, path, touched) is not None for path in touched)
    scores["hint, fires on complete commits"].append(float(fired))


def _folder(path: str) -> str:
    return path.rpartition("/")[0]
