"""Progress bars on standard error, shown only on a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING

from ctx_lsp.workspace import Progress as Step
from ctx_lsp.workspace import Workspace

if TYPE_CHECKING:
    from rich.progress import Progress


@contextmanager
def _bars() -> Iterator["Progress | None"]:
    console = import_module("rich.console").Console(stderr=True) if sys.stderr.isatty() else None
    if console is None or not console.is_interactive:
        yield None
        return
    rich = import_module("rich.progress")  # imported only if there is a terminal
    text = rich.TextColumn("{task.description:<10}")
    times = (rich.TimeElapsedColumn(), rich.TextColumn("left:"), rich.TimeRemainingColumn())
    columns = (text, rich.BarColumn(), rich.MofNCompleteColumn(), *times)
    with rich.Progress(*columns, console=console, transient=True) as bars:
        yield bars


@contextmanager
def workspace_progress(workspace: Workspace) -> Iterator[bool]:
    """Show a progress bar for each phase of indexing while the `with` block runs. Yield whether bars are shown."""
    with _bars() as bars:
        if bars is not None:
            phases = ("scanning", "indexing", "embedding")
            tasks = {phase: bars.add_task(phase, total=None, visible=False) for phase in phases}

            def show(step: Step) -> None:
                if step.phase in tasks:
                    bars.update(tasks[step.phase], completed=step.done, total=step.total or None, visible=True)

            workspace.subscribe(show)
        yield bars is not None


@contextmanager
def counted(description: str, total: int) -> Iterator[Callable[[], None]]:
    """Show a progress bar of `total` steps, and yield a function that advances the bar by one step."""
    with _bars() as bars:
        if bars is None:
            yield lambda: None
        else:
            task = bars.add_task(description, total=total)
            yield lambda: bars.advance(task)
