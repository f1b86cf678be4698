"""Measures recency and churn as parts of the ranking: python -m tests.co_change.recency MIRRORS [--tasks N].

The messages of commits are questions to the index of their parents, without an embedding model; the definitions that
they changed are to be found. The scores of the first results are multiplied by `1 + weight × feature`: recency is
halved for each `HALF_LIFE` days since the last change of the file, churn grows with the logarithm of its commits in a
year, at most 1. Printed are the differences to the order without, with intervals over repositories.
"""

import argparse
from collections import defaultdict
from collections.abc import Callable, Sequence
from math import log1p
from pathlib import Path

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.evaluation.bootstrap import estimate
from ctx_lsp.evaluation.history.run import at_parents, past_workspace
from ctx_lsp.evaluation.history.tasks import history_tasks
from ctx_lsp.history.log import DAY, History, HistoryLog
from ctx_lsp.retrieval.model import Item, SearchRequest
from tests.co_change.corpus import clones
from tests.co_change.measure import SETTINGS
from tests.co_change.tasks import commits_of
from tests.progress_lines import print_line

REPOSITORIES = ("anyio", "zoxide", "crossterm", "HikariCP", "thor", "cheerio")
RESULTS = 60
HALF_LIFE = 90  # days
YEAR = 365  # days
MOST = 50  # commits in a year from which churn is 1
WEIGHTS = (0.05, 0.1, 0.2, 0.4)


def recency(history: History, path: str) -> float:
    """Return 1 for a file of the newest commit, less for older ones, 0 without a known commit."""
    touches = history.touches(path)
    return float(0.5 ** (_age(history, touches[0].commit.time) / HALF_LIFE)) if touches else 0.0


def churn(history: History, path: str) -> float:
    """Return how often a file changed in the last year (0–1)."""
    lately = sum(_age(history, one.commit.time) <= YEAR for one in history.touches(path))
    return min(1.0, log1p(lately) / log1p(MOST))


def _age(history: History, time: int) -> float:
    return max(0, history.newest - time) / DAY


FEATURES: dict[str, Callable[[History, str], float]] = {"recency": recency, "churn": churn}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mirrors", type=Path)
    parser.add_argument("--tasks", type=int, default=20, help="of each repository")
    arguments = parser.parse_args()
    scores: dict[str, list[float]] = defaultdict(list)
    clusters: list[str] = []
    for one in clones(arguments.mirrors):
        if one.repository.endswith(REPOSITORIES):
            before = len(scores["without, MRR"])
            measure(one.folder, one.head, arguments.tasks, scores)
            clusters += [one.repository] * (len(scores["without, MRR"]) - before)
            print_line(f"{one.repository}: {len(clusters) - before} tasks")
    for name, values in scores.items():
        mean = sum(values) / len(values)
        base = scores[f"without, {name.rpartition(' ')[2]}"]
        found = estimate([ours - theirs for ours, theirs in zip(values, base, strict=True)], clusters)
        print_line(f"{name} {mean:.3f}, difference {found.mean:+.3f} [{found.low:.3f}, {found.high:.3f}]")


def measure(folder: Path, head: str, count: int, scores: dict[str, list[float]]) -> None:
    """Add the scores of the tasks of one repository."""
    tasks = history_tasks(folder, count, CancelToken(), head)
    commits = iter(commits_of(folder, head))
    log = HistoryLog()
    with past_workspace(folder, SETTINGS) as (tree, workspace):
        for task, analysis in at_parents(tree, workspace, tasks):
            for commit in commits:  # up to the commit of the task, whose name ends the loop
                if commit.name == task.commit:
                    break
                log.add(commit)
            history = log.view()
            items = analysis.search(SearchRequest(task.query, RESULTS), CancelToken()).items
            wanted = {node.symbol for node in task.changed}
            _add("without", items, wanted, scores)
            for name, feature in FEATURES.items():
                known = {path: feature(history, path) for path in {item.path for item in items}}
                for weight in WEIGHTS:
                    order = sorted(items, key=lambda one: -one.score * (1 + weight * known[one.path]))
                    _add(f"{name} {weight}", order, wanted, scores)


def _add(name: str, items: Sequence[Item], wanted: set[str], scores: dict[str, list[float]]) -> None:
    ranks = [rank for rank, item in enumerate(items) if item.symbol in wanted]
    scores[f"{name}, MRR"].append(1 / (1 + ranks[0]) if ranks else 0.0)
    scores[f"{name}, R@10"].append(sum(rank < 10 for rank in ranks) / len(wanted))


if __name__ == "__main__":
    main()
