"""Small plots made of text characters, so that any editor can show them in a Markdown document."""

from collections.abc import Iterable, Sequence

BLOCKS = "▁▂▃▄▅▆▇█"
BAR_WIDTH = 20  # characters


def line_plot(values: Sequence[float]) -> str:
    """Plot each value as a block whose height is relative to the largest value. Without values, return ""."""
    largest = max(values, default=0.0)
    if largest <= 0:
        return BLOCKS[0] * len(values)
    return "".join(BLOCKS[min(int(len(BLOCKS) * value / largest), len(BLOCKS) - 1)] for value in values)


def bar(share: float) -> str:
    """Plot a share (0–1) as a bar."""
    filled = round(BAR_WIDTH * min(max(share, 0.0), 1.0))
    return "█" * filled + "░" * (BAR_WIDTH - filled)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table with right-aligned columns, except for the first. Without rows, return ""."""
    lines = [f"| {' | '.join(row)} |" for row in rows]
    marks = ["---", *("---:" for _ in heads[1:])]
    return "\n".join([f"| {' | '.join(heads)} |", f"| {' | '.join(marks)} |", *lines]) if lines else ""


def mono(text: str) -> str:
    """Format `text` in a fixed-width font, so that the characters of a plot line up."""
    return f"`{text}`" if text else ""
