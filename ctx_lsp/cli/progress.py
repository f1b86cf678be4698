"""Progress bars on standard error, on a terminal only. What they show comes from the workspace."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ctx_lsp.analysis import Progress as Step
from ctx_lsp.analysis import Workspace


@contextmanager
def _bars() -> Iterator[Progress | None]:
    console = Console(stderr=True)
    if not console.is_interactive:
        yield None
        return
    columns = (TextColumn("{task.description:<10}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bars:
        yield bars


@contextmanager
def workspace_progress(workspace: Workspace) -> Iterator[None]:
    """Show a bar for each phase of indexing while the `with` block runs."""
    with _bars() as bars:
        if bars is not None:
            tasks = {phase: bars.add_task(phase, visible=False) for phase in ("scanning", "indexing", "embedding")}

            def show(step: Step) -> None:
                if step.phase in tasks:
                    bars.update(tasks[step.phase], completed=step.done, total=step.total or None, visible=True)

            workspace.subscribe(show)
        yield


@contextmanager
def counted(description: str, total: int) -> Iterator[Callable[[], None]]:
    """Show one bar of `total` steps; the function that is handed out counts one."""
    with _bars() as bars:
        if bars is None:
            yield lambda: None
        else:
            task = bars.add_task(description, total=total)
            yield lambda: bars.advance(task)
