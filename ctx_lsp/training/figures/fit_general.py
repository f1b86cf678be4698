"""Fit a model for the chance that a question asks for general knowledge, and evaluate it on held-out questions.

    python -m ctx_lsp.training.figures.fit_general GENERAL.jsonl

Each line of GENERAL.jsonl has a general question in `query`, and "development" or "held-out" in `half`. The questions
about code come from `training.plain`; every second repository is held out. The weights are fitted to the development
half. The script prints the weights for `retrieval.question.generality`. For each half, it also prints how many general
questions, and how many questions about code, the weights classify as general.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ctx_lsp.retrieval.question.analyse import analyse
from ctx_lsp.retrieval.question.generality import form_of
from ctx_lsp.training.figures import logistic
from ctx_lsp.training.plain.questions import read_questions

GENERAL = 0.4  # a question with a higher chance counts as general in the shares that the script prints
RIDGE = 2.0  # there are few general questions
PRIOR = 1 / 3  # share of general questions


def rows_of(queries: Sequence[str]) -> np.ndarray:
    """Return the features of the questions, with one row per question."""
    return np.array([form_of(analyse(query)) for query in queries], dtype=np.float64)


def fitted(general: Sequence[str], about_code: Sequence[str]) -> np.ndarray:
    """Fit an intercept and a weight for each feature, using only texts that begin like a question."""
    general, about_code = ([one for one in some if form_of(analyse(one)).asks] for some in (general, about_code))
    labels = np.array([1.0] * len(general) + [0.0] * len(about_code))
    each = PRIOR / (1 - PRIOR) * len(about_code) / len(general)
    weights = np.where(labels > 0, each, 1.0)
    return logistic.fit(np.concatenate([rows_of(general), rows_of(about_code)]), labels, weights, RIDGE)


def _chances(model: np.ndarray, queries: Sequence[str]) -> np.ndarray:
    rows = rows_of(queries)
    asks = np.array([form_of(analyse(query)).asks for query in queries])
    return np.asarray(logistic.predict(model, rows) * asks)


def main() -> None:
    """Fit the weights; print them and the shares of questions that they classify as general."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("general", type=Path)
    general = [json.loads(line) for line in parser.parse_args().general.read_text().splitlines()]
    plain = read_questions()
    halves = [one for place, one in enumerate(sorted({one.repository for one in plain})) if place % 2 == 0]
    chosen, fit_repositories = {}, set(halves)
    for half in ("development", "held-out"):
        is_fit = half == "development"
        asked = [one["query"] for one in general if one["half"] == half]
        chosen[half] = (
            asked,
            [query for one in plain if (one.repository in fit_repositories) == is_fit for query in one.questions],
        )
    model = fitted(*chosen["development"])
    print(f"_WEIGHTS = ({', '.join(f'{figure:.3f}' for figure in model)})")
    for half, (asked, about_code) in chosen.items():
        taken = [np.mean([chance > GENERAL for chance in _chances(model, queries)]) for queries in (asked, about_code)]
        print(f"{half}: {taken[0]:.1%} of {len(asked)} general ones, {taken[1]:.1%} of {len(about_code)} about code")


if __name__ == "__main__":
    main()
