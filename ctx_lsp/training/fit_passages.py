"""Fit the weights by which packs rate passages, to commit messages and the lines that these commits changed.

    python -m ctx_lsp.training.fit_passages FOLDERS TASKS.jsonl...

FOLDERS holds a checkout for each `repo` that the tasks name; a task is a question and its decisive lines, as
`ctx-lsp eval` takes them. Prints the table for `packing.relevance`. The model is a softmax over the passages of one
question; Newton's method finds its only maximum, so equal tasks give equal weights.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cli.session import open_analysis, settings_of
from ctx_lsp.packing.relevance import FEATURES

RIDGE = 3.0  # of the weights of standardised features
STEPS = 50
CLOSE = 1e-8
TINY = 1e-300  # chances that are 0 in 64 bits

Example = tuple[np.ndarray, np.ndarray]
"""Features, a row a passage, and the share of the decisive lines in each passage."""


def fit(examples: Sequence[Example], ridge: float = RIDGE) -> np.ndarray:
    """The weights that make the decisive passages likeliest; examples without any are left out."""
    kept = [(rows, shares) for rows, shares in examples if shares.sum() > 0]
    scale = np.concatenate([rows for rows, _ in kept]).std(axis=0) + 1e-6
    scaled = [((rows - rows.mean(axis=0)) / scale, shares) for rows, shares in kept]
    weights = np.zeros(len(scale))
    value, step = _value(scaled, weights, ridge)
    for _ in range(STEPS):
        length = 1.0
        while (tried := _value(scaled, weights + length * step, ridge))[0] < value and length > CLOSE:
            length /= 2
        weights, (value, following) = weights + length * step, tried
        if np.abs(length * step).max() < CLOSE:
            break
        step = following
    return np.asarray(weights / scale)


def _value(examples: Sequence[Example], weights: np.ndarray, ridge: float) -> tuple[float, np.ndarray]:
    """The penalised log-likelihood of some weights, and Newton's step from there."""
    value = -0.5 * ridge * float(weights @ weights)
    gradient, curvature = -ridge * weights, ridge * np.eye(len(weights))
    for rows, shares in examples:
        logits = rows @ weights
        logits -= logits.max()
        chances = np.exp(logits)
        chances /= chances.sum()
        total, mean = shares.sum(), chances @ rows
        value += float(shares @ np.log(chances + TINY))
        gradient += shares @ rows - total * mean
        curvature += total * ((rows.T * chances) @ rows - np.outer(mean, mean))
    return value, np.linalg.solve(curvature, gradient)


def _examples(folder: Path, tasks: Sequence[dict[str, object]]) -> Iterator[Example]:
    with open_analysis(folder, settings_of(folder), semantic=True) as analysis:
        for task in tasks:
            places, rows = analysis.passages(str(task["query"]), CancelToken())
            wanted = {one["path"]: one["lines"] for one in task["relevant"]}  # type: ignore[attr-defined]
            shares = np.zeros(len(places))
            for path, lines in wanted.items():
                source = analysis.source(path)
                texts = source.data.decode().splitlines() if source else []
                for line in lines:
                    found = [number for number, text in enumerate(texts) if text.strip() == line]
                    for number in found:
                        for place, (where, passage) in enumerate(places):
                            if where == path and passage.start <= number < passage.end:
                                shares[place] += 1 / len(found)
            yield rows, shares / max(1, sum(map(len, wanted.values())))


def main() -> None:
    """Read the tasks, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path)
    parser.add_argument("tasks", type=Path, nargs="+")
    arguments = parser.parse_args()
    tasks = [json.loads(line) for file in arguments.tasks for line in file.read_text().splitlines()]
    examples: list[Example] = []
    for repo in dict.fromkeys(task["repo"] for task in tasks):
        examples += _examples(arguments.folders / repo, [task for task in tasks if task["repo"] == repo])
        print(f"{repo}: {len(examples)} examples so far", flush=True)
    for name, weight in zip(FEATURES, fit(examples).tolist(), strict=True):
        print(f'    "{name}": {weight:.2f},')


if __name__ == "__main__":
    main()
