"""The work of reading, counted in executed lines of the layer, so the load of the machine does not matter."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Protocol

import ctx_lsp.syntax

_LAYER = str(Path(ctx_lsp.syntax.__file__).parent)


class _Traced(Protocol):
    """The trace function for executed lines."""

    def __call__(self, frame: FrameType, event: str, argument: object, /) -> "_Traced | None": ...


def lines_run(work: Callable[[], object]) -> int:
    """The number of lines of the layer's modules that `work` executes."""
    count = 0

    def traced(frame: FrameType, event: str, _argument: object) -> "_Traced | None":
        nonlocal count
        count += event == "line"
        return traced if frame.f_code.co_filename.startswith(_LAYER) else None

    before = sys.gettrace()
    sys.settrace(traced)
    try:
        work()
    finally:
        sys.settrace(before)
    return count
