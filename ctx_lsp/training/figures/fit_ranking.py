"""Fit the weights of the ranking's parts to commits, with a softmax over the candidates for each question.

    python -m ctx_lsp.training.figures.fit_ranking COLUMNS [--penalty 0.002] [--without PART,PART]

COLUMNS is the folder that `collect_ranking` wrote. `histories.repositories.split_of` divides the repositories: weights
are fitted to "train", options are chosen on "choose", and the result is evaluated on "test" only once (`--test`).
Weights cannot be negative, because the values of a part already have the intended sign. An L1 penalty sets the weights
of parts that add nothing to 0. All weights are scaled so that the two BM25 parts have a total weight of 1.

The weights of the parts in `GIVEN` are not fitted. Commits provide no evidence about `role`, because only source files
count as right answers; tests and documents are left out of the fit.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, get_args

import numpy as np
from scipy.optimize import minimize

from ctx_lsp.evaluation.bootstrap import estimate_clustered
from ctx_lsp.retrieval.ranking.rank import SATURATION_LIMIT
from ctx_lsp.retrieval.ranking.weights import QUESTION
from ctx_lsp.training.figures.collect_ranking import read_questions
from ctx_lsp.training.figures.ranking_columns import COLUMNS, Question
from ctx_lsp.training.histories.questions import Kind
from ctx_lsp.training.histories.repositories import SPLITS, split_of

ITERATIONS = 200
K = 10
SCALE = ("bm25", "lexical")
GIVEN = ("summary", "file", "verbatim", "place", "prefix", "role")
FITTED = tuple(part for part in COLUMNS if part not in GIVEN)
ROLE = COLUMNS.index("role")


class Scores(NamedTuple):
    """Metrics of a ranking.

    `share` is the share of the answer that the first `K` candidates cover, and `definitions` the share of the answer's
    definitions that they cover. `first` is the reciprocal rank of the first right candidate.
    """

    share: float
    definitions: float
    first: float


def fit(questions: Sequence[Question], parts: Sequence[str], penalty: float) -> np.ndarray:
    """Return weights in the order of `COLUMNS`: fitted for `parts`, the current ones for `GIVEN`, and 0 for all others.

    Questions without a right candidate are ignored. `penalty` is the strength of the L1 penalty.
    """
    chosen = [COLUMNS.index(part) for part in parts]
    kept = [_sources(one) for one in questions if one.shares.any()]
    rows = np.concatenate([one.columns[:, chosen] for one in kept]).astype(np.float64)
    wanted = np.concatenate([one.shares / one.shares.sum() for one in kept])
    sizes = np.array([len(one.shares) for one in kept])
    starts, owner = np.cumsum(sizes) - sizes, np.repeat(np.arange(len(sizes)), sizes)
    spread = rows.std(axis=0) + 1e-6
    rows /= spread

    def value(weights: np.ndarray) -> tuple[float, np.ndarray]:
        logits = rows @ weights
        logits -= np.maximum.reduceat(logits, starts)[owner]
        sums = np.add.reduceat(np.exp(logits), starts)
        chances = np.exp(logits) / sums[owner]
        loss = float(np.log(sums).sum() - wanted @ logits) / len(sizes)
        gradient = rows.T @ (chances - wanted) / len(sizes)
        return loss + penalty * float(weights.sum()), gradient + penalty

    found = minimize(
        value, np.zeros(len(chosen)), jac=True, method="L-BFGS-B",
        bounds=[(0.0, None)] * len(chosen), options={"maxiter": ITERATIONS},
    )  # fmt: skip
    weights = np.zeros(len(COLUMNS))
    weights[chosen] = found.x / spread
    scale = sum(weights[COLUMNS.index(part)] for part in SCALE)
    weights /= scale or 1.0
    weights[[COLUMNS.index(part) for part in GIVEN]] = [QUESTION.of(part) for part in GIVEN]
    return weights


def _sources(question: Question) -> Question:
    """Return the question without the candidates that the part `role` penalises."""
    kept = question.columns[:, ROLE] == 0
    return question._replace(columns=question.columns[kept], shares=question.shares[kept])


def scores(question: Question, weights: np.ndarray, saturation: float) -> Scores:
    """Score the ranking under `weights`.

    Each candidate loses `saturation` for every candidate in the same file that ranks above it, up to a limit.
    """
    totals = question.columns @ weights
    better: dict[int, int] = {}
    for place in np.argsort(-totals, kind="stable").tolist():
        file = int(question.files[place])
        totals[place] -= saturation * min(better.get(file, 0), SATURATION_LIMIT)
        better[file] = better.get(file, 0) + 1
    order = np.argsort(-totals, kind="stable")[:K].tolist()
    right = [rank for rank, place in enumerate(order, start=1) if question.shares[place] > 0]
    named = (question.shares > 0) & (question.names >= 0)
    definitions = float(named[order].sum() / named.sum()) if named.any() else 0.0
    return Scores(float(question.shares[order].sum()), definitions, 1 / right[0] if right else 0.0)


def scores_today(question: Question) -> Scores:
    """Score the ranking of a question's candidates under the current weights."""
    weights = QUESTION
    return scores(question, np.array([weights.of(part) for part in COLUMNS]), weights.saturation)


def describe(name: str, questions: Sequence[Question], before: Sequence[Scores], after: Sequence[Scores]) -> str:
    """Return a line with the mean of each metric before and after, and the confidence interval of its change.

    The interval is clustered by repository.
    """
    repositories = [one.repository for one in questions]
    cells = [f"{name}, {len(questions)} questions of {len(set(repositories))} repositories"]
    for figure in Scores._fields:
        old, new = ([getattr(one, figure) for one in many] for many in (before, after))
        change = estimate_clustered([b - a for a, b in zip(old, new, strict=True)], repositories)
        interval = f" [{change.low:+.3f}, {change.high:+.3f}]" if change else ""
        cells.append(f"{figure} {np.mean(old):.3f} → {np.mean(new):.3f}{interval}")
    return "; ".join(cells)


def main() -> None:
    """Read the columns, fit the weights, and print the weights and their scores."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("columns", type=Path)
    parser.add_argument("--penalty", type=float, default=0.002)
    parser.add_argument("--saturation", type=float, default=0.1)
    parser.add_argument("--without", default="")
    parser.add_argument("--ablate", action="store_true", help="leave out each part in turn")
    parser.add_argument("--test", action="store_true", help="look at the last part, too")
    arguments = parser.parse_args()
    questions = [one for file in sorted(arguments.columns.glob("*.npz")) for one in read_questions(file)]
    by_split = {split: [one for one in questions if split_of(one.repository) == split] for split in SPLITS}
    parts = [part for part in FITTED if part not in arguments.without.split(",")]
    weights = fit(by_split["train"], parts, arguments.penalty)
    print("; ".join(f"{part} {weight:.3f}" for part, weight in zip(COLUMNS, weights, strict=True) if weight))
    before = {split: list(map(scores_today, many)) for split, many in by_split.items()}
    for split in ("train", "choose", *(("test",) if arguments.test else ())):
        after = [scores(one, weights, arguments.saturation) for one in by_split[split]]
        for kind in get_args(Kind):
            places = [place for place, one in enumerate(by_split[split]) if one.kind == kind]
            asked, old = [by_split[split][place] for place in places], [before[split][place] for place in places]
            print(describe(f"{split} {kind}", asked, old, [after[place] for place in places]))
    for part in parts if arguments.ablate else ():
        less = fit(by_split["train"], [one for one in parts if one != part], arguments.penalty)
        full, without = (
            [scores(one, some, arguments.saturation) for one in by_split["choose"]] for some in (weights, less)
        )
        print(describe(f"with {part}", by_split["choose"], without, full))


if __name__ == "__main__":
    main()
