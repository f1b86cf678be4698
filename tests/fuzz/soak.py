"""`python -m tests.fuzz.soak`: a long session on a large workspace, and the resources that the server keeps.

Documents are opened, edited and closed unsaved, and questions asked, in random order. A warm-up of the same kind comes
first, so that bounded caches and pools of threads are full: two fifths of the session's length. After it and at ten
points of the session, the test waits until the server is idle, and measures its resident memory, descriptors and
threads. They must stay within `ALLOWED` of their values after the warm-up. The files of the workspace are not changed.
"""

import argparse
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from tests.fuzz.editor import Document
from tests.fuzz.questions import DEFINED
from tests.fuzz.server import Server
from tests.fuzz.texts import content_change, random_edit
from tests.progress_lines import print_line
from tests.protocol.wire import AnswerError, Json

POINTS = 10  # of the session, after the one at its start
WARM_UP = 0.4  # of the session's steps; 800 questions, after which the cache of packs and those of words are full
ALLOWED = 1.05
AT_ONCE = 8  # questions; more than the server has threads for
MAX_OPEN = 6
MAX_CHARACTERS = 100_000  # of a file that is opened
EXTENSIONS = {".py": "python", ".ts": "typescript", ".js": "javascript", ".go": "go", ".java": "java", ".rs": "rust"}
START_SECONDS = 1_800.0  # at most, until a large workspace is indexed
REST_SECONDS = 3.0


@dataclass(frozen=True, slots=True)
class Point:
    """The resources of the idle server process."""

    edits: int
    questions: int
    opens: int
    megabytes: float
    descriptors: int
    threads: int
    seconds: float

    def __str__(self) -> str:
        done = f"{self.edits} edits, {self.questions} questions, {self.opens} opens after {self.seconds:.0f} s"
        return f"{done}: {self.megabytes:.0f} MB, {self.descriptors} descriptors, {self.threads} threads"


class Soak:
    """A session over the files of `workspace` that writes to `folder`. Only the seed decides what is done."""

    def __init__(
        self,
        workspace: Path,
        folder: Path,
        seed: int,
        model: str,
        rest: float = REST_SECONDS,
        start_seconds: float = START_SECONDS,
    ) -> None:
        self._rng = random.Random(seed)  # noqa: S311  # a test's dice
        self._files = [
            file
            for file in sorted(workspace.rglob("*"))
            if file.suffix in EXTENSIONS and file.is_file() and file.stat().st_size <= MAX_CHARACTERS
        ]
        settings = {"model": {"embedding": model}, "cache": {"directory": str(folder / "cache")}}
        self._server = Server([workspace], settings, folder / "server.log")
        self._open: list[Document] = []
        self._names = ["main"]
        self._done = {"edits": 0, "questions": 0, "opens": 0}
        self._started = 0.0
        self._rest = rest
        self._start_seconds = start_seconds

    def points(self, edits: int, questions: int, opens: int) -> Iterator[Point]:
        """Warm up, then do the given number of each action, with a point at the start and after every tenth."""
        self._server.initialized()
        self._server.settled(semantic=False, patience=self._start_seconds)
        self._server.settled(semantic=True, patience=self._start_seconds)
        self._started = time.monotonic()
        self._ask_at_once()
        self._open_one()
        for step in self._steps(*(int(count * WARM_UP) for count in (edits, questions, opens))):
            step()
        self._done = dict.fromkeys(self._done, 0)
        yield self._point()
        steps = self._steps(edits, questions, opens)
        ends = {len(steps) * point // POINTS for point in range(1, POINTS + 1)}
        for number, step in enumerate(steps, start=1):
            step()
            if number in ends:
                yield self._point()

    def close(self) -> None:
        """Stop the server."""
        self._server.kill()

    def _steps(self, edits: int, questions: int, opens: int) -> list[Callable[[], None]]:
        """The given number of each action, in random order."""
        steps = [self._edit] * edits + [self._ask] * questions + [self._open_one] * opens
        self._rng.shuffle(steps)
        return steps

    def _point(self) -> Point:
        self._server.settled(semantic=True, patience=START_SECONDS)
        time.sleep(self._rest)
        process = psutil.Process(self._server.process.pid)
        return Point(
            **self._done,
            megabytes=process.memory_info().rss / 1_000_000,
            descriptors=process.num_fds(),
            threads=process.num_threads(),
            seconds=time.monotonic() - self._started,
        )

    def _open_one(self) -> None:
        file = self._rng.choice(self._files)
        uri = file.as_uri()
        if any(document.uri == uri for document in self._open):
            return
        if len(self._open) >= MAX_OPEN:
            closed = self._open.pop(self._rng.randrange(MAX_OPEN))
            self._notify("textDocument/didClose", {"textDocument": {"uri": closed.uri}})
        text = file.read_bytes().decode("utf-8", "replace")
        self._names = [*DEFINED.findall(text), *self._names][:200]
        self._open.append(Document(uri, file, EXTENSIONS[file.suffix], text))
        self._notify("textDocument/didOpen", {"textDocument": self._open[-1].item()})
        self._done["opens"] += 1

    def _edit(self) -> None:
        document = self._rng.choice(self._open)
        history = document.history
        splices = random_edit(document.text, history[0] if history else document.text, document.text, self._rng)
        document.history = history[:1] or [document.text]
        changes = []
        for splice in splices:
            changes.append(content_change(document.text, splice))
            document.text = splice.applied(document.text)
        document.version += 1
        identifier = {"uri": document.uri, "version": document.version}
        self._notify("textDocument/didChange", {"textDocument": identifier, "contentChanges": changes})
        self._done["edits"] += 1

    def _ask(self) -> None:
        rng, wire = self._rng, self._server.wire
        names = rng.choices(self._names, k=3)
        document = rng.choice(self._open)
        place = {"textDocument": {"uri": document.uri}, "position": {"line": rng.randint(0, 200), "character": 5}}
        command, argument = rng.choice(
            (
                ("ctx-lsp.query", {"query": f"How does {names[0]} use {names[1]}?"}),
                ("ctx-lsp.search", {"query": " ".join(names)}),
                ("ctx-lsp.contextAt", place),
                ("ctx-lsp.impact", {"symbol": names[0]}),
            )
        )
        with suppress(AnswerError):  # there is no symbol, or none of that name any more
            wire.command(command, argument, timeout=START_SECONDS)
        wire.messages.clear()
        self._done["questions"] += 1

    def _ask_at_once(self) -> None:
        """Ask several questions before any is answered, so that the server starts all threads that it may have."""
        wire = self._server.wire
        question = wire.command_params("ctx-lsp.search", {"query": "where does it start?"})
        for begun in [wire.begin("workspace/executeCommand", question) for _ in range(AT_ONCE)]:
            wire.answer(begun, timeout=START_SECONDS)

    def _notify(self, method: str, params: Json) -> None:
        self._server.wire.notify(method, params)


def growth(points: list[Point]) -> list[str]:
    """The values that grew beyond `ALLOWED` from the first point to the last; empty if none did."""
    before, after = points[0], points[-1]
    found = []
    for name in ("megabytes", "descriptors", "threads"):
        first, last = getattr(before, name), getattr(after, name)
        if last > first * ALLOWED:
            found.append(f"{name}: {first:.0f} after the warm-up, {last:.0f} at the end")
    return found


def main() -> int:
    """Run, print the points and the result; return 1 if something grew."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.soak", description=__doc__)
    parser.add_argument("--workspace", type=Path, required=True, help="a folder of source files; it stays as it is")
    parser.add_argument("--edits", type=int, default=10_000)
    parser.add_argument("--queries", type=int, default=2_000)
    parser.add_argument("--opens", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--model", default="none", help='the embedding model, such as "bundled"')
    parser.add_argument(
        "--start-minutes", type=float, default=START_SECONDS / 60, help="the longest first start, for large workspaces"
    )
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ctx-lsp-soak-") as folder:
        soak = Soak(
            Path(os.path.realpath(given.workspace)),
            Path(folder),
            given.seed,
            given.model,
            start_seconds=60 * given.start_minutes,
        )
        points = []
        try:
            for point in soak.points(given.edits, given.queries, given.opens):
                points.append(point)
                print_line(str(point))
        finally:
            soak.close()
    grown = growth(points)
    print_line("\n".join(grown) or f"flat: nothing grew by more than {ALLOWED - 1:.0%} after the warm-up")
    return bool(grown)


if __name__ == "__main__":
    sys.exit(main())
