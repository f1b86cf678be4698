"""The memory of a process and all its descendants, measured from outside while it runs. Linux only."""

import threading
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

PROC = Path("/proc")
EVERY = 0.2  # seconds between two looks; each takes a few milliseconds
RSS = ("RssAnon", "RssShmem", "RssFile")  # kilobytes in /proc/N/status


class MemoryWatch:
    """Measures a process inside the `with` block: `peak` and `latest` are bytes, 0 if nothing could be measured.

    The sum of what processes have to themselves, and the most that one of them has mapped of files: programs, libraries
    and models, which they have in common.
    """

    def __init__(self, process: int) -> None:
        self._process = process
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="memory-watch", daemon=True)
        self.peak = 0
        self.latest = 0

    def __enter__(self) -> "MemoryWatch":
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        self._thread.join()

    def look(self) -> None:
        """Measure now; after the end of the process, the last values remain."""
        sizes = [_sizes(process) for process in family(self._process)]
        now = sum(own for own, _ in sizes) + max(mapped for _, mapped in sizes)
        if now:
            self.latest, self.peak = now, max(self.peak, now)

    def _watch(self) -> None:
        while not self._ended.wait(EVERY):
            self.look()


def family(process: int) -> Iterator[int]:
    """The process and all its descendants."""
    children: dict[int, list[int]] = defaultdict(list)
    for folder in PROC.glob("[0-9]*"):
        if (parent := _parent(folder)) is not None:
            children[parent].append(int(folder.name))
    waiting = [process]
    while waiting:
        one = waiting.pop()
        yield one
        waiting += children[one]


def _parent(folder: Path) -> int | None:
    try:
        stat = (folder / "stat").read_text()
    except OSError:  # it has ended meanwhile
        return None
    return int(stat.rpartition(")")[2].split()[1])  # the name before it, in brackets, may hold anything


def _sizes(process: int) -> tuple[int, int]:
    """Resident bytes of a process: its own, and those of mapped files; none after its end."""
    try:
        lines = (PROC / str(process) / "status").read_text().splitlines()
    except OSError:
        return 0, 0
    sizes = {
        name: 1024 * int(rest.split()[0]) for name, _, rest in (line.partition(":") for line in lines) if name in RSS
    }
    return sum(sizes.get(name, 0) for name in RSS[:-1]), sizes.get(RSS[-1], 0)
