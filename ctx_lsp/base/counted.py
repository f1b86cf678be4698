"""Formatting of numbers of things."""


def counted(number: int, noun: str) -> str:
    """Format a number with its noun, in the plural if there is not exactly one: `1 file`, `1,200 files`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
