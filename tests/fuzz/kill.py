"""`python -m tests.fuzz.kill`: SIGKILL at random moments, and a check of the next start.

A server is killed while it starts, reads the workspace, writes its cache, embeds or applies edits. The next one, with
the same cache, must have the index of a fresh build, and must have used every record that the killed one had written.
"""

import argparse
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from ctx_lsp.cache.blob_store import BlobStore
from ctx_lsp.cache.record_cache import root_file
from ctx_lsp.cache.records import file_key
from tests.fuzz.oracle import texts_of
from tests.fuzz.run import Run
from tests.fuzz.server import Server
from tests.fuzz.steps import branch, edit, files, open_file, save
from tests.progress_lines import print_line

LONGEST_START = 2.0  # seconds: some more than a cold start takes, the embedding included
LONGEST_WORK = 0.3  # seconds: some more than a few edits take
COLD_SHARE = 0.15  # of the kills: of servers without a cache


@dataclass(slots=True)
class Kills:
    """The number of killed servers by their work, and the number of files that the next ones found in the cache."""

    seed: int
    times: Counter[str] = field(default_factory=Counter)
    known: int = 0
    adopted: int = 0
    seconds: float = 0.0

    def __str__(self) -> str:
        times = ", ".join(f"{name} {count}" for name, count in self.times.most_common())
        total = self.times.total()
        taken = f"{self.known} records found, {self.adopted} taken over"
        return f"seed {self.seed}: {total} kills in {self.seconds:.0f} s ({times}); {taken}"


class Killing:
    """Kills in a separate folder. The seed decides what is done; the exact moment depends on the machine."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._run = Run(folder, seed)
        self._session = self._run.session
        self._cache = Path(self._session.editor.settings["cache"]["directory"])
        self._kills = Kills(seed)

    def kills(self, times: int) -> Iterator[Kills]:
        """Kill `times` servers, with a report after each. Raises `DifferenceError`."""
        started = time.monotonic()
        for number in range(1, times + 1):
            if self._session.rng.random() < 0.5:
                self._kill_starting()
            else:
                self._kill_working()
            self._check_next(f"after kill {number}")
            self._kills.seconds = time.monotonic() - started
            yield self._kills

    def close(self) -> None:
        """Stop the server."""
        self._run.close()

    def _kill_starting(self) -> None:
        editor, rng = self._session.editor, self._session.rng
        self._stop()
        if rng.random() < COLD_SHARE:
            shutil.rmtree(self._cache, ignore_errors=True)
        for _ in range(rng.choice((0, 1, 4))):
            rng.choice((files, branch))(self._session)
        if rng.random() < 0.5:
            editor.start(self._session.log)
        else:
            editor.server = Server(editor.roots, editor.settings, self._session.log)
        time.sleep(rng.uniform(0, LONGEST_START))
        self._kill("starting")

    def _kill_working(self) -> None:
        editor, rng = self._session.editor, self._session.rng
        if editor.server is None:
            editor.start(self._session.log)
        for _ in range(rng.randint(1, 8)):
            rng.choice((edit, edit, files, save, open_file, branch))(self._session)
            editor.flush_events()
        time.sleep(rng.uniform(0, LONGEST_WORK))
        self._kill("working")

    def _kill(self, doing: str) -> None:
        self._stop()
        self._kills.times[doing] += 1

    def _stop(self) -> None:
        self._run.close()
        self._session.editor.server = None

    def _check_next(self, what: str) -> None:
        known = self._records_left()
        self._session.editor.start(self._session.log)
        self._run.check(what, at_once=False, semantic=True)
        server = self._session.editor.server
        assert server is not None
        status = server.wire.command("ctx-lsp.status")
        assert status["warnings"] == [], status["warnings"]
        adopted = status["work"].get("entry", {}).get("adopted", 0)
        assert adopted >= known, f"{what}: {known} records were there, {adopted} were taken over"
        self._kills.known += known
        self._kills.adopted += adopted

    def _records_left(self) -> int:
        """The number of closed files with a record, looked up in a copy of the cache."""
        editor = self._session.editor
        opened = {editor.roots[0] / document.file for document in editor.documents.values() if document.file}
        texts = texts_of(editor)
        unopened = {path: source for path, source in texts.items() if editor.roots[0] / path not in opened}
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "cache"
            if not self._cache.exists():
                return 0
            shutil.copytree(self._cache, copy)
            with closing(BlobStore(root_file(copy, editor.roots[0]), str(editor.roots[0]))) as store:
                return len(store.get_many([file_key(path, source) for path, source in unopened.items()]))


def main() -> int:
    """Kill, print progress and a summary."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.kill", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--times", type=int, default=100)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ctx-lsp-kill-") as folder:
        killing = Killing(Path(folder), given.seed)
        try:
            for kills in killing.kills(given.times):
                print_line(str(kills))
        finally:
            killing.close()
    print_line("no difference")
    return 0


if __name__ == "__main__":
    sys.exit(main())
