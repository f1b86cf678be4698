"""Immutable source text as UTF-8 bytes with a line index.

Throughout the package, offsets count UTF-8 bytes, and lines are zero-based. Only LF, CRLF and CR end a line; form feeds
and U+2028 are ordinary characters, as LSP requires. `protocol.convert` converts UTF-16 columns.
"""

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from ctx_lsp.base.digest import digest

_OFFSETS = "I"  # type code of arrays of offsets; a tuple of integers takes ten times the memory


@dataclass(frozen=True)
class SourceText:
    """The text of one file or buffer; `data` is always valid UTF-8 without a byte-order mark.

    `language` is the language that an editor or a notebook declares, or "" if the file name determines the language.
    The language is stored with the text, because the same bytes have different symbols in different languages.
    """

    data: bytes
    language: str = ""

    @cached_property
    def digest(self) -> bytes:
        """The 16-byte digest of the content and the language."""
        return digest(self.data, self.language.encode()) if self.language else digest(self.data)

    @cached_property
    def line_starts(self) -> Sequence[int]:
        """The byte offset at which each line starts. The first line starts at 0, even in an empty text."""
        ends = array(_OFFSETS, accumulate(self._line_lengths(), initial=0))
        if len(ends) > 1 and not self.data.endswith((b"\n", b"\r")):
            ends.pop()  # the end of the last line, after which no line starts
        return ends

    @property
    def longest_line(self) -> int:
        """The length of the longest line in bytes, including its line ending."""
        return max(self._line_lengths(), default=0)

    def _line_lengths(self) -> Iterable[int]:
        return map(len, self.data.splitlines(keepends=True))

    @property
    def line_count(self) -> int:
        """The number of lines. If the text ends with a line ending, the empty line after it is counted too."""
        return len(self.line_starts)

    def line_at(self, offset: int) -> int:
        """Return the zero-based number of the line that contains the byte at `offset`."""
        return bisect_right(self.line_starts, offset) - 1

    def line_range(self, line: int) -> tuple[int, int]:
        """Return the start and end of `line` without its line ending; lines past the last one are empty."""
        if line >= self.line_count:
            return len(self.data), len(self.data)
        start = self.line_starts[line]
        end = self.line_starts[line + 1] if line + 1 < self.line_count else len(self.data)
        return start, start + len(self.data[start:end].rstrip(b"\r\n"))

    def text_start(self, line: int) -> int:
        """Return the offset of the first character in `line` after its indentation, or the end of a blank line."""
        start, end = self.line_range(line)
        return end - len(self.data[start:end].lstrip())

    def stripped_lines(self) -> list[str]:
        """Return the text of each line without surrounding whitespace."""
        return [self.slice(*self.line_range(line)).strip() for line in range(self.line_count)]

    def slice(self, start: int, end: int) -> str:
        """Return the text between two byte offsets. Characters that are cut in the middle become U+FFFD."""
        return self.data[start:end].decode("utf-8", "replace")
