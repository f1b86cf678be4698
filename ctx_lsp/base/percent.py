"""Formatting of shares (numbers from 0 to 1) as percentages."""

import math

_ROUNDING = 1e-9  # 0.29 * 100 is a little below 29


def percent(share: float) -> str:
    """Format a share as a whole percentage, rounded down, so that only a share of 1 becomes 100%."""
    return f"{math.floor(100 * share + _ROUNDING)}%"
