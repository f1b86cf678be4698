"""Measures commit messages as a part of the ranking: python -m tests.co_change.messages MIRRORS [--half HALF].

The messages of commits are questions to the index of their parents, without an embedding model; the definitions that
they changed, and the files of these, are to be found. Prints the differences to the ranking without the messages of
earlier commits, with intervals over repositories.
"""

import argparse
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.evaluation.bootstrap import estimate
from ctx_lsp.evaluation.history.run import evaluate_history
from ctx_lsp.evaluation.history.tasks import history_tasks
from ctx_lsp.evaluation.run import EvalPlan, Setting
from ctx_lsp.settings import CacheSettings, SearchSettings, Settings
from tests.co_change.corpus import clones
from tests.co_change.measure import SETTINGS
from tests.progress_lines import print_line

WITHOUT = "without"

Pair = tuple[str, float, float]
"""A repository, and a score with and without the messages."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mirrors", type=Path)
    parser.add_argument("--tasks", type=int, default=25, help="of each repository")
    parser.add_argument("--half", choices=("development", "held-out"), default="development")
    arguments = parser.parse_args()
    with TemporaryDirectory() as cache:  # of commits, which are read for each task
        settings = msgspec.structs.replace(
            SETTINGS, cache=CacheSettings(directory=cache), search=SearchSettings(commits=True)
        )
        pairs = measure(arguments.mirrors, arguments.half == "held-out", arguments.tasks, settings)
    for (category, figure), found in pairs.items():
        repositories, values, bases = zip(*found, strict=True)
        change = estimate([value - base for value, base in zip(values, bases, strict=True)], repositories)
        before, after = sum(bases) / len(found), sum(values) / len(found)
        interval = f"{change.mean:+.3f} [{change.low:+.3f}, {change.high:+.3f}]"
        print_line(f"{category} {figure}: {before:.3f} → {after:.3f}, {interval} of {len(found)}")


def measure(mirrors: Path, held_out: bool, count: int, settings: Settings) -> Mapping[tuple[str, str], Sequence[Pair]]:
    """Return the pairs of all tasks of one half of the repositories, by category and figure."""
    plan = EvalPlan(ranked=(Setting(WITHOUT, ("commits",)),), budget=0)
    pairs: dict[tuple[str, str], list[Pair]] = defaultdict(list)
    for one in (each for each in clones(mirrors) if each.held_out == held_out):
        tasks = history_tasks(one.folder, count, CancelToken(), one.head)
        runs = evaluate_history(one.folder, one.repository, tasks, plan, settings, CancelToken())
        without = runs.pop(WITHOUT, [])
        for ours, theirs in zip(*runs.values(), without, strict=True):
            for figure, value in ours.figures.items():
                if figure in theirs.figures:
                    pairs[ours.category, figure].append((one.repository, value, theirs.figures[figure]))
        print_line(f"{one.repository}: {len(without) // 2} tasks")
    return pairs


if __name__ == "__main__":
    main()
