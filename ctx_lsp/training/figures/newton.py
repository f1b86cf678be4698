"""Newton's method, which finds the unique maximum of a concave function.

Other modules define the functions to maximise: `fit_passages` the likelihood of a softmax, and `logistic` that of a
logistic model.
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
