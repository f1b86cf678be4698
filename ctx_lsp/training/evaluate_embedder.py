"""Measure embedding models, as the product runs them, on held-out pairs. A script, run by hand.

    python -m ctx_lsp.training.evaluate_embedder PAIRS MODEL ...

For each language, up to `--candidates` texts of held-out packages are ranked for the question of each of the first
`--questions` of them; printed is MRR@10, the mean over languages first. Seed 0.
"""

import argparse
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from ctx_lsp.index.embedder import Embedder, load_embedder
from ctx_lsp.training.pairs_reader import read_pairs, split
from ctx_lsp.training.ranks import reciprocal_ranks, summary, validation_sets

SEED = 0


def vectors(embedder: Embedder, texts: Sequence[str], threads: int) -> np.ndarray:
    """Unit vectors, float32 (texts, dimensions)."""
    with ThreadPoolExecutor(threads) as workers:
        return np.array(list(workers.map(embedder.embed, texts)))


def main() -> None:
    """Print one line a model."""
    parser = argparse.ArgumentParser(description="Measure embedding models on held-out pairs.")
    parser.add_argument("pairs", type=Path, help="folder of *.jsonl")
    parser.add_argument("models", type=Path, nargs="+", help="folders of models")
    parser.add_argument("--candidates", type=int, default=1_000)
    parser.add_argument("--questions", type=int, default=300)
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()

    sets = validation_sets(split(read_pairs(arguments.pairs))[1], arguments.candidates, SEED)
    for model in arguments.models:
        embedder = load_embedder(model)
        figures = {}
        for language, pairs in sets.items():
            codes = vectors(embedder, [pair.text for pair in pairs], arguments.threads)
            asked = pairs[: arguments.questions]
            queries = vectors(embedder, [pair.query for pair in asked], arguments.threads)
            figures[language] = float(reciprocal_ranks(queries @ codes.T).mean())
        print(model, summary(figures), flush=True)


if __name__ == "__main__":
    main()
