"""Measure rerankers on collected groups, running them as the product does. A script, run by hand.

    python -m ctx_lsp.training.reranker.evaluate GROUPS MODEL ... [--split choose] [--weight 0.3]

For each model and kind of question, the script prints the MRR of definitions for the first stage alone, for the first
stage and the model combined at several weights, and for the model alone. Then it prints the gain over the first stage
at `--weight`, with its interval clustered by repository, for three cases: all questions are reranked; all questions are
reranked with only source files as candidates; only the questions that the product would rerank are reranked. The time
per question comes last.
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.evaluation.bootstrap import estimate_clustered
from ctx_lsp.models.reranker import Reranker, load_reranker
from ctx_lsp.retrieval.ranking.weights import QUESTION
from ctx_lsp.training.histories.repositories import SPLITS, split_of
from ctx_lsp.training.reranker.groups import Group, read_groups
from ctx_lsp.training.reranker.measures import (
    WEIGHTS,
    among_sources,
    by_kind,
    reciprocal_ranks,
    reranked_by_default,
    summary,
)

TIMEOUT = 60.0  # seconds for a question


def read_all(model: Reranker, groups: Sequence[Group]) -> tuple[list[list[float]], list[float]]:
    """Return the model's scores for the candidates in each group, and the seconds that scoring each group took."""
    read, seconds = [], []
    for group in groups:
        start = time.perf_counter()
        read.append(model.score(group.query, group.texts, TIMEOUT, CancelToken()))
        seconds.append(time.perf_counter() - start)
    return read, seconds


def gain(groups: Sequence[Group], read: Sequence[Sequence[float]], weight: float, *, always: bool) -> str:
    """Describe the mean gain in reciprocal rank, its confidence interval, and the share of reranked questions.

    If `always` is not set, only the questions that the product would rerank are reranked.
    """
    asked = np.array([always or reranked_by_default(group) for group in groups])
    gained = (reciprocal_ranks(groups, read, weight) - reciprocal_ranks(groups, read, 0.0)) * asked
    estimate = estimate_clustered(gained.tolist(), [group.repository for group in groups])
    interval = f" [{estimate.low:+.4f}, {estimate.high:+.4f}]" if estimate else ""
    return f"{gained.mean():+.4f}{interval} with {asked.mean():.0%} read"


def main() -> None:
    """Print the metrics of each model."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("groups", type=Path, help="written by training.reranker.collect_groups")
    parser.add_argument("models", type=Path, nargs="+", help="folders of models")
    parser.add_argument("--split", choices=SPLITS, default="choose", help="the repositories that are measured")
    parser.add_argument("--weight", type=float, default=QUESTION.rerank, help="of the model beside the first stage")
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()

    groups = [group for group in read_groups(arguments.groups) if split_of(group.repository) == arguments.split]
    for folder in arguments.models:
        model = load_reranker(folder, arguments.threads)
        assert model is not None
        read, seconds = read_all(model, groups)
        for kind, places in by_kind(groups):
            some, scores = [groups[place] for place in places], [read[place] for place in places]
            repositories = len({group.repository for group in some})
            print(folder, kind, f"{len(some)} questions of {repositories} repositories")
            print("   ", summary({weight: reciprocal_ranks(some, scores, weight) for weight in WEIGHTS}))
            print(f"    at {arguments.weight:g}:", gain(some, scores, arguments.weight, always=True))
            sources = [among_sources(*pair) for pair in zip(some, scores, strict=True)]
            own, own_scores = [group for group, _ in sources], [one for _, one in sources]
            print("    among sources:", gain(own, own_scores, arguments.weight, always=True))
            print("    as asked:", gain(some, scores, arguments.weight, always=False))
        median, most = np.quantile(seconds, [0.5, 0.95])
        print(f"    {1000 * median:.0f} ms a question, {1000 * most:.0f} ms p95", flush=True)


if __name__ == "__main__":
    main()
