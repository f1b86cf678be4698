"""Takes in texts that were read from disk: on the writer's own thread, or by way of helpers while many are new.

Between the moment at which a text is given to a helper and that at which it comes back, the file may change; the writer
notes which files did, and what was made of their old texts is let go. Reading files is in `file_reader`.
"""

import time
from collections.abc import Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait

from ctx_lsp.ingest.workers import Helpers, Records
from ctx_lsp.ingest.writer import Writer
from ctx_lsp.snapshot.host import NOTHING_KNOWN
from ctx_lsp.text.source import SourceText

WORTH_HELPERS = 500_000  # bytes of new text still to come: some 0.4 s of work, which is what a helper needs to start
LARGE = 100_000  # bytes of a text that takes some 0.2 s to derive: no change or question should wait so long
PAUSE = 0.01  # seconds that one step waits for a helper; changes and questions come in between
PATIENCE = 30.0  # seconds without an answer from any helper; the largest file takes three


class Intake:
    """The texts of one scan, or of one change on disk, on their way into the index."""

    def __init__(self, writer: Writer, *, recall: bool = True, helped: bool = True) -> None:
        """`recall`: what was derived from the same text before need not be derived again.

        `helped`: helpers may take part, because nobody waits for the end.
        """
        self._writer = writer
        self._helpers = writer.helpers if helped else Helpers(0)
        self._recall = recall
        self._away: dict[Future[Records], Mapping[str, SourceText]] = {}
        self._heard = time.monotonic()  # when a helper has answered, or one of none was given something
        self._seen = self._new_bytes = 0  # files so far, and the size of those that had to be derived
        self.changed = 0  # how many files really changed

    @property
    def waiting(self) -> bool:
        """Whether some texts are still with a helper."""
        return bool(self._away)

    def put(self, texts: Mapping[str, SourceText | None], to_come: int) -> None:
        """Take in a step's worth of texts (None: there is none to index), and what helpers have done meanwhile.

        `to_come` is how many more files there will be, or a guess.
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
        """Large texts wait even for helpers that are busy: here they would hold up changes and questions."""
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
        """Take in a batch from a helper, if one has answered by now or does so at once.

        From helpers that have long been silent nothing more is expected: their texts are derived here.
        """
        if not self._take_one(PAUSE) and time.monotonic() - self._heard > PATIENCE:
            self._helpers.end()
            self._take_in(self._away.pop(next(iter(self._away))), NOTHING_KNOWN)

    def _take_one(self, pause: float) -> bool:
        """One at a time: of those that come back as not done each is a step's work."""
        answered, _ = wait(self._away, pause, FIRST_COMPLETED)
        if answered:
            self._heard = time.monotonic()
            promised = answered.pop()
            self._take_in(self._away.pop(promised), promised.result())
        return bool(answered)

    def _take_in(self, texts: Mapping[str, SourceText], records: Records) -> None:
        left = {path: text for path, text in texts.items() if self._writer.texts.away.get(path) is text}
        self.changed += self._writer.texts.derive(left, records)
