"""How soon diagnostics follow an edit: in a long document, and in its code.

Run it as `python -m tests.claims.latency FOLDER`, with `--push` for a client that is sent diagnostics. The document has
2,000 lines of the folder's own documents and is not saved. Edits insert a word into one of its lines; renames change
the name of a symbol that it mentions, in an unsaved buffer. The times are those of the client over stdio; the processor
time of the server beside them (on Linux alone) depends less on other programs.
"""

import argparse
import random
import re
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

import numpy as np

from tests.agents.cancelling import processor_seconds
from tests.e2e.conftest import NO_MODEL, SERVER, ServerProcess
from tests.progress_lines import print_line
from tests.protocol.wire import Json

LINES = 2_000
NAME = "statements-latency.md"
PULLING = {"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}}}
CHECKED = {**NO_MODEL, "checks": {"diagnostics": True}}
WAIT = 20.0  # seconds for diagnostics that should have come long ago
PATIENCE = 300.0  # seconds for what is not measured
STEP = 0.001
KINDS = ("symbol", "member")  # statements that are false once a name has changed


@dataclass(frozen=True)
class Taken:
    """Seconds until the diagnostics of an edit, and of the server's processor time meanwhile."""

    wall: float
    spent: float


class Client:
    """A client with the long document open."""

    def __init__(self, folder: Path, text: str, scratch: Path, *, pushed: bool) -> None:
        self.server = ServerProcess(SERVER, scratch)
        self.wire = self.server.wire
        self.pushed = pushed
        hello = {"processId": None, "rootUri": folder.as_uri(), "initializationOptions": CHECKED}
        self.wire.ask("initialize", {**hello, "capabilities": {} if pushed else PULLING}, PATIENCE)
        self.wire.notify("initialized", {})
        self.server.ready(PATIENCE)
        self.uri = (folder / NAME).as_uri()
        self._versions: Counter[str] = Counter()
        self.open(self.uri, text)
        self.false()

    def open(self, uri: str, text: str) -> None:
        """Open a document, unless it is open."""
        if not self._versions[uri]:
            self._versions[uri] = 1
            item = {"uri": uri, "languageId": "x", "version": 1, "text": text}
            self.wire.notify("textDocument/didOpen", {"textDocument": item})

    def change(self, uri: str, where: Json, text: str) -> None:
        """Replace a range of a document."""
        self._versions[uri] += 1
        document = {"uri": uri, "version": self._versions[uri]}
        self.wire.notify(
            "textDocument/didChange", {"textDocument": document, "contentChanges": [{"range": where, "text": text}]}
        )

    def false(self) -> list[Json]:
        """Ask for the false statements of the document now."""
        answer = self.wire.command("ctx-lsp.check", {"textDocument": {"uri": self.uri}}, PATIENCE)
        return [one for one in answer["claims"] if one["verdict"] == "refuted"]

    def shown(self) -> list[str]:
        """Return what the client shows at the document now."""
        if self.pushed:
            sent = [one for one in self.wire.received("textDocument/publishDiagnostics") if one["uri"] == self.uri]
            return sorted(one["message"] for one in sent[-1]["diagnostics"]) if sent else []
        answer = self.wire.ask("textDocument/diagnostic", {"textDocument": {"uri": self.uri}}, PATIENCE)
        return sorted(one["message"] for one in answer["items"])

    def news(self) -> int:
        """Return how often the server has sent diagnostics of the document, or asked the client to ask for them."""
        if self.pushed:
            return sum(one["uri"] == self.uri for one in self.wire.received("textDocument/publishDiagnostics"))
        return len(self.wire.received("workspace/diagnostic/refresh"))

    def until_shown(self, wanted: list[str]) -> bool:
        """Wait for the diagnostics of the document, as an editor does."""
        end = time.perf_counter() + WAIT
        seen = self.news()
        while time.perf_counter() < end:
            if self.pushed:
                if self.shown() == wanted:
                    return True
            elif self.news() > seen:
                seen = self.news()
                if self.shown() == wanted:
                    return True
            time.sleep(STEP)
        return False


def long_document(folder: Path) -> str:
    """The first lines of the documents of a folder, as often as needed."""
    files = [one for one in sorted(folder.rglob("*.md")) if not any(part.startswith(".") for part in one.parts[1:-1])]
    lines = [line for one in files for line in one.read_text("utf-8", "replace").splitlines()]
    if not lines:
        sys.exit(f"{folder} has no Markdown documents")
    return "\n".join((lines * (LINES // len(lines) + 1))[:LINES]) + "\n"


def edits(client: Client, text: str, count: int, rng: random.Random) -> list[Taken]:
    """Insert a word into lines of prose, each time asking for the diagnostics at once."""
    lines = text.splitlines()
    prose = [number for number, line in enumerate(lines) if re.match(r"[A-Z-].* .*`", line)]
    taken = []
    for number in rng.choices(prose, k=count):
        at = {"line": number, "character": len(lines[number].split(" ")[0])}
        begin, spent = time.perf_counter(), processor_seconds(client.server.process.pid)
        client.change(client.uri, {"start": at, "end": at}, " really")
        client.shown()
        taken.append(Taken(time.perf_counter() - begin, processor_seconds(client.server.process.pid) - spent))
        time.sleep(0.3)  # a pause in which the rest of the index follows
    return taken


def renames(client: Client, count: int, rng: random.Random) -> list[Taken]:
    """Rename symbols that the document mentions, one after the other, and back."""
    answer = client.wire.command("ctx-lsp.check", {"textDocument": {"uri": client.uri}}, PATIENCE)
    places = {
        (proof["uri"], str(proof["range"])): proof
        for one in answer["claims"]
        if one["verdict"] == "confirmed" and one["kind"] in KINDS and len(one["evidence"]) == 1
        for proof in one["evidence"]
        if "range" in proof and proof["uri"] != client.uri
    }
    chosen = rng.sample(sorted(places.values(), key=str), len(places))
    green = client.shown()
    taken: list[Taken] = []
    for proof in chosen:
        if len(taken) == count:
            break
        uri, end = proof["uri"], proof["range"]["end"]
        client.open(uri, Path(unquote(urlsplit(uri).path)).read_text("utf-8"))
        time.sleep(0.5)
        client.change(uri, {"start": end, "end": end}, "xqz")
        red = sorted(one["message"] for one in client.false()) if client.pushed else client.shown()
        client.change(uri, {"start": end, "end": {**end, "character": end["character"] + 3}}, "")
        if red == green:  # the name is defined or mentioned elsewhere, so nothing is certainly false
            continue
        time.sleep(1)
        assert client.shown() == green or client.until_shown(green)
        begin, spent = time.perf_counter(), processor_seconds(client.server.process.pid)
        client.change(uri, {"start": end, "end": end}, "xqz")
        assert client.until_shown(red), proof
        taken.append(Taken(time.perf_counter() - begin, processor_seconds(client.server.process.pid) - spent))
        client.change(uri, {"start": end, "end": {**end, "character": end["character"] + 3}}, "")
        assert client.until_shown(green), proof
    return taken


def report(what: str, taken: list[Taken], goal: int) -> None:
    """Print the times of one sort of edits."""
    if not taken:
        print_line(f"{what}: none")
        return
    wall, spent = (1e3 * np.array([getattr(one, each) for one in taken]) for each in ("wall", "spent"))
    print_line(
        f"{what}: {len(taken)}; wall p50 {np.median(wall):.0f}, p95 {np.percentile(wall, 95):.0f} ms (goal {goal}); "
        f"processor p50 {np.median(spent):.0f}, p95 {np.percentile(spent, 95):.0f} ms"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.claims.latency", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--push", action="store_true", help="as a client that is sent diagnostics")
    parser.add_argument("--edits", type=int, default=100)
    parser.add_argument("--renames", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    folder, rng = options.folder.resolve(), random.Random(options.seed)  # noqa: S311
    text = long_document(folder)
    with tempfile.TemporaryDirectory() as scratch:
        client = Client(folder, text, Path(scratch), pushed=options.push)
        if not options.push:  # only a client that asks knows which edit an answer belongs to
            report(f"edits of a document of {LINES:,} lines", edits(client, text, options.edits, rng), 100)
        report("renames in its code", renames(client, options.renames, rng), 300)
        client.server.process.kill()
        client.server.process.wait()


if __name__ == "__main__":
    main()
