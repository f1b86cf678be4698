"""Measures the real server over stdio: cold and warm starts, how long its loop is blocked, idle work, memory.

The loop's time is measured from outside, by a request that the loop answers by itself and that is sent together with
an edit: its answer comes when the edit has been taken in. What else delays it, the pipe and the writer's thread, which
shares the interpreter with the loop, counts too, as it does for an editor; a ping on its own shows the least of that.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from ctx_lsp.base.system import processor_seconds, resident_bytes
from ctx_lsp.evaluation.bench.client import Json, ServerClient
from ctx_lsp.evaluation.bench.edits import NONSENSE
from ctx_lsp.evaluation.bench.figures import Spread, spread
from ctx_lsp.evaluation.bench.process import ProbeError

LARGEST_LINES = 3_000  # of a file whose edits must not block the loop
LARGEST_FILES = 5
BURST = 30  # edits of each of them, one behind the other's answer
RENAMES = 5  # messages for each of them that change many places at once, as renaming a symbol does
PLACES = 1_000  # lines that such a message changes at most
OPEN_FILES = 20  # files that the many edits go to in turn
SYNC = 25  # edits after which an answer is awaited, so that work done and not work queued is measured
SOON, LATER = 0.02, 0.2  # seconds between two looks at the server, before and after it is searchable


@dataclass(frozen=True, slots=True)
class ServerStart:
    """Seconds since the process was started, the processor's seconds by then, and resident bytes when all was done."""

    initialized: float
    searchable: float
    embedded: float
    processor: float
    resident: int


@dataclass(frozen=True, slots=True)
class Loop:
    """Milliseconds until the loop answers a ping: on its own, and sent with a message of edits of a large file.

    `edit` changes one place, `rename` one in each of `places` lines (fewer where the file has fewer); `lines` are the
    sizes of the files.
    """

    ping: Spread
    edit: Spread
    rename: Spread
    places: int
    lines: Sequence[int]


@dataclass(frozen=True, slots=True)
class Memory:
    """Resident bytes before many edits, after a quarter of them, and after all; milliseconds an edit on the average."""

    edits: int
    before: int
    quarter: int
    after: int
    mean: float


@dataclass(frozen=True, slots=True)
class ServerFigures:
    """All that was measured on servers of one repository; `idle` is the share of one processor."""

    cold: ServerStart
    warm: ServerStart
    loop: Loop
    idle: float
    memory: Memory


def measure_server(
    root: Path, variables: Mapping[str, str], lines: Mapping[str, int], idle_seconds: float, edits: int
) -> ServerFigures:
    """Start the server twice, the first time with the cache that `variables` name being empty, and work with it.

    `lines` are the sizes of the files that may be edited, by path below `root`. Raises `ProbeError`.
    """
    with ServerClient(root, variables) as server:
        cold = _until_ready(server)
    with ServerClient(root, variables) as server:
        warm = _until_ready(server)
        idle = _idle(server.process.pid, idle_seconds)
        fitting = sorted((path for path in lines if lines[path] <= LARGEST_LINES), key=lambda path: -lines[path])
        loop = _loop(server, root, fitting[:LARGEST_FILES], lines)
        memory = _memory(server, root, fitting[:: max(1, len(fitting) // OPEN_FILES)], edits)
    return ServerFigures(cold, warm, loop, idle, memory)


def _until_ready(server: ServerClient) -> ServerStart:
    searchable = 0.0
    while (status := server.command("status"))["state"] != "ready":
        if status["state"] == "failed":
            raise ProbeError("; ".join(status["warnings"]))
        if status["searchable"] and not searchable:
            searchable = perf_counter()
        time.sleep(LATER if searchable else SOON)
    ready = perf_counter()
    pid = server.process.pid
    return ServerStart(
        initialized=server.initialized - server.begin,
        searchable=(searchable or ready) - server.begin,
        embedded=ready - server.begin,
        processor=processor_seconds(pid),
        resident=resident_bytes(pid),
    )


def _idle(pid: int, seconds: float) -> float:
    before, begin = processor_seconds(pid), perf_counter()
    time.sleep(seconds)
    return (processor_seconds(pid) - before) / (perf_counter() - begin)


def _loop(server: ServerClient, root: Path, paths: Sequence[str], lines: Mapping[str, int]) -> Loop:
    pings = [server.blocked() for _ in range(BURST)]
    edits = [delay for path in paths for delay in _blocked(server, root / path, BURST, places=1)]
    renames = [delay for path in paths for delay in _blocked(server, root / path, RENAMES, PLACES)]
    return Loop(spread(pings), spread(edits), spread(renames), PLACES, [lines[path] for path in paths])


def _blocked(server: ServerClient, file: Path, times: int, places: int) -> list[float]:
    """Milliseconds until the loop answers behind each of some messages that change so many lines of `file`."""
    document = _BenchDocument(server, file, places)
    delays = [server.blocked(document.change(number)) for number in range(times)]
    document.close()
    server.command("status")
    return delays


def _memory(server: ServerClient, root: Path, paths: Sequence[str], edits: int) -> Memory:
    documents = [_BenchDocument(server, root / path) for path in paths]
    pid = server.process.pid
    before = quarter = resident_bytes(pid)
    begin = perf_counter()
    for number in range(edits):
        server.notify(*documents[number % len(documents)].change(number))
        if number % SYNC == 0:
            server.command("search", {"query": NONSENSE})
        if number == edits // 4:
            quarter = resident_bytes(pid)
    server.command("search", {"query": NONSENSE})
    mean = 1000 * (perf_counter() - begin) / max(1, edits)
    return Memory(edits, before, quarter, resident_bytes(pid), mean)


class _BenchDocument:
    """An open document into which words are typed again and again, at the beginning of so many lines in its middle."""

    def __init__(self, server: ServerClient, file: Path, places: int = 1) -> None:
        self._server = server
        self._uri = file.as_uri()
        text = file.read_bytes().decode(errors="replace")
        count = text.count("\n") + 1
        first = max(0, (count - places) // 2)
        self._lines = range(first, min(count, first + places))
        self._length = 0
        self._version = 1
        document = {"uri": self._uri, "languageId": file.suffix.removeprefix("."), "version": 1, "text": text}
        server.notify("textDocument/didOpen", {"textDocument": document})

    def change(self, number: int) -> tuple[str, Json]:
        """The notification that puts the word number `number` in the places of the one before, the last place first."""
        word = f"{NONSENSE}{number} "
        end, self._length = self._length, len(word)
        self._version += 1
        places = (
            {"start": {"line": line, "character": 0}, "end": {"line": line, "character": end}}
            for line in reversed(self._lines)
        )
        return "textDocument/didChange", {
            "textDocument": {"uri": self._uri, "version": self._version},
            "contentChanges": [{"range": place, "text": word} for place in places],
        }

    def close(self) -> None:
        self._server.notify("textDocument/didClose", {"textDocument": {"uri": self._uri}})
