"""Measures the real server over stdio: cold and warm starts, blocking of its event loop, idle CPU use, and memory.

To measure blocking, an edit is sent together with a request that the event loop answers itself. The answer arrives once
the loop has applied the edit. The measured time includes delays caused by the pipe and by the writer thread, because an
editor has to wait for these as well. A request sent without an edit shows these delays alone.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from ctx_lsp.base.system import processor_seconds, resident_bytes
from ctx_lsp.evaluation.bench.client import Json, ServerClient
from ctx_lsp.evaluation.bench.edits import NONSENSE_WORD
from ctx_lsp.evaluation.bench.figures import Spread, spread
from ctx_lsp.evaluation.bench.process import ProbeError

LARGEST_LINES = 3_000  # maximum for a file whose edits must not block the loop
LARGEST_FILES = 5
BURST = 30  # edits per file, each sent after the answer to the previous one
RENAMES = 5  # messages per file that change many places at once, like the rename of a symbol
PLACES = 1_000  # maximum number of lines that such a message changes
OPEN_FILES = 20  # files that are edited in turn while memory is measured
SYNC = 25  # edits between two awaited answers, so that finished work is measured, not queued work
SOON, LATER = 0.02, 0.2  # seconds between two polls of the server, before and after it is searchable


@dataclass(frozen=True, slots=True)
class ServerStart:
    """The time from process start to each milestone, in seconds.

    `processor` (CPU seconds) and `resident` (bytes) are measured once everything is embedded.
    """

    initialized: float
    searchable: float
    embedded: float
    processor: float
    resident: int


@dataclass(frozen=True, slots=True)
class Loop:
    """The times that the event loop takes to answer a ping, in milliseconds.

    The ping is sent alone (`ping`), after an edit of one line in a large file (`edit`), or after an edit of `places`
    lines at once (`rename`; fewer lines if the file is shorter). `lines` holds the line counts of the edited files.
    """

    ping: Spread
    edit: Spread
    rename: Spread
    places: int
    lines: Sequence[int]


@dataclass(frozen=True, slots=True)
class Memory:
    """Resident memory in bytes before a series of edits, after a quarter of the edits, and after all of them.

    `mean` is the mean time per edit, in milliseconds.
    """

    edits: int
    before: int
    quarter: int
    after: int
    mean: float


@dataclass(frozen=True, slots=True)
class ServerFigures:
    """All measurements of the server on one repository; `idle` is the share of one processor used by an idle server."""

    cold: ServerStart
    warm: ServerStart
    loop: Loop
    idle: float
    memory: Memory


def measure_server(
    root: Path, variables: Mapping[str, str], lines: Mapping[str, int], idle_seconds: float, edits: int
) -> ServerFigures:
    """Measure two starts of the server, the first with an empty cache, and then the running server.

    `variables` are environment variables that name the cache. `lines` holds the line counts of the files that may be
    edited, keyed by path relative to `root`. Raises `ProbeError`.
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
    """Send `times` messages that each change `places` lines; return how long each blocked the loop, in milliseconds."""
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
            server.command("search", {"query": NONSENSE_WORD})
        if number == edits // 4:
            quarter = resident_bytes(pid)
    server.command("search", {"query": NONSENSE_WORD})
    mean = 1000 * (perf_counter() - begin) / max(1, edits)
    return Memory(edits, before, quarter, resident_bytes(pid), mean)


class _BenchDocument:
    """An open document.

    Each edit inserts a word at the beginning of each of `places` lines in the middle of the document. It replaces the
    word that the previous edit inserted there.
    """

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
        """Return a notification that replaces the previously inserted words with the word for `number`.

        The changes are listed from the last line to the first.
        """
        word = f"{NONSENSE_WORD}{number} "
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
