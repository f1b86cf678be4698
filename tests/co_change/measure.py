"""Collects what is measured on one repository: scores by name of the measure, and data about definitions."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from ctx_lsp.evaluation.history.run import analysis_of, past_workspace
from ctx_lsp.features.past.hint import usual_partner
from ctx_lsp.features.past.partners import edge_strengths, file_partners
from ctx_lsp.graph.entry import path_of
from ctx_lsp.graph.file_roles import file_role
from ctx_lsp.settings import CacheSettings, ModelSettings, SearchSettings, Settings
from ctx_lsp.snapshot.snapshot import Snapshot
from tests.co_change.definitions import Collected, DefinitionTask, definition_edges, tasks_in, window_of
from tests.co_change.tasks import CODE, Past, commits_of, pasts, recall

MAX_PARTNERS = 15  # partners of a file that are kept for the orders of definitions
SETTINGS = Settings(
    model=ModelSettings(embedding="none", reranker="none"),
    cache=CacheSettings(enabled=False),
    search=SearchSettings(commits=False),
)

Scores = Mapping[str, Sequence[float]]
Subject = Literal["history", "files", "definitions"]
"""What is measured: what needs no index, files, or definitions too."""


class Measured(NamedTuple):
    """The scores of the tasks about files by measure, and the data for those about definitions."""

    scores: Scores
    definitions: Collected


def measure(repository: Path, head: str, about: Subject = "definitions") -> Measured:
    """Measure a repository; nothing is written outside a temporary folder."""
    commits = commits_of(repository, head)
    tasks = list(pasts(commits))
    scores: dict[str, list[float]] = defaultdict(list)
    window = window_of(repository, commits) if about == "definitions" else ()
    if about == "history" or not tasks:
        for task in tasks:
            _files(task, None, scores)
        return Measured(scores, Collected(window, (), ()))
    with past_workspace(repository, SETTINGS) as (tree, workspace):
        before = tasks[0].history.commit(tasks[0].history.count - 1).name
        snapshot = analysis_of(workspace, tree.move(before)).snapshot
        for task in tasks:
            _files(task, snapshot, scores)
        by_name = {task.commit.name: task for task in tasks}
        about_definitions = [
            _definitions(number, window[number].symbols, by_name[window[number].name], snapshot)
            for number in tasks_in(window)
            if window[number].name in by_name
        ]
        symbols = [one.id for entry in snapshot.files.values() if entry.role in CODE for one in entry.definitions]
    return Measured(scores, Collected(window, tuple(about_definitions), tuple(symbols)))


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


def _definitions(position: int, changed: Sequence[str], task: Past, snapshot: Snapshot) -> DefinitionTask:
    edges = {symbol: definition_edges(snapshot, symbol) for symbol in changed}
    partners = {
        path: {one.path: one.score for one in file_partners(snapshot, task.histories, path)[:MAX_PARTNERS]}
        for path in dict.fromkeys(map(path_of, changed))
    }
    return DefinitionTask(position, edges, partners)
