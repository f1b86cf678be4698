"""Newton's method, which finds the unique maximum of a concave function.

The functions are defined next to the fits that use them: a softmax in `fit_passages`, a logistic model in `logistic`.
"""

from collections.abc import Callable

import numpy as np

STEPS = 50
CLOSE = 1e-8

Objective = Callable[[np.ndarray], tuple[float, np.ndarray]]
"""A function that returns its value at given weights, and the Newton step from these weights."""


def maximum(objective: Objective, count: int) -> np.ndarray:
    """Return the `count` weights that maximise `objective`. Steps that would reduce the value are shortened."""
    weights = np.zeros(count)
    value, step = objective(weights)
    for _ in range(STEPS):
        length = 1.0
        while (tried := objective(weights + length * step))[0] < value and length > CLOSE:
            length /= 2
        weights, (value, following) = weights + length * step, tried
        if np.abs(length * step).max() < CLOSE:
            break
        step = following
    return weights
