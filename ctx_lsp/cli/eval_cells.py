"""Table cells of `ctx-lsp eval`: estimates, and values before and after a change. The tables are in `eval_output`."""

from ctx_lsp.evaluation.ablation import Difference
from ctx_lsp.evaluation.bootstrap import Estimate

LONG = 10  # values of this size or more are shown without decimals

Row = tuple[str, ...]


def number_cell(value: float) -> str:
    """Format a value with three decimals, or without decimals from `LONG` on."""
    return f"{value:,.0f}" if value >= LONG else f"{value:.3f}"


def estimate_cell(estimate: Estimate) -> str:
    """Format a mean and its interval."""
    return f"{number_cell(estimate.mean)} ({number_cell(estimate.low)}–{number_cell(estimate.high)})"


def change_cell(estimate: Estimate) -> str:
    """Format a mean change and its interval, with signs."""
    digits = 0 if abs(estimate.mean) >= LONG else 3
    return f"{estimate.mean:+.{digits}f} ({estimate.low:+.{digits}f} to {estimate.high:+.{digits}f})"


def difference_heads(clustered: bool) -> Row:
    """Return the column heads of `difference_cells` except the first; `clustered` adds the one for repositories."""
    return "change", *(("by repositories",) if clustered else ()), "better", "worse"


def difference_cells(difference: Difference, clustered: bool) -> Row:
    """Return the cells for the new value, its change, and the shares of tasks that got better and worse."""
    by_repository = change_cell(difference.by_repository) if difference.by_repository else "-"
    shares = f"{difference.better:.0%}", f"{difference.worse:.0%}"
    change = change_cell(difference.change)
    return number_cell(difference.after), change, *((by_repository,) if clustered else ()), *shares
