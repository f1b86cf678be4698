"""Lines that a pack must not show: possible secrets, and symbols that the request excludes.

`text.secrets` detects secrets.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ctx_lsp.base.lru import Lru
from ctx_lsp.graph.entry import FileEntry
from ctx_lsp.packing.detail import lines
from ctx_lsp.packing.detail.lines import NONE, Lines
from ctx_lsp.snapshot.snapshot import Snapshot
from ctx_lsp.text.secrets import is_secret_file, secret_spans
from ctx_lsp.text.source import SourceText

CACHED_FILES = 1 << 14  # number of files whose secret lines are cached, keyed by content; a few megabytes

_known: Lru[bytes, Lines] = Lru(CACHED_FILES)


@dataclass(frozen=True, slots=True)
class Withheld:
    """Lines of one file that are not shown: possible secrets, and excluded symbols."""

    secret: Lines = NONE
    unwanted: Lines = NONE

    @property
    def all(self) -> Lines:
        """All lines that are not shown."""
        return lines.union((self.secret, self.unwanted)) if self.secret or self.unwanted else NONE


class Withholding:
    """The lines to withhold from each file in a snapshot. `excluded` holds the ids of excluded symbols."""

    def __init__(self, snapshot: Snapshot, excluded: Iterable[str]) -> None:
        self._unwanted: dict[str, list[Lines]] = {}
        self._excluded = tuple(excluded)
        for definition in filter(None, map(snapshot.definition, self._excluded)):
            entry = snapshot.files[definition.path]
            span = entry.facts.spans[definition.index]
            self._unwanted.setdefault(entry.path, []).append(lines.holding(entry.source, span.start, span.end))

    def excludes(self, symbol: str | None) -> bool:
        """Return whether a symbol is excluded, either by its own id or as a member of an excluded symbol."""
        if symbol is None or not self._excluded:  # most requests exclude nothing
            return False
        return any(symbol == one or symbol.startswith(f"{one}.") for one in self._excluded)

    def of(self, entry: FileEntry) -> Withheld:
        """Return the lines of a file that must not be shown."""
        return Withheld(secret_lines(entry), lines.union(self._unwanted.get(entry.path, ())))


def secret_lines(entry: FileEntry) -> Lines:
    """Return the lines of a file that may hold a secret, or all lines if the whole file is likely to be secret."""
    source = entry.source
    if is_secret_file(entry.path):
        return ((0, source.line_count),)
    known = _known.get(source.digest)
    if known is None:
        known = _known.put(source.digest, lines.union(_secret_lines(source)))
    return known


def _secret_lines(source: SourceText) -> Iterator[Lines]:
    for start, end in secret_spans(source.data):
        yield lines.holding(source, start, end)
