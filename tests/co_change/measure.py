"""Scores of one repository, by name of the measure: one value for each task."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.evaluation.history.run import analysis_of, past_workspace
from ctx_lsp.features.past.hint import usual_partner
from ctx_lsp.features.past.partners import edge_strengths, file_partners
from ctx_lsp.graph.entry import path_of
from ctx_lsp.graph.file_roles import file_role
from ctx_lsp.history.co_change import MAX_FILES, decay
from ctx_lsp.history.log import History
from ctx_lsp.settings import CacheSettings, ModelSettings, Settings
from ctx_lsp.snapshot.snapshot import Snapshot
from tests.co_change.definitions import (
    ChangedDefinitions,
    changed_definitions,
    definition_edges,
    definition_partners,
)
from tests.co_change.tasks import CODE, MAX_ANSWERS, Past, commits_of, pasts, recall

MAX_DEFINITION_TASKS = 15
MAX_TOUCHES = 20  # commits of the given definition's file that are compared
SETTINGS = Settings(model=ModelSettings(embedding="none", reranker="none"), cache=CacheSettings(enabled=False))

Scores = Mapping[str, Sequence[float]]


def measure(repository: Path, head: str) -> Scores:
    """Return the scores of a repository; nothing is written outside a temporary folder."""
    commits = commits_of(repository, head)
    tasks = list(pasts(commits))
    scores: dict[str, list[float]] = defaultdict(list)
    if not tasks:
        return scores
    with past_workspace(repository, SETTINGS) as (tree, workspace):
        before = tasks[0].history.commit(tasks[0].history.count - 1).name
        snapshot = analysis_of(workspace, tree.move(before)).snapshot
        for task in tasks:
            _files(task, snapshot, scores)
        _definitions(repository, tasks[-MAX_DEFINITION_TASKS:], snapshot, scores)
    return scores


def _files(task: Past, snapshot: Snapshot, scores: dict[str, list[float]]) -> None:
    orders: dict[str, list[float]] = defaultdict(list)
    histories = task.histories
    for given in task.files:
        edges = edge_strengths(snapshot, given)
        found = {
            "files": [one.path for one in file_partners(snapshot, histories, given)],
            "files, history alone": [one.path for one in histories.partners(given)],
            "files, graph alone": sorted(edges, key=lambda path: (-edges[path], path)),
            "files, same folder": sorted(one for one in task.history.paths if _folder(one) == _folder(given)),
        }
        for name, order in found.items():
            code = [path for path in order if path != given and file_role(path) in CODE]
            orders[name].append(recall(code, task.files, given))
        partner = usual_partner(histories, given, {given})
        if partner is not None:
            touched = {one.former or one.path for one in task.commit.files}
            scores["hint, precision with one file given"].append(float(partner.path in touched))
    for name, values in orders.items():
        scores[name].append(sum(values) / len(values))
    touched = {one.former or one.path for one in task.commit.files}
    fired = any(usual_partner(histories, path, touched) is not None for path in touched)
    scores["hint, fires on complete commits"].append(float(fired))


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _definitions(repository: Path, tasks: Sequence[Past], snapshot: Snapshot, scores: dict[str, list[float]]) -> None:
    token = CancelToken()
    answers = changed_definitions(repository, [task.commit.name for task in tasks], token)
    known: dict[str, tuple[str, ...]] = {}
    for task in tasks:
        changed = answers.get(task.commit.name, ())
        if not 1 < len(changed) <= MAX_ANSWERS:
            continue
        orders: dict[str, list[float]] = defaultdict(list)
        for given in changed:
            past = _past_of(repository, task.history, path_of(given), known)
            edges = definition_edges(snapshot, given)
            found = {
                "definitions": definition_partners(given, past, edges),
                "definitions, history alone": definition_partners(given, past, {}),
                "definitions, graph alone": definition_partners(given, (), edges),
            }
            for name, order in found.items():
                orders[name].append(recall([symbol for symbol, _ in order], changed, given))
        for name, values in orders.items():
            scores[name].append(sum(values) / len(values))


def _past_of(
    repository: Path, history: History, path: str, known: dict[str, tuple[str, ...]]
) -> list[ChangedDefinitions]:
    touches = [one for one in history.touches(path) if len(history.touched(one.position)) <= MAX_FILES][:MAX_TOUCHES]
    new = [one.commit.name for one in touches if one.commit.name not in known]
    known.update(dict.fromkeys(new, ()) | changed_definitions(repository, new, CancelToken()))
    return [ChangedDefinitions(known[one.commit.name], decay(history, one.position)) for one in touches]
