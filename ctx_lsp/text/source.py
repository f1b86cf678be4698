"""Immutable source text as UTF-8 bytes with a line index.

Throughout the package, offsets are UTF-8 bytes and lines are zero-based. Only LF, CRLF and CR end a line; a form feed
or U+2028 is an ordinary character, as the protocol demands. UTF-16 columns are in `protocol.convert`.
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

    `language` is the language that an editor or a notebook declares, or "" if only the file name decides. It is part of
    the text, because the same bytes have other facts in another language.
    """

    data: bytes
    language: str = ""

    @cached_property
    def digest(self) -> bytes:
        """The 16-byte digest of the content and the language."""
        return digest(self.data, self.language.encode()) if self.language else digest(self.data)

    @cached_property
    def line_starts(self) -> Sequence[int]:
        """The byte offset of the start of each line; never empty, because the first line starts at 0."""
        ends = array(_OFFSETS, accumulate(self._line_lengths(), initial=0))
        if len(ends) > 1 and not self.data.endswith((b"\n", b"\r")):
            ends.pop()  # the end of the last line, after which no line starts
        return ends

    @property
    def longest_line(self) -> int:
        """The length of the longest line in bytes, with its line ending."""
        return max(self._line_lengths(), default=0)

    def _line_lengths(self) -> Iterable[int]:
        return map(len, self.data.splitlines(keepends=True))

    @property
    def line_count(self) -> int:
        """The number of lines. A line ending at the very end of the text starts one more, empty line."""
        return len(self.line_starts)

    def line_at(self, offset: int) -> int:
        """Return the zero-based line that holds byte `offset`."""
        return bisect_right(self.line_starts, offset) - 1

    def line_range(self, line: int) -> tuple[int, int]:
        """Return the start and end of `line` without its line ending; a line past the end is an empty range there."""
        if line >= self.line_count:
            return len(self.data), len(self.data)
        start = self.line_starts[line]
        end = self.line_starts[line + 1] if line + 1 < self.line_count else len(self.data)
        return start, start + len(self.data[start:end].rstrip(b"\r\n"))

    def text_start(self, line: int) -> int:
        """Return the offset at which `line` begins after its indentation; for a blank line, the offset of its end."""
        start, end = self.line_range(line)
        return end - len(self.data[start:end].lstrip())

    def stripped_lines(self) -> list[str]:
        """Return the text of each line without surrounding whitespace."""
        return [self.slice(*self.line_range(line)).strip() for line in range(self.line_count)]

    def slice(self, start: int, end: int) -> str:
        """Return the text between two byte offsets; a cut inside a character yields U+FFFD instead of an error."""
        return self.data[start:end].decode("utf-8", "replace")
