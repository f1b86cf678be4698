"""The work of a layer, counted in executed lines, so the load of the machine does not matter."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType, ModuleType
from typing import Protocol

import ctx_lsp.syntax


class _Traced(Protocol):
    """The trace function for executed lines."""

    def __call__(self, frame: FrameType, event: str, argument: object, /) -> "_Traced | None": ...


def lines_run(work: Callable[[], object], layer: ModuleType = ctx_lsp.syntax) -> int:
    """The number of lines of the modules of `layer` that `work` executes."""
    folder = str(Path(layer.__file__ or "").parent)
    count = 0

    def traced(frame: FrameType, event: str, _argument: object) -> "_Traced | None":
        nonlocal count
        count += event == "line"
        return traced if frame.f_code.co_filename.startswith(folder) else None

    before = sys.gettrace()
    sys.settrace(traced)
    try:
        work()
    finally:
        sys.settrace(before)
    return count
