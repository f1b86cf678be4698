"""Wall-clock time that each stage of a request takes. The times are only displayed; no decision depends on them."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter


class Timings:
    """The milliseconds that each stage took, keyed by stage name, in the order in which the stages first ended."""

    __slots__ = ("ms",)

    def __init__(self) -> None:
        self.ms: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Add the time spent inside the `with` block to stage `name`."""
        start = perf_counter()
        try:
            yield
        finally:
            self.ms[name] = self.ms.get(name, 0.0) + 1000.0 * (perf_counter() - start)
