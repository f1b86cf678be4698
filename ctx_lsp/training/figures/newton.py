"""Newton's method for concave functions, which finds the unique maximum of a fit.

The functions are defined next to their fits: a softmax in `fit_passages`, a logistic model in `logistic`.
"""

from collections.abc import Callable

import numpy as np

STEPS = 50
CLOSE = 1e-8

Objective = Callable[[np.ndarray], tuple[float, np.ndarray]]
"""Maps weights to the function's value and the Newton step from there."""


def maximum(objective: Objective, count: int) -> np.ndarray:
    """Return the `count` weights with the highest value. A step that would lower the value is halved repeatedly."""
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
