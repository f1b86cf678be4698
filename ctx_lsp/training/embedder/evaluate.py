"""Measure embedding models on held-out pairs, running them as the product does. A script, run by hand.

    python -m ctx_lsp.training.embedder.evaluate PAIRS MODEL ...

For each language, the script draws pairs from held-out packages (at most `--candidates`), and ranks their texts for the
questions of the first pairs (at most `--questions`). Commits, plain questions and documentation are measured
separately. The script prints the mean MRR@10 over languages, followed by the MRR@10 of each language. The next line
gives the difference from the first model: the mean over all questions, with a confidence interval clustered by package.
The seed is 0.
"""

import argparse
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from ctx_lsp.evaluation.bootstrap import estimate_clustered
from ctx_lsp.models.embedder import Embedder, load_embedder
from ctx_lsp.training.embedder.ranks import FEWEST, reciprocal_ranks, summary, validation_sets
from ctx_lsp.training.pairs.pairs_reader import Example, by_origin, read_pairs, split

SEED = 0


def vectors(embedder: Embedder, texts: Sequence[str], threads: int) -> np.ndarray:
    """Return the unit vectors of `texts` as float32 (texts, dimensions)."""
    with ThreadPoolExecutor(threads) as workers:
        return np.array(list(workers.map(embedder.embed, texts)))


def measure(embedder: Embedder, pairs: Sequence[Example], questions: int, threads: int) -> np.ndarray:
    """Return the reciprocal rank of the matching text for each of the first `questions` pairs: float (questions,)."""
    codes = vectors(embedder, [pair.text for pair in pairs], threads)
    queries = vectors(embedder, [pair.query for pair in pairs[:questions]], threads)
    return reciprocal_ranks(queries @ codes.T)


def difference(before: np.ndarray, after: np.ndarray, packages: Sequence[str]) -> str:
    """Describe the mean difference between `before` and `after`, two arrays of reciprocal ranks of the same questions.

    `packages` holds the package of each question. The confidence interval is clustered by package.
    """
    estimate = estimate_clustered((after - before).tolist(), packages)
    interval = f" [{estimate.low:+.4f}, {estimate.high:+.4f}]" if estimate else ""
    return f"{(after - before).mean():+.4f}{interval}, {len(packages)} questions of {len(set(packages))} packages"


def main() -> None:
    """Print the metrics of each model, separately for each origin of pairs."""
    parser = argparse.ArgumentParser(description="Measure embedding models on held-out pairs.")
    parser.add_argument("pairs", type=Path, help="folder of *.jsonl")
    parser.add_argument("models", type=Path, nargs="+", help="folders of models; the first is compared with")
    parser.add_argument("--candidates", type=int, default=1_000)
    parser.add_argument("--questions", type=int, default=300)
    parser.add_argument("--fewest", type=int, default=FEWEST, help="candidates of a language that is measured")
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()

    origins = by_origin(split(read_pairs(arguments.pairs))[1])
    first: dict[str, np.ndarray] = {}
    for model in arguments.models:
        embedder = load_embedder(model)
        for origin, held_out in origins.items():
            sets = validation_sets(held_out, arguments.candidates, SEED, arguments.fewest)
            found: Mapping[str, np.ndarray] = {
                language: measure(embedder, pairs, arguments.questions, arguments.threads)
                for language, pairs in sets.items()
            }
            print(model, origin, summary({language: float(ranks.mean()) for language, ranks in found.items()}))
            joined = np.concatenate(list(found.values()))
            packages = [pair.package for pairs in sets.values() for pair in pairs[: arguments.questions]]
            print("   ", difference(first.setdefault(origin, joined), joined, packages), flush=True)


if __name__ == "__main__":
    main()
