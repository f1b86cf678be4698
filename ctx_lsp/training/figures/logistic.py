"""Logistic regression on weighted examples: predicts the probability of a positive from a few features."""

import numpy as np

from ctx_lsp.training.figures.newton import maximum

RIDGE = 0.02  # very weak: only keeps the weights finite if the features separate the classes


def fit(rows: np.ndarray, labels: np.ndarray, weights: np.ndarray, ridge: float = RIDGE) -> np.ndarray:
    """Fit an unpenalised intercept, and a weight with the penalty `ridge` for each column of `rows`.

    `labels` holds 0 or 1 for each row, and `weights` the weight of each row.
    """
    columns = _with_ones(rows)
    penalty = np.array([0.0, *[ridge] * rows.shape[1]])

    def objective(model: np.ndarray) -> tuple[float, np.ndarray]:
        logits = columns @ model
        chances = _chances(logits)
        likelihood = weights @ (labels * logits - np.logaddexp(0.0, logits))
        gradient = columns.T @ (weights * (labels - chances)) - penalty * model
        curvature = (columns.T * (weights * chances * (1 - chances))) @ columns + np.diag(penalty)
        return float(likelihood - 0.5 * penalty @ model**2), np.linalg.solve(curvature, gradient)

    return maximum(objective, columns.shape[1])


def predict(model: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Return the probability of a positive for each row."""
    return _chances(_with_ones(rows) @ model)


def _with_ones(rows: np.ndarray) -> np.ndarray:
    return np.column_stack([np.ones(len(rows)), rows])


def _chances(logits: np.ndarray) -> np.ndarray:
    return np.asarray(np.exp(-np.logaddexp(0.0, -logits)))
