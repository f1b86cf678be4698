"""Table cells of `ctx-lsp eval`, for estimates and for changes in values. `eval_output` prints the tables."""

from ctx_lsp.evaluation.ablation import Difference
from ctx_lsp.evaluation.bootstrap import Estimate

LONG = 10  # values of this size or more are shown without decimals

Row = tuple[str, ...]


def number_cell(value: float) -> str:
    """Format a value with three decimals, or without decimals if the value is at least `LONG`."""
    return f"{value:,.0f}" if value >= LONG else f"{value:.3f}"


def estimate_cell(estimate: Estimate) -> str:
    """Format a mean and its interval."""
    return f"{number_cell(estimate.mean)} ({number_cell(estimate.low)}–{number_cell(estimate.high)})"


def change_cell(estimate: Estimate) -> str:
    """Format a mean change and its interval, with plus and minus signs."""
    digits = 0 if abs(estimate.mean) >= LONG else 3
    return f"{estimate.mean:+.{digits}f} ({estimate.low:+.{digits}f} to {estimate.high:+.{digits}f})"


def difference_heads(clustered: bool) -> Row:
    """Return the headings of all columns of `difference_cells` but the first; `clustered` adds "by repositories"."""
    return "change", *(("by repositories",) if clustered else ()), "better", "worse"


def difference_cells(difference: Difference, clustered: bool) -> Row:
    """Return the cells for the new value, its change, and the shares of tasks that got better and worse.

    `clustered` adds a cell for the change with an interval that treats each repository as one sample.
    """
    by_repository = change_cell(difference.by_repository) if difference.by_repository else "-"
    shares = f"{difference.better:.0%}", f"{difference.worse:.0%}"
    change = change_cell(difference.change)
    return number_cell(difference.after), change, *((by_repository,) if clustered else ()), *shares
