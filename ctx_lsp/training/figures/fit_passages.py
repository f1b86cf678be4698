"""Fit the weights of passage features to questions and the lines that answer them.

    python -m ctx_lsp.training.figures.fit_passages FOLDERS TASKS.jsonl...

FOLDERS holds a checkout for each `repo` that the tasks name. A task is a question and its decisive lines, in the format
of `ctx-lsp eval`: a commit message and the lines that the commit changed, or a plain question and the definition that
answers it (`training.plain.tasks`). The script prints the two tables of weights for `packing.answer.relevance`: one for
searches by meaning, one for searches by words alone. The model is a softmax over the passages for one question.
Newton's method finds the only maximum of the likelihood, so the same tasks always give the same weights.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import get_args

import numpy as np

from ctx_lsp.base.cancel import CancelToken
from ctx_lsp.cli.session import open_analysis, settings_of
from ctx_lsp.evaluation.tasks import Task
from ctx_lsp.packing.answer.passage_features import FEATURES
from ctx_lsp.training.figures.newton import maximum
from ctx_lsp.training.figures.observations import SearchMode, analysis_by_mode
from ctx_lsp.training.histories.decisive_lines import decisive_lines, shares, tasks_by_repository

RIDGE = 3.0  # on the weights of standardised features
TINY = 1e-300  # added to probabilities, which may underflow to 0

Example = tuple[np.ndarray, np.ndarray]
"""The features, one row per passage, and the share of the decisive lines in each passage."""


def fit(examples: Sequence[Example], ridge: float = RIDGE) -> np.ndarray:
    """Fit the weights that maximise the likelihood of passages with decisive lines.

    Examples in which no passage has a decisive line are ignored.
    """
    kept = [(rows, held) for rows, held in examples if held.sum() > 0]
    scale = np.concatenate([rows for rows, _ in kept]).std(axis=0) + 1e-6
    scaled = [((rows - rows.mean(axis=0)) / scale, held) for rows, held in kept]
    return np.asarray(maximum(lambda weights: _value(scaled, weights, ridge), len(scale)) / scale)


def _value(examples: Sequence[Example], weights: np.ndarray, ridge: float) -> tuple[float, np.ndarray]:
    """Return the penalised log-likelihood of `weights`, and the next Newton step."""
    value = -0.5 * ridge * float(weights @ weights)
    gradient, curvature = -ridge * weights, ridge * np.eye(len(weights))
    for rows, held in examples:
        logits = rows @ weights
        logits -= logits.max()
        chances = np.exp(logits)
        chances /= chances.sum()
        total, mean = held.sum(), chances @ rows
        value += float(held @ np.log(chances + TINY))
        gradient += held @ rows - total * mean
        curvature += total * ((rows.T * chances) @ rows - np.outer(mean, mean))
    return value, np.linalg.solve(curvature, gradient)


def _examples(folder: Path, tasks: Sequence[Task]) -> Iterator[tuple[SearchMode, Example]]:
    with open_analysis(folder, settings_of(folder), semantic=True) as analysis:
        for mode, asked in analysis_by_mode(analysis).items():
            for task in tasks:
                rated, _ = asked.passages(task.query, CancelToken())
                yield mode, (rated.features, np.array(shares(rated.places, decisive_lines(asked, task))))


def main() -> None:
    """Read the tasks, fit the weights, and print the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path)
    parser.add_argument("tasks", type=Path, nargs="+")
    arguments = parser.parse_args()
    examples: dict[SearchMode, list[Example]] = {mode: [] for mode in get_args(SearchMode)}
    for repo, tasks in tasks_by_repository(arguments.tasks).items():
        for mode, example in _examples(arguments.folders / repo, tasks):
            examples[mode].append(example)
        print(f"{repo}: {sum(map(len, examples.values()))} examples so far", flush=True)
    for mode, found in examples.items():
        print(f"By {mode}:")
        for name, weight in zip(FEATURES, fit(found).tolist(), strict=True):
            print(f'    "{name}": {weight:.2f},')


if __name__ == "__main__":
    main()
