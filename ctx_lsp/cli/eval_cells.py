"""Cells of the tables of `ctx-lsp eval`: estimates, and figures before and after. The tables are in `eval_output`."""

from ctx_lsp.evaluation.ablation import Difference
from ctx_lsp.evaluation.bootstrap import Estimate

LONG = 10  # from here on values are shown without decimals

Row = tuple[str, ...]


def number_cell(value: float) -> str:
    """A figure with as many digits as it bears."""
    return f"{value:,.0f}" if value >= LONG else f"{value:.3f}"


def estimate_cell(one: Estimate) -> str:
    """A mean and its interval."""
    return f"{number_cell(one.mean)} ({number_cell(one.low)}–{number_cell(one.high)})"


def change_cell(one: Estimate) -> str:
    """A mean change and its interval, with signs."""
    digits = 0 if abs(one.mean) >= LONG else 3
    return f"{one.mean:+.{digits}f} ({one.low:+.{digits}f} to {one.high:+.{digits}f})"


def difference_heads(clustered: bool) -> Row:
    """The heads of `difference_cells` but the first; by repositories where there are enough of them."""
    return "change", *(("by repositories",) if clustered else ()), "better", "worse"


def difference_cells(difference: Difference, clustered: bool) -> Row:
    """The figure afterwards and how it differs."""
    by_repository = change_cell(difference.by_repository) if difference.by_repository else "-"
    shares = f"{difference.better:.0%}", f"{difference.worse:.0%}"
    change = change_cell(difference.change)
    return number_cell(difference.after), change, *((by_repository,) if clustered else ()), *shares
