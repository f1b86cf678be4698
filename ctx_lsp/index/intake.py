"""Takes in texts that were read from disk: on the writer's own thread, or by way of helpers while many are new.

Between the moment at which a text is given to a helper and that at which it comes back, the file may change; the writer
notes which files did, and what was made of their old texts is let go. Reading files is in `reading`.
"""

from collections import deque
from collections.abc import Mapping
from concurrent.futures import Future

from ctx_lsp.index.helpers import Records
from ctx_lsp.index.writer import Writer
from ctx_lsp.text.source import SourceText

WORTH_HELPERS = 500_000  # bytes of new text still to come: some 0.4 s of work, which is what a helper needs to start


class Intake:
    """The texts of one scan, or of one change on disk, on their way into the index."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._away: deque[tuple[Mapping[str, SourceText], Future[Records]]] = deque()
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
        while self._away and self._away[0][1].done():
            self._take_back()
        changed, new = self._writer.apply_known(texts)
        self.changed += changed
        self._seen += len(texts)
        self._new_bytes += sum(len(text.data) for text in new.values())
        worth_it = self._new_bytes * to_come > WORTH_HELPERS * self._seen
        if new and worth_it and self._writer.helpers.free:
            self._writer.away.update(new)
            self._away.append((new, self._writer.helpers.derive(new)))
        elif new:
            self.changed += self._writer.derive(new)

    def take_back(self) -> None:
        """Wait for the helper that has had its texts the longest, some ten milliseconds, and take them in."""
        self._take_back()

    def _take_back(self) -> None:
        texts, promised = self._away.popleft()
        records = promised.result()
        left = {path: text for path, text in texts.items() if self._writer.away.get(path) is text}
        self.changed += self._writer.derive(left, records)
