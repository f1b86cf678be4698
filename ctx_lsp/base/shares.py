"""Shares (0–1) in words."""

import math

_ROUNDING = 1e-9  # 0.29 * 100 is a little below 29


def percent(share: float) -> str:
    """A share in whole percent, rounded down, so that only what is complete says 100%."""
    return f"{math.floor(100 * share + _ROUNDING)}%"
