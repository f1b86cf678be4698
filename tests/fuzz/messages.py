"""`python -m tests.fuzz.messages`: random messages, right and wrong, to a real server over stdio.

Each request must get exactly one answer under its id, never an internal error, and the server must answer a probe right
after each burst. Latencies are measured from the write of the message, so they include the wait for earlier messages of
the burst. A cancellation is measured from `$/cancelRequest` to the answer, if the answer was still pending.
"""

import argparse
import json
import os
import random
import re
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from ctx_lsp.protocol.errors import ErrorCode
from ctx_lsp.protocol.transport.framing import frame
from tests.fuzz.corpus import original_files
from tests.fuzz.message_kinds import Message, Messages
from tests.fuzz.message_values import Values
from tests.fuzz.server import TIMEOUT_SECONDS, Server
from tests.progress_lines import print_line
from tests.protocol.wire import Json

LARGEST_BURST = 20  # messages
PROGRESS_EVERY = 2_000  # messages
LONGEST_PAUSE = 0.03  # seconds before a cancellation: some requests are waiting then, some run, some have ended
LATE_SECONDS = 5.0
NAMES = re.compile(rb"[A-Za-z_]\w{2,}")


class MessageError(AssertionError):
    """The server gave a wrong answer, or none."""


@dataclass(slots=True)
class Latencies:
    """Latencies in seconds, and the slowest answers by name."""

    seconds: list[float] = field(default_factory=list)
    slowest: list[tuple[float, str]] = field(default_factory=list)

    def add(self, seconds: float, name: str) -> None:
        """Add one latency."""
        self.seconds.append(seconds)
        self.slowest = sorted([*self.slowest, (seconds, name)], reverse=True)[:5]

    def __str__(self) -> str:
        if not self.seconds:
            return "none"
        middle, high, most = (1_000 * float(np.quantile(self.seconds, share)) for share in (0.5, 0.95, 1.0))
        late = sum(seconds > LATE_SECONDS for seconds in self.seconds)
        return f"{len(self.seconds)}, p50 {middle:.1f} ms, p95 {high:.1f} ms, most {most:.0f} ms, {late} over 5 s"


@dataclass(slots=True)
class Report:
    """The progress of a run."""

    seed: int
    messages: int = 0
    seconds: float = 0.0
    outcomes: Counter[str] = field(default_factory=Counter)  # results, and errors by code
    answers: Latencies = field(default_factory=Latencies)
    probes: Latencies = field(default_factory=Latencies)
    cancellations: Latencies = field(default_factory=Latencies)

    def __str__(self) -> str:
        outcomes = ", ".join(f"{name} {count}" for name, count in self.outcomes.most_common())
        slowest = ", ".join(f"{name} {seconds:.2f} s" for seconds, name in self.answers.slowest)
        return (
            f"seed {self.seed}: {self.messages} messages in {self.seconds:.0f} s; answers: {self.answers}; "
            f"probes: {self.probes}; cancellations: {self.cancellations}; {outcomes}; slowest: {slowest}"
        )


class Bursts:
    """A server in an empty `folder`, and bursts of messages to it. Only the seed decides what is sent."""

    def __init__(self, folder: Path, seed: int) -> None:
        folder = Path(os.path.realpath(folder))
        self._rng = random.Random(seed)  # noqa: S311  # a test's dice
        root = folder / "root"
        files = original_files(root / "python", root / "polyglot")
        for file, data in files.items():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
        words = sorted({name.decode() for data in files.values() for name in NAMES.findall(data)})
        settings = {"model": {"embedding": "none"}, "cache": {"directory": str(folder / "cache")}}
        paths = sorted(file.relative_to(root).as_posix() for file in files)
        self._messages = Messages(self._rng, Values(self._rng, root, paths, words), settings)
        self._log = folder / "server.log"
        self._server = Server([root], settings, self._log)
        self._sent: dict[str, list[tuple[float, str]]] = {}  # what is unanswered, by id as JSON
        self._cancelled: dict[str, float] = {}
        self._wrong: list[str] = []
        self._lock = threading.Lock()  # of what is unanswered: another thread takes the answers
        self.report = Report(seed)

    def run(self, count: int) -> Iterator[Report]:
        """Send at least `count` messages, with a report after each burst. Raises `MessageError`."""
        self._server.initialized()
        self._server.settled(semantic=False)
        self._server.wire.heard = self._heard
        started = time.monotonic()
        while self.report.messages < count:
            for _ in range(self._rng.randint(1, LARGEST_BURST)):
                for message in self._messages.some():
                    self._send(message)
            self._wait()
            self._probe()
            self.report.seconds = time.monotonic() - started
            yield self.report

    def close(self) -> None:
        """Stop the server."""
        self._server.kill()

    def log_end(self) -> str:
        """The last lines that the server wrote to stderr."""
        return "\n".join(self._log.read_text(errors="replace").splitlines()[-60:])

    def _send(self, message: Message) -> None:
        now = time.monotonic()
        with self._lock:
            for message_id in message.answers:
                self._sent.setdefault(message_id, []).append((now, message.name))
        self._write(frame(message.body))
        self.report.messages += 1
        if message.cancels is not None:
            time.sleep(self._rng.choice((0.0, self._rng.uniform(0, LONGEST_PAUSE))))
            if self._sent.get(json.dumps(message.cancels)):
                self._cancelled[json.dumps(message.cancels)] = time.monotonic()
            self._server.wire.notify("$/cancelRequest", {"id": message.cancels})
            self.report.messages += 1

    def _write(self, data: bytes) -> None:
        try:
            self._server.wire.send_bytes(data)
        except OSError as error:
            raise MessageError(f"the server has gone: {error}") from None

    def _heard(self, message: Json) -> None:
        """Handle a message of the server, on the reading thread."""
        if "method" in message:
            return
        now, message_id = time.monotonic(), json.dumps(message["id"])
        with self._lock:
            waiting = self._sent.get(message_id)
            if not waiting:
                self._wrong.append(f"an answer to nothing: {str(message)[:500]}")
                return
            sent, name = waiting.pop(0)
            if not waiting:
                del self._sent[message_id]
        error = message.get("error")
        self.report.outcomes[ErrorCode(error["code"]).name.lower() if error else "result"] += 1
        if error and error["code"] == ErrorCode.INTERNAL_ERROR:
            self._wrong.append(error["message"])
        (self.report.probes if name == "probe" else self.report.answers).add(now - sent, name)
        if message_id in self._cancelled:
            self.report.cancellations.add(now - self._cancelled.pop(message_id), name)

    def _wait(self) -> None:
        """Wait for all outstanding answers."""
        wire = self._server.wire
        try:
            wire.wait(lambda: not self._sent or self._wrong, TIMEOUT_SECONDS)
        except TimeoutError as error:
            raise MessageError(f"{error}; unanswered: {dict(list(self._sent.items())[:5])}") from None
        if self._wrong:
            raise MessageError("; ".join(self._wrong))
        wire.messages.clear()

    def _probe(self) -> None:
        """Ask for the status, and for symbols, which needs the workers and the index."""
        wire = self._server.wire
        asked = [wire.request("workspace/executeCommand", wire.command_params("ctx-lsp.status"))]
        asked.append(wire.request("workspace/symbol", {"query": "retry"}))
        for request in asked:
            self._sent[json.dumps(request["id"])] = [(time.monotonic(), "probe")]
        self._write(b"".join(frame(json.dumps(request).encode()) for request in asked))
        try:
            wire.wait(lambda: not self._sent, TIMEOUT_SECONDS)
        except TimeoutError as error:
            raise MessageError(f"{error} for a probe") from None
        status = wire.answer(asked[0]["id"])
        if status["state"] == "failed" or status["brokenInvariants"] or status["failures"]:
            raise MessageError(f"status: {status}")
        wire.answer(asked[1]["id"])


def main() -> int:
    """Send messages, print progress and a summary; return 1 if the server was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.messages", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=10_000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ctx-lsp-messages-") as folder:
        os.environ["XDG_CACHE_HOME"] = folder  # for the moments in which the settings name no cache
        bursts = Bursts(Path(folder), given.seed)
        told = 0
        try:
            for report in bursts.run(given.count):
                if report.messages - told >= PROGRESS_EVERY:
                    told = report.messages
                    print_line(str(report))
        except MessageError as problem:
            print_line(f"{bursts.report}\n{problem}\n{bursts.log_end()}")
            return 1
        finally:
            bursts.close()
        print_line(f"every request was answered once; {bursts.report}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
