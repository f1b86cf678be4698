"""Takes in texts read from disk: on the writer's own thread, or through helper processes while many texts are new.

A file may change while a helper works on its text. The writer notes such files, and the records of their old texts are
discarded. `file_reader` reads files.
"""

import time
from collections.abc import Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait

from ctx_lsp.ingest.workers import Helpers, Records
from ctx_lsp.ingest.writer import Writer
from ctx_lsp.snapshot.host import NOTHING_KNOWN
from ctx_lsp.text.source import SourceText

WORTH_HELPERS = 500_000  # bytes of new text to come: some 0.4 s of work, the time that a helper needs to start
LARGE = 100_000  # bytes of a text that takes some 0.2 s to derive: too long for changes and questions to wait
PAUSE = 0.01  # seconds that a step waits for a helper; changes and questions are handled in between
PATIENCE = 30.0  # seconds without an answer from any helper; the largest file takes three


class Intake:
    """The texts of one scan, or of one change on disk, on their way into the index."""

    def __init__(self, writer: Writer, *, recall: bool = True, helped: bool = True) -> None:
        """`recall`: use cached records of the same texts instead of deriving them again.

        `helped`: helper processes may take part, because nobody waits for the result.
        """
        self._writer = writer
        self._helpers = writer.helpers if helped else Helpers(0)
        self._recall = recall
        self._away: dict[Future[Records], Mapping[str, SourceText]] = {}
        self._heard = time.monotonic()  # time of the last answer, or of the first batch handed out
        self._seen = self._new_bytes = 0  # number of files, and total size of those that had to be derived
        self.changed = 0  # number of files that really changed

    @property
    def waiting(self) -> bool:
        """Whether helpers still have texts."""
        return bool(self._away)

    def put(self, texts: Mapping[str, SourceText | None], to_come: int) -> None:
        """Take in a step's worth of texts (None: nothing to index), and finished results of helpers.

        `to_come` is the number of files still to come, or a guess.
        """
        self._take_one(0)
        changed, new = self._writer.texts.apply_known(texts, recall=self._recall)
        self.changed += changed
        self._seen += len(texts)
        self._new_bytes += sum(len(text.data) for text in new.values())
        if new and self._is_for_helpers(new, to_come):
            self._hand_out(new)
        elif new:
            self.changed += self._writer.texts.derive(new)

    def _is_for_helpers(self, new: Mapping[str, SourceText], to_come: int) -> bool:
        """Return whether helpers should derive `new`. Large texts go even to busy helpers, to keep this thread free."""
        sizes = [len(text.data) for text in new.values()]
        expected = sum(sizes) + self._new_bytes * to_come / self._seen
        large = max(sizes) > LARGE and self._helpers.running
        return large or (expected > WORTH_HELPERS and self._helpers.free)

    def _hand_out(self, new: Mapping[str, SourceText]) -> None:
        if not self._away:
            self._heard = time.monotonic()
        self._writer.texts.away.update(new)
        self._away[self._helpers.derive(new)] = new

    def take_back(self) -> None:
        """Take in a batch that a helper has answered or answers within `PAUSE`.

        If helpers have been silent for too long, they are ended and their texts derived here.
        """
        if not self._take_one(PAUSE) and time.monotonic() - self._heard > PATIENCE:
            self._helpers.end()
            self._take_in(self._away.pop(next(iter(self._away))), NOTHING_KNOWN)

    def _take_one(self, pause: float) -> bool:
        """Take in at most one answered batch: deriving a batch that failed in a helper is a whole step's work."""
        answered, _ = wait(self._away, pause, FIRST_COMPLETED)
        if answered:
            self._heard = time.monotonic()
            promised = answered.pop()
            self._take_in(self._away.pop(promised), promised.result())
        return bool(answered)

    def _take_in(self, texts: Mapping[str, SourceText], records: Records) -> None:
        left = {path: text for path, text in texts.items() if self._writer.texts.away.get(path) is text}
        self.changed += self._writer.texts.derive(left, records)
